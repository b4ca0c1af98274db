/**
 * Hosts whose layers say the same on both sides: their merged variables are the same, and need not be merged to know it.
 * Each tag is compared once, and each list of tags that hosts share.
 */
import type { Inventory, Tag } from '../model/inventory.js';
import { identical } from '../resolve/unify.js';
import type { MapNode } from '../syntax/node.js';
import { forPairs } from './host-sets.js';
import type { HostPair } from './match-hosts.js';
import type { TagRenames } from './match-tags.js';
import type { Side } from './model.js';

export function sameLayers(old: Side, now: Side, renames: TagRenames): (pair: HostPair) => boolean {
  if (!sameVars(old.resolved.inventory.vars, now.resolved.inventory.vars)) return () => false;
  const same = sameTags(old.resolved.inventory, now.resolved.inventory, renames);
  const compare = (before: readonly Tag[], after: readonly Tag[]): boolean =>
    before.length === after.length && before.every((tag, at) => same.get(tag) === after[at]);
  const remembered = forPairs(compare);
  return ({ old: was, new: is }) =>
    (was.isAlone ? compare : remembered)(was.tags, is.tags) &&
    sameVars(was.host.definition.vars, is.host.definition.vars);
}

/** Tags that say the same, and of the same order: old → new. */
function sameTags(
  { tags: before }: Inventory,
  { tags: after }: Inventory,
  renames: TagRenames,
): ReadonlyMap<Tag, Tag> {
  const same = new Map<Tag, Tag>();
  for (const [name, was] of before) {
    const is = after.get(renames.get(name) ?? name);
    if (is?.order === was.order && sameVars(was.vars, is.vars)) same.set(was, is);
  }
  return same;
}

function sameVars(one: MapNode | undefined, other: MapNode | undefined): boolean {
  return one === undefined || other === undefined ? one === other : identical(one, other);
}
