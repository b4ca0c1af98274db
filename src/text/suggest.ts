/** Did-you-mean: the known name nearest to one that is not known. */
import { distance } from 'fastest-levenshtein';

/**
 * The candidate nearest to `name` by edit distance, if it is near enough to be meant: at most 1 edit for names of
 * up to 2 characters, 2 for up to 5, 3 for longer ones, and always fewer than the name has characters.
 * Equal distances go to the candidate that comes first by code point; the name itself is never suggested.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.min(name.length <= 2 ? 1 : name.length <= 5 ? 2 : 3, name.length - 1);
  const folded = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue;
    const edits = candidate.toLowerCase() === folded ? 0 : distance(name, candidate);
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

/** The help text for an unknown name: the nearest known one, else the known ones if they are few. */
export function suggestion(name: string, candidates: Iterable<string>): string | undefined {
  const known = [...candidates];
  const near = nearest(name, known);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  if (known.length === 0 || known.length > 12) return undefined;
  return `known: ${known.map((each) => `\`${each}\``).join(', ')}`;
}
