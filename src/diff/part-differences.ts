/**
 * Two lists, or two texts by lines → what only one of them has, in order. Where that is nothing, the order is another.
 */
import type { Shown } from './model.js';

export interface PartDifference {
  readonly what: 'items' | 'lines';
  readonly counts: readonly [number, number];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Undefined for values without parts of one kind, and for those that have too little in common. */
export function partDifference(
  old: Shown | undefined,
  now: Shown | undefined,
): PartDifference | undefined {
  const [one, other] = [old?.parts, now?.parts];
  if (one === undefined || other === undefined) return undefined;
  if (one.what !== other.what) return undefined;
  const [before, after] = [one.texts(), other.texts()];
  if (before.length === after.length && before.every((text, at) => text === after[at]))
    return undefined;
  const [removed, added] = [without(before, after), without(after, before)];
  const isAlike = removed.length + added.length <= (before.length + after.length) / 2;
  return isAlike
    ? { what: one.what, counts: [before.length, after.length], removed, added }
    : undefined;
}

/** The texts of a list that another has not, or not so often. */
function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    return count === 0;
  });
}
