/**
 * The inventory as Ansible holds it once it has read `--list`: its groups and hosts in the order in which it keeps them,
 * which decides the tree of `ansible-inventory --graph` and the order of the hosts that a pattern gives.
 * Where Ansible's own order is that of addresses in memory (groups three and more levels down), written order is taken.
 */
import type { Data } from '../model/component-data.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import { buildGroups, groupOfAll } from './groups.js';

/** A group with what is directly in it. */
export interface ReadGroup {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly children: readonly string[];
  readonly vars: Readonly<Record<string, Data>> | undefined;
}

export interface ReadInventory {
  /** `all`, `ungrouped`, then as they are read. */
  readonly groups: ReadonlyMap<string, ReadGroup>;
  /** Every host, as they are read. */
  readonly hosts: ReadonlySet<string>;
  /** The hosts of a group and of those below it; none for a name that no group has. */
  membersOf(group: string): readonly string[];
}

/** What Ansible makes of an inventory. */
export function readBack(resolved: ResolvedInventory): ReadInventory {
  const written = buildGroups(resolved);
  const all = groupOfAll(resolved, written);
  const sources = [...written, all].sort((a, b) => byCodePoint(a.name, b.name));
  const byName = new Map(sources.map((group) => [group.name, group]));
  const groups = new Map<string, ReadGroup>();
  const add = (name: string): void => {
    const group = byName.get(name);
    if (group === undefined || groups.has(name)) return;
    const children =
      name === 'all'
        ? ['ungrouped', ...group.children.filter((child) => child !== 'ungrouped')]
        : group.children;
    groups.set(name, { name, hosts: group.hosts, children, vars: group.vars });
  };
  for (const name of ['all', 'ungrouped']) add(name);
  for (const { name, children } of sources) for (const each of [name, ...children]) add(each);
  const hosts = new Set(sources.flatMap((group) => group.hosts));
  return { groups, hosts, membersOf: memberFinder(groups) };
}

/** Level by level from the group down, each host once. */
function memberFinder(groups: ReadonlyMap<string, ReadGroup>): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    let members = known.get(name);
    if (members === undefined)
      known.set(
        name,
        (members = [
          ...new Set(descendants(groups, name).flatMap((each) => groups.get(each)?.hosts ?? [])),
        ]),
      );
    return members;
  };
}

/** A group and those below it. */
function descendants(groups: ReadonlyMap<string, ReadGroup>, name: string): readonly string[] {
  const found = new Set([name]);
  // A set that grows while it is walked is walked to its end.
  for (const each of found) for (const child of groups.get(each)?.children ?? []) found.add(child);
  return [...found];
}
