/** A type as JSON Schema (draft 7). Refined strings have `format`s called as the types, which a validator may ignore. */
import { formats } from './formats.js';
import type { BuiltInName, Constraints, Field, Literal, Type } from './type.js';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema whose instances are the values of `type`. Integers beyond the safe ones are rounded in it. */
export function typeToSchema(type: Type): JsonSchema {
  return schemaWith(type, typeToSchema, { number: Number, literal: plainLiteral });
}

/** How the parts of a schema are made that are exact or rounded. */
export interface SchemaParts {
  readonly number: (value: number | bigint) => unknown;
  readonly literal: (value: Literal) => unknown;
}

/** One level of the schema of `type`; `inner` makes the schemas of the types in it, given also their field. */
export function schemaWith(
  type: Type,
  inner: (type: Type, field?: Field) => JsonSchema,
  parts: SchemaParts,
): JsonSchema {
  switch (type.kind) {
    case 'built-in':
      return builtInSchema(type.name);
    case 'list':
      return { type: 'array', items: inner(type.item) };
    case 'map':
      return { type: 'object', additionalProperties: inner(type.value) };
    case 'object':
      return objectSchema(type.fields, inner);
    case 'union':
      return { anyOf: type.members.map((member) => inner(member)) };
    case 'enum':
      return { enum: type.values.map(parts.literal) };
    case 'refined':
      return { allOf: [inner(type.base)], ...constraintsSchema(type.constraints, parts) };
    case 'named':
      return { title: type.name, allOf: [inner(type.type)] };
    case 'unknown-type':
      return {};
  }
}

function objectSchema(
  fields: readonly Field[],
  inner: (type: Type, field: Field) => JsonSchema,
): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, inner(field.type, field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  };
}

function builtInSchema(name: BuiltInName): JsonSchema {
  if (formats.has(name)) return { type: 'string', format: name };
  switch (name) {
    case 'any':
      return {};
    case 'port':
      return { type: 'integer', minimum: 1, maximum: 65535 };
    default:
      return { type: name };
  }
}

function constraintsSchema(
  { enum: values, ...constraints }: Constraints,
  { number, literal }: SchemaParts,
): JsonSchema {
  const rest = Object.entries(constraints).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'bigint' || typeof value === 'number' ? number(value) : value,
  ]);
  return {
    ...Object.fromEntries(rest),
    ...(values === undefined ? {} : { enum: values.map(literal) }),
  };
}

function plainLiteral(literal: Literal): string | number | boolean | null {
  return literal.kind === 'null'
    ? null
    : typeof literal.value === 'bigint'
      ? Number(literal.value)
      : literal.value;
}
