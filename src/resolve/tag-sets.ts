/**
 * Which tags a host has: those that it lists and those that they include, each once, by order and then name.
 * Hosts that list the same tags share one set, so that everything about it is computed once.
 */
import type { HostDefinition, Inventory, Tag } from '../model/inventory.js';
import { byCodePoint } from '../text/order.js';

/** The tags of some hosts, by ascending order, then by name. */
export interface TagSet {
  readonly tags: readonly Tag[];
}

/** Finds the tag set of a definition; the same set for the same tags. Unknown tags are left out: they were told. */
export function tagSetsOf({ tags }: Inventory): (definition: HostDefinition) => TagSet {
  const ranked = [...tags.values()].sort(
    (a, b) => a.order - b.order || byCodePoint(a.name, b.name),
  );
  const ranks = new Map(ranked.map((tag, rank) => [tag.name, rank]));
  const reach = ranked.map((tag, rank) =>
    tag.includes.length === 0 ? undefined : closure(rank, ranked, ranks),
  );
  const known = new Map<string, TagSet>();
  return (definition) => {
    const members = memberRanks(definition.tags.names, ranks, reach);
    const key = keyOf(members);
    let set = known.get(key);
    if (set === undefined) known.set(key, (set = { tags: tagsAt(members, ranked) }));
    return set;
  };
}

function tagsAt(ranks: readonly number[], ranked: readonly Tag[]): readonly Tag[] {
  const tags: Tag[] = [];
  for (const rank of ranks) {
    const tag = ranked[rank];
    if (tag !== undefined) tags.push(tag);
  }
  return tags;
}

/** The ranks of listed tags and of all they include, ascending, each once. */
function memberRanks(
  names: readonly string[],
  ranks: ReadonlyMap<string, number>,
  reach: readonly (readonly number[] | undefined)[],
): number[] {
  const members: number[] = [];
  for (const name of names) {
    const rank = ranks.get(name);
    if (rank === undefined) continue;
    const reached = reach[rank];
    if (reached === undefined) insert(members, rank);
    else for (const each of reached) insert(members, each);
  }
  return members;
}

/** Puts a rank into its place, unless it is there: hosts have few tags. */
function insert(members: number[], rank: number): void {
  let at = members.length;
  while (at > 0 && (members[at - 1] ?? 0) > rank) at--;
  if (members[at - 1] === rank) return;
  members.push(rank);
  for (let last = members.length - 1; last > at; last--) members[last] = members[last - 1] ?? 0;
  members[at] = rank;
}

/** The same text for the same ranks: a character each, as long as they fit. */
function keyOf(ranks: readonly number[]): string {
  return (ranks.at(-1) ?? 0) > 0xffff || ranks.length > 1000
    ? ranks.join()
    : String.fromCharCode(...ranks);
}

/** The tag and all that it includes, transitively; a circle was told and ends here. */
function closure(
  start: number,
  ranked: readonly Tag[],
  ranks: ReadonlyMap<string, number>,
): readonly number[] {
  const members = new Set([start]);
  for (const rank of members) {
    for (const { name } of ranked[rank]?.includes ?? []) {
      const included = ranks.get(name);
      if (included !== undefined) members.add(included);
    }
  }
  return [...members];
}

/** From a listed tag to `target` through `includes`: the names on the way, the shortest one, `target` last. */
export function includeChain(
  listed: readonly string[],
  target: Tag,
  tags: Inventory['tags'],
): readonly string[] {
  const from = new Map<string, string | undefined>();
  for (const name of listed) if (tags.has(name)) from.set(name, undefined);
  for (const name of from.keys()) {
    for (const { name: included } of tags.get(name)?.includes ?? [])
      if (!from.has(included)) from.set(included, name);
  }
  const chain: string[] = [];
  for (let at: string | undefined = target.name; at !== undefined; at = from.get(at))
    chain.unshift(at);
  return chain;
}
