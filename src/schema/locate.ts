/** From a place in the data back to the schema that speaks of it and to the node that was written there. */
import type { Span } from '../text/source.js';
import { findEntry, type Node } from '../syntax/node.js';
import schemaText from './inventory.schema.json' with { type: 'json' };

/** The part of JSON Schema that the inventory's schema uses. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | boolean)[];
  readonly const?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Which kind of file a schema describes. */
export type FileKind = 'inventory' | 'included_file' | 'service_file';

const root: Schema = schemaText;

/** The schema of a whole file. */
export function schemaOf(kind: FileKind): Schema {
  return kind === 'inventory' ? root : (root.definitions?.[kind] ?? root);
}

/** A place in the data: the node there, the entry that holds it if it is a map's value, and its schema. */
export interface Place {
  readonly node: Node;
  /** The map or list that holds it; undefined for the root. */
  readonly parent: Node | undefined;
  readonly key: Span | undefined;
  readonly name: string | undefined;
  readonly schema: Schema;
}

/** Follows a JSON pointer (as ajv writes it) from the root of a file. */
export function locate(node: Node, kind: FileKind, pointer: string): Place {
  let place: Place = {
    node,
    parent: undefined,
    key: undefined,
    name: undefined,
    schema: deref(schemaOf(kind)),
  };
  for (const escaped of pointer.split('/').slice(1)) {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = child(place, step);
    if (next === undefined) return place;
    place = next;
  }
  return place;
}

/** The fields that a map may have where `schema` describes it; for variants, those of the variant `type` names. */
export function fieldsOf(schema: Schema, node: Node): readonly string[] {
  const variant = variantOf(schema, node);
  return Object.keys(variant.properties ?? schema.properties ?? {});
}

/** The values of a discriminating field, over all variants. */
export function variantNames(schema: Schema): readonly string[] {
  return (schema.oneOf ?? []).flatMap((variant) => variant.properties?.type?.const ?? []);
}

function child(place: Place, step: string): Place | undefined {
  const { node: parent } = place;
  if (parent.kind === 'list') {
    const node = parent.items[Number(step)];
    const schema = deref(place.schema.items ?? {});
    return node && { node, parent, key: undefined, name: step, schema };
  }
  if (parent.kind !== 'map') return undefined;
  const entry = findEntry(parent, step);
  if (entry === undefined) return undefined;
  const variant = variantOf(place.schema, parent);
  const additional = place.schema.additionalProperties;
  const schema =
    variant.properties?.[step] ??
    place.schema.properties?.[step] ??
    (typeof additional === 'object' ? additional : {});
  return { node: entry.value, parent, key: entry, name: step, schema: deref(schema) };
}

function variantOf(schema: Schema, node: Node): Schema {
  if (schema.oneOf === undefined || node.kind !== 'map') return schema;
  const type = findEntry(node, 'type')?.value;
  const found =
    type?.kind === 'string'
      ? schema.oneOf.find((each) => each.properties?.type?.const === type.value)
      : undefined;
  return found ?? schema;
}

function deref(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/definitions/', '');
  return {
    ...root.definitions?.[name],
    ...(schema.description === undefined ? {} : { description: schema.description }),
  };
}
