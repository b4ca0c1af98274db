/**
 * Who wins each variable: for hosts of the same groups, each variable that any of their groups sets, and which of the
 * groups gave them the value that Ansible says they have. Nothing here knows Ansible's rules about files and inline
 * values: a group whose value is the result is taken for its origin, the strongest of them where there are several.
 */
import type { Node } from '../syntax/node.js';
import { overlay, settle, type OverlayListener } from '../resolve/overlay.js';
import { identical } from '../resolve/unify.js';
import { noVariables, type AnsibleInventory } from './ansible-document.js';
import type { GroupTree, Membership, RankedGroup } from './group-tree.js';

/** A group's value of the variable. */
export interface Candidate {
  readonly group: RankedGroup;
  readonly value: Node;
}

/** Hosts with one result: the groups whose values make it, the strongest last; none where no group explains it. */
export interface Outcome {
  /** Undefined where the variable is absent although a group sets it. */
  readonly target: Node | undefined;
  readonly hosts: string[];
  readonly winners: readonly Candidate[];
}

/** One variable on the hosts of one membership. */
export interface Contest {
  readonly membership: Membership;
  readonly variable: string;
  /** By ascending rank. */
  readonly candidates: readonly Candidate[];
  /** Of the hosts that do not set it themselves. */
  readonly outcomes: readonly Outcome[];
}

export type HashBehaviour = 'replace' | 'merge';

export const silent: OverlayListener = {
  marked() {
    // Markers are set where they are needed, later.
  },
  badAppend() {
    // There is no `!append` in what Ansible says.
  },
};

export function findContests(
  inventory: AnsibleInventory,
  { memberships }: GroupTree,
  behaviour: HashBehaviour,
): Contest[] {
  return memberships.flatMap((membership) =>
    [...candidatesOf(membership)].map(([variable, candidates]) => ({
      membership,
      variable,
      candidates,
      outcomes: outcomesOf(inventory, membership, variable, candidates, behaviour),
    })),
  );
}

/** `lower` with `higher` over it, as this format merges. */
export function merged(lower: Node | undefined, higher: Node, variable: string): Node {
  return lower === undefined
    ? higher
    : overlay(lower, higher, { key: variable, parent: undefined }, silent);
}

function candidatesOf({ groups }: Membership): ReadonlyMap<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const group of groups) {
    for (const [variable, value] of group.vars) {
      const known = found.get(variable);
      if (known === undefined) found.set(variable, [{ group, value }]);
      else known.push({ group, value });
    }
  }
  return found;
}

function outcomesOf(
  inventory: AnsibleInventory,
  { hosts }: Membership,
  variable: string,
  candidates: readonly Candidate[],
  behaviour: HashBehaviour,
): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const host of hosts) {
    if (inventory.own.get(host)?.has(variable) === true) continue;
    const target = (inventory.final.get(host) ?? noVariables).get(variable);
    const known = outcomes.find((each) => isSame(each.target, target));
    if (known !== undefined) known.hosts.push(host);
    else
      outcomes.push({
        target,
        hosts: [host],
        winners: winnersOf(target, variable, candidates, behaviour),
      });
  }
  return outcomes;
}

function winnersOf(
  target: Node | undefined,
  variable: string,
  candidates: readonly Candidate[],
  behaviour: HashBehaviour,
): readonly Candidate[] {
  if (target === undefined) return [];
  if (behaviour === 'merge' && target.kind === 'map') {
    const layers = candidates.slice(
      candidates.findLastIndex(({ value }) => value.kind !== 'map') + 1,
    );
    const result = layers.reduce<Node | undefined>(
      (below, { value }) => merged(below, value, variable),
      undefined,
    );
    if (result !== undefined && isSame(settle(result), target)) return layers;
  }
  const winner = candidates.findLast(({ value }) => identical(value, target));
  return winner === undefined ? [] : [winner];
}

function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && identical(one, other));
}
