/**
 * Constraints on values by their names in JSON Schema: which kind of value each is about, what stands behind it, and
 * when one follows from others. Numbers are compared exactly, whatever their size.
 */
import { builtIns, plainType, type BuiltInName, type Constraints, type Type } from './type.js';

export type ConstraintName = keyof Constraints;

/** The kinds of values that constraints are about. */
export type Family = 'text' | 'number' | 'list' | 'map';

interface ConstraintEntry {
  readonly family: Family | undefined;
  readonly takes: 'pattern' | 'count' | 'number' | 'flag' | 'values';
}

const constraintTable: Readonly<Record<ConstraintName, ConstraintEntry>> = {
  enum: { family: undefined, takes: 'values' },
  pattern: { family: 'text', takes: 'pattern' },
  minLength: { family: 'text', takes: 'count' },
  maxLength: { family: 'text', takes: 'count' },
  minimum: { family: 'number', takes: 'number' },
  maximum: { family: 'number', takes: 'number' },
  exclusiveMinimum: { family: 'number', takes: 'number' },
  exclusiveMaximum: { family: 'number', takes: 'number' },
  multipleOf: { family: 'number', takes: 'number' },
  minItems: { family: 'list', takes: 'count' },
  maxItems: { family: 'list', takes: 'count' },
  uniqueItems: { family: 'list', takes: 'flag' },
  minProperties: { family: 'map', takes: 'count' },
  maxProperties: { family: 'map', takes: 'count' },
};

/** The names of all constraints. */
export const constraintNames = Object.keys(constraintTable) as readonly ConstraintName[];

/** What a constraint is about, and what is written behind it; undefined for a name that is none. */
export function constraintEntry(name: string): ConstraintEntry | undefined {
  return Object.hasOwn(constraintTable, name) ? constraintTable[name as ConstraintName] : undefined;
}

/** How messages call the values of a family. */
export const familyPhrase: Readonly<Record<Family, string>> = {
  text: 'strings',
  number: 'numbers',
  list: 'lists',
  map: 'maps',
};

/** The families of a type's values. */
export function familiesOf(type: Type): readonly Family[] {
  const plain = plainType(type);
  switch (plain.kind) {
    case 'list':
    case 'map':
      return [plain.kind];
    case 'object':
      return ['map'];
    case 'union':
      return plain.members.flatMap(familiesOf);
    case 'built-in':
      return familyOfBuiltIn(plain.name);
    case 'enum':
    case 'unknown-type':
      return [];
  }
}

/** `name` and the built-in types that it refines. */
export function ancestry(name: BuiltInName): readonly BuiltInName[] {
  const names: BuiltInName[] = [];
  for (let at: BuiltInName | undefined = name; at !== undefined; at = builtIns[at]) names.push(at);
  return names;
}

function familyOfBuiltIn(name: BuiltInName): readonly Family[] {
  const root = ancestry(name).at(-1);
  return root === 'string' ? ['text'] : root === 'number' ? ['number'] : [];
}

/** What holds for all values of a type by itself. */
export function intrinsic(type: Type): Constraints {
  if (type.kind === 'built-in' && type.name === 'integer') return { multipleOf: 1 };
  if (type.kind === 'built-in' && type.name === 'port')
    return { multipleOf: 1, minimum: 1, maximum: 65535 };
  if (type.kind === 'object')
    return {
      minProperties: type.fields.filter((field) => field.required).length,
      maxProperties: type.fields.length,
    };
  return {};
}

/** True if every value that fulfils `given` fulfils the constraint `name` of `wanted`. `enum` is not judged here. */
export function implies(given: Constraints, name: ConstraintName, wanted: Constraints): boolean {
  switch (constraintTable[name].takes) {
    case 'values':
      return false;
    case 'pattern':
      return given.pattern === wanted.pattern;
    case 'flag':
      return wanted.uniqueItems === false || given.uniqueItems === true;
    case 'count':
      return impliesCount(
        given[name] as number | undefined,
        wanted[name] as number | undefined,
        name.startsWith('min'),
      );
    case 'number':
      return impliesNumber(given, name, wanted[name] as Exact | undefined);
  }
}

function impliesCount(
  given: number | undefined,
  wanted: number | undefined,
  isLeast: boolean,
): boolean {
  return isLeast ? (wanted ?? 0) <= (given ?? 0) : (wanted ?? Infinity) >= (given ?? Infinity);
}

function impliesNumber(
  given: Constraints,
  name: ConstraintName,
  wanted: Exact | undefined,
): boolean {
  if (wanted === undefined) return true;
  if (name === 'multipleOf')
    return given.multipleOf !== undefined && isMultiple(given.multipleOf, wanted);
  if (name === 'minimum' || name === 'exclusiveMinimum')
    return impliesBound(
      given.minimum,
      given.exclusiveMinimum,
      wanted,
      name !== 'minimum',
      (a, b) => a > b,
    );
  return impliesBound(
    given.maximum,
    given.exclusiveMaximum,
    wanted,
    name !== 'maximum',
    (a, b) => a < b,
  );
}

type Exact = number | bigint;

function impliesBound(
  closed: Exact | undefined,
  open: Exact | undefined,
  wanted: Exact,
  isOpen: boolean,
  beyond: (a: Exact, b: Exact) => boolean,
): boolean {
  if (open !== undefined && !beyond(wanted, open)) return true;
  return closed !== undefined && (beyond(closed, wanted) || (!isOpen && !beyond(wanted, closed)));
}

/** True if `value` is a whole multiple of `step`; decimals are taken as they are written. */
export function isMultiple(value: Exact, step: Exact): boolean {
  const [one, other] = [decimal(value), decimal(step)];
  const scale = Math.max(one.scale, other.scale);
  return (
    (one.digits * 10n ** BigInt(scale - one.scale)) %
      (other.digits * 10n ** BigInt(scale - other.scale)) ===
    0n
  );
}

/** A number as an integer and how many of its digits stand behind the point. */
function decimal(value: Exact): { readonly digits: bigint; readonly scale: number } {
  if (typeof value === 'bigint') return { digits: value, scale: 0 };
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The first two bounds of `constraints` that no value lies between, e.g. `minimum` and `maximum`. */
export function contradiction(
  constraints: Constraints,
): readonly [ConstraintName, ConstraintName] | undefined {
  const pairs: readonly (readonly [ConstraintName, ConstraintName, boolean])[] = [
    ['minLength', 'maxLength', false],
    ['minItems', 'maxItems', false],
    ['minProperties', 'maxProperties', false],
    ['minimum', 'maximum', false],
    ['minimum', 'exclusiveMaximum', true],
    ['exclusiveMinimum', 'maximum', true],
    ['exclusiveMinimum', 'exclusiveMaximum', true],
  ];
  for (const [low, high, open] of pairs) {
    const [from, to] = [constraints[low], constraints[high]] as readonly (Exact | undefined)[];
    if (from !== undefined && to !== undefined && (from > to || (open && from >= to)))
      return [low, high];
  }
  return undefined;
}
