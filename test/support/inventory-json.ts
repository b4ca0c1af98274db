/**
 * The JSON of an inventory as `--list` and `ansible-inventory` print it, brought to one form for comparison.
 * Ansible leaves out `all.hosts`, empty groups and empty lists, does not keep the order of `children`, and adds
 * `_meta.profile` from 2.19 on; everything else must come back as we emitted it.
 */
import { parseExactJson, type ExactJson } from './exact-json.js';

export interface GroupJson {
  readonly children?: readonly string[];
  readonly hosts?: readonly string[];
  readonly vars?: Readonly<Record<string, ExactJson>>;
}

export interface InventoryJson {
  /** Host → its variables. */
  readonly hostvars: Readonly<Record<string, Readonly<Record<string, ExactJson>>>>;
  readonly groups: Readonly<Record<string, GroupJson>>;
}

/** Reads what `--list` printed, numbers by their text. */
export function parseInventory(text: string): InventoryJson {
  const { _meta, ...groups } = parseExactJson(text) as Record<string, unknown>;
  const { hostvars } = _meta as Pick<InventoryJson, 'hostvars'>;
  return { hostvars, groups: groups as InventoryJson['groups'] };
}

/** What `ansible-inventory --list --export` shows of an inventory. */
export function asExported({ hostvars, groups }: InventoryJson): InventoryJson {
  const kept = Object.entries(groups).map(([name, group]) => [name, asKept(name, group)] as const);
  return {
    hostvars: Object.fromEntries(
      Object.entries(hostvars).filter(([, vars]) => Object.keys(vars).length > 0),
    ),
    groups: Object.fromEntries(kept.filter(([, group]) => Object.keys(group).length > 0)),
  };
}

/** What `ansible-inventory --list` shows of it: the variables of groups stand with their hosts. */
export function asListed(inventory: InventoryJson): InventoryJson {
  const hostvars = Object.entries(inventory.hostvars).map(([host, own]) => {
    const inherited = Object.entries(inventory.groups).filter(([name]) =>
      isMember(host, name, inventory.groups),
    );
    const vars = inherited.flatMap(([, group]) => Object.entries(group.vars ?? {}));
    return [host, Object.fromEntries([...vars, ...Object.entries(own)])] as const;
  });
  const groups = Object.entries(inventory.groups).map(([name, group]) => {
    return [name, { children: group.children ?? [], hosts: group.hosts ?? [] }] as const;
  });
  return asExported({ hostvars: Object.fromEntries(hostvars), groups: Object.fromEntries(groups) });
}

function asKept(name: string, { children = [], hosts = [], vars = {} }: GroupJson): GroupJson {
  return {
    ...(children.length === 0 ? {} : { children: [...children].sort() }),
    ...(hosts.length === 0 || name === 'all' ? {} : { hosts }),
    ...(Object.keys(vars).length === 0 ? {} : { vars }),
  };
}

function isMember(host: string, name: string, groups: InventoryJson['groups']): boolean {
  const group = groups[name];
  if (name === 'all' || group?.hosts?.includes(host) === true) return true;
  return group?.children?.some((child) => isMember(host, child, groups)) === true;
}
