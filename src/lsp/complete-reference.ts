/** `${` → upstreams → exports → fields and keys; those whose type fits the place come first. */
import { fits } from '../types/fits.js';
import { narrow } from '../types/narrow.js';
import { plainType, typeText, type Type } from '../types/type.js';
import type { Node } from '../syntax/node.js';
import { parseReferences } from '../upstream/reference-text.js';
import { receiverOf } from '../upstream/receivers.js';
import { candidate, variableKeys, type Candidate, type CompletionContext } from './candidate.js';
import { exportsOf } from './exports-of.js';
import { schemasAt } from './schema-at.js';
import type { Where } from './where.js';

/** Undefined where no reference is being written. */
export function completeReference(context: CompletionContext, where: Where, text: string): readonly Candidate[] | undefined {
  const { analysis } = context.located;
  const open = where.before.lastIndexOf('${');
  const upstreams = analysis.definitions[0]?.upstreams ?? [];
  if (open < 0 || where.before[open - 1] === '$' || where.at === 'key' || upstreams.length === 0) return undefined;
  const written = where.before.slice(open + 2);
  if (/[}\s]/.test(written)) return undefined;
  const closing = /^[\w.-]*\}/.test(text.slice(where.start + where.before.length)) ? '' : '}';
  const [, upstream, exported, steps = ''] = /^([\w-]+)\.(?:([\w-]+)((?:\.[\w-]*|\[[^\]]*\]?)*))?$/.exec(written) ?? [];
  const put = (typed: string, label: string, more: Parameters<typeof candidate>[3]): Candidate => {
    const start = where.start + where.before.length - typed.length;
    return { ...candidate(where, 'reference', label, more), start, end: start + typed.length + (/^[\w-]*/.exec(text.slice(start + typed.length))?.[0].length ?? 0) };
  };
  if (upstream === undefined) return upstreams.map(({ name, directory }) => put(written, name, { detail: directory?.value, insert: `${name}.` }));
  const exports = exportsOf(context.analyses, analysis.upstreams.get(upstream));
  const expected = expectedType(context, where, open);
  const rank = (type: Type): number => (expected === undefined || fits(type, expected) ? 0 : 2);
  if (exported === undefined || steps === '') {
    return exports.map((each) => put(exported ?? '', each.name, { detail: typeText(each.type), insert: each.name + closing, rank: rank(each.type), documentation: each.sensitive ? 'sensitive' : undefined }));
  }
  const typed = /[\w-]*$/.exec(steps)?.[0] ?? '';
  const [reference] = parseReferences(`\${${upstream}.${exported}${steps.slice(0, steps.length - typed.length).replace(/[.[]$/, '')}}`).pieces;
  const found = exports.find((each) => each.name === exported);
  if (found === undefined || reference?.kind !== 'reference') return [];
  let type: Type = found.type;
  let value: Node | undefined = found.value;
  for (const step of reference.steps) {
    const narrowed = narrow(type, step);
    if ('fault' in narrowed) return [];
    type = narrowed.type;
    value = value?.kind === 'map' && step.kind !== 'index' ? value.entries.find((entry) => entry.key === step.name)?.value : value?.kind === 'list' && step.kind === 'index' ? value.items[step.index] : undefined;
  }
  return partsOf(type, value).map(([name, part]) => put(typed, name, { detail: typeText(part), insert: name + closing, rank: rank(part) }));
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
