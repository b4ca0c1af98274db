/** What the schema of a file says of the place that keys lead to, with or without anything written there. */
import { schemaOf, type FileKind, type Schema } from '../schema/locate.js';
import type { Step } from './where.js';

/** The schemas of a place: more than one where it depends on a `type` that is not known. */
export function schemasAt(kind: FileKind, path: readonly Step[]): readonly Schema[] {
  let schemas: readonly Schema[] = [deref(schemaOf(kind))];
  for (const step of path) schemas = schemas.flatMap((schema) => below(schema, step));
  return schemas;
}

/** The fields of a map, each with its schema; of variants those of the `type` that stands beside them. */
export function fieldsAt(
  schemas: readonly Schema[],
  type: string | undefined,
): ReadonlyMap<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const schema of schemas) {
    const variants = schema.oneOf ?? [];
    const chosen = variants.filter((each) => each.properties?.type?.const === type);
    for (const variant of [schema, ...(chosen.length > 0 ? chosen : variants)]) {
      for (const [name, field] of Object.entries(variant.properties ?? {}))
        if (!fields.has(name) || fields.get(name)?.description === undefined)
          fields.set(name, deref(field));
    }
  }
  return fields;
}

/** The words that a scalar may be. */
export function wordsAt(
  schemas: readonly Schema[],
  field: string | undefined,
  parents: readonly Schema[],
): readonly string[] {
  const variants =
    field === 'type'
      ? parents.flatMap((schema) =>
          (schema.oneOf ?? []).flatMap((variant) => variant.properties?.type?.const ?? []),
        )
      : [];
  const own = schemas.flatMap((schema) => [
    ...(schema.enum ?? []).filter((each) => typeof each === 'string'),
    ...(schema.const === undefined ? [] : [schema.const]),
    ...(takes(schema, 'boolean') ? ['true', 'false'] : []),
  ]);
  return [...new Set([...variants, ...own])];
}

/** True where a value of this JSON type may stand. */
export function takes({ type }: Schema, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function below(schema: Schema, step: Step): readonly Schema[] {
  if (typeof step === 'number') return schema.items === undefined ? [] : [deref(schema.items)];
  const found = [schema, ...(schema.oneOf ?? [])].flatMap((each) => {
    const property = Object.hasOwn(each.properties ?? {}, step)
      ? each.properties?.[step]
      : undefined;
    return property === undefined ? [] : [deref(property)];
  });
  if (found.length > 0) return found;
  return typeof schema.additionalProperties === 'object'
    ? [deref(schema.additionalProperties)]
    : [];
}

function deref(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found =
    schemaOf('inventory').definitions?.[schema.$ref.replace('#/definitions/', '')] ?? {};
  return schema.description === undefined ? found : { ...found, description: schema.description };
}
