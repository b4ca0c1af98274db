/** Things with the same key together: groups in the order of their first, things in theirs; one without a key is in none. */
export function groupedBy<T, K>(
  all: Iterable<T>,
  keyOf: (each: T) => K | undefined,
): ReadonlyMap<K, readonly [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const each of all) {
    const key = keyOf(each);
    if (key === undefined) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [each]);
    else known.push(each);
  }
  return groups;
}
