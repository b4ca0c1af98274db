/** Whether layers give the same value without some of their keys: merged by `resolve/` itself, compared with the order of keys. */
import { overlay, settle } from '../resolve/overlay.js';
import { unify } from '../resolve/unify.js';
import type { Entry, MapNode, Node } from '../syntax/node.js';
import { identical } from '../resolve/unify.js';
import type { Rank } from './trace-values.js';

export function isSameWithout(ranks: readonly Rank[], gone: ReadonlySet<Entry>): boolean {
  if (!ranks.some((rank) => rank.some((each) => holds(each, gone)))) return true;
  const [before, after] = [
    mergedOf(ranks),
    mergedOf(
      ranks
        .map((rank) => rank.filter((each) => !gone.has(each)).map((each) => pruned(each, gone)))
        .filter((rank) => rank.length > 0),
    ),
  ];
  return before === undefined || after === undefined ? before === after : isSame(before, after);
}

function holds(entry: Entry, gone: ReadonlySet<Entry>): boolean {
  return (
    gone.has(entry) ||
    (entry.value.kind === 'map' && entry.value.entries.some((each) => holds(each, gone)))
  );
}

function pruned(entry: Entry, gone: ReadonlySet<Entry>): Entry {
  const { value } = entry;
  if (value.kind !== 'map' || !holds(entry, gone)) return entry;
  const entries = value.entries.filter((each) => !gone.has(each)).map((each) => pruned(each, gone));
  return { ...entry, value: { ...value, entries } satisfies MapNode };
}

const silent = { marked: () => undefined, badAppend: () => undefined };

function mergedOf(ranks: readonly Rank[]): Node | undefined {
  let value: Node | undefined;
  for (const rank of ranks) {
    const [first, ...more] = rank;
    if (first === undefined) continue;
    const together = more.reduce((one, { value: other }) => unify(one, other), first.value);
    value =
      value === undefined
        ? together
        : overlay(value, together, { key: first.key, parent: undefined }, silent);
  }
  return value && settle(value);
}

/** Identical, with the keys of maps in the same order. */
function isSame(one: Node, other: Node): boolean {
  if (one.kind !== 'map' || other.kind !== 'map') return identical(one, other);
  return (
    one.entries.length === other.entries.length &&
    one.entries.every(({ key, value }, at) => {
      const there = other.entries[at];
      return there?.key === key && isSame(value, there.value);
    })
  );
}
