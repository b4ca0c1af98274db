/** `${` → upstreams → exports → fields, keys and items; those whose type fits the place come first. */
import { checkValue } from '../types/check-value.js';
import { fits } from '../types/fits.js';
import { builtIn, plainType, typeText, unionOf, type Type } from '../types/type.js';
import type { FileKind } from '../schema/locate.js';
import type { OwnExport } from '../upstream/own-exports.js';
import { parseReferences } from '../upstream/reference-text.js';
import { scannedInInventory, scannedInService, type Scanned } from '../upstream/scanned-places.js';
import { candidate, type Candidate, type CompletionContext } from './candidate.js';
import { expectedTypeAt } from './expected-type.js';
import { exportsOf } from './exports-of.js';
import { partBelow, partsOf, type Part } from './parts.js';
import type { Where } from './where.js';

/** What is being written, up to the cursor. */
interface Typing {
  readonly where: Where;
  /** The text of the file. */
  readonly text: string;
  readonly cursor: number;
}

/** Undefined where no reference is being written. */
export function completeReference(
  context: CompletionContext,
  where: Where,
  text: string,
): readonly Candidate[] | undefined {
  const { analysis, draft } = context.located;
  const upstreams = analysis.definitions[0]?.upstreams ?? [];
  const open =
    upstreams.length === 0 || where.at === 'key' || !isScanned(draft.kind, where, text)
      ? -1
      : openReference(where.before);
  if (open < 0) return undefined;
  const typing: Typing = { where, text, cursor: where.start + where.before.length };
  const [, upstream, exported, steps = ''] =
    /^([\w-]+)\.(?:([\w-]+)(.*))?$/s.exec(where.before.slice(open + 2)) ?? [];
  if (upstream === undefined)
    return upstreams.map(({ name, directory }) =>
      put(typing, where.before.slice(open + 2), name, {
        detail: directory?.value,
        insert: `${name}.`,
      }),
    );
  const exports = exportsOf(context.analyses, analysis.upstreams.get(upstream));
  const isWhole = open === 0 && /^(?:[^}]*\}?)?$/.test(where.word.slice(where.before.length));
  const expected = !isWhole ? anyText : expectedTypeAt(context.located, where.path);
  if (exported === undefined || steps === '') {
    return exports.map((each) =>
      put(typing, exported ?? '', each.name, {
        ...told(typing, each.name, each, expected),
        documentation: each.sensitive ? 'sensitive' : undefined,
      }),
    );
  }
  const found = exports.find((each) => each.name === exported);
  return found === undefined ? [] : completePart(typing, found, steps, expected);
}

/** The parts of what the written steps lead to. */
function completePart(
  typing: Typing,
  exported: OwnExport,
  steps: string,
  expected: Type | undefined,
): Candidate[] {
  const last = /(?:\.([\w-]*)|\[[ \t]*((?:\\?["'])?[^"'\]]*))$/.exec(steps);
  if (last === null) return [];
  const above = steps.slice(0, last.index).replaceAll('\\"', '"');
  const [reference] = parseReferences(`\${x.${exported.name}${above}}`).pieces;
  const { type, sensitive } = exported;
  const whole: Part = { type, value: sensitive ? undefined : exported.value };
  const part = reference?.kind === 'reference' ? partBelow(whole, reference.steps) : undefined;
  if (part === undefined) return [];
  const [, field, key = ''] = last;
  const quote = typing.where.quote === '"' ? "'" : '"';
  return partsOf(part).map(([name, each]) => {
    if (field !== undefined && typeof name === 'string' && isWord(name))
      return put(typing, field, name, told(typing, name, each, expected));
    const bracketed = `${typeof name === 'number' ? name : quote + name + quote}]`;
    const { insert, ...more } = told(typing, bracketed, each, expected, isBracketEnd);
    return field === undefined
      ? put(typing, key, String(name), { ...more, insert, filter: bracketed }, isBracketEnd)
      : put(typing, `.${field}`, String(name), {
          ...more,
          insert: `[${insert}`,
          filter: `.${name}`,
        });
  });
}

/** What follows the cursor and belongs to the word, and to a key in brackets. */
const isWordEnd = /(?:\w|-(?=\w))*/y;
const isBracketEnd = /[\w.-]*(?:\\?["'])?\]?/y;

function isWord(name: string): boolean {
  return /^[A-Za-z0-9_][\w-]*$/.test(name);
}

function endOf({ text, cursor }: Typing, pattern: RegExp): number {
  pattern.lastIndex = cursor;
  return cursor + (pattern.exec(text)?.[0].length ?? 0);
}

/** A candidate for what was typed before the cursor. */
function put(
  typing: Typing,
  typed: string,
  label: string,
  more: Parameters<typeof candidate>[3],
  rest = isWordEnd,
): Candidate {
  return {
    ...candidate(typing.where, 'reference', label, more),
    start: typing.cursor - typed.length,
    end: endOf(typing, rest),
  };
}

/** How well something fits, and what is inserted: a brace closes it, unless only a part of it can be meant. */
function told(
  typing: Typing,
  name: string,
  part: Part,
  expected: Type | undefined,
  rest = isWordEnd,
): { readonly detail: string; readonly rank: number; readonly insert: string } {
  const rank = rankOf(part, expected);
  const goesOn = rank > 0 && ['object', 'map'].includes(plainType(part.type).kind);
  const closing = goesOn ? '.' : typing.text.startsWith('}', endOf(typing, rest)) ? '' : '}';
  return {
    detail: typeText(part.type),
    rank,
    insert: name + (goesOn && /^[}.[]/.test(typing.text.slice(endOf(typing, rest))) ? '' : closing),
  };
}

/** 0 for what fits, 1 for what may, 2 for the rest. */
function rankOf({ type, value }: Part, expected: Type | undefined): number {
  if (expected === undefined) return 0;
  if (type.kind === 'unknown-type') return 1;
  if (
    fits(type, expected) ||
    (value !== undefined && value.kind !== 'unknown' && checkValue(value, expected).length === 0)
  )
    return 0;
  return partsOf({ type, value }).some(([, part]) => fits(part.type, expected)) ? 1 : 2;
}

/** What text may be made of. */
const anyText = unionOf([
  builtIn('string'),
  builtIn('number'),
  builtIn('boolean'),
  builtIn('null'),
]);

/** Where the reference begins that is not closed yet; -1 where there is none. */
function openReference(before: string): number {
  const open = before.lastIndexOf('${');
  const written = before.slice(open + 2).replace(/(?<=\[\s*)(\\?["']).*?(?:\1|$)/g, '');
  return open < 0 || before[open - 1] === '$' || /[}\s]/.test(written) ? -1 : open;
}

/** True where references may stand, and the value has no tag that makes it text. */
function isScanned(kind: FileKind, { path, start, before }: Where, text: string): boolean {
  let at: Scanned | undefined = kind === 'service_file' ? scannedInService : scannedInInventory;
  for (const step of path) {
    if (at === 'deep') break;
    at = typeof at === 'object' ? (at.get(String(step)) ?? at.get('*')) : undefined;
  }
  return (
    typeof at === 'string' &&
    !/^!(?:unsafe|vault)\s/.test(before) &&
    !/!(?:unsafe|vault)\s+["']?$/.test(text.slice(Math.max(0, start - 40), start))
  );
}
