/**
 * An order for every group such that the winner of each contest is above the others. Ansible's own precedence decides
 * wherever it can: one order for each depth, further ones only for groups that set one variable differently on a host.
 * What contradicts Ansible's precedence (files against inline values) is followed as long as no circle comes of it.
 */
import { findClashes, identical } from '../resolve/unify.js';
import type { Candidate, Contest, HashBehaviour } from './contests.js';
import type { GroupTree, RankedGroup } from './group-tree.js';

/** Group → the variables of it that decide something somewhere, or that have no host to decide anything for. */
export type Retained = ReadonlyMap<RankedGroup, ReadonlySet<string>>;

/** The values that some host gets; those of groups without hosts stay, too. */
export function retainedValues(
  { groups, memberships }: GroupTree,
  contests: readonly Contest[],
): Retained {
  const retained = new Map<RankedGroup, Set<string>>();
  const inhabited = new Set(memberships.flatMap((membership) => membership.groups));
  for (const group of groups)
    retained.set(group, new Set(inhabited.has(group) ? [] : group.vars.keys()));
  for (const { variable, outcomes } of contests) {
    for (const { winners } of outcomes)
      for (const { group } of winners) retained.get(group)?.add(variable);
  }
  return retained;
}

/** The candidates of a contest that are kept. */
export function keptCandidates(
  { candidates, variable }: Contest,
  retained: Retained,
): readonly Candidate[] {
  return candidates.filter(({ group }) => retained.get(group)?.has(variable) === true);
}

/** Ranks of groups that must be above a group. */
type Above = ReadonlyMap<number, Set<number>>;

/** Group → its order. `all` has none: its variables are the weakest layer. */
export function assignOrders(
  tree: GroupTree,
  contests: readonly Contest[],
  retained: Retained,
  behaviour: HashBehaviour,
): ReadonlyMap<RankedGroup, number> {
  const above: Above = new Map(tree.groups.map(({ rank }) => [rank, new Set<number>()]));
  const byName = new Map(tree.groups.map((group) => [group.name, group]));
  for (const group of tree.groups)
    for (const parent of group.parents) above.get(byName.get(parent)?.rank ?? 0)?.add(group.rank);
  const contrary = addWinners(above, contests, retained, behaviour);
  for (const [lower, higher] of contrary)
    if (!reaches(above, higher, lower)) above.get(lower)?.add(higher);
  separateOthers(above, contests, retained, behaviour, contrary.length > 0);
  const ranks = inTopologicalOrder(above);
  for (const step of [10, 100, 1000, 10_000, 100_000]) {
    const orders = ordersWith(tree.groups, ranks, above, step);
    if (
      step === 100_000 ||
      contrary.length > 0 ||
      tree.groups.every(({ rank, depth }) => (orders[rank] ?? 0) < (depth + 1) * step)
    ) {
      return new Map(tree.groups.slice(1).map((group) => [group, orders[group.rank] ?? 0]));
    }
  }
  throw new Error('no step between depths');
}

/** Puts winners above the others where Ansible's precedence does, too; returns where it does not, most hosts first. */
function addWinners(
  above: Above,
  contests: readonly Contest[],
  retained: Retained,
  behaviour: HashBehaviour,
): (readonly [number, number])[] {
  const contrary = new Map<string, { readonly edge: readonly [number, number]; hosts: number }>();
  for (const contest of contests) {
    const kept = keptCandidates(contest, retained);
    for (const { winners, hosts } of contest.outcomes) {
      const winner = winners.at(-1);
      if (winner === undefined || winner.group.rank === 0) continue;
      for (const other of kept) {
        if (other.group.rank === 0 || !mustBeApart(other, winner, behaviour)) continue;
        const edge = [other.group.rank, winner.group.rank] as const;
        if (edge[0] < edge[1]) {
          above.get(edge[0])?.add(edge[1]);
          continue;
        }
        const known = contrary.get(edge.join());
        if (known === undefined) contrary.set(edge.join(), { edge, hosts: hosts.length });
        else known.hosts += hosts.length;
      }
    }
  }
  return [...contrary.values()].sort((a, b) => b.hosts - a.hosts).map(({ edge }) => edge);
}

/** Values that differ on a host may not share an order, even below a winner. */
function separateOthers(
  above: Above,
  contests: readonly Contest[],
  retained: Retained,
  behaviour: HashBehaviour,
  hasContrary: boolean,
): void {
  for (const contest of contests) {
    const kept = keptCandidates(contest, retained).filter(({ group }) => group.rank > 0);
    for (const [place, lower] of kept.entries()) {
      for (const higher of kept.slice(place + 1)) {
        if (!mustBeApart(lower, higher, behaviour)) continue;
        if (hasContrary && reaches(above, higher.group.rank, lower.group.rank)) continue;
        above.get(lower.group.rank)?.add(higher.group.rank);
      }
    }
  }
}

/** Maps of one order would merge, which is what `hash_behaviour=merge` wants and otherwise must not be. */
function mustBeApart(one: Candidate, other: Candidate, behaviour: HashBehaviour): boolean {
  if (one.group === other.group) return false;
  if (behaviour === 'replace') return !identical(one.value, other.value);
  return findClashes(one.value, other.value, { key: '', parent: undefined }).length > 0;
}

function reaches(above: Above, from: number, to: number): boolean {
  const reached = new Set([from]);
  for (const rank of reached) {
    if (rank === to) return true;
    for (const next of above.get(rank) ?? []) reached.add(next);
  }
  return false;
}

/** Ranks, each behind those that must be below it. */
function inTopologicalOrder(above: Above): readonly number[] {
  const below = new Map([...above.keys()].map((rank) => [rank, 0]));
  for (const higher of above.values())
    for (const rank of higher) below.set(rank, (below.get(rank) ?? 0) + 1);
  const ready = [...below].filter(([, count]) => count === 0).map(([rank]) => rank);
  for (const rank of ready) {
    for (const higher of above.get(rank) ?? []) {
      const left = (below.get(higher) ?? 0) - 1;
      below.set(higher, left);
      if (left === 0) ready.push(higher);
    }
  }
  return ready;
}

function ordersWith(
  groups: readonly RankedGroup[],
  ranks: readonly number[],
  above: Above,
  step: number,
): readonly number[] {
  const orders = groups.map(({ depth }) => depth * step);
  for (const rank of ranks) {
    for (const higher of above.get(rank) ?? [])
      orders[higher] = Math.max(orders[higher] ?? 0, (orders[rank] ?? 0) + 1);
  }
  return orders;
}
