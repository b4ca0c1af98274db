/**
 * Which labels a query finds. Each of its words must be in a label, in any order and in any case; where none has them all, a
 * label may differ by a letter a word. The best come first: those that are the query, begin with it, or have it at the start of
 * a word.
 */
import uFuzzy from '@leeoniya/ufuzzy';

export interface Match {
  readonly at: number;
  /** Where the label matches: start and end by turns. */
  readonly ranges: readonly number[];
}

export interface Labels {
  readonly all: readonly string[];
  /** In small letters. */
  readonly lower: readonly string[];
}

/** `SingleError` of uFuzzy, whose enum a bundler cannot see. */
const tolerance: object = { intraMode: 1 };
const forgiving = new uFuzzy(tolerance);

export function labelsOf(all: readonly string[]): Labels {
  return { all, lower: all.map((each) => each.toLowerCase()) };
}

/** The places of labels that match, in their order; all of them where nothing is asked. */
export function matching(labels: Labels, query: string): readonly number[] {
  const words = wordsOf(query);
  if (words.length === 0) return [...labels.all.keys()];
  const found = literal(labels, words);
  return found.length > 0 ? found : fuzzy(labels, query).map(({ at }) => at);
}

/** The best matches, at most so many, and how many there are. */
export function bestMatches(
  labels: Labels,
  query: string,
  most: number,
): { readonly best: readonly Match[]; readonly total: number } {
  const words = wordsOf(query);
  if (words.length === 0) return { best: [], total: 0 };
  const found = literal(labels, words);
  if (found.length === 0) {
    const near = fuzzy(labels, query);
    return { best: near.slice(0, most), total: near.length };
  }
  const whole = words.join(' ');
  const ranked = found
    .map((at) => ({ at, rank: rankOf(labels.lower[at] ?? '', whole, words[0] ?? '') }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at);
  return {
    best: ranked
      .slice(0, most)
      .map(({ at }) => ({ at, ranges: rangesOf(labels.lower[at] ?? '', words) })),
    total: found.length,
  };
}

function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function literal({ lower }: Labels, words: readonly string[]): number[] {
  const found: number[] = [];
  for (const [at, label] of lower.entries())
    if (words.every((word) => label.includes(word))) found.push(at);
  return found;
}

/** Only for words that are long enough to be recognised with another letter. */
function fuzzy({ all }: Labels, query: string): Match[] {
  if (!/[a-z]{3}/i.test(query)) return [];
  const [found, info, order] = forgiving.search(all as string[], query, 0, 1000);
  if (found === null) return [];
  if (order === null) return found.map((at) => ({ at, ranges: [] }));
  return order.map((each) => ({ at: info.idx[each] ?? 0, ranges: info.ranges[each] ?? [] }));
}

/** Smaller is better. */
function rankOf(label: string, whole: string, first: string): number {
  if (label === whole) return 0;
  if (label.startsWith(whole)) return 1 + label.length / 1e4;
  const at = label.indexOf(first);
  const isStart = at === 0 || !/[\p{L}\d]/u.test(label.charAt(at - 1));
  return (isStart ? 2 : 3) + label.length / 1e4;
}

function rangesOf(label: string, words: readonly string[]): readonly number[] {
  const ranges = words
    .map((word) => [label.indexOf(word), label.indexOf(word) + word.length] as const)
    .sort(([a], [b]) => a - b);
  const apart: number[] = [];
  for (const [start, end] of ranges) if (start >= (apart.at(-1) ?? 0)) apart.push(start, end);
  return apart;
}
