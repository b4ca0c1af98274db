/**
 * Calls with Python's parameters: a table entry says what a filter, test or method takes, and `bind` matches the
 * arguments of a call to it or errs as Python would. Parameter text: `old new count?` — `?` may be left out,
 * `*` any more positional ones, `**` any more named ones.
 */
import { toFloat } from './operators.js';
import { truthy } from './compare.js';
import { fail, failOpenly } from './error.js';
import { str } from './repr.js';
import { usable, type Arguments, type Run } from './run.js';
import { isInt, isNumber, isUndefined, typeName, type Value } from './values.js';

export interface Bound {
  /** the argument as given, or undefined when it was left out */
  given(name: string): Value | undefined;
  /** the argument, or `missing` when it was left out; null is an argument like any other */
  or(name: string, missing: Value): Value;
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

interface Parameters {
  readonly names: readonly string[];
  readonly required: number;
  readonly rest: boolean;
  readonly open: boolean;
}

/** A named argument that `takes` does not name, or `missing` when it was left out. */
export function namedOr({ named }: Bound, name: string, missing: Value): Value {
  const given = named.get(name);
  return given === undefined ? missing : given;
}

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
  const found = args.positional.find(isUndefined);
  if (found !== undefined || args.named.size === 0) return found;
  return [...args.named.values()].find(isUndefined);
}

export function bind(run: Run, name: string, takes: string, args: Arguments): Bound {
  const known = parameters(takes);
  const { names, required, rest } = known;
  const { positional } = args;
  if (positional.length > names.length && !rest) {
    failOpenly(
      'type',
      `\`${name}\` takes at most ${names.length} argument${names.length === 1 ? '' : 's'}, ${positional.length} were given`,
    );
  }
  const values: (Value | undefined)[] =
    positional.length <= names.length ? [...positional] : positional.slice(0, names.length);
  const others = args.named.size === 0 ? args.named : placeNamed(name, known, values, args.named);
  for (let index = 0; index < required; index += 1) {
    if (values[index] === undefined)
      missing(
        name,
        names.slice(0, required).filter((_each, at) => values[at] === undefined),
      );
  }
  return new Call(
    run,
    name,
    names,
    values,
    positional.length > names.length ? positional.slice(names.length) : none,
    others,
  );
}

const none: readonly Value[] = [];

function placeNamed(
  name: string,
  known: Parameters,
  values: (Value | undefined)[],
  named: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const others = new Map<string, Value>();
  for (const [key, value] of named) {
    const index = known.names.indexOf(key);
    if (index >= 0 && values[index] !== undefined)
      fail('type', `\`${name}\` got argument \`${key}\` twice`);
    if (index >= 0) values[index] = value;
    else if (known.open) others.set(key, value);
    else
      fail(
        'type',
        `\`${name}\` has no argument \`${key}\``,
        known.names.length === 0
          ? undefined
          : `known: ${known.names.map((each) => `\`${each}\``).join(', ')}`,
      );
  }
  return others;
}

function missing(name: string, names: readonly string[]): never {
  return failOpenly(
    'type',
    `\`${name}\` needs the argument${names.length === 1 ? '' : 's'} ${names.map((each) => `\`${each}\``).join(', ')}`,
  );
}

/** A class because every call makes one, and methods shared by all are cheaper than closures of each. */
class Call implements Bound {
  constructor(
    private readonly run: Run,
    private readonly callee: string,
    private readonly names: readonly string[],
    private readonly values: readonly (Value | undefined)[],
    readonly rest: readonly Value[],
    readonly named: ReadonlyMap<string, Value>,
  ) {}

  given(name: string): Value | undefined {
    return this.values[this.names.indexOf(name)];
  }

  or(name: string, missing: Value): Value {
    const given = this.given(name);
    return given === undefined ? missing : given;
  }

  value(name: string): Value {
    return usable(this.or(name, null));
  }

  text(name: string, missingValue?: string): string {
    const given = this.given(name);
    if (given === undefined && missingValue !== undefined) return missingValue;
    return typeof given === 'string' ? given : this.wrong(name, 'a str');
  }

  asText(name: string, missingValue?: string): string {
    return this.given(name) === undefined && missingValue !== undefined
      ? missingValue
      : str(this.run, this.value(name));
  }

  int(name: string, missingValue?: bigint): bigint {
    const given = this.given(name);
    if (given === undefined && missingValue !== undefined) return missingValue;
    return given !== undefined && isInt(given) ? BigInt(given) : this.wrong(name, 'an int');
  }

  float(name: string, missingValue?: number): number {
    const given = this.given(name);
    if (given === undefined && missingValue !== undefined) return missingValue;
    return given !== undefined && isNumber(given) ? toFloat(given) : this.wrong(name, 'a number');
  }

  flag(name: string, missingValue = false): boolean {
    return this.given(name) === undefined ? missingValue : truthy(this.value(name));
  }

  private wrong(name: string, wanted: string): never {
    return failOpenly(
      'type',
      `argument \`${name}\` of \`${this.callee}\` must be ${wanted}, not ${typeName(this.value(name))}`,
    );
  }
}
