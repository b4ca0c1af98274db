/** The lines of one key of a block map: the key with its value and the comments that belong to it. Looks at text only. */
import type { Span } from '../text/source.js';

export interface Range {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A key of a block map, where its value ends, and the key of the map that follows. */
export interface BlockKey {
  readonly key: Span;
  readonly valueEnd: number;
  readonly next: Span | undefined;
  /** True where the next one is taken out, too, with all that follow it directly. */
  readonly isNextGone: boolean;
}

/** Lines to take out; `isFollowed` where one that stays stands directly below. */
export type BlockRange = Range & { readonly isFollowed: boolean };

/** What goes with a key. Undefined where something else stands on its lines. */
export function blockRange(
  text: string,
  { key, valueEnd, next, isNextGone }: BlockKey,
): BlockRange | undefined {
  const lineStart = text.lastIndexOf('\n', key.start - 1) + 1;
  const before = text.slice(lineStart, key.start);
  if (!/^[ \t]*$/.test(before)) return behindDash(text, before, { key, valueEnd, next });
  let end = lineEnd(text, valueEnd);
  if (valueEnd > lineStart && text[valueEnd - 1] === '\n') end = valueEnd;
  else if (!/^[ \t]*(?:#.*)?$/.test(text.slice(valueEnd, end).trimEnd())) return undefined;
  end = overDeeperComments(text, end, before.length);
  let start = lineStart;
  const isFollowed = !isNextGone && isFollowedDirectly(text, end, before);
  if (!isFollowed) start = overCommentsAbove(text, start, before);
  return { start, end, text: '', isFollowed };
}

/** The first key of an item of a list: the next one takes its place, if nothing is written in between. */
function behindDash(
  text: string,
  before: string,
  { key, valueEnd, next }: Pick<BlockKey, 'key' | 'valueEnd' | 'next'>,
): BlockRange | undefined {
  if (!/^[ \t]*(?:-[ \t]+)+$/.test(before) || next === undefined) return undefined;
  const between = text.slice(valueEnd, next.start);
  return /^\s*$/.test(between)
    ? { start: key.start, end: next.start, text: '', isFollowed: true }
    : undefined;
}

/** The offset behind the line break of the line that `offset` is on. */
function lineEnd(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found < 0 ? text.length : found + 1;
}

/** Comments that are indented more than the key stand in its value. */
function overDeeperComments(text: string, from: number, column: number): number {
  let end = from;
  for (;;) {
    const stop = lineEnd(text, end);
    const [, indent] = /^([ \t]*)#/.exec(text.slice(end, stop)) ?? [];
    if (indent === undefined || indent.length <= column) return end;
    end = stop;
  }
}

/** True where another key of the map stands on the very next line. */
function isFollowedDirectly(text: string, end: number, indent: string): boolean {
  const line = text.slice(end, lineEnd(text, end));
  return line.startsWith(indent) && /^[^\s#]/.test(line.slice(indent.length));
}

/** The comments directly above, in the column of the key; those at the head of a file are about all of it. */
function overCommentsAbove(text: string, from: number, indent: string): number {
  let start = from;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(above, start);
    if (!line.startsWith(`${indent}#`)) return start;
    start = above;
  }
  return from;
}

/** Blank lines on both sides, at the end of the file, or behind the first key of a map become those of one side. */
export function withoutDoubleBlanks(text: string, { start, end }: Range, isFirst: boolean): Range {
  const isBlankBefore =
    isFirst ||
    start === 0 ||
    /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(Math.max(0, start - 200), start));
  if (!isBlankBefore) return { start, end, text: '' };
  let stop = end;
  for (
    let line = lineEnd(text, stop);
    stop < text.length && /^[ \t]*\r?\n?$/.test(text.slice(stop, line));
    line = lineEnd(text, stop)
  )
    stop = line;
  if (stop < text.length) return { start, end: stop, text: '' };
  let from = start;
  for (;;) {
    const above = text.lastIndexOf('\n', from - 2) + 1;
    if (from === 0 || !/^[ \t]*\r?\n$/.test(text.slice(above, from)))
      return { start: from, end: stop, text: '' };
    from = above;
  }
}
