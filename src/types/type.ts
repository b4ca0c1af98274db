/**
 * Types of values (format reference, section 8) as plain objects without behaviour, and how a person writes them.
 * Built-in types form a tree (`ipv4` is an `ip` is a `string`); user types are nominal. Types hold no circles:
 * `declare.ts` refuses them.
 */
import type { Span } from '../text/source.js';

export type Type =
  | BuiltInType
  | ListType
  | MapType
  | ObjectType
  | UnionType
  | EnumType
  | RefinedType
  | NamedType
  | UnknownType;

/** Each built-in type and the one that it refines; `any` stands above all, also above those without a parent. */
export const builtIns = {
  any: undefined,
  string: undefined,
  number: undefined,
  boolean: undefined,
  null: undefined,
  integer: 'number',
  port: 'integer',
  ip: 'string',
  ipv4: 'ip',
  ipv6: 'ip',
  cidr: 'string',
  hostname: 'string',
  fqdn: 'hostname',
  url: 'string',
  path: 'string',
  mac: 'string',
  duration: 'string',
  size: 'string',
  email: 'string',
  semver: 'string',
  mode: 'string',
} as const satisfies Record<string, string | undefined>;

export type BuiltInName = keyof typeof builtIns;

export interface BuiltInType {
  readonly kind: 'built-in';
  readonly name: BuiltInName;
}

/** `list<T>`. */
export interface ListType {
  readonly kind: 'list';
  readonly item: Type;
}

/** `map<T>`: any keys, values of one type. */
export interface MapType {
  readonly kind: 'map';
  readonly value: Type;
}

/** `{host: hostname, port?: port}`: exactly these fields. */
export interface ObjectType {
  readonly kind: 'object';
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly type: Type;
  /** Where the field is declared; undefined for types read from data. */
  readonly span?: Span | undefined;
}

/** `A | B`: two members at least, none of them a union itself. */
export interface UnionType {
  readonly kind: 'union';
  readonly members: readonly Type[];
}

/** `enum: [dev, prod]`. */
export interface EnumType {
  readonly kind: 'enum';
  readonly values: readonly Literal[];
}

/** A scalar as it is compared: `1`, `1.0` and `"1"` all differ. Scalar nodes are literals. */
export type Literal =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'int'; readonly value: number | bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'null' };

/** A type and what its values must fulfil besides; the base has values of the kind that the constraints are about. */
export interface RefinedType {
  readonly kind: 'refined';
  readonly base: Type;
  readonly constraints: Constraints;
}

/** Constraints by their names in JSON Schema. Numbers are exact: an integer beyond the safe ones is a `bigint`. */
export interface Constraints {
  /** The only values; each of them is one of the base. */
  readonly enum?: readonly Literal[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** A user's type. Two of them are one type if their own names and what they stand for are the same. */
export interface NamedType {
  readonly kind: 'named';
  /** Its own name, e.g. `VpcId`. */
  readonly name: string;
  /** As it is written where it is used: `VpcId`, or `network.VpcId`. */
  readonly shown: string;
  /** What it stands for. */
  readonly type: Type;
  /** Where it is declared; undefined for types read from data. */
  readonly span?: Span | undefined;
}

/** Stands for a type that could not be had, which was told elsewhere: fits everything, and everything fits it. */
export interface UnknownType {
  readonly kind: 'unknown-type';
}

export const unknownType: UnknownType = { kind: 'unknown-type' };

const builtInTypes: ReadonlyMap<BuiltInName, BuiltInType> = new Map(
  (Object.keys(builtIns) as BuiltInName[]).map((name) => [name, { kind: 'built-in', name }]),
);

/** The built-in type called `name`: one object for each, so that whoever remembers something of a type does so once. */
export function builtIn(name: BuiltInName): BuiltInType {
  return builtInTypes.get(name) ?? { kind: 'built-in', name };
}

/** True for the name of a built-in type. */
export function isBuiltIn(name: string): name is BuiltInName {
  return Object.hasOwn(builtIns, name);
}

/** The union of `types`, flat and without repetitions; `any` takes the others up. A type itself where only one is left. */
export function unionOf(types: readonly Type[]): Type {
  const byText = new Map<string, Type>();
  for (const type of types)
    for (const member of type.kind === 'union' ? type.members : [type])
      byText.set(typeText(member), member);
  const members = [...byText.values()];
  const absorbing =
    members.find((each) => each.kind === 'unknown-type') ??
    members.find((each) => each.kind === 'built-in' && each.name === 'any');
  if (absorbing !== undefined) return absorbing;
  const [first, second] = members;
  if (first === undefined) return unknownType;
  return second === undefined ? first : { kind: 'union', members };
}

/** The type behind names and constraints. */
export function plainType(type: Type): Exclude<Type, NamedType | RefinedType> {
  let plain = type;
  while (plain.kind === 'named' || plain.kind === 'refined')
    plain = plain.kind === 'named' ? plain.type : plain.base;
  return plain;
}

/** A type as a person writes it: `list<ip>`, `VpcId`, `{host: hostname, port?: port}`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'built-in':
      return type.name;
    case 'list':
      return `list<${typeText(type.item)}>`;
    case 'map':
      return `map<${typeText(type.value)}>`;
    case 'object':
      return `{${type.fields.map((field) => `${wordText(field.name)}${field.required ? '' : '?'}: ${typeText(field.type)}`).join(', ')}}`;
    case 'union':
      return type.members.map(typeText).join(' | ');
    case 'enum':
      return `{${valuesText(type.values)}}`;
    case 'refined': {
      const { enum: values, ...constraints } = type.constraints;
      const rest = Object.entries(constraints).map(
        ([name, value]) =>
          `${name}: ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`,
      );
      return `{${[`type: ${typeText(type.base)}`, ...(values === undefined ? [] : [valuesText(values)]), ...rest].join(', ')}}`;
    }
    case 'named':
      return type.shown;
    case 'unknown-type':
      return 'unknown';
  }
}

/** A scalar as a person writes it in a list: plain words stay plain. */
export function literalText(literal: Literal): string {
  switch (literal.kind) {
    case 'string':
      return wordText(literal.value);
    case 'float':
      return Number.isInteger(literal.value) ? `${String(literal.value)}.0` : String(literal.value);
    case 'int':
    case 'bool':
      return String(literal.value);
    case 'null':
      return 'null';
  }
}

function valuesText(values: readonly Literal[]): string {
  return `enum: [${values.map(literalText).join(', ')}]`;
}

function wordText(text: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}
