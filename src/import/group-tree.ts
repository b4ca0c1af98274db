/**
 * Ansible's groups in its own order of precedence (depth, then priority, then name; `all` first), and which hosts have
 * which of them. Hosts of the same groups share one membership, so that what concerns them is looked at once.
 */
import type { Node } from '../syntax/node.js';
import { identical } from '../resolve/unify.js';
import { byCodePoint } from '../text/order.js';
import { noVariables, type AnsibleInventory, type Variables } from './ansible-document.js';

/** A group; `rank` is its place in `GroupTree.groups`. */
export interface RankedGroup {
  readonly name: string;
  readonly rank: number;
  /** The longest way from `all`, which has 0. */
  readonly depth: number;
  readonly priority: number;
  /** Names of the groups above it, by code point; `all` is left out. */
  readonly parents: readonly string[];
  /** The variables of the group as a whole: inline ones below those of files. A priority that works is none. */
  readonly vars: Variables;
}

/** The groups of some hosts, `all` among them, by ascending rank. */
export interface Membership {
  readonly groups: readonly RankedGroup[];
  readonly hosts: string[];
}

export interface GroupTree {
  /** By rank; `all` is the first, `ungrouped` is not there. */
  readonly groups: readonly RankedGroup[];
  readonly memberships: readonly Membership[];
  /** Group → all groups above it, `all` not among them. */
  readonly ancestors: ReadonlyMap<string, ReadonlySet<string>>;
}

const priorityName = 'ansible_group_priority';

export function growTree(inventory: AnsibleInventory): GroupTree {
  const parents = parentsOf(inventory);
  const ancestors = ancestorsOf(parents);
  const direct = directGroups(inventory);
  const closures = new Map(
    inventory.hosts.map((host) => [host, closureOf(direct.get(host) ?? [], ancestors)]),
  );
  const groups = rankGroups(inventory, parents, closures);
  return { groups, ancestors, memberships: membershipsOf(groups, closures) };
}

function parentsOf({ groups }: AnsibleInventory): ReadonlyMap<string, string[]> {
  const parents = new Map<string, string[]>();
  for (const name of groups.keys())
    if (name !== 'all' && name !== 'ungrouped') parents.set(name, []);
  for (const { name, children } of groups.values()) {
    if (name === 'all' || name === 'ungrouped') continue;
    for (const child of children) parents.get(child)?.push(name);
  }
  for (const names of parents.values()) names.sort(byCodePoint);
  return parents;
}

function ancestorsOf(
  parents: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...parents].map(([name, above]) => {
      const reached = new Set(above);
      for (const each of reached) for (const parent of parents.get(each) ?? []) reached.add(parent);
      return [name, reached];
    }),
  );
}

/** Host → the groups that name it, `all` and `ungrouped` left out. */
export function directGroups({
  groups,
}: Pick<AnsibleInventory, 'groups'>): ReadonlyMap<string, readonly string[]> {
  const direct = new Map<string, string[]>();
  for (const { name, hosts } of groups.values()) {
    if (name === 'all' || name === 'ungrouped') continue;
    for (const host of hosts) {
      const known = direct.get(host);
      if (known === undefined) direct.set(host, [name]);
      else known.push(name);
    }
  }
  return direct;
}

function closureOf(
  direct: readonly string[],
  ancestors: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const closure = new Set(direct);
  for (const name of direct) for (const above of ancestors.get(name) ?? []) closure.add(above);
  return closure;
}

function rankGroups(
  inventory: AnsibleInventory,
  parents: ReadonlyMap<string, readonly string[]>,
  closures: ReadonlyMap<string, ReadonlySet<string>>,
): RankedGroup[] {
  const depths = new Map<string, number>();
  const depthOf = (name: string): number => {
    let depth = depths.get(name);
    if (depth === undefined)
      depths.set(
        name,
        (depth =
          1 +
          (parents.get(name) ?? []).reduce((most, parent) => Math.max(most, depthOf(parent)), 0)),
      );
    return depth;
  };
  const working = workingPriorities(inventory, closures);
  const unranked = [...parents].map(([name, above]) => {
    const priority = working.get(name);
    const vars = inventory.groupVars.get(name) ?? noVariables;
    return {
      name,
      depth: depthOf(name),
      priority: priority ?? 1,
      parents: above,
      vars: priority === undefined ? vars : without(vars, priorityName),
    };
  });
  unranked.sort(
    (a, b) => a.depth - b.depth || a.priority - b.priority || byCodePoint(a.name, b.name),
  );
  const all = {
    name: 'all',
    depth: 0,
    priority: 1,
    parents: [],
    vars: inventory.groupVars.get('all') ?? noVariables,
  };
  return [all, ...unranked].map((group, rank) => ({ ...group, rank }));
}

/**
 * Group → its priority, where that is one to Ansible. Written in a vars file it is an ordinary variable, which the
 * hosts of the group then have; a priority that works is no variable of theirs.
 */
function workingPriorities(
  { groupVars, final }: AnsibleInventory,
  closures: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const working = new Map<string, { readonly number: number; readonly value: Node }>();
  for (const [name, vars] of groupVars) {
    const value = vars.get(priorityName);
    if (value?.kind === 'int') working.set(name, { number: Number(value.value), value });
  }
  if (working.size === 0) return new Map();
  for (const [host, closure] of closures) {
    const shown = final.get(host)?.get(priorityName);
    if (shown === undefined) continue;
    for (const name of closure) {
      const priority = working.get(name);
      if (priority !== undefined && identical(priority.value, shown)) working.delete(name);
    }
  }
  return new Map([...working].map(([name, { number }]) => [name, number]));
}

function without(vars: Variables, name: string): Variables {
  return new Map([...vars].filter(([key]) => key !== name));
}

function membershipsOf(
  groups: readonly RankedGroup[],
  closures: ReadonlyMap<string, ReadonlySet<string>>,
): Membership[] {
  const known = new Map<string, Membership>();
  const byName = new Map(groups.map((group) => [group.name, group]));
  for (const [host, closure] of closures) {
    const ranks = [...closure].map((name) => byName.get(name)?.rank ?? 0).sort((a, b) => a - b);
    const key = ranks.join();
    let membership = known.get(key);
    if (membership === undefined)
      known.set(
        key,
        (membership = { groups: [0, ...ranks].flatMap((rank) => groups[rank] ?? []), hosts: [] }),
      );
    membership.hosts.push(host);
  }
  return [...known.values()];
}
