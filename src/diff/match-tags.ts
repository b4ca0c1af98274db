/**
 * Which tags of one side are those of the other: by name, and where one went and another came, by what is evident. A tag
 * was renamed if the same hosts list the new one and it says the same, or most of it; never if there are two candidates.
 */
import type { Tag } from '../model/inventory.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import { identical } from '../resolve/unify.js';
import { findEntry } from '../syntax/node.js';
import { shownNode } from './shown.js';

/** Tags that are one, by names: old → new for those whose names differ. */
export type TagRenames = ReadonlyMap<string, string>;

interface Candidate {
  readonly tag: Tag;
  /** The hosts that list it and are on both sides. */
  readonly hosts: string;
}

export function findTagRenames(old: ResolvedInventory, now: ResolvedInventory): TagRenames {
  const [before, after] = [old.inventory.tags, now.inventory.tags];
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const come = [...after.values()].filter(({ name }) => !before.has(name));
  if (gone.length === 0 || come.length === 0) return new Map();
  const common = commonHosts(old, now);
  const [was, is] = [candidates(old, gone, common), candidates(now, come, common)];
  const renames = new Map<string, string>();
  for (const isMeant of [isSame, isEdited]) {
    const rest = [
      was.filter(({ tag }) => !renames.has(tag.name)),
      is.filter(({ tag }) => ![...renames.values()].includes(tag.name)),
    ] as const;
    for (const one of rest[0]) {
      const [match, other] = rest[1].filter((each) => isMeant(one, each));
      if (match === undefined || other !== undefined) continue;
      if (rest[0].filter((each) => isMeant(each, match)).length === 1)
        renames.set(one.tag.name, match.tag.name);
    }
  }
  return renames;
}

function commonHosts(old: ResolvedInventory, now: ResolvedInventory): ReadonlySet<string> {
  const names = new Set(old.hosts.map(({ host }) => host.name));
  return new Set(now.hosts.flatMap(({ host }) => (names.has(host.name) ? [host.name] : [])));
}

function candidates(
  { hosts }: ResolvedInventory,
  tags: readonly Tag[],
  common: ReadonlySet<string>,
): Candidate[] {
  const listed = new Map(tags.map((tag) => [tag.name, new Set<string>()]));
  for (const { host } of hosts) {
    if (!common.has(host.name)) continue;
    for (const name of host.definition.tags.names) listed.get(name)?.add(host.name);
  }
  return tags.map((tag) => ({ tag, hosts: [...(listed.get(tag.name) ?? [])].sort().join(' ') }));
}

/** All that it says is the same, and that is something; so are the hosts that list it. */
function isSame(one: Candidate, other: Candidate): boolean {
  if (
    one.hosts !== other.hosts ||
    one.tag.order !== other.tag.order ||
    !sameServices(one.tag, other.tag)
  )
    return false;
  const saysSomething =
    (one.tag.vars?.entries.length ?? 0) + one.tag.services.length + one.hosts.length > 0;
  return saysSomething && sameVars(one.tag, other.tag) === 1;
}

/** The same hosts list it, and at least half of what it says is the same. */
function isEdited(one: Candidate, other: Candidate): boolean {
  return (
    one.hosts !== '' &&
    one.hosts === other.hosts &&
    one.tag.order === other.tag.order &&
    sameServices(one.tag, other.tag) &&
    sameVars(one.tag, other.tag) >= 0.5
  );
}

function sameServices(one: Tag, other: Tag): boolean {
  const text = ({ services }: Tag): string =>
    services
      .map(({ name, state }) => `${name} ${state}`)
      .sort()
      .join();
  return text(one) === text(other);
}

/** The part of the variables of both that is the same, from 0 to 1; texts that name the tag may name it anew. */
function sameVars({ name, vars: one }: Tag, { name: newName, vars: other }: Tag): number {
  const size = Math.max(one?.entries.length ?? 0, other?.entries.length ?? 0);
  if (size === 0 || one === undefined || other === undefined) return size === 0 ? 1 : 0;
  const same = one.entries.filter(({ key, value }) => {
    const there = findEntry(other, key)?.value;
    return (
      there !== undefined &&
      (identical(value, there) ||
        shownNode(value).json.replaceAll(name, newName) === shownNode(there).json)
    );
  });
  return same.length / size;
}
