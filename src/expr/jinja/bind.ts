/**
 * Calls with Python's parameters: a table entry says what a filter, test or method takes, and `bind` matches the
 * arguments of a call to it or errs as Python would. Parameter text: `old new count?` — `?` may be left out,
 * `*` any more positional ones, `**` any more named ones.
 */
import { toFloat } from './operators.js';
import { truthy } from './compare.js';
import { fail } from './error.js';
import { str } from './repr.js';
import { usable, type Arguments, type Run } from './run.js';
import { isInt, isNumber, isUndefined, typeName, type Value } from './values.js';

export interface Bound {
  /** the argument as given, or undefined when it was left out */
  given(name: string): Value | undefined;
  value(name: string): Value;
  /** an argument that must be a str */
  text(name: string, missing?: string): string;
  /** any argument, through `str()` */
  asText(name: string, missing?: string): string;
  int(name: string, missing?: bigint): bigint;
  float(name: string, missing?: number): number;
  /** the truth of an argument; false when left out */
  flag(name: string, missing?: boolean): boolean;
  readonly rest: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** How one filter, test or method is called, and what it does in a few words. */
export interface Definition {
  readonly takes: string;
  readonly does: string;
  /** it may receive undefined values as arguments */
  readonly undefinedArguments?: boolean;
  readonly run: (run: Run, value: Value, args: Bound) => Value;
}

export type Definitions = Readonly<Record<string, Definition>>;

interface Parameters { readonly names: readonly string[]; readonly required: number; readonly rest: boolean; readonly open: boolean }

const parsed = new Map<string, Parameters>();

function parameters(takes: string): Parameters {
  const known = parsed.get(takes);
  if (known !== undefined) return known;
  const words = takes.split(' ').filter((word) => word !== '');
  const named = words.filter((word) => !word.startsWith('*'));
  const result: Parameters = {
    names: named.map((word) => word.replace('?', '')),
    required: named.filter((word) => !word.endsWith('?')).length,
    rest: words.includes('*'),
    open: words.includes('**'),
  };
  parsed.set(takes, result);
  return result;
}

/** Whether any argument is undefined: Jinja in Ansible then answers with that value instead of calling. */
export function firstUndefined(args: Arguments): Value | undefined {
  return args.positional.find(isUndefined) ?? [...args.named.values()].find(isUndefined);
}

export function bind(run: Run, name: string, takes: string, args: Arguments): Bound {
  const { names, required, rest, open } = parameters(takes);
  const values = new Map<string, Value>();
  for (const [index, value] of args.positional.slice(0, names.length).entries()) values.set(names[index] ?? '', value);
  const more = args.positional.slice(names.length);
  if (more.length > 0 && !rest) {
    fail('type', `\`${name}\` takes at most ${names.length} argument${names.length === 1 ? '' : 's'}, ${args.positional.length} were given`);
  }
  const others = new Map<string, Value>();
  for (const [key, value] of args.named) {
    if (!names.includes(key)) {
      if (!open) fail('type', `\`${name}\` has no argument \`${key}\``, names.length === 0 ? undefined : `known: ${names.map((each) => `\`${each}\``).join(', ')}`);
      others.set(key, value);
    } else if (values.has(key)) fail('type', `\`${name}\` got argument \`${key}\` twice`);
    else values.set(key, value);
  }
  const missing = names.slice(0, required).filter((each) => !values.has(each));
  if (missing.length > 0) fail('type', `\`${name}\` needs the argument${missing.length === 1 ? '' : 's'} ${missing.map((each) => `\`${each}\``).join(', ')}`);
  return bound(run, name, values, more, others);
}

function bound(run: Run, name: string, values: ReadonlyMap<string, Value>, rest: readonly Value[], named: ReadonlyMap<string, Value>): Bound {
  const value = (key: string): Value => usable(values.get(key) ?? null);
  const wrong = (key: string, wanted: string): never => fail('type', `argument \`${key}\` of \`${name}\` must be ${wanted}, not ${typeName(value(key))}`);
  return {
    rest,
    named,
    value,
    given: (key) => values.get(key),
    text: (key, missing) => {
      if (!values.has(key) && missing !== undefined) return missing;
      const given = value(key);
      return typeof given === 'string' ? given : wrong(key, 'a str');
    },
    asText: (key, missing) => (!values.has(key) && missing !== undefined ? missing : str(run, value(key))),
    int: (key, missing) => {
      if (!values.has(key) && missing !== undefined) return missing;
      const given = value(key);
      return isInt(given) ? BigInt(given) : wrong(key, 'an int');
    },
    float: (key, missing) => {
      if (!values.has(key) && missing !== undefined) return missing;
      const given = value(key);
      return isNumber(given) ? toFloat(given) : wrong(key, 'a number');
    },
    flag: (key, missing = false) => (values.has(key) ? truthy(value(key)) : missing),
  };
}
