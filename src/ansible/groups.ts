/**
 * The groups that Ansible receives (format reference, section 11): one for each tag with the hosts that list it,
 * one for each service with the hosts where it is present (and one where it is absent), those that expressions make,
 * `all` and `ungrouped`.
 */
import { componentData, type Data } from '../model/component-data.js';
import type { Inventory } from '../model/inventory.js';
import { serviceGroup, serviceVariable, tagGroup } from '../model/safe-name.js';
import { secretSourceData } from '../model/secret-source-data.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';

export interface Group {
  readonly name: string;
  /** Host names in file order. */
  readonly hosts: string[];
  /** Groups below this one, by code point. */
  readonly children: readonly string[];
  readonly vars: Readonly<Record<string, Data>> | undefined;
}

/** Every group but `all`, by code point of the names; `ungrouped` is one of them. */
export function buildGroups({ inventory, hosts, groups: made }: ResolvedInventory): Group[] {
  const children = childGroups(inventory);
  const tags = new Map<string, Group>();
  for (const tag of inventory.tags.keys()) {
    const name = tagGroup(tag, inventory.ansible);
    tags.set(tag, {
      name,
      hosts: [],
      children: sortedNames(children.get(tag), made.get(name)?.children.keys()),
      vars: undefined,
    });
  }
  const services = serviceGroups(inventory);
  const ofTags = new Set([...tags.values()].map((group) => group.name));
  const constructed = [...made.values()].filter((group) => !ofTags.has(group.name));
  const placed = new Set(constructed.flatMap((group) => [...group.hosts.keys()]));
  const ungrouped: Group = { name: 'ungrouped', hosts: [], children: [], vars: undefined };
  for (const { host, services: assigned } of hosts) {
    let grouped = false;
    for (const name of host.definition.tags.names) {
      const group = tags.get(name);
      if (group === undefined) continue;
      grouped = true;
      if (group.hosts.at(-1) !== host.name) group.hosts.push(host.name);
    }
    for (const { service, given } of assigned)
      services.get(`${given.state} ${service.name}`)?.hosts.push(host.name);
    if (!grouped && !placed.has(host.name)) ungrouped.hosts.push(host.name);
  }
  const present = [...services]
    .filter(([key, group]) => !key.startsWith('absent ') || group.hosts.length > 0)
    .map(([, group]) => group);
  const ofExpressions = constructed.map((group): Group => ({
    name: group.name,
    hosts: [...group.hosts.keys()],
    children: sortedNames(group.children.keys()),
    vars: undefined,
  }));
  return [...tags.values(), ...present, ...ofExpressions, ungrouped].sort((a, b) =>
    byCodePoint(a.name, b.name),
  );
}

/** The group `all`: every host, and every group that is no other group's child. */
export function groupOfAll(
  { inventory, hosts }: ResolvedInventory,
  groups: readonly Group[],
): Group {
  const nested = new Set(groups.flatMap((group) => group.children));
  const { secretSources } = inventory;
  return {
    name: 'all',
    hosts: hosts.map(({ host }) => host.name),
    children: groups.map((group) => group.name).filter((name) => !nested.has(name)),
    vars:
      secretSources.size === 0
        ? undefined
        : { inventory_secret_sources: secretSourceData(secretSources.values()) },
  };
}

function sortedNames(...names: readonly (Iterable<string> | undefined)[]): readonly string[] {
  return names.flatMap((each) => [...(each ?? [])]).sort(byCodePoint);
}

/** Tag → the groups of the tags that include it. */
function childGroups({ tags, ansible }: Inventory): ReadonlyMap<string, ReadonlySet<string>> {
  const children = new Map<string, Set<string>>();
  for (const tag of tags.values()) {
    for (const { name } of tag.includes) {
      const known = children.get(name) ?? new Set<string>();
      children.set(name, known.add(tagGroup(tag.name, ansible)));
    }
  }
  return children;
}

/** `<state> <service>` → its group; each carries the components. */
function serviceGroups({ services, ansible }: Inventory): Map<string, Group> {
  const groups = new Map<string, Group>();
  if (!ansible.serviceGroups) return groups;
  for (const service of services.values()) {
    const vars = { [serviceVariable(service.name)]: componentData(service.components) };
    for (const state of ['present', 'absent'] as const) {
      groups.set(`${state} ${service.name}`, {
        name: serviceGroup(service.name, state),
        hosts: [],
        children: [],
        vars,
      });
    }
  }
  return groups;
}
