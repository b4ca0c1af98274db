/**
 * The conversion: what Ansible says → the variables, tags and hosts of an inventory of this format, and what a person
 * should know about it. Pure; nothing is written or proven here.
 */
import type { MapNode, Node } from '../syntax/node.js';
import { settle } from '../resolve/overlay.js';
import { identical } from '../resolve/unify.js';
import { byCodePoint } from '../text/order.js';
import { noVariables, type AnsibleInventory, type Variables } from './ansible-document.js';
import { findContests, merged, type Contest, type HashBehaviour } from './contests.js';
import { nowhere } from './exact-json.js';
import {
  directGroups,
  growTree,
  type GroupTree,
  type Membership,
  type RankedGroup,
} from './group-tree.js';
import { layTags, replaces, type TagLayers } from './layers.js';
import { assignOrders, retainedValues, type Retained } from './orders.js';

/** A variable as it is written: a value that may have a marker. */
export interface PlannedVariable {
  readonly name: string;
  readonly value: Node;
}

export interface PlannedTag {
  readonly name: string;
  readonly order: number;
  readonly includes: readonly string[];
  readonly vars: readonly PlannedVariable[];
}

export interface PlannedHost {
  readonly name: string;
  readonly tags: readonly string[];
  readonly vars: readonly PlannedVariable[];
}

/** A variable that a host gets as its own although a group set it, and why. */
export interface MovedVariable {
  readonly variable: string;
  readonly host: string;
  /** It stood in `ungrouped`; no order of tags gives it; or the tags give it and Ansible does not. */
  readonly reason: 'ungrouped' | 'no-order' | 'vanished';
}

export interface Plan {
  readonly vars: readonly PlannedVariable[];
  readonly tags: readonly PlannedTag[];
  /** In Ansible's order. */
  readonly hosts: readonly PlannedHost[];
  readonly moved: readonly MovedVariable[];
  readonly tree: GroupTree;
  readonly contests: readonly Contest[];
  readonly retained: Retained;
}

export function planImport(inventory: AnsibleInventory, behaviour: HashBehaviour): Plan {
  const tree = growTree(inventory);
  const contests = findContests(inventory, tree, behaviour);
  const retained = retainedValues(tree, contests);
  const orders = assignOrders(tree, contests, retained, behaviour);
  const layers = layTags(contests, retained, orders, behaviour);
  const [all, ...groups] = tree.groups.map((group) => ({
    group,
    vars: keptVariables(group, retained, layers),
  }));
  const tags = groups.map(({ group, vars }): PlannedTag => ({
    name: group.name,
    order: orders.get(group) ?? 0,
    includes: group.parents,
    vars,
  }));
  const direct = directGroups(inventory);
  const moved: MovedVariable[] = [];
  const ownOf = ownVariables(inventory, layers, behaviour, moved);
  const membershipOf = new Map(
    tree.memberships.flatMap((membership) =>
      membership.hosts.map((host) => [host, membership] as const),
    ),
  );
  const hosts = inventory.hosts.map((name): PlannedHost => ({
    name,
    tags: direct.get(name) ?? [],
    vars: ownOf(name, membershipOf.get(name)),
  }));
  return {
    vars: all?.vars ?? [],
    tags: inReadingOrder(tags),
    hosts,
    moved,
    tree,
    contests,
    retained,
  };
}

/** Tags by order, then by name. */
function inReadingOrder(tags: readonly PlannedTag[]): readonly PlannedTag[] {
  return [...tags].sort((a, b) => a.order - b.order || byCodePoint(a.name, b.name));
}

function keptVariables(
  group: RankedGroup,
  retained: Retained,
  layers: TagLayers,
): PlannedVariable[] {
  const kept = retained.get(group);
  return sortedVariables(group.vars).flatMap(([name, value]) => {
    if (kept?.has(name) !== true) return [];
    return [
      {
        name,
        value: value.kind === 'map' && layers.isMarked(group, name) ? replacing(value) : value,
      },
    ];
  });
}

/** Makes the variables of a host: its own, and those that it would not get from its tags. */
function ownVariables(
  inventory: AnsibleInventory,
  layers: TagLayers,
  behaviour: HashBehaviour,
  moved: MovedVariable[],
): (host: string, membership: Membership | undefined) => readonly PlannedVariable[] {
  const { groups, groupVars } = inventory;
  const ungrouped = groupVars.get('ungrouped') ?? noVariables;
  const isUngrouped = new Set(groups.get('ungrouped')?.hosts);
  const fromTags = new Map<Membership, readonly string[]>();
  return (host, membership) => {
    const own = inventory.own.get(host) ?? noVariables;
    const final = inventory.final.get(host) ?? noVariables;
    const names = new Set([...own.keys(), ...final.keys()]);
    if (membership !== undefined)
      for (const name of tagVariables(membership, fromTags)) names.add(name);
    const planned: PlannedVariable[] = [];
    for (const name of [...names].sort(byCodePoint)) {
      const below = membership && layers.valueOf(membership, name);
      const value = ownValue(name, own.get(name), final.get(name), below, behaviour);
      if (value === undefined) continue;
      planned.push({ name, value });
      if (own.has(name)) continue;
      const before = isUngrouped.has(host) ? ungrouped.get(name) : undefined;
      const reason =
        value.kind === 'unset'
          ? 'vanished'
          : before !== undefined && identical(before, value)
            ? 'ungrouped'
            : 'no-order';
      moved.push({ variable: name, host, reason });
    }
    return planned;
  };
}

/** The names of all variables that the groups of a membership set. */
function tagVariables(
  membership: Membership,
  known: Map<Membership, readonly string[]>,
): readonly string[] {
  let names = known.get(membership);
  if (names === undefined)
    known.set(
      membership,
      (names = [...new Set(membership.groups.flatMap((group) => [...group.vars.keys()]))]),
    );
  return names;
}

/** What a host must set itself so that the result is `final`; undefined for nothing. */
function ownValue(
  name: string,
  own: Node | undefined,
  final: Node | undefined,
  below: Node | undefined,
  behaviour: HashBehaviour,
): Node | undefined {
  if (final === undefined) return below === undefined ? undefined : { kind: 'unset', ...nowhere };
  if (
    own !== undefined &&
    behaviour === 'merge' &&
    isResult(settle(merged(below, own, name)), final)
  )
    return own;
  if (own === undefined && isResult(below, final)) return undefined;
  return final.kind === 'map' && !replaces(below, final, name) ? replacing(final) : final;
}

function isResult(value: Node | undefined, final: Node): boolean {
  return value !== undefined && identical(value, final);
}

function replacing(map: MapNode): Node {
  return { ...map, marker: 'replace' };
}

function sortedVariables(vars: Variables): readonly (readonly [string, Node])[] {
  return [...vars].sort(([one], [other]) => byCodePoint(one, other));
}
