/**
 * Two values → the paths at which they differ. Maps are compared key by key, their order is no difference; lists and
 * scalars are compared whole, and `1`, `1.0` and `"1"` all differ. Values that are the same nodes cost nothing.
 */
import { placesOf } from '../resolve/overlay.js';
import { identical } from '../resolve/unify.js';
import { isSensitive, type MapNode, type Node } from '../syntax/node.js';

/** A path below the compared values, and what each has there. */
export interface Difference {
  readonly keys: readonly string[];
  readonly old: Node | undefined;
  readonly new: Node | undefined;
}

/** Every difference at or below `keys`, in the order of the newer value; what is only in the older one comes last. */
export function differences(
  old: Node | undefined,
  now: Node | undefined,
  keys: readonly string[] = [],
): Difference[] {
  const found: Difference[] = [];
  compare(old, now, keys, found);
  return found;
}

function compare(
  old: Node | undefined,
  now: Node | undefined,
  keys: readonly string[],
  found: Difference[],
): void {
  if (old === now) return;
  if (isSecret(old) || isSecret(now)) {
    compareSecrets(old, now, keys, found);
    return;
  }
  const [before, after] = [mapOf(old, now), mapOf(now, old)];
  if (
    before !== undefined &&
    after !== undefined &&
    before.entries.length + after.entries.length > 0
  )
    compareMaps(before, after, keys, found);
  else if (old === undefined || now === undefined || !sameValue(old, now))
    found.push({ keys, old, new: now });
}

/** As a whole where anything secret in them differs; keys are told of values that anybody may see. */
function compareSecrets(
  old: Node | undefined,
  now: Node | undefined,
  keys: readonly string[],
  found: Difference[],
): void {
  if (old !== undefined && now !== undefined && sameValue(old, now)) return;
  const below: Difference[] = [];
  if (old?.kind === 'map' && now?.kind === 'map') compareMaps(old, now, keys, below);
  const plain = below.filter((each) => !isSecret(each.old) && !isSecret(each.new));
  if (plain.length === 0 || plain.length < below.length) found.push({ keys, old, new: now });
  found.push(...plain);
}

function isSecret(node: Node | undefined): boolean {
  return node !== undefined && isSensitive(node);
}

/** Equal for a host: what a merge marker did is done, whether its mark is still there or not. */
function sameValue(one: Node, other: Node): boolean {
  if (one === other) return true;
  if (one.kind === 'list')
    return (
      other.kind === 'list' &&
      one.items.length === other.items.length &&
      one.items.every((item, at) => isSameItem(item, other.items[at]))
    );
  if (one.kind !== 'map' || other.kind !== 'map') return identical(one, other);
  const places = placesOf(other.entries);
  return (
    one.entries.length === other.entries.length &&
    one.entries.every(({ key, value }) =>
      isSameItem(value, other.entries[places(key) ?? -1]?.value),
    )
  );
}

function isSameItem(one: Node, other: Node | undefined): boolean {
  return other !== undefined && sameValue(one, other);
}

const emptyMap = { kind: 'map', entries: [], marker: undefined } as const;

/** The value as a map; nothing beside a map is an empty one, so that every leaf of the map is told. */
function mapOf(
  node: Node | undefined,
  beside: Node | undefined,
): Pick<MapNode, 'entries'> | undefined {
  if (node === undefined) return beside?.kind === 'map' ? emptyMap : undefined;
  return node.kind === 'map' ? node : undefined;
}

function compareMaps(
  old: Pick<MapNode, 'entries'>,
  now: Pick<MapNode, 'entries'>,
  keys: readonly string[],
  found: Difference[],
): void {
  const places = placesOf(old.entries);
  for (const entry of now.entries) {
    const place = places(entry.key);
    compare(
      place === undefined ? undefined : old.entries[place]?.value,
      entry.value,
      [...keys, entry.key],
      found,
    );
  }
  const kept = placesOf(now.entries);
  for (const entry of old.entries)
    if (kept(entry.key) === undefined) compare(entry.value, undefined, [...keys, entry.key], found);
}
