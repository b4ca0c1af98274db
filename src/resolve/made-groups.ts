/**
 * The groups that expressions make: which hosts are in them, which are children of which, and by which expression.
 * They unite with each other; what belongs to a tag, a service, a host or Ansible they may not take, except that a
 * tag's group may be a parent.
 */
import type { Inventory } from '../model/inventory.js';
import { serviceGroup, tagGroup } from '../model/safe-name.js';
import { isReservedKey } from '../text/reserved-keys.js';
import type { Span } from '../text/source.js';
import type { FaultCollector } from './expression-faults.js';

/** An expression that makes a group, as a part of the `ansible` section. */
export interface Maker {
  readonly section: 'groups' | 'keyed_groups';
  /** What is written there. */
  readonly text: string;
  readonly span: Span;
}

export interface MadeGroup {
  readonly name: string;
  /** Host name → what put it here, in file order. Empty for the group of a tag. */
  readonly hosts: Map<string, Maker>;
  /** Group → what made it a child of this one. */
  readonly children: Map<string, Maker>;
}

/** Who has a name already. */
export interface Owner {
  readonly kind: 'tag' | 'service' | 'host' | 'ansible';
  /** As messages call it. */
  readonly phrase: string;
  readonly span: Span | undefined;
}

/** What making groups needs to know, and where they go. */
export interface Making {
  readonly inventory: Inventory;
  readonly groups: Map<string, MadeGroup>;
  readonly ownerOf: (name: string) => Owner | undefined;
  readonly faults: FaultCollector;
}

/** Groups by name: those made here, and the tags' groups that are parents of some. */
export type MadeGroups = ReadonlyMap<string, MadeGroup>;

/** The group `name`, made if it is not there. */
export function groupNamed(groups: Map<string, MadeGroup>, name: string): MadeGroup {
  let group = groups.get(name);
  if (group === undefined)
    groups.set(name, (group = { name, hosts: new Map(), children: new Map() }));
  return group;
}

/** Whether `below` is `group` or below it. */
export function isWithin(groups: MadeGroups, group: string, below: string): boolean {
  if (group === below) return true;
  return [...(groups.get(group)?.children.keys() ?? [])].some((child) =>
    isWithin(groups, child, below),
  );
}

/** Who has the names that expressions cannot take. */
export function nameOwners({
  tags,
  services,
  hosts,
  ansible,
}: Inventory): (name: string) => Owner | undefined {
  const owners = new Map<string, Owner>();
  if (ansible.serviceGroups) {
    for (const service of services.values()) {
      const owner: Owner = {
        kind: 'service',
        phrase: `service \`${service.name}\``,
        span: service,
      };
      owners
        .set(serviceGroup(service.name), owner)
        .set(serviceGroup(service.name, 'absent'), owner);
    }
  }
  for (const tag of tags.values())
    owners.set(tagGroup(tag.name, ansible), {
      kind: 'tag',
      phrase: `tag \`${tag.name}\``,
      span: tag,
    });
  const ofAnsible: Owner = { kind: 'ansible', phrase: 'Ansible itself', span: undefined };
  for (const name of ['all', 'ungrouped', '_meta']) owners.set(name, ofAnsible);
  const hostsByName = new Map(hosts.map((host) => [host.name, host]));
  return (name) => {
    const owner = isReservedKey(name) ? ofAnsible : owners.get(name);
    const host = owner === undefined ? hostsByName.get(name) : undefined;
    return host === undefined
      ? owner
      : { kind: 'host', phrase: `host \`${name}\``, span: host.definition.name };
  };
}

/** A group of a host, and the expression that put it there, itself or through a group below. */
export interface Membership {
  readonly group: string;
  readonly by: Maker;
}

/** The groups that expressions made for a host, in no order. */
export function membershipsOf(groups: MadeGroups, host: string): Membership[] {
  const found = new Map<string, Maker>();
  for (const group of groups.values()) {
    const by = group.hosts.get(host);
    if (by !== undefined) found.set(group.name, by);
  }
  for (const name of found.keys()) {
    for (const parent of groups.values()) {
      const by = parent.children.get(name);
      if (by !== undefined && !found.has(parent.name)) found.set(parent.name, by);
    }
  }
  return [...found].map(([group, by]) => ({ group, by }));
}
