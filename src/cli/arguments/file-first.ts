/** `./inventory.yaml show --host gena`: a FILE before a command, as a shebang gives it, moved behind `-i`. */
import { commands, flags, type CommandName } from '../usage.js';

const commandNames: ReadonlySet<string> = new Set(commands.map((each) => each.name));
/** Flags, as they are written, that take the next argument for their value. */
export const takesValue: ReadonlySet<string> = new Set(
  flags.flatMap((flag) =>
    'value' in flag ? [`--${flag.name}`, ...('short' in flag ? [`-${flag.short}`] : [])] : [],
  ),
);

/**
 * The same arguments with the command first, and the FILE that stood before it behind `-i`. Behind `--` there are only
 * operands: it is taken out, as no operand of ours starts with a dash.
 */
export function commandFirst(written: readonly string[]): readonly string[] {
  const args = written.filter((each) => each !== '--');
  const operands = operandPlaces(args);
  const [file, command] = operands.map((place) => args[place] ?? '');
  const [filePlace, commandPlace] = operands;
  if (file === undefined || filePlace === undefined) return args;
  if (commandNames.has(file)) return [file, ...args.filter((_, place) => place !== filePlace)];
  if (command === undefined || commandPlace === undefined || !commandNames.has(command))
    return args;
  const rest = args.filter((_, place) => place !== filePlace && place !== commandPlace);
  return [command, ...rest, '--inventory', file];
}

/** The command that arguments in this order name; '' for what Ansible calls. */
export function commandOf(args: readonly string[]): CommandName {
  const [place = -1] = operandPlaces(args);
  return commands.find((each) => each.name === args[place])?.name ?? '';
}

/** Where the first two operands stand: what is neither a flag nor a flag's value. */
function operandPlaces(args: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at < args.length && places.length < 2; at++) {
    const argument = args[at] ?? '';
    if (takesValue.has(argument)) at++;
    else if (!argument.startsWith('-')) places.push(at);
  }
  return places;
}
