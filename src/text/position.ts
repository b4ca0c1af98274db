/** Offset → line and column, for rendering only. Line starts are found once for each source and kept. */
import type { Source, Span } from './source.js';

/** Line and column count from 1; a column is a count of characters (code points), as editors show it. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const lineStarts = new WeakMap<Source, readonly number[]>();

/** The position of `offset` in `source`; an offset past the end is the end. */
export function positionAt(source: Source, offset: number): Position {
  const starts = startsOf(source);
  const end = Math.min(offset, source.text.length);
  const low = lineIndex(starts, end);
  const start = starts[low] ?? 0;
  return { line: low + 1, column: codePoints(source, start, end) + 1 };
}

/** Which of the ascending line starts, the first of which is 0, is the last at or before `offset`. */
export function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The offset of a place that a person names, both counted from 1; without a column that of the first key or item of the
 * line. Undefined past the end of the text; a column past the end of its line is that end.
 */
export function offsetAt(source: Source, line: number, column?: number): number | undefined {
  if (line > startsOf(source).length) return undefined;
  const { start, end } = lineRange(source, line);
  const written = source.text.slice(start, end);
  if (column === undefined)
    return start + (/^(?:[ \t]|-(?=[ \t]))*/.exec(written)?.[0].length ?? 0);
  return (
    start +
    Array.from(written)
      .slice(0, column - 1)
      .join('').length
  );
}

/** The offsets of line `line` (from 1) without its line break; a line past the end is empty. */
export function lineRange(
  source: Source,
  line: number,
): { readonly start: number; readonly end: number } {
  const starts = startsOf(source);
  const { text } = source;
  const start = starts[line - 1] ?? text.length;
  let end = starts[line] ?? text.length;
  if (end > start && text[end - 1] === '\n') end--;
  if (end > start && text[end - 1] === '\r') end--;
  return { start, end };
}

/** `name:line:column` of the start of a span. */
export function placeOf(span: Span): string {
  const { line, column } = positionAt(span.source, span.start);
  // A word of the command line as a whole has no line.
  if (span.start === 0 && span.source.path.startsWith('--')) return span.source.name;
  return `${span.source.name}:${line}:${column}`;
}

function startsOf(source: Source): readonly number[] {
  let starts = lineStarts.get(source);
  if (starts === undefined) {
    const found = [0];
    for (let at = source.text.indexOf('\n'); at >= 0; at = source.text.indexOf('\n', at + 1))
      found.push(at + 1);
    starts = found;
    lineStarts.set(source, starts);
  }
  return starts;
}

/** Counts of a whole text at every `blockLength` units, so that lines of many megabytes are counted only once. */
const blockLength = 65_536;
const blockCounts = new WeakMap<Source, readonly number[]>();

function codePoints(source: Source, start: number, end: number): number {
  if (end - start <= blockLength) return count(source.text, start, end);
  let counts = blockCounts.get(source);
  if (counts === undefined) {
    const made = [0];
    for (let at = 0; at + blockLength <= source.text.length; at += blockLength) {
      made.push((made.at(-1) ?? 0) + count(source.text, at, at + blockLength));
    }
    counts = made;
    blockCounts.set(source, counts);
  }
  const first = Math.ceil(start / blockLength);
  const last = Math.floor(end / blockLength);
  const between = (counts[last] ?? 0) - (counts[first] ?? 0);
  return (
    count(source.text, start, first * blockLength) +
    between +
    count(source.text, last * blockLength, end)
  );
}

/** Code points that begin in a range of UTF-16 units: all units but the second halves of pairs. */
function count(text: string, start: number, end: number): number {
  let found = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) found++;
  }
  return found;
}
