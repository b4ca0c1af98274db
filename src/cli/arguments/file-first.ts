/** `./inventory.yaml show --host gena`: a FILE before a command, as a shebang gives it, moved behind `-i`. */
import type { CommandUsage } from './define-command.js';
import { knownFlags } from './known-flags.js';

/** Flags, as they are written, that take the next argument for their value. */
export function valueFlags(commands: readonly CommandUsage[]): ReadonlySet<string> {
  return new Set(
    [...knownFlags(commands)].flatMap(([name, flag]) => {
      if (flag.kind === 'switch') return [];
      return flag.short === undefined ? [`--${name}`] : [`--${name}`, `-${flag.short}`];
    }),
  );
}

/**
 * The same arguments with the command first, and the FILE that stood before it behind `-i`. Behind `--` there are only
 * operands: it is taken out, as no operand of ours starts with a dash.
 */
export function commandFirst(
  written: readonly string[],
  commands: readonly CommandUsage[],
): readonly string[] {
  const commandNames: ReadonlySet<string> = new Set(commands.map(({ name }) => name));
  const args = written.filter((each) => each !== '--');
  const operands = operandPlaces(args, commands);
  const [file, command] = operands.map((place) => args[place] ?? '');
  const [filePlace, commandPlace] = operands;
  if (file === undefined || filePlace === undefined) return args;
  if (commandNames.has(file)) return [file, ...args.filter((_, place) => place !== filePlace)];
  if (command === undefined || commandPlace === undefined || !commandNames.has(command))
    return args;
  const rest = args.filter((_, place) => place !== filePlace && place !== commandPlace);
  return [command, ...rest, '--inventory', file];
}

/** The command that arguments in this order name; the one for Ansible where none is. */
export function commandOf<C extends CommandUsage>(
  args: readonly string[],
  commands: readonly C[],
): C | undefined {
  const [place = -1] = operandPlaces(args, commands);
  return (
    commands.find(({ name }) => name !== '' && name === args[place]) ??
    commands.find(({ name }) => name === '')
  );
}

/** The first two operands of arguments: what is neither a flag nor a flag's value. */
export function firstOperands(
  args: readonly string[],
  commands: readonly CommandUsage[],
): readonly string[] {
  return operandPlaces(args, commands).map((place) => args[place] ?? '');
}

/** Where the first two operands stand: what is neither a flag nor a flag's value. */
function operandPlaces(args: readonly string[], commands: readonly CommandUsage[]): number[] {
  const takesValue = valueFlags(commands);
  const places: number[] = [];
  for (let at = 0; at < args.length && places.length < 2; at++) {
    const argument = args[at] ?? '';
    if (takesValue.has(argument)) at++;
    else if (!argument.startsWith('-')) places.push(at);
  }
  return places;
}
