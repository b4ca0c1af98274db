/** `${` → upstreams → exports → fields and keys; those whose type fits the place come first. */
import { checkValue } from '../types/check-value.js';
import { fits } from '../types/fits.js';
import { narrow } from '../types/narrow.js';
import { plainType, typeText, type Type } from '../types/type.js';
import type { Node } from '../syntax/node.js';
import type { OwnExport } from '../upstream/own-exports.js';
import { parseReferences, type Step } from '../upstream/reference-text.js';
import { receiverOf } from '../upstream/receivers.js';
import { candidate, variableKeys, type Candidate, type CompletionContext } from './candidate.js';
import { exportsOf } from './exports-of.js';
import { schemasAt } from './schema-at.js';
import type { Where } from './where.js';

/** Undefined where no reference is being written. */
export function completeReference(context: CompletionContext, where: Where, text: string): readonly Candidate[] | undefined {
  const { analysis } = context.located;
  const upstreams = analysis.definitions[0]?.upstreams ?? [];
  const open = upstreams.length === 0 || where.at === 'key' ? -1 : openReference(where.before);
  if (open < 0) return undefined;
  const written = where.before.slice(open + 2);
  const closing = /^[\w.-]*\}/.test(text.slice(where.start + where.before.length)) ? '' : '}';
  const [, upstream, exported, steps = ''] = /^([\w-]+)\.(?:([\w-]+)((?:\.[\w-]*|\[[^\]]*\]?)*))?$/.exec(written) ?? [];
  const put = (typed: string, label: string, more: Parameters<typeof candidate>[3]): Candidate => {
    const start = where.start + where.before.length - typed.length;
    return { ...candidate(where, 'reference', label, more), start, end: start + typed.length + (/^[\w-]*/.exec(text.slice(start + typed.length))?.[0].length ?? 0) };
  };
  if (upstream === undefined) return upstreams.map(({ name, directory }) => put(written, name, { detail: directory?.value, insert: `${name}.` }));
  const exports = exportsOf(context.analyses, analysis.upstreams.get(upstream));
  const expected = expectedType(context, where, open);
  const rank = (type: Type, value: Node | undefined): number => (expected === undefined || fits(type, expected) || (value !== undefined && checkValue(value, expected).length === 0) ? 0 : 2);
  if (exported === undefined || steps === '') {
    return exports.map((each) => put(exported ?? '', each.name, { detail: typeText(each.type), insert: each.name + closing, rank: rank(each.type, each.value), documentation: each.sensitive ? 'sensitive' : undefined }));
  }
  const typed = /[\w-]*$/.exec(steps)?.[0] ?? '';
  const [reference] = parseReferences(`\${${upstream}.${exported}${steps.slice(0, steps.length - typed.length).replace(/[.[]$/, '')}}`).pieces;
  const found = exports.find((each) => each.name === exported);
  if (found === undefined || reference?.kind !== 'reference') return [];
  return partsBelow(found, reference.steps).map(([name, part]) => put(typed, name, { detail: typeText(part), insert: name + closing, rank: rank(part, undefined) }));
}

/** Where the reference begins that is not closed yet; -1 where there is none. */
function openReference(before: string): number {
  const open = before.lastIndexOf('${');
  return open < 0 || before[open - 1] === '$' || /[}\s]/.test(before.slice(open + 2)) ? -1 : open;
}

/** The parts of what the steps lead to. */
function partsBelow({ type: whole, value: known }: OwnExport, steps: readonly Step[]): readonly (readonly [string, Type])[] {
  let type: Type = whole;
  let value: Node | undefined = known;
  for (const step of steps) {
    const narrowed = narrow(type, step);
    if ('fault' in narrowed) return [];
    type = narrowed.type;
    value = value && partAt(value, step);
  }
  return partsOf(type, value);
}

function partAt(value: Node, step: Step): Node | undefined {
  if (value.kind === 'map' && step.kind !== 'index') return value.entries.find((entry) => entry.key === step.name)?.value;
  return value.kind === 'list' && step.kind === 'index' ? value.items[step.index] : undefined;
}

function partsOf(type: Type, value: Node | undefined): readonly (readonly [string, Type])[] {
  const plain = plainType(type);
  if (plain.kind === 'object') return plain.fields.map((field) => [field.name, field.type]);
  if (plain.kind === 'map' && value?.kind === 'map') return value.entries.filter(({ key }) => /^[A-Za-z0-9_][\w-]*$/.test(key)).map(({ key }) => [key, plain.value]);
  return [];
}

/** The type of the place, where the reference is its whole value. */
function expectedType({ located: { analysis, draft } }: CompletionContext, where: Where, open: number): Type | undefined {
  if (open > 0) return undefined;
  const keys = variableKeys(where.path);
  if (keys !== undefined) return analysis.resolution.loaded.declarations?.variables.variables.find((each) => each.keys.join('\n') === keys.join('\n'))?.type;
  const [schema] = schemasAt(draft.kind, where.path);
  const last = where.path.at(-1);
  return schema === undefined || typeof last !== 'string' ? undefined : receiverOf(schema, last);
}
