/**
 * Type expressions of Terraform and OpenTofu as their JSON has them, e.g. `["object", {"host": "string"}]`, as types of
 * ours. What theirs leave open the value tells: a `number` with a whole value is an integer, a tuple is a list of what
 * it holds, `dynamic` is what the value is.
 */
import { findEntry, type Node } from '../syntax/node.js';
import { builtIn, unionOf, type Field, type Type } from '../types/type.js';

/** Undefined for what is no type expression. Every value may also be null, since theirs may. */
export function typeOfTerraform(expression: Node, value: Node | undefined): Type | undefined {
  const type =
    expression.kind === 'string'
      ? primitive(expression.value, value)
      : constructed(expression, value);
  return type !== undefined && value?.kind === 'null' ? builtIn('null') : type;
}

function primitive(name: string, value: Node | undefined): Type | undefined {
  switch (name) {
    case 'string':
      return builtIn('string');
    case 'bool':
      return builtIn('boolean');
    case 'number':
      return builtIn(value?.kind === 'int' ? 'integer' : 'number');
    case 'dynamic':
      return value === undefined ? builtIn('any') : typeOfValue(value);
    default:
      return undefined;
  }
}

function constructed(expression: Node, value: Node | undefined): Type | undefined {
  if (expression.kind !== 'list') return undefined;
  const [word, inner, optional] = expression.items;
  if (word?.kind !== 'string' || inner === undefined) return undefined;
  const items = value?.kind === 'list' ? value.items : [];
  const values = value?.kind === 'map' ? value.entries.map((entry) => entry.value) : [];
  switch (word.value) {
    case 'list':
    case 'set':
      return wrap(ofAll(inner, items), (item) => ({ kind: 'list', item }));
    case 'map':
      return wrap(ofAll(inner, values), (each) => ({ kind: 'map', value: each }));
    case 'tuple': {
      if (inner.kind !== 'list') return undefined;
      const types = inner.items.map((each, at) => typeOfTerraform(each, items[at]));
      return whole(types)
        ? { kind: 'list', item: types.length === 0 ? builtIn('any') : unionOf(types) }
        : undefined;
    }
    case 'object':
      return objectType(inner, value, optional?.kind === 'list' ? optional.items : []);
    default:
      return undefined;
  }
}

function objectType(
  inner: Node,
  value: Node | undefined,
  optional: readonly Node[],
): Type | undefined {
  if (inner.kind !== 'map') return undefined;
  const names = new Set(optional.flatMap((each) => (each.kind === 'string' ? [each.value] : [])));
  const fields: Field[] = [];
  for (const { key: name, value: expression } of inner.entries) {
    const held = value?.kind === 'map' ? findEntry(value, name)?.value : undefined;
    const type = typeOfTerraform(expression, held);
    if (type === undefined) return undefined;
    fields.push({ name, required: !names.has(name), type });
  }
  return { kind: 'object', fields };
}

/** The type of what a collection holds: one for all of its values. */
function ofAll(expression: Node, values: readonly Node[]): Type | undefined {
  const types = (values.length === 0 ? [undefined] : values).map((each) =>
    typeOfTerraform(expression, each),
  );
  if (!whole(types)) return undefined;
  const isMixed = types.some((each) => each.kind === 'built-in' && each.name === 'number');
  return isMixed
    ? unionOf(types.filter((each) => each.kind !== 'built-in' || each.name !== 'integer'))
    : unionOf(types);
}

/** What a value is by itself. */
function typeOfValue(value: Node): Type {
  switch (value.kind) {
    case 'int':
      return builtIn('integer');
    case 'float':
      return builtIn('number');
    case 'bool':
      return builtIn('boolean');
    case 'null':
      return builtIn('null');
    case 'list':
      return {
        kind: 'list',
        item: value.items.length === 0 ? builtIn('any') : unionOf(value.items.map(typeOfValue)),
      };
    case 'map':
      return {
        kind: 'object',
        fields: value.entries.map((entry) => ({
          name: entry.key,
          required: true,
          type: typeOfValue(entry.value),
        })),
      };
    default:
      return builtIn('string');
  }
}

function wrap(type: Type | undefined, make: (type: Type) => Type): Type | undefined {
  return type === undefined ? undefined : make(type);
}

function whole(types: readonly (Type | undefined)[]): types is Type[] {
  return types.every((each) => each !== undefined);
}
