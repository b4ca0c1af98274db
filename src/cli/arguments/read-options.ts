/** What yargs parsed, as the options that a command takes; wrong usage throws a `Misuse`. */
import type { CommandUsage, Flag, Flags, Operands, Options } from './define-command.js';
import { Misuse } from './misuse.js';

/** What yargs makes of a command line. */
export type Parsed = Readonly<Record<string, unknown>>;

/** The options of a command, by the names of its flags and operands. */
export function readOptions<F extends Flags, O extends Operands>(
  { flags, operands }: CommandUsage<F, O>,
  parsed: Parsed,
): Options<F, O> {
  const values = new Map<string, unknown>();
  for (const [name, flag] of Object.entries(flags)) values.set(name, readFlag(name, flag, parsed));
  for (const name of Object.keys(operands)) values.set(name, parsed[name]);
  return Object.fromEntries(values) as Options<F, O>;
}

function readFlag(name: string, flag: Flag, parsed: Parsed): unknown {
  const texts = textsOf(parsed[name]);
  switch (flag.kind) {
    case 'switch':
      return parsed[name] === true;
    case 'text':
      return onlyOne(name, texts);
    case 'choice':
      return onlyOne(name, texts) ?? flag.choices[0];
    case 'names':
      return namesIn(name, texts);
    case 'texts':
      return texts;
  }
}

/** The inventory that is named, as FILE or behind `-i`. */
export function readFile(parsed: Parsed): string | undefined {
  const files = [...textsOf(parsed.inventory), ...textsOf(parsed.FILE)];
  if (files.includes('')) throw new Misuse('the name of the inventory is empty');
  if (files.length > 1) throw new Misuse(`two inventories are named: ${files.join(' and ')}`);
  return files[0];
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}

function onlyOne(flag: string, values: readonly string[]): string | undefined {
  if (values.length > 1) throw new Misuse(`--${flag} can be given once`);
  return values[0];
}

function namesIn(flag: string, values: readonly string[]): readonly string[] {
  const names = values.flatMap((value) => value.split(','));
  if (names.includes('')) throw new Misuse(`--${flag} has an empty name`);
  return names;
}
