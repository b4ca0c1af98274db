/**
 * What may be written at a place: fields with their descriptions, the names that belong there, references, paths, and the
 * values of enums. From the text alone, with what was known last of the inventory: works while nothing parses.
 */
import { codes } from '../diagnostics/codes.js';
import { lintCodes } from '../diagnostics/lint-codes.js';
import type { Schema } from '../schema/locate.js';
import { literalText, plainType, typeText, type Type } from '../types/type.js';
import {
  candidate,
  keyed,
  matches,
  variableKeys,
  type Candidate,
  type CompletionContext,
} from './candidate.js';
import { completeExpression } from './complete-expression.js';
import { completeNames } from './complete-names.js';
import { completeReference } from './complete-reference.js';
import { expectedTypeAt } from './expected-type.js';
import { completeTypes } from './complete-types.js';
import { completePaths } from './complete-paths.js';
import { fieldsAt, schemasAt, takes, wordsAt } from './schema-at.js';
import type { Located } from './session.js';
import { typeFieldsAt } from './type-fields.js';
import { keysSet } from './variable-names.js';
import { whereAt, type Where } from './where.js';

export function complete(
  context: CompletionContext,
  text: string,
  offset: number,
): readonly Candidate[] {
  const where = whereAt(text, offset);
  if (where === undefined) return [];
  const { draft } = context.located;
  const only = completeReference(context, where, text) ?? completeExpression(context, where);
  if (only !== undefined) return only;
  const offered = [
    ...completeNames(context, where),
    ...completePaths(context, where),
    ...completeTypes(context, where),
    ...completeVariables(context, where),
    ...completeFields(draft.kind, where),
  ];
  return [...new Map(offered.map((each) => [`${each.label} ${each.kind}`, each])).values()];
}

function completeFields(kind: Located['draft']['kind'], where: Where): Candidate[] {
  const { path, at, siblings } = where;
  const schemas = schemasAt(kind, path);
  if (at === 'key')
    return [
      ...fieldCandidates(schemas, where, siblings),
      ...typeFields(kind, where),
      ...lintCodesAt(kind, where),
    ];
  if (matches(path, ['plugin']) && kind === 'inventory')
    return [candidate(where, 'value', 'inventory-script')];
  const parents = schemasAt(kind, path.slice(0, -1));
  const last = path.at(-1);
  const words =
    typeof last === 'string' &&
    last === 'required' &&
    typeFieldsAt(kind, path.slice(0, -1)).has(last)
      ? ['true', 'false']
      : wordsAt(schemas, typeof last === 'string' ? last : undefined, parents);
  const values = words.map((word) =>
    candidate(where, 'value', word, { documentation: schemas[0]?.description }),
  );
  return typeof last === 'number' && !where.isClosed
    ? [...values, ...fieldCandidates(schemas, where, siblings)]
    : values;
}

function fieldCandidates(
  schemas: readonly Schema[],
  where: Where,
  siblings: ReadonlyMap<string, string>,
): Candidate[] {
  const fields = fieldsAt(schemas, siblings.get('type'));
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  return [...fields]
    .filter(([name]) => !siblings.has(name) || name === where.word)
    .map(([name, schema]) =>
      candidate(where, 'field', name, {
        documentation: schema.description,
        insert: keyed(where, name),
        rank: required.has(name) ? 0 : 1,
        detail: takes(schema, 'object') ? 'map' : takes(schema, 'array') ? 'list' : undefined,
      }),
    );
}

/** What `ansible.lint` can change. */
function lintCodesAt(kind: Located['draft']['kind'], where: Where): Candidate[] {
  if (kind !== 'inventory' || !matches(where.path, ['ansible', 'lint'])) return [];
  return lintCodes()
    .filter((code) => !where.siblings.has(code))
    .map((code) =>
      candidate(where, 'field', code, {
        documentation: codes[code].meaning,
        insert: keyed(where, code),
        rank: 1,
      }),
    );
}

/** What may stand beside a type. */
function typeFields(kind: Located['draft']['kind'], where: Where): Candidate[] {
  const found = typeFieldsAt(kind, where.path);
  return [...found]
    .filter(([name]) => !where.siblings.has(name))
    .map(([name, documentation], at) =>
      candidate(where, 'field', name, {
        documentation,
        insert: keyed(where, name),
        rank: at === 0 ? 0 : 1,
      }),
    );
}

/** Variables that are declared, or set elsewhere, and the values that their types allow. */
function completeVariables(
  { located: { analysis, draft } }: CompletionContext,
  where: Where,
): Candidate[] {
  const keys = draft.kind === 'service_file' ? undefined : variableKeys(where.path);
  if (keys === undefined) return [];
  const declared = analysis.declarations?.variables.variables ?? [];
  if (where.at === 'value') {
    const type = expectedTypeAt({ analysis, draft }, where.path);
    return type === undefined
      ? []
      : valuesOf(type).map((word) => candidate(where, 'value', word, { detail: typeText(type) }));
  }
  const found = new Map<string, string | undefined>();
  for (const each of declared) {
    const isBelow =
      each.keys.length > keys.length && keys.every((key, at) => each.keys[at] === key);
    if (isBelow)
      found.set(
        each.keys[keys.length] ?? '',
        each.keys.length === keys.length + 1 ? typeText(each.type) : undefined,
      );
  }
  for (const name of keysSet(analysis, keys))
    if (!found.has(name) && name !== where.word) found.set(name, undefined);
  return [...found]
    .filter(([name]) => !where.siblings.has(name))
    .map(([name, detail]) =>
      candidate(where, 'variable', name, {
        detail,
        insert: keyed(where, name),
        rank: detail === undefined ? 2 : 0,
      }),
    );
}

function valuesOf(type: Type): string[] {
  if (type.kind === 'refined' && type.constraints.enum !== undefined)
    return type.constraints.enum.map(literalText);
  const plain = plainType(type);
  if (plain.kind === 'enum') return plain.values.map(literalText);
  if (plain.kind === 'union') return plain.members.flatMap(valuesOf);
  return plain.kind === 'built-in' && plain.name === 'boolean' ? ['true', 'false'] : [];
}
