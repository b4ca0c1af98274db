/**
 * Hosts next to each other that differ only in a number → one entry with a range: `web[01:12].example.org`. Order is
 * kept: a range stands for the very sequence of hosts that it replaces.
 */

/** Some hosts that are written as one: `what` is the same text for all of them. */
export interface Foldable {
  readonly name: string;
  readonly what: string;
}

/** One or several neighbours: `name` stands for all of them. */
export interface Folded<T> {
  readonly name: string;
  readonly members: readonly T[];
}

export function foldRanges<T extends Foldable>(hosts: readonly T[]): Folded<T>[] {
  const folded: Folded<T>[] = [];
  for (let at = 0; at < hosts.length;) {
    const run = longestRun(hosts, at);
    const members = hosts.slice(at, at + run.length);
    const [first] = members;
    if (first === undefined) break;
    folded.push({ name: run.length === 1 ? first.name : rangeName(run), members });
    at += run.length;
  }
  return folded;
}

/** A sequence of numbers in a name: `before` 01, 03, 05 … `after`. */
interface Run {
  readonly before: string;
  readonly after: string;
  readonly from: string;
  readonly to: string;
  readonly step: number;
  readonly length: number;
}

function longestRun(hosts: readonly Foldable[], at: number): Run {
  const [first, second] = [hosts[at], hosts[at + 1]];
  const alone: Run = { before: first?.name ?? '', after: '', from: '', to: '', step: 1, length: 1 };
  if (first === undefined || second?.what !== first.what) return alone;
  const frame = commonFrame(first.name, second.name);
  if (frame === undefined) return alone;
  const { before, after, from, to: next } = frame;
  const step = Number(next) - Number(from);
  let last = next;
  let length = 2;
  for (let host = hosts[at + length]; host?.what === first.what; host = hosts[at + length]) {
    const expected = numberLike(from, Number(last) + step);
    if (host.name !== before + expected + after || !fits(from, expected)) break;
    last = expected;
    length++;
  }
  if (length === 2 && step !== 1) return alone;
  return { before, after, from, to: last, step, length };
}

/** What two names have around the one number in which they differ; undefined where that cannot be a range. */
function commonFrame(
  one: string,
  other: string,
):
  | { readonly before: string; readonly after: string; readonly from: string; readonly to: string }
  | undefined {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one.at(-1 - end) === other.at(-1 - end)
  )
    end++;
  while (start > 0 && isDigit(one[start - 1])) start--;
  while (end > 0 && isDigit(one.at(-end))) end--;
  const from = one.slice(start, one.length - end);
  const to = other.slice(start, other.length - end);
  if (!/^[0-9]{1,9}$/.test(from) || !/^[0-9]{1,9}$/.test(to) || Number(from) >= Number(to))
    return undefined;
  if (to !== numberLike(from, Number(to)) || !fits(from, to)) return undefined;
  return { before: one.slice(0, start), after: one.slice(one.length - end), from, to };
}

/** The number as a range that begins with `from` writes it: padded, if `from` is. */
function numberLike(from: string, number: number): string {
  return from.startsWith('0') && from.length > 1
    ? String(number).padStart(from.length, '0')
    : String(number);
}

/** A padded range has ends of one length. */
function fits(from: string, to: string): boolean {
  return !from.startsWith('0') || from.length === 1 || from.length === to.length;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

function rangeName({ before, after, from, to, step }: Run): string {
  return `${before}[${from}:${to}${step === 1 ? '' : `:${step}`}]${after}`;
}
