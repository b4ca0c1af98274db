/**
 * What may be written at a place: fields with their descriptions, the names that belong there, references, paths, and the
 * values of enums. From the text alone, with what was known last of the inventory: works while nothing parses.
 */
import type { Schema } from '../schema/locate.js';
import { literalText, plainType, typeText, type Type } from '../types/type.js';
import type { Located } from './session.js';
import type { Analysis } from './analysis.js';
import { candidate, matches, variableKeys, type Candidate, type CompletionContext } from './candidate.js';
import { completeReference } from './complete-reference.js';
import { completeTypes } from './complete-types.js';
import { completePaths } from './complete-paths.js';
import { serviceScope, type NameKind } from './mentions.js';
import { fieldsAt, schemasAt, takes, wordsAt } from './schema-at.js';
import { whereAt, type Step, type Where } from './where.js';

export function complete(context: CompletionContext, text: string, offset: number): readonly Candidate[] {
  const where = whereAt(text, offset);
  if (where === undefined) return [];
  const { draft } = context.located;
  const reference = completeReference(context, where, text);
  if (reference !== undefined) return reference;
  const offered = [...completeNames(context, where), ...completePaths(context, where), ...completeTypes(context, where), ...completeVariables(context, where), ...completeFields(draft.kind, where)];
  return [...new Map(offered.map((each) => [`${each.label} ${each.kind}`, each])).values()];
}

/** As a key: with its colon, unless that is there. */
function keyed(where: Where, name: string, value = ''): string {
  return where.isClosed && where.at === 'key' ? name : `${name}: ${value}`;
}

function completeNames({ located: { analysis, draft } }: CompletionContext, where: Where): Candidate[] {
  const { path, at } = where;
  const offer = (kind: NameKind, lead = '', scope?: string, except?: Step): Candidate[] =>
    names(analysis, kind, scope).filter(({ name }) => name !== except).map(({ name, detail }) => candidate(where, kind, lead + name, { detail }));
  if (at === 'key') return matches(path, ['tags', '*', 'services']) ? offer('service').map((each) => ({ ...each, insert: keyed(where, each.label, where.isClosed ? '' : '{}') })) : [];
  if (draft.kind !== 'service_file') {
    if (matches(path, ['tags', '*', 'includes', 0])) return offer('tag', '', undefined, path[1]);
    if (matches(path, ['hosts', 0, 'tags', 0])) return offer('tag');
  }
  const inService = draft.kind === 'service_file' ? path : path[0] === 'services' ? path.slice(2) : [];
  const scope = draft.kind === 'service_file' ? draft.source.path : serviceScope(draft.source, String(path[1]));
  if (matches(inService, ['processes', '*', 'after', 0])) return offer('process', '', scope, inService[1]);
  if (matches(inService, ['processes', '*', 'restart_on', 0]) || matches(inService, ['processes', '*', 'reload_on', 0])) return [...offer('binary', 'binary.', scope), ...offer('config', 'config.', scope)];
  return [];
}

/** The names of a kind, each with what is said of it. */
function names(analysis: Analysis, kind: NameKind, scope: string | undefined): readonly { readonly name: string; readonly detail: string | undefined }[] {
  const { definitions } = analysis;
  if (kind === 'tag') return definitions.flatMap((file) => file.tags.map(({ name, order }) => ({ name, detail: `order ${order}` })));
  if (kind === 'service') return definitions.flatMap((file) => file.services.map(({ name, order }) => ({ name, detail: order === undefined ? undefined : `order ${order}` })));
  return analysis.mentions().flatMap((each) => (each.isDefinition && each.kind === kind && (scope === undefined || each.scope === scope) ? [{ name: each.name, detail: undefined }] : []));
}

function completeFields(kind: Located['draft']['kind'], where: Where): Candidate[] {
  const { path, at, siblings } = where;
  const schemas = schemasAt(kind, path);
  if (at === 'key') return fieldCandidates(schemas, where, siblings);
  const parents = schemasAt(kind, path.slice(0, -1));
  const last = path.at(-1);
  const words = wordsAt(schemas, typeof last === 'string' ? last : undefined, parents);
  const values = words.map((word) => candidate(where, 'value', word, { documentation: schemas[0]?.description }));
  return typeof last === 'number' && !where.isClosed ? [...values, ...fieldCandidates(schemas, where, siblings)] : values;
}

function fieldCandidates(schemas: readonly Schema[], where: Where, siblings: ReadonlyMap<string, string>): Candidate[] {
  const fields = fieldsAt(schemas, siblings.get('type'));
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  return [...fields]
    .filter(([name]) => !siblings.has(name) || name === where.word)
    .map(([name, schema]) => candidate(where, 'field', name, { documentation: schema.description, insert: keyed(where, name), rank: required.has(name) ? 0 : 1, detail: takes(schema, 'object') ? 'map' : takes(schema, 'array') ? 'list' : undefined }));
}

/** Variables that are declared, or set elsewhere, and the values that their types allow. */
function completeVariables({ located: { analysis, draft } }: CompletionContext, where: Where): Candidate[] {
  const keys = draft.kind === 'service_file' ? undefined : variableKeys(where.path);
  if (keys === undefined) return [];
  const declared = analysis.resolution.loaded.declarations?.variables.variables ?? [];
  if (where.at === 'value') {
    const type = declared.find((each) => each.keys.join('\n') === keys.join('\n'))?.type;
    return type === undefined ? [] : valuesOf(type).map((word) => candidate(where, 'value', word, { detail: typeText(type) }));
  }
  const found = new Map<string, string | undefined>();
  for (const each of declared) {
    const isBelow = each.keys.length > keys.length && keys.every((key, at) => each.keys[at] === key);
    if (isBelow) found.set(each.keys[keys.length] ?? '', each.keys.length === keys.length + 1 ? typeText(each.type) : undefined);
  }
  for (const name of keysSetElsewhere(analysis, keys)) if (!found.has(name)) found.set(name, undefined);
  return [...found].filter(([name]) => !where.siblings.has(name)).map(([name, detail]) => candidate(where, 'variable', name, { detail, insert: keyed(where, name), rank: detail === undefined ? 2 : 0 }));
}

/** The keys below `keys` in the variables of the inventory and its tags. */
function* keysSetElsewhere({ definitions }: Analysis, keys: readonly string[]): Generator<string> {
  for (const vars of definitions.flatMap((file) => [file.vars, ...file.tags.map((tag) => tag.vars)])) {
    let node = vars;
    for (const key of keys) {
      const next = node?.entries.find((entry) => entry.key === key)?.value;
      node = next?.kind === 'map' ? next : undefined;
    }
    for (const entry of node?.entries ?? []) yield entry.key;
  }
}

function valuesOf(type: Type): string[] {
  if (type.kind === 'refined' && type.constraints.enum !== undefined) return type.constraints.enum.map(literalText);
  const plain = plainType(type);
  if (plain.kind === 'enum') return plain.values.map(literalText);
  if (plain.kind === 'union') return plain.members.flatMap(valuesOf);
  return plain.kind === 'built-in' && plain.name === 'boolean' ? ['true', 'false'] : [];
}
