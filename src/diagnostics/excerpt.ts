/**
 * The source lines of a span, ready to print: cut to the width around the span, tabs expanded, unsafe characters
 * escaped, secrets left out, and where under them the marks go. Costs no more for a line of many megabytes.
 */
import { lineRange, positionAt } from '../text/position.js';
import type { Source, Span } from '../text/source.js';
import { cellsOf, type Cell } from '../text/terminal.js';
import { secretRanges, type Range } from './redact.js';

export interface ExcerptLine {
  /** Line number, from 1. */
  readonly number: number;
  readonly text: string;
  /** Columns before the mark, and of the mark: at least one. */
  readonly markStart: number;
  readonly markWidth: number;
}

/** A span over more lines than this is shown by its first line alone. */
const maxLines = 3;
const ellipsis: Cell = { start: 0, end: 0, shown: '…', width: 1 };

/** The lines of `span`, each at most `width` columns; none if its source has no text. */
export function excerptOf(span: Span, width: number): ExcerptLine[] {
  const { text } = span.source;
  if (text === '') return [];
  const start = Math.min(span.start, text.length);
  const end = Math.max(start, trimmedEnd(text, start, span.end));
  const { line } = positionAt(span.source, start);
  const lines = linesOf(span.source, line, end);
  const chosen = lines.length > maxLines ? lines.slice(0, 1) : lines;
  return chosen.map((each, index) => {
    const from = index === 0 ? start : each.start + indentOf(text, each);
    return {
      number: line + index,
      ...cut(span.source, each, { start: from, end: Math.min(end, each.end) }, width),
    };
  });
}

/** The end of the span without blanks and line breaks at its end. */
function trimmedEnd(text: string, start: number, end: number): number {
  let at = Math.min(end, text.length);
  while (at > start && /\s/.test(text.charAt(at - 1))) at--;
  return at;
}

/** The lines from `first` to the one that holds `end`; stops one past the number that is shown. */
function linesOf(source: Source, first: number, end: number): Range[] {
  const lines = [lineRange(source, first)];
  for (let line = first + 1; lines.length <= maxLines; line++) {
    const range = lineRange(source, line);
    if (range.start >= end) break;
    lines.push(range);
  }
  return lines;
}

function indentOf(text: string, line: Range): number {
  let at = line.start;
  while (at < line.end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at - line.start;
}

function cut(source: Source, line: Range, mark: Range, width: number): Omit<ExcerptLine, 'number'> {
  const near = nearby(source.text, line, mark.start, width);
  const cells = cellsIn(source, line, near);
  const first = firstAt(cells, mark.start);
  const [from, to] =
    near.start === line.start && near.end === line.end && sum(cells) <= width
      ? [0, cells.length]
      : window(cells, first, width);
  const before = from > 0 || near.start > line.start ? [ellipsis] : [];
  const after = to < cells.length || near.end < line.end ? [ellipsis] : [];
  const marked = cells.slice(first, to).filter((cell) => cell.start < mark.end);
  return {
    text: [...before, ...cells.slice(from, to), ...after]
      .map((cell) => cell.shown)
      .join('')
      .trimEnd(),
    markStart: sum(before) + sum(cells.slice(from, first)),
    markWidth: Math.max(1, sum(marked)),
  };
}

/** A part of the line that surely holds all that can be shown, and cuts no surrogate pair. */
function nearby(text: string, line: Range, at: number, width: number): Range {
  let start = Math.max(line.start, at - 4 * width);
  let end = Math.min(line.end, at + 4 * width);
  if (start > line.start && /[\udc00-\udfff]/.test(text.charAt(start))) start--;
  if (end < line.end && /[\udc00-\udfff]/.test(text.charAt(end))) end++;
  return { start, end };
}

/** The cells of a part of a line, with offsets into the whole text; a secret is one cell. */
function cellsIn(source: Source, line: Range, part: Range): Cell[] {
  const cells: Cell[] = [];
  const add = (start: number, end: number): void => {
    for (const cell of cellsOf(source.text.slice(start, end), sum(cells)))
      cells.push({ ...cell, start: cell.start + start, end: cell.end + start });
  };
  let at = part.start;
  for (const { start, end } of secretRanges(source, line.start, line.end)) {
    if (end <= part.start) continue;
    if (start >= part.end) break;
    add(at, Math.max(at, start));
    cells.push({
      start: Math.max(at, start),
      end: Math.min(end, part.end),
      shown: '<redacted>',
      width: 10,
    });
    at = Math.min(end, part.end);
  }
  add(at, part.end);
  return cells;
}

/** The first cell that ends behind `offset`. */
function firstAt(cells: readonly Cell[], offset: number): number {
  const found = cells.findIndex((cell) => cell.end > offset);
  return found < 0 ? cells.length : found;
}

/** The cells from–to around `first` that fit, with some context before it and the rest behind. */
function window(cells: readonly Cell[], first: number, width: number): readonly [number, number] {
  const room = width - 2;
  let used = 0;
  let from = first;
  let to = first;
  const widthAt = (at: number): number => cells[at]?.width ?? Infinity;
  while (used + widthAt(from - 1) <= room / 3) used += widthAt(--from);
  while (used + widthAt(to) <= room) used += widthAt(to++);
  while (used + widthAt(from - 1) <= room) used += widthAt(--from);
  return [from, to];
}

function sum(cells: readonly Cell[]): number {
  return cells.reduce((total, cell) => total + cell.width, 0);
}
