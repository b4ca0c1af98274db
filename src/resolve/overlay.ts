/**
 * Between orders the higher value wins: maps merge, everything else is replaced whole (format reference, section 4).
 * Markers compose before a base is known, so `overlay` is associative in values:
 * `overlay(overlay(a, b), c)` equals `overlay(a, overlay(b, c))`. `settle` ends it: nothing more comes below.
 * Within one order `unify.ts` decides instead. Leaves are never copied. An unknown value is a leaf, but one that may
 * be a map keeps a map that is laid over it from being known, and one that may be a list so an appended list.
 */
import {
  markerOf,
  sensitiveOf,
  type Entry,
  type ListNode,
  type MapNode,
  type Node,
} from '../syntax/node.js';
import { asUnknownList, asUnknownMap } from './unknown.js';

/** The keys from a variable down to a value, innermost first; undefined is the variable itself. */
export interface Path {
  readonly key: string;
  readonly parent: Path | undefined;
}

/** What `overlay` tells while it works; both are called at most once for a pair that a caller memoises. */
export interface OverlayListener {
  /** `higher` is marked and has something below it. */
  marked(higher: Node): void;
  /** `!append` lands on something that is no list. */
  badAppend(lower: Node, higher: Node, path: Path): void;
}

/** The value of `higher` laid over `lower`. */
export function overlay(lower: Node, higher: Node, path: Path, listener: OverlayListener): Node {
  if (higher.kind === 'unset') {
    listener.marked(higher);
    return higher;
  }
  if (higher.kind === 'list' && higher.marker === 'append')
    return append(lower, higher, path, listener);
  if (higher.kind !== 'map') return higher;
  if (higher.marker === 'replace') {
    listener.marked(higher);
    return higher;
  }
  if (lower.kind === 'unknown' && lower.mayBeMap) {
    markAll(higher, listener);
    return asUnknownMap(lower);
  }
  if (lower.kind !== 'map') return { ...higher, marker: 'replace' };
  return overlayMaps(lower, higher, path, listener);
}

/** Markers over what is not known yet: whether they have something below them is not known either. */
function markAll(higher: Node, listener: OverlayListener): void {
  if (markerOf(higher) !== undefined) listener.marked(higher);
  else if (higher.kind === 'map')
    for (const entry of higher.entries) markAll(entry.value, listener);
}

function append(lower: Node, higher: ListNode, path: Path, listener: OverlayListener): Node {
  listener.marked(higher);
  if (lower.kind === 'unknown' && lower.mayBeList) return asUnknownList(lower);
  if (lower.kind === 'list')
    return {
      kind: 'list',
      items: [...lower.items, ...higher.items],
      marker: lower.marker,
      source: higher.source,
      start: higher.start,
      end: higher.end,
      sensitive: sensitiveOf(lower, higher),
    };
  if (lower.kind !== 'unset') listener.badAppend(lower, higher, path);
  return { ...higher, marker: undefined };
}

/** Lower keys first, in place; then new keys in file order. */
function overlayMaps(
  lower: MapNode,
  higher: MapNode,
  path: Path,
  listener: OverlayListener,
): MapNode {
  const entries: Entry[] = [...lower.entries];
  const places = placesOf(entries);
  for (const entry of higher.entries) {
    const place = places(entry.key);
    const below = place === undefined ? undefined : entries[place];
    if (place === undefined || below === undefined) entries.push(entry);
    else
      entries[place] = withValue(
        entry,
        overlay(below.value, entry.value, { key: entry.key, parent: path }, listener),
      );
  }
  const { source, start, end } = higher;
  const sensitive = sensitiveOf(lower, higher);
  return { kind: 'map', entries, marker: lower.marker, source, start, end, sensitive };
}

/** A look-up of the keys that `entries` have now; an index is made only for large maps. */
export function placesOf(entries: readonly Entry[]): (key: string) => number | undefined {
  const count = entries.length;
  if (count > 12) {
    const index = new Map(entries.map((entry, place) => [entry.key, place]));
    return (key) => index.get(key);
  }
  return (key) => {
    for (let place = 0; place < count; place++) if (entries[place]?.key === key) return place;
    return undefined;
  };
}

/** `entry` with another value; itself if the value is the same. */
export function withValue(entry: Entry, value: Node): Entry {
  if (entry.value === value) return entry;
  return { key: entry.key, value, source: entry.source, start: entry.start, end: entry.end };
}

/** The value when nothing is below: markers are gone, `!unset` values too. Undefined for an `!unset` itself. */
export function settle(node: Node): Node | undefined {
  if (node.kind === 'unset') return undefined;
  if (node.kind === 'list')
    return node.marker === undefined ? node : { ...node, marker: undefined };
  if (node.kind !== 'map') return node;
  const entries: Entry[] = [];
  let changed = node.marker !== undefined;
  for (const entry of node.entries) {
    const value = settle(entry.value);
    if (value !== undefined) entries.push(withValue(entry, value));
    if (value !== entry.value) changed = true;
  }
  return changed ? { ...node, entries, marker: undefined } : node;
}
