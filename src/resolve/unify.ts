/**
 * Within one order nobody wins: maps merge, identical values count once, anything else is a clash (format reference,
 * section 4). `unify` is commutative in values, associative, and keeps the first of what clashes; `findClashes`
 * names every clash. A marked value unifies only with an identical one; `unknown.ts` says how unknown values do.
 */
import {
  isSensitive,
  markerOf,
  sensitiveOf,
  type Entry,
  type MapNode,
  type Node,
} from '../syntax/node.js';
import { placesOf, withValue, type Path } from './overlay.js';
import { agreesWithUnknown, isSameUnknown, unifyUnknown } from './unknown.js';

/** Two values of one order that contradict each other, and where. */
export interface Clash {
  readonly path: Path;
  readonly first: Node;
  readonly second: Node;
}

/** Hears of a marked value that is dropped for an identical one, which is kept. */
export type TwinListener = (kept: Node, dropped: Node) => void;

/** Both values together; what clashes keeps the value of `first`. Keys of `first` come first. */
export function unify(first: Node, second: Node, twin?: TwinListener): Node {
  if (first.kind === 'unknown' || second.kind === 'unknown') return unifyUnknown(first, second);
  const one = plainMap(first);
  const two = plainMap(second);
  if (one === undefined || two === undefined) {
    if (twin !== undefined && markerOf(second) !== undefined && identical(first, second))
      twin(first, second);
    return first;
  }
  const entries: Entry[] = [...one.entries];
  const places = placesOf(entries);
  for (const entry of two.entries) {
    const place = places(entry.key);
    const other = place === undefined ? undefined : entries[place];
    if (place === undefined || other === undefined) entries.push(entry);
    else entries[place] = withValue(other, unify(other.value, entry.value, twin));
  }
  const { source, start, end } = first;
  return { kind: 'map', entries, source, start, end, sensitive: sensitiveOf(first, second) };
}

/**
 * Every clash between two values at `path`, in the order of the keys of `second`. A clash inside two sensitive maps is one
 * of the maps: nobody has written the key, and so nobody may see it.
 */
export function findClashes(first: Node, second: Node, path: Path): Clash[] {
  if (first.kind === 'unknown' || second.kind === 'unknown')
    return agreesWithUnknown(first, second) ? [] : [{ path, first, second }];
  const one = plainMap(first);
  const two = plainMap(second);
  if (one === undefined || two === undefined)
    return identical(first, second) ? [] : [{ path, first, second }];
  const places = placesOf(one.entries);
  const clashes = two.entries.flatMap((entry) => {
    const place = places(entry.key);
    const other = place === undefined ? undefined : one.entries[place];
    return other === undefined
      ? []
      : findClashes(other.value, entry.value, { key: entry.key, parent: path });
  });
  return clashes.length > 0 && isSensitive(one) && isSensitive(two)
    ? [{ path, first, second }]
    : clashes;
}

/** Equal in kind, value and marker; the order of keys does not matter. `1`, `1.0` and `"1"` all differ. */
export function identical(one: Node, other: Node): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case 'null':
    case 'unset':
      return one.kind === other.kind;
    case 'list':
      return (
        other.kind === 'list' &&
        one.marker === other.marker &&
        one.items.length === other.items.length &&
        one.items.every((item, index) => identicalTo(item, other.items[index]))
      );
    case 'map':
      return other.kind === 'map' && one.marker === other.marker && identicalEntries(one, other);
    case 'string':
    case 'int':
    case 'float':
    case 'bool':
    case 'vault':
    case 'unsafe':
      return one.kind === other.kind && Object.is(one.value, other.value);
    case 'unknown':
      return other.kind === 'unknown' && isSameUnknown(one, other);
  }
}

function identicalEntries(one: MapNode, other: MapNode): boolean {
  if (one.entries.length !== other.entries.length) return false;
  const places = placesOf(other.entries);
  return one.entries.every((entry) => {
    const place = places(entry.key);
    return place !== undefined && identicalTo(entry.value, other.entries[place]?.value);
  });
}

function identicalTo(one: Node, other: Node | undefined): boolean {
  return other !== undefined && identical(one, other);
}

function plainMap(node: Node): MapNode | undefined {
  return node.kind === 'map' && node.marker === undefined ? node : undefined;
}
