/**
 * Which parts of a line hold the text of a `!vault` value or of a sensitive export, and so must never be printed. Vaults
 * are judged from the text alone, since excerpts are shown of files that could not be parsed, too; in doubt a part is
 * secret.
 */
import type { Source } from '../text/source.js';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How many lines upward the beginning of a value is looked for. */
const maxLinesAbove = 5000;

const vaultTag = /!(?:<!)?vault\b[^\s,[\]{}]*/g;
const envelope = '$ANSIBLE_VAULT';
const payload = /^[\s"']*[0-9a-f]{2,}(?:\\n|[\s"'\\])*$/i;

/** Whether a text speaks of vaults at all, and the ranges of its long lines: found once, since both cost time. */
interface Known {
  readonly any: boolean;
  readonly longLines: Map<number, readonly Range[]>;
}

const longLine = 4096;
const known = new WeakMap<Source, Known>();

/** The secret ranges of the line `start`–`end` (without its line break) of a text: in order, not overlapping. */
export function secretRanges(source: Source, start: number, end: number): readonly Range[] {
  const secrets = (source.secrets ?? []).filter((each) => each.start < end && each.end > start);
  if (secrets.length === 0) return vaultRanges(source, start, end);
  const ranges: Range[] = [];
  const sorted = [...vaultRanges(source, start, end), ...secrets].sort((a, b) => a.start - b.start);
  for (const each of sorted) {
    const from = Math.max(each.start, start, ranges.at(-1)?.end ?? start);
    const to = Math.min(each.end, end);
    if (from < to) ranges.push({ start: from, end: to });
  }
  return ranges;
}

function vaultRanges(source: Source, start: number, end: number): readonly Range[] {
  let found = known.get(source);
  if (found === undefined) {
    found = {
      any: source.text.includes('!vault') || source.text.includes(envelope),
      longLines: new Map(),
    };
    known.set(source, found);
  }
  if (!found.any) return [];
  const ranges = found.longLines.get(start) ?? findRanges(source.text, start, end);
  if (end - start > longLine) found.longLines.set(start, ranges);
  return ranges;
}

function findRanges(text: string, start: number, end: number): Range[] {
  const line = text.slice(start, end);
  const first = line.search(/\S/);
  if (first < 0) return [];
  if (isBelowVault(text, start, first) || isPayload(text, start, line))
    return [{ start: start + first, end }];
  const ranges: Range[] = [];
  for (const from of valueStarts(line)) {
    const free = (ranges.at(-1)?.end ?? start) - start;
    if (from < free) continue;
    const to = endOfValue(line, from);
    if (to > from) ranges.push({ start: start + from, end: start + to });
  }
  return ranges;
}

/** Where values that are secret begin in a line: after `!vault`, and at a bare envelope. */
function valueStarts(line: string): number[] {
  const starts: number[] = [];
  for (const match of line.matchAll(vaultTag)) {
    if (isComment(line, match.index)) continue;
    const after = match.index + match[0].length;
    const from =
      after + (/^\s*(?:&\S+\s+)?/.exec(line.slice(after, after + 200))?.[0] ?? '').length;
    if (!/[|>]/.test(line.charAt(from))) starts.push(from);
  }
  for (let at = line.indexOf(envelope); at >= 0; at = line.indexOf(envelope, at + 1))
    starts.push(at);
  return starts.sort((a, b) => a - b);
}

/** The end of the value at `from`: behind its closing quote, or the end of the line. */
function endOfValue(line: string, from: number): number {
  const quote = line.charAt(from);
  if (quote !== '"' && quote !== "'") {
    const closing = line.startsWith(envelope, from) ? line.slice(from).search(/["']/) : -1;
    return closing < 0 ? line.length : from + closing;
  }
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\' && quote === '"') at++;
    else if (line[at] === quote) return at + 1;
  }
  return line.length;
}

/** Whether one of the lines that this one is indented below has `!vault` on the value that it begins. */
function isBelowVault(text: string, start: number, indent: number): boolean {
  let least = indent;
  for (const above of linesAbove(text, start)) {
    const line = text.slice(above.start, above.end);
    const depth = line.search(/\S/);
    if (depth < 0 || depth > least) continue;
    const tag = line.search(vaultTag);
    if (tag >= 0 && !isComment(line, tag) && (tag === depth || ownerDepth(line, tag) < least))
      return true;
    least = depth;
    if (depth === 0) return false;
  }
  return false;
}

/** The column that a value tagged at `tag` must be indented beyond: that of its key, or else of its list's dash. */
function ownerDepth(line: string, tag: number): number {
  const dashes = /^\s*(?:[-?]\s+)*/.exec(line)?.[0] ?? '';
  return line.slice(dashes.length, tag).includes(':') ? dashes.length : dashes.trimEnd().length - 1;
}

function isComment(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 500), at);
  const hash = before.search(/(?:^|\s)#/);
  return hash >= 0 && !/["']/.test(before.slice(0, hash));
}

/** Whether the line is of hexadecimal digits only, and so are those above it up to an envelope or `!vault`. */
function isPayload(text: string, start: number, line: string): boolean {
  if (!payload.test(line)) return false;
  let seen = 0;
  for (const above of linesAbove(text, start)) {
    const other = text.slice(above.start, above.end);
    if (other.includes(envelope) || other.search(vaultTag) >= 0) return true;
    if (!payload.test(other)) return false;
    seen++;
  }
  return seen === maxLinesAbove;
}

/** The lines above the one that begins at `start`, the nearest first. */
function* linesAbove(text: string, start: number): Generator<Range> {
  let end = start - 1;
  for (let count = 0; end >= 0 && count < maxLinesAbove; count++) {
    const from = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    yield { start: from, end };
    end = from - 1;
  }
}
