/** Offsets and the positions of the protocol: lines from 0, columns in UTF-16 units, with every kind of line break. */
import { lineIndex } from '../text/position.js';
import type { Source, Span } from '../text/source.js';

export interface UnitPosition {
  readonly line: number;
  readonly character: number;
}

export interface UnitRange {
  readonly start: UnitPosition;
  readonly end: UnitPosition;
}

const starts = new WeakMap<Source, readonly number[]>();

export function rangeOf({ source, start, end }: Span): UnitRange {
  return { start: unitPosition(source, start), end: unitPosition(source, end) };
}

export function unitPosition(source: Source, offset: number): UnitPosition {
  const lines = linesOf(source);
  const line = lineIndex(lines, offset);
  return { line, character: offset - (lines[line] ?? 0) };
}

/** A position past the end of its line is that end. */
export function unitOffset(source: Source, { line, character }: UnitPosition): number {
  const lines = linesOf(source);
  const start = lines[line] ?? source.text.length;
  const next = lines[line + 1] ?? source.text.length + 1;
  return Math.min(start + character, Math.max(start, next - 1));
}

function linesOf(source: Source): readonly number[] {
  let found = starts.get(source);
  if (found === undefined) {
    const lines = [0];
    const breaks = source.text.includes('\r') ? /\r\n|\r|\n/g : /\n/g;
    while (breaks.exec(source.text) !== null) lines.push(breaks.lastIndex);
    starts.set(source, (found = lines));
  }
  return found;
}
