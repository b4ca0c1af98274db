/** Did-you-mean: the known name nearest to one that is not known. */
import { distance } from 'fastest-levenshtein';

/** From this many characters on a name may differ in so many edits from the one that was meant. */
const editLimits = [
  [8, 3],
  [5, 2],
  [2, 1],
] as const;

/**
 * The candidate nearest to `name` by edit distance, if it is near enough to be meant: at most 1 edit for names of 2 to 4
 * characters, 2 for up to 7, 3 for longer ones. Two neighbours in the wrong order are 1 edit, another case is none.
 * Equal distances go to the candidate that comes first by code point; the name itself is never suggested.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = editLimits.find(([length]) => name.length >= length)?.[1] ?? 0;
  const folded = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const edits = editsBetween(folded, candidate.toLowerCase());
    if (
      edits < bestDistance ||
      (edits === bestDistance && best !== undefined && candidate < best)
    ) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** Insertions, deletions and replacements that lead from one text to the other; a swap of neighbours counts once. */
function editsBetween(first: string, second: string): number {
  const edits = distance(first, second);
  return edits === 2 && isSwap(first, second) ? 1 : edits;
}

/** True if the texts differ only by two neighbours in the other order. */
function isSwap(first: string, second: string): boolean {
  if (first.length !== second.length) return false;
  let start = 0;
  while (first[start] === second[start]) start++;
  return (
    first[start] === second[start + 1] &&
    first[start + 1] === second[start] &&
    first.slice(start + 2) === second.slice(start + 2)
  );
}

/** The help text for an unknown name: the nearest known one, else the known ones if they are few. */
export function suggestion(name: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  const near = nearest(name, known);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  if (known.length === 0 || known.length > 12) return undefined;
  return `known: ${known.map((each) => `\`${each}\``).join(', ')}`;
}
