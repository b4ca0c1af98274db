/**
 * The variables of tag sets and hosts: layers in, one list of top-level variables out, by name.
 * Layers are the inventory's `vars`, the tags by order, the host's own `vars`. Values are shared: the same layers
 * give the same `Variable` objects, so that whoever writes them can write each only once.
 */
import type { Inventory, Tag } from '../model/inventory.js';
import type { MapNode, Node } from '../syntax/node.js';
import { safeName } from '../model/safe-name.js';
import { byCodePoint } from '../text/order.js';
import { overlay, settle, type OverlayListener } from './overlay.js';
import { unify, type TwinListener } from './unify.js';

/** One top-level variable. `rank` is the place of its name in `VariableMerger.names`. */
export interface Variable {
  readonly name: string;
  readonly rank: number;
  readonly value: Node;
  /** Who has this very object: all that a layer reaches, all that two layers reach, or the hosts of one tag set. */
  readonly scope: 'layer' | 'pair' | 'set';
  /** A small number that no other variable of the inventory has; -1 in the scope of a set. */
  readonly id: number;
}

/** Merges layers of one inventory. */
export interface VariableMerger {
  /** The names of all variables, in the form in which Ansible gets them, by code point. */
  readonly names: readonly string[];
  /** Inventory and tags, before the host's own; markers are still there. */
  ofTags(tags: readonly Tag[]): readonly Variable[];
  /** The host's own `vars` on top. */
  withOwn(below: readonly Variable[], own: MapNode | undefined): readonly Variable[];
  /** The final variables: markers have done their work. */
  settled(variables: readonly Variable[]): readonly Variable[];
}

/** What merging tells while it works. */
export interface MergeListener extends OverlayListener {
  readonly twin: TwinListener;
}

/** A merger for `inventory`; `usesMarkers` is false where no file holds a merge marker. */
export function createMerger(
  inventory: Inventory,
  usesMarkers: boolean,
  listener: MergeListener,
): VariableMerger {
  const { names, ranks } = rankNames(inventory);
  let count = 0;
  const newId = (): number => count++;
  const layerOf = layerReader(ranks, newId);
  const over = pairwise(newId, (lower, higher) =>
    overlay(lower.value, higher.value, { key: higher.name, parent: undefined }, listener),
  );
  const twin = usesMarkers ? listener.twin : undefined;
  const together = pairwise(newId, (first, second) => unify(first.value, second.value, twin));
  const slots = new Array<Variable | undefined>(names.length).fill(undefined);
  const final = new Map<Variable, Variable | undefined>();

  const lay = (layer: readonly Variable[]): void => {
    for (const variable of layer) {
      const below = slots[variable.rank];
      slots[variable.rank] =
        below === undefined || replacesWhole(variable.value) ? variable : over(below, variable);
    }
  };
  const settledVariable = (variable: Variable): Variable | undefined => {
    if (!final.has(variable)) {
      const value = settle(variable.value);
      final.set(
        variable,
        value === variable.value
          ? variable
          : value && { ...variable, value, id: variable.id < 0 ? -1 : newId() },
      );
    }
    return final.get(variable);
  };
  return {
    names,
    ofTags(tags) {
      lay(layerOf(inventory.vars));
      for (let at = 0, end = 0; at < tags.length; at = end) {
        while (end < tags.length && tags[end]?.order === tags[at]?.order) end++;
        lay(
          end - at === 1
            ? layerOf(tags[at]?.vars)
            : oneOrder(tags.slice(at, end), layerOf, together),
        );
      }
      const merged: Variable[] = [];
      for (let rank = 0; rank < slots.length; rank++) {
        const variable = slots[rank];
        if (variable === undefined) continue;
        merged.push(variable);
        slots[rank] = undefined;
      }
      return merged;
    },
    withOwn(below, own) {
      if (own === undefined || own.entries.length === 0) return below;
      return mergeSorted(below, ownVariables(own, ranks), over);
    },
    settled: (variables) =>
      usesMarkers ? variables.flatMap((each) => settledVariable(each) ?? []) : variables,
  };
}

/** The variables of one host by rank; nearly sorted lists are sorted in place. */
function ownVariables({ entries }: MapNode, ranks: ReadonlyMap<string, number>): Variable[] {
  const sorted: Variable[] = [];
  for (const { key: name, value } of entries) {
    const rank = ranks.get(name) ?? -1;
    let at = sorted.push({ name, rank, value, scope: 'set', id: -1 }) - 1;
    for (
      let before = sorted[at - 1];
      before !== undefined && before.rank > rank;
      before = sorted[at - 1]
    ) {
      const moved = sorted[at];
      if (moved === undefined) break;
      sorted[at] = before;
      sorted[--at] = moved;
    }
  }
  return sorted;
}

type Combine = (one: Variable, other: Variable) => Variable;
type LayerOf = (vars: MapNode | undefined) => readonly Variable[];

/** True for values that never look at what is below them. */
function replacesWhole(value: Node): boolean {
  return (
    value.kind !== 'map' &&
    value.kind !== 'unset' &&
    !(value.kind === 'list' && value.marker === 'append')
  );
}

/** The variables of one `vars`, made once. */
function layerReader(ranks: ReadonlyMap<string, number>, newId: () => number): LayerOf {
  const layers = new Map<MapNode, readonly Variable[]>();
  return (vars) => {
    if (vars === undefined) return [];
    let layer = layers.get(vars);
    if (layer === undefined) {
      layer = vars.entries.map(({ key: name, value }) => ({
        name,
        rank: ranks.get(name) ?? -1,
        value,
        scope: 'layer',
        id: newId(),
      }));
      layers.set(vars, layer);
    }
    return layer;
  };
}

/** The layer that tags of one order make together. */
function oneOrder(tags: readonly Tag[], layerOf: LayerOf, together: Combine): readonly Variable[] {
  const layer = new Map<number, Variable>();
  for (const tag of tags) {
    for (const variable of layerOf(tag.vars)) {
      const first = layer.get(variable.rank);
      layer.set(variable.rank, first === undefined ? variable : together(first, variable));
    }
  }
  return [...layer.values()];
}

/** Two lists by rank as one, by rank; what both have is combined. */
export function mergeSorted(
  lower: readonly Variable[],
  higher: readonly Variable[],
  combine: Combine,
): Variable[] {
  const merged: Variable[] = [];
  let at = 0;
  for (const variable of higher) {
    for (
      let below = lower[at];
      below !== undefined && below.rank < variable.rank;
      below = lower[++at]
    )
      merged.push(below);
    const same = lower[at];
    if (same?.rank === variable.rank) {
      merged.push(combine(same, variable));
      at++;
    } else merged.push(variable);
  }
  for (let below = lower[at]; below !== undefined; below = lower[++at]) merged.push(below);
  return merged;
}

/** Combines values, and remembers the results for pairs of layers. A side that wins whole stays itself. */
function pairwise(newId: () => number, combine: (one: Variable, other: Variable) => Node): Combine {
  const known = new Map<Variable, Map<Variable, Variable>>();
  const compute = (one: Variable, other: Variable, scope: Variable['scope']): Variable => {
    const value = combine(one, other);
    return value === other.value
      ? other
      : value === one.value
        ? one
        : { name: other.name, rank: other.rank, value, scope, id: scope === 'set' ? -1 : newId() };
  };
  return (one, other) => {
    if (one.scope !== 'layer' || other.scope !== 'layer') return compute(one, other, 'set');
    let row = known.get(one);
    if (row === undefined) {
      row = new Map<Variable, Variable>();
      known.set(one, row);
    }
    let result = row.get(other);
    if (result === undefined) row.set(other, (result = compute(one, other, 'pair')));
    return result;
  };
}

/** Every top-level variable of the inventory: its names for Ansible by code point, and the place of each written name. */
function rankNames({ vars, tags, hosts }: Inventory): {
  readonly names: readonly string[];
  readonly ranks: ReadonlyMap<string, number>;
} {
  const written = new Set<string>();
  const add = (map: MapNode | undefined): void => {
    for (const entry of map?.entries ?? []) written.add(entry.key);
  };
  add(vars);
  for (const tag of tags.values()) add(tag.vars);
  for (const host of hosts) if (host.definition.vars !== undefined) add(host.definition.vars);
  const sorted = [...written]
    .map((name) => ({ name, safe: safeName(name) }))
    .sort((a, b) => byCodePoint(a.safe, b.safe));
  return {
    names: sorted.map((each) => each.safe),
    ranks: new Map(sorted.map(({ name }, rank) => [name, rank])),
  };
}
