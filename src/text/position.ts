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
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= end) low = middle;
    else high = middle - 1;
  }
  const start = starts[low] ?? 0;
  return { line: low + 1, column: codePoints(source.text, start, end) + 1 };
}

/** The text of line `line` (from 1) without its line break. */
export function lineText(source: Source, line: number): string {
  const starts = startsOf(source);
  const start = starts[line - 1] ?? source.text.length;
  const end = starts[line] ?? source.text.length;
  return source.text.slice(start, end).replace(/\r?\n$|\r$/, '');
}

/** `name:line:column` of the start of a span. */
export function placeOf(span: Span): string {
  const { line, column } = positionAt(span.source, span.start);
  return `${span.source.name}:${line}:${column}`;
}

function startsOf(source: Source): readonly number[] {
  let starts = lineStarts.get(source);
  if (starts === undefined) {
    const found = [0];
    for (let at = source.text.indexOf('\n'); at >= 0; at = source.text.indexOf('\n', at + 1)) found.push(at + 1);
    starts = found;
    lineStarts.set(source, starts);
  }
  return starts;
}

function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}
