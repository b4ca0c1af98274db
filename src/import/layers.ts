/**
 * What the tags alone give to the hosts of a membership, by this format's own rules, and which maps need `!replace` so
 * that they replace a lower one as Ansible does. Values of one order are identical here, or compatible maps.
 */
import type { Node } from '../syntax/node.js';
import { settle } from '../resolve/overlay.js';
import { identical, unify } from '../resolve/unify.js';
import { merged, type Candidate, type Contest, type HashBehaviour } from './contests.js';
import type { Membership, RankedGroup } from './group-tree.js';
import { keptCandidates, type Retained } from './orders.js';

/** What is below a host's own variables. */
export interface TagLayers {
  /** The value that the tags give; undefined where they give none. */
  valueOf(membership: Membership, variable: string): Node | undefined;
  /** True for a map that must be written with `!replace`. */
  isMarked(group: RankedGroup, variable: string): boolean;
}

export type Orders = ReadonlyMap<RankedGroup, number>;

export function layTags(
  contests: readonly Contest[],
  retained: Retained,
  orders: Orders,
  behaviour: HashBehaviour,
): TagLayers {
  const marks = new Set<string>();
  const values = new Map<Membership, Map<string, Node>>();
  const twins: (readonly string[])[] = [];
  for (const contest of contests) {
    const { membership, variable } = contest;
    let value: Node | undefined;
    for (const layer of layersOf(keptCandidates(contest, retained), orders)) {
      const higher = together(layer);
      if (higher === undefined) continue;
      if (behaviour === 'replace' && !replaces(value, higher, variable))
        for (const { group } of layer) marks.add(markOf(group, variable));
      value = behaviour === 'replace' ? higher : settle(merged(value, higher, variable));
      if (layer.length > 1 && higher.kind === 'map')
        twins.push(layer.map(({ group }) => markOf(group, variable)));
    }
    if (value === undefined) continue;
    const known = values.get(membership);
    if (known === undefined) values.set(membership, new Map([[variable, value]]));
    else known.set(variable, value);
  }
  alignMarks(marks, twins);
  return {
    valueOf: (membership, variable) => values.get(membership)?.get(variable),
    isMarked: (group, variable) => marks.has(markOf(group, variable)),
  };
}

/** True if `higher`, laid over `lower` as a plain value, is the result; false where a map needs `!replace` for that. */
export function replaces(lower: Node | undefined, higher: Node, variable: string): boolean {
  if (lower?.kind !== 'map' || higher.kind !== 'map') return true;
  return identical(merged(lower, higher, variable), higher);
}

/** The candidates by ascending order, those of one order together; `all` is below them. */
function layersOf(
  candidates: readonly Candidate[],
  orders: Orders,
): readonly (readonly Candidate[])[] {
  const layers = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const order = orders.get(candidate.group) ?? -Infinity;
    const known = layers.get(order);
    if (known === undefined) layers.set(order, [candidate]);
    else known.push(candidate);
  }
  return [...layers].sort(([one], [other]) => one - other).map(([, layer]) => layer);
}

function together([first, ...others]: readonly Candidate[]): Node | undefined {
  return first && others.reduce((one, other) => unify(one, other.value), first.value);
}

/** Identical maps of one order are written alike: where one has a mark, the others get it. */
function alignMarks(marks: Set<string>, twins: readonly (readonly string[])[]): void {
  for (let before = -1; before < marks.size;) {
    before = marks.size;
    for (const names of twins)
      if (names.some((name) => marks.has(name))) for (const name of names) marks.add(name);
  }
}

function markOf({ rank }: RankedGroup, variable: string): string {
  return `${rank} ${variable}`;
}
