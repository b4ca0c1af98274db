/**
 * Types as JSON data, exact both ways: how they are kept beside values. Places are not part of it. Reading accepts
 * whatever JSON it is given, and answers nothing for data that are no type.
 */
import { constraintEntry, type ConstraintName } from './constraints.js';
import { patternFault } from './pattern/pattern.js';
import {
  builtIn,
  isBuiltIn,
  unionOf,
  unknownType,
  type Constraints,
  type Field,
  type Literal,
  type Type,
} from './type.js';

/** The JSON form of a type: a built-in type is its name, anything else an object with one telling key. */
export type TypeData =
  | string
  | { readonly list: TypeData }
  | { readonly map: TypeData }
  | {
      readonly fields: readonly {
        readonly name: string;
        readonly required: boolean;
        readonly type: TypeData;
      }[];
    }
  | { readonly union: readonly TypeData[] }
  | { readonly enum: readonly LiteralData[] }
  | { readonly refines: TypeData; readonly constraints: Readonly<Record<string, ConstraintData>> }
  | { readonly named: string; readonly shown?: string; readonly type: TypeData };

/** `["int", "12"]`: kind and text, so that `1`, `1.0` and `"1"` stay different and integers keep their digits. */
export type LiteralData = readonly [string, string];

type ConstraintData =
  string | number | boolean | readonly LiteralData[] | { readonly integer: string };

const maxDepth = 400;

/** The JSON form of a type. */
export function typeToData(type: Type): TypeData {
  switch (type.kind) {
    case 'built-in':
      return type.name;
    case 'list':
      return { list: typeToData(type.item) };
    case 'map':
      return { map: typeToData(type.value) };
    case 'object':
      return {
        fields: type.fields.map(({ name, required, type: of }) => ({
          name,
          required,
          type: typeToData(of),
        })),
      };
    case 'union':
      return { union: type.members.map(typeToData) };
    case 'enum':
      return { enum: type.values.map(literalToData) };
    case 'refined':
      return {
        refines: typeToData(type.base),
        constraints: Object.fromEntries(
          Object.entries(type.constraints).map(([name, value]) => [
            name,
            constraintToData(value as Constraints[ConstraintName]),
          ]),
        ),
      };
    case 'named':
      return {
        named: type.name,
        ...(type.shown === type.name ? {} : { shown: type.shown }),
        type: typeToData(type.type),
      };
    case 'unknown-type':
      return 'unknown';
  }
}

/** The type that was kept; undefined for data that are no type. */
export function typeFromData(data: unknown, depth = 0): Type | undefined {
  if (depth > maxDepth) return undefined;
  if (typeof data === 'string')
    return isBuiltIn(data) ? builtIn(data) : data === 'unknown' ? unknownType : undefined;
  if (!isRecord(data)) return undefined;
  const read = (inner: unknown): Type | undefined => typeFromData(inner, depth + 1);
  if ('list' in data) return whole(read(data.list), (item) => ({ kind: 'list', item }));
  if ('map' in data) return whole(read(data.map), (value) => ({ kind: 'map', value }));
  if ('fields' in data)
    return whole(
      each(data.fields, (field) => fieldFromData(field, read)),
      (fields) => ({ kind: 'object', fields }),
    );
  if ('union' in data)
    return whole(each(data.union, read), (members) =>
      members.length < 2 ? undefined : unionOf(members),
    );
  if ('enum' in data)
    return whole(each(data.enum, literalFromData), (values) => ({ kind: 'enum', values }));
  if ('refines' in data)
    return whole(read(data.refines), (base) =>
      whole(constraintsFromData(data.constraints), (constraints) => ({
        kind: 'refined',
        base,
        constraints,
      })),
    );
  const { named: name, shown = name, type } = data;
  if (typeof name !== 'string' || typeof shown !== 'string') return undefined;
  return whole(read(type), (of) => ({ kind: 'named', name, shown, type: of }));
}

const keys = new WeakMap<Type, string>();

/** A text that two types share if and only if they are one: order, places and how names are shown do not count. */
export function typeKey(type: Type): string {
  let key = keys.get(type);
  if (key === undefined) keys.set(type, (key = makeKey(type)));
  return key;
}

function makeKey(type: Type): string {
  switch (type.kind) {
    case 'built-in':
      return type.name;
    case 'list':
    case 'map':
      return `${type.kind}<${typeKey(type.kind === 'list' ? type.item : type.value)}>`;
    case 'object':
      return `{${type.fields
        .map(
          ({ name, required, type: of }) =>
            `${JSON.stringify(name)}${required ? '' : '?'}:${typeKey(of)}`,
        )
        .sort()
        .join()}}`;
    case 'union':
      return `(${type.members.map(typeKey).sort().join('|')})`;
    case 'enum':
      return `[${valuesKey(type.values)}]`;
    case 'refined': {
      const { enum: values, ...rest } = type.constraints;
      const texts = Object.entries(rest).map(
        ([name, value]) =>
          `${name}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`,
      );
      return `(${typeKey(type.base)}&${[...texts.sort(), ...(values === undefined ? [] : [`[${valuesKey(values)}]`])].join('&')})`;
    }
    case 'named':
      return `${type.name}=(${typeKey(type.type)})`;
    case 'unknown-type':
      return 'unknown';
  }
}

function valuesKey(values: readonly Literal[]): string {
  return values
    .map((value) => JSON.stringify(literalToData(value)))
    .sort()
    .join();
}

function literalToData(literal: Literal): LiteralData {
  return [literal.kind, literal.kind === 'null' ? '' : String(literal.value)];
}

function literalFromData(data: unknown): Literal | undefined {
  if (!Array.isArray(data)) return undefined;
  const [kind, text] = data as readonly unknown[];
  if (typeof text !== 'string') return undefined;
  switch (kind) {
    case 'string':
      return { kind, value: text };
    case 'int':
      return whole(integerFrom(text), (value) => ({ kind, value }));
    case 'float':
      return Number.isFinite(Number(text)) ? { kind, value: Number(text) } : undefined;
    case 'bool':
      return { kind, value: text === 'true' };
    case 'null':
      return { kind };
    default:
      return undefined;
  }
}

function integerFrom(text: string): number | bigint | undefined {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function constraintToData(value: Constraints[ConstraintName]): ConstraintData {
  if (typeof value === 'bigint') return { integer: String(value) };
  return typeof value === 'object' ? value.map(literalToData) : (value ?? '');
}

function constraintsFromData(data: unknown): Constraints | undefined {
  if (!isRecord(data)) return undefined;
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    const found = constraintFromData(name, value);
    if (found === undefined) return undefined;
    read[name] = found;
  }
  return read;
}

function constraintFromData(name: string, value: unknown): Constraints[ConstraintName] {
  switch (constraintEntry(name)?.takes) {
    case 'pattern':
      return typeof value === 'string' && isKept(value) ? value : undefined;
    case 'count':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
        ? value
        : undefined;
    case 'number':
      if (isRecord(value) && typeof value.integer === 'string') return integerFrom(value.integer);
      return typeof value === 'number' ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'values':
      return each(value, literalFromData);
    case undefined:
      return undefined;
  }
}

/** True for a well-formed pattern: earlier versions kept some that are not supported any more. */
function isKept(pattern: string): boolean {
  const fault = patternFault(pattern);
  return fault === undefined || fault.isRefusal;
}

function fieldFromData(
  data: unknown,
  read: (data: unknown) => Type | undefined,
): Field | undefined {
  if (!isRecord(data)) return undefined;
  const { name, required, type } = data;
  if (typeof name !== 'string' || typeof required !== 'boolean') return undefined;
  return whole(read(type), (of) => ({ name, required, type: of }));
}

/** `make` of what is there. */
function whole<T, R>(value: T | undefined, make: (value: T) => R): R | undefined {
  return value === undefined ? undefined : make(value);
}

/** Every item read; undefined if one cannot be. */
function each<T>(data: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const items = (data as readonly unknown[]).map(read);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
