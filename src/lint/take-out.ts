/**
 * Removals → edits of texts that keep everything else as it is written: comments, blank lines, quotes, the order of things.
 * All removals of one map are planned together, so none touches another. A comment directly above goes with its key, unless
 * more keys follow directly, of which it may be the headline. What cannot be taken out cleanly is left where it is.
 */
import type { Document, Entry, MapNode } from '../syntax/node.js';
import { pathAt } from '../syntax/path-at.js';
import type { Source, Span } from '../text/source.js';
import type { Removal } from './finding.js';
import { blockRange, withoutDoubleBlanks, type BlockRange, type Range } from './take-out-lines.js';

/** A range of a text, and what comes in its place. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** The edits that take out all of `removals`, in order of their places, none overlapping another; undefined where one cannot be done. */
export function editsFor(
  removals: readonly Removal[],
  documents: readonly Document[],
): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const { source, root } of documents) {
    const here = removals.filter(
      (each) => (each.kind === 'key' ? each.key : each.span).source.path === source.path,
    );
    if (here.length === 0) continue;
    if (root?.kind !== 'map') return undefined;
    const ranges = rangesIn(source, root, here);
    if (ranges === undefined) return undefined;
    for (const each of merged(ranges)) edits.push({ source, ...each });
  }
  return edits;
}

/** A text after edits of it. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  let after = '';
  for (const each of edits) {
    after += text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return after + text.slice(at);
}

function rangesIn(
  source: Source,
  root: MapNode,
  removals: readonly Removal[],
): Range[] | undefined {
  const ranges: Range[] = [];
  const keys = new Set<number>();
  for (const each of removals) {
    if (each.kind === 'key') keys.add(each.key.start);
    else ranges.push(textRange(source, each.span));
  }
  const maps = new Map<MapNode, { readonly owner: Entry | undefined; readonly gone: Set<Entry> }>();
  for (const start of keys) {
    const steps = pathAt(root, start);
    const entry = steps.at(-1)?.entry;
    if (entry?.start !== start) return undefined;
    if (holdsAnchor(entry)) return undefined;
    if (steps.slice(0, -1).some((step) => step.entry !== undefined && keys.has(step.entry.start)))
      continue;
    const parent = steps.at(-2);
    const map = parent === undefined ? root : parent.node;
    if (map.kind !== 'map') return undefined;
    const known = maps.get(map);
    if (known === undefined) maps.set(map, { owner: parent?.entry, gone: new Set([entry]) });
    else known.gone.add(entry);
  }
  for (const [map, { owner, gone }] of maps) {
    const found = rangesOfMap(source, map, owner, gone);
    if (found === undefined) return undefined;
    ranges.push(...found);
  }
  return ranges;
}

/** True where an alias elsewhere needs what is written here; a text that only looks so is left alone, too. */
export function holdsAnchor(entry: Entry): boolean {
  const { text } = entry.source;
  if (!text.includes('*')) return false;
  const end = endOf(entry, text);
  const outside = text.slice(0, entry.start) + text.slice(end);
  return [...text.slice(entry.start, end).matchAll(/(?<=[\s,[{:])&([^\s,\]}]+)/g)].some(
    ([, name = '']) => outside.includes(`*${name}`),
  );
}

/** The whole line where nothing else is on it, else the text with the blanks before it. */
function textRange({ text }: Source, { start, end }: Span): Range {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isAlone =
    /^[ \t]*$/.test(text.slice(lineStart, start)) &&
    /^[ \t\r]*$/.test(text.slice(end, lineEnd < 0 ? text.length : lineEnd));
  if (isAlone) return { start: lineStart, end: lineEnd < 0 ? text.length : lineEnd + 1, text: '' };
  let from = start;
  if (text[end] === '\n' || text[end] === '\r' || end === text.length)
    while (from > lineStart && /[ \t]/.test(text[from - 1] ?? '')) from--;
  return { start: from, end, text: '' };
}

function rangesOfMap(
  source: Source,
  map: MapNode,
  owner: Entry | undefined,
  gone: ReadonlySet<Entry>,
): Range[] | undefined {
  const { text } = source;
  const own = map.entries
    .filter((each) => each.source === map.source && each.start >= map.start && each.end <= map.end)
    .sort((a, b) => a.start - b.start);
  const hasMerge = /(?:^|[\s{,])<<[ \t]*:/.test(text.slice(map.start, map.end));
  const isEmptied = own.every((each) => gone.has(each)) && !hasMerge;
  if (text[map.start] === '{') return flowRanges(text, map, own, gone, isEmptied, hasMerge);
  const found = blockRanges(text, own, gone);
  if (!isEmptied) return found;
  return owner === undefined || found === undefined ? undefined : emptied(text, map, owner, found);
}

/** Nothing is left below a key: an empty map is. */
function emptied(
  text: string,
  map: MapNode,
  owner: Entry,
  ranges: readonly Range[],
): Range[] | undefined {
  const [head = ''] = /^[ \t]*:(?:[ \t]+[!&][^\s]*)*/.exec(text.slice(owner.end)) ?? [];
  const at = owner.end + head.length;
  return head === '' || !text.slice(at, map.start).includes('\n')
    ? undefined
    : [{ start: at, end: at, text: ' {}' }, ...ranges];
}

/** From the last to the first: a comment goes with the keys below it if all of them go that follow directly. */
function blockRanges(
  text: string,
  own: readonly Entry[],
  gone: ReadonlySet<Entry>,
): Range[] | undefined {
  const ranges: (Range & { readonly isFirst: boolean })[] = [];
  let isNextGone = false;
  for (const [at, key] of [...own.entries()].reverse()) {
    if (!gone.has(key)) {
      isNextGone = false;
      continue;
    }
    const found: BlockRange | undefined = blockRange(text, {
      key,
      valueEnd: endOf(key, text),
      next: own[at + 1],
      isNextGone,
    });
    if (found === undefined) return undefined;
    isNextGone = !found.isFollowed;
    const [below] = ranges;
    const isFirst =
      at === 0 &&
      !/(?:^|\n)[ \t]*#[^\n]*\n$/.test(
        text.slice(Math.max(0, text.lastIndexOf('\n', found.start - 2)), found.start),
      );
    if (below?.start === found.end) ranges[0] = { ...found, end: below.end, isFirst };
    else ranges.unshift({ ...found, isFirst });
  }
  return ranges.map((each) =>
    text[each.start - 1] === '\n' || each.start === 0
      ? withoutDoubleBlanks(text, each, each.isFirst)
      : each,
  );
}

function flowRanges(
  text: string,
  map: MapNode,
  own: readonly Entry[],
  gone: ReadonlySet<Entry>,
  isEmptied: boolean,
  hasMerge: boolean,
): Range[] | undefined {
  if (hasMerge) return undefined;
  if (isEmptied)
    return withoutComments(text, [{ start: map.start + 1, end: map.end - 1, text: '' }]);
  const ranges: Range[] = [];
  for (const [at, each] of own.entries()) {
    if (!gone.has(each)) continue;
    const next = own[at + 1];
    const kept = own.slice(0, at).findLast((before) => !gone.has(before));
    if (next !== undefined) ranges.push({ start: each.start, end: next.start, text: '' });
    else
      ranges.push({
        start: kept === undefined ? each.start : endOf(kept, text),
        end: endOf(each, text),
        text: '',
      });
  }
  return withoutComments(text, ranges);
}

/** A comment in braces ends a line, and nobody knows what it is about. */
function withoutComments(text: string, ranges: Range[]): Range[] | undefined {
  return ranges.some(
    ({ start, end }) =>
      text.slice(start, end).includes('\n') && /(?:^|\s)#/.test(text.slice(start, end)),
  )
    ? undefined
    : ranges;
}

/** The end of what is written behind a key. */
function endOf({ value, source, end }: Entry, text: string): number {
  if (value.source === source && value.start >= end && value.end > value.start) return value.end;
  const [written = ''] =
    /^[ \t]*:(?:[ \t]*(?:\*[^\s,\]}]+|(?:[!&][^\s,\]}]+[ \t]*)+))?/.exec(text.slice(end)) ?? [];
  return end + written.trimEnd().length;
}

/** Ranges in order; those that touch or overlap as one. */
function merged(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || a.end - b.end);
  const found: Range[] = [];
  for (const each of sorted) {
    const last = found.at(-1);
    if (
      last === undefined ||
      each.start > last.end ||
      (each.start === last.end && each.text !== '')
    )
      found.push(each);
    else
      found[found.length - 1] = {
        start: last.start,
        end: Math.max(last.end, each.end),
        text: last.text + each.text,
      };
  }
  return found;
}
