/**
 * The variables of tag sets and hosts: layers in, one list of top-level variables out, by name.
 * Layers are the inventory's `vars`, the tags by order, the host's own `vars`. Values are shared: the same layers
 * give the same `Variable` objects, so that whoever writes them can write each only once.
 */
import type { Inventory, Tag } from '../model/inventory.js';
import type { MapNode, Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { overlay, settle, type OverlayListener } from './overlay.js';
import { unify } from './unify.js';

/** One top-level variable. `rank` orders names by code point within one inventory. */
export interface Variable {
  readonly name: string;
  readonly rank: number;
  readonly value: Node;
}

/** Merges layers of one inventory. */
export interface VariableMerger {
  /** Inventory and tags, before the host's own; markers are still there. */
  ofTags(tags: readonly Tag[]): readonly Variable[];
  /** The host's own `vars` on top. */
  withOwn(below: readonly Variable[], own: MapNode | undefined): readonly Variable[];
  /** The final variables: markers have done their work. */
  settled(variables: readonly Variable[]): readonly Variable[];
}

/** A merger for `inventory`; `usesMarkers` is false where no file holds a merge marker. */
export function createMerger(inventory: Inventory, usesMarkers: boolean, listener: OverlayListener): VariableMerger {
  const names = rankNames(inventory);
  const layers = new Map<MapNode, readonly Variable[]>();
  const combine = pairwise((lower, higher) => ({ ...higher, value: overlay(lower.value, higher.value, { key: higher.name, parent: undefined }, listener) }));
  const together = pairwise((first, second) => ({ ...first, value: unify(first.value, second.value) }));
  const final = new Map<Variable, Variable | undefined>();

  const layerOf = (vars: MapNode | undefined): readonly Variable[] => {
    if (vars === undefined) return [];
    let layer = layers.get(vars);
    if (layer === undefined) {
      layer = vars.entries.map(({ key: name, value }) => ({ name, rank: names.get(name) ?? -1, value }));
      layers.set(vars, layer);
    }
    return layer;
  };
  const settledVariable = (variable: Variable): Variable | undefined => {
    if (!final.has(variable)) {
      const value = settle(variable.value);
      final.set(variable, value === variable.value ? variable : value && { ...variable, value });
    }
    return final.get(variable);
  };
  return {
    ofTags(tags) {
      const slots = new Array<Variable | undefined>(names.size);
      lay(slots, layerOf(inventory.vars), combine);
      for (let at = 0; at < tags.length; ) {
        const order = tags[at]?.order;
        let end = at + 1;
        while (end < tags.length && tags[end]?.order === order) end++;
        lay(slots, oneOrder(tags.slice(at, end), layerOf, together), combine);
        at = end;
      }
      return slots.filter((each) => each !== undefined);
    },
    withOwn(below, own) {
      if (own === undefined || own.entries.length === 0) return below;
      const higher = [...layerOf(own)].sort((a, b) => a.rank - b.rank);
      return mergeSorted(below, higher, combine);
    },
    settled: (variables) => (usesMarkers ? variables.flatMap((each) => settledVariable(each) ?? []) : variables),
  };
}

type Combine = (one: Variable, other: Variable) => Variable;

/** Lays a layer over what the slots hold. */
function lay(slots: (Variable | undefined)[], layer: readonly Variable[], combine: Combine): void {
  for (const variable of layer) {
    const below = slots[variable.rank];
    slots[variable.rank] = below === undefined ? variable : combine(below, variable);
  }
}

/** The layer that tags of one order make together. */
function oneOrder(tags: readonly Tag[], layerOf: (vars: MapNode | undefined) => readonly Variable[], together: Combine): readonly Variable[] {
  const [only] = tags;
  if (tags.length === 1) return layerOf(only?.vars);
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
export function mergeSorted(lower: readonly Variable[], higher: readonly Variable[], combine: Combine): Variable[] {
  const merged: Variable[] = [];
  let at = 0;
  for (const variable of higher) {
    for (let below = lower[at]; below !== undefined && below.rank < variable.rank; below = lower[++at]) merged.push(below);
    const same = lower[at];
    if (same?.rank === variable.rank) {
      merged.push(combine(same, variable));
      at++;
    } else merged.push(variable);
  }
  for (let below = lower[at]; below !== undefined; below = lower[++at]) merged.push(below);
  return merged;
}

/** Remembers results by the pair of variables, so that shared layers give shared values. A plain winner is kept as it is. */
function pairwise(combine: Combine): Combine {
  const known = new Map<Variable, Map<Variable, Variable>>();
  return (one, other) => {
    if (other.value.kind !== 'map' && other.value.kind !== 'list' && other.value.kind !== 'unset') {
      const plain = combine(one, other);
      return plain.value === other.value ? other : plain.value === one.value ? one : plain;
    }
    let row = known.get(one);
    if (row === undefined) known.set(one, (row = new Map()));
    let result = row.get(other);
    if (result === undefined) {
      result = combine(one, other);
      if (result.value === other.value) result = other;
      else if (result.value === one.value) result = one;
      row.set(other, result);
    }
    return result;
  };
}

/** Name → rank, for every top-level variable of the inventory. */
function rankNames({ vars, tags, hosts }: Inventory): ReadonlyMap<string, number> {
  const names = new Set<string>();
  const add = (map: MapNode | undefined): void => {
    for (const entry of map?.entries ?? []) names.add(entry.key);
  };
  add(vars);
  for (const tag of tags.values()) add(tag.vars);
  for (const host of hosts) if (host.definition.vars !== undefined) add(host.definition.vars);
  return new Map([...names].sort(byCodePoint).map((name, rank) => [name, rank]));
}
