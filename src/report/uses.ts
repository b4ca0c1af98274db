/**
 * Who gets the value that is written at a place: the hosts and paths to which it comes, and those where something else
 * won against it. Looks through the layers as `explain` does, once for hosts that share everything about a variable.
 */
import type { Components, HostDefinition, Inventory } from '../model/inventory.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { findEntry, type MapNode, type Node } from '../syntax/node.js';
import type { PathStep } from '../syntax/path-at.js';
import type { Span } from '../text/source.js';
import { explainLeaves, type Contribution, type Leaf } from './explain.js';
import { layersOf, type Layer } from './layers.js';

/** What is written at a place, as far as hosts get it. */
export type Written =
  | {
      readonly kind: 'variable';
      readonly layer: 'inventory' | 'tag' | 'host' | 'transport';
      readonly name: string | undefined;
      readonly keys: readonly string[];
      readonly node: Node;
      readonly at: Span;
    }
  | { readonly kind: 'tag'; readonly name: string; readonly at: Span }
  | { readonly kind: 'host'; readonly definition: HostDefinition; readonly at: Span }
  | {
      readonly kind: 'service';
      readonly name: string;
      readonly keys: readonly string[];
      readonly node: Node;
      readonly at: Span;
    };

/** A host and a path of its variables that a written value comes to, or lost at. */
export interface Use {
  readonly host: ResolvedHost;
  readonly keys: readonly string[];
  /** The leaf that the value is, or is a part of; undefined for what is no variable. */
  readonly leaf: Leaf | undefined;
  /** Undefined where the host gets it; else what it gets instead, or that nothing is left. */
  readonly lostTo: readonly Contribution[] | undefined;
}

/** What the steps of a file of the inventory lead to; undefined where no host gets any of it. */
export function writtenAt(
  inventory: Inventory,
  steps: readonly PathStep[],
  servicesOfFile: readonly string[] = [],
): Written[] {
  const [first, second, third, ...rest] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return [];
  const at = last.entry ?? last.node;
  if (servicesOfFile.length > 0)
    return servicesOfFile.map((name) => ({
      kind: 'service',
      name,
      keys: keysOf(steps),
      node: last.node,
      at,
    }));
  if (first.key === 'vars') return [variable('inventory', undefined, steps, at)];
  if (second === undefined) return [];
  const name = String(second.key);
  switch (first.key) {
    case 'tags':
      return third?.key === 'vars'
        ? [variable('tag', name, [third, ...rest], at)]
        : [{ kind: 'tag', name, at }];
    case 'services':
      return [{ kind: 'service', name, keys: keysOf(steps.slice(2)), node: last.node, at }];
    case 'hosts':
      return ofHost(inventory, second.node, steps.slice(2), at);
    default:
      return [];
  }
}

/** A variable, or a part of one; all variables of the layer where the steps end at `vars`, which is the first. */
function variable(
  layer: 'inventory' | 'tag' | 'host',
  name: string | undefined,
  steps: readonly PathStep[],
  at: Span,
): Written {
  return { kind: 'variable', layer, name, keys: keysOf(steps.slice(1)), node: lastOf(steps), at };
}

function ofHost(
  inventory: Inventory,
  item: Node,
  [field, ...below]: readonly PathStep[],
  at: Span,
): Written[] {
  const definition = inventory.hosts.find((host) =>
    isInside(host.definition.name, item),
  )?.definition;
  if (definition === undefined) return [];
  const { name } = definition.name;
  if (field?.key === 'vars') return [variable('host', name, [field, ...below], at)];
  // The type is no value itself: it says what `ansible_connection` is.
  if (field?.key === 'transport' && below[0]?.key === 'type')
    return [
      {
        kind: 'variable',
        layer: 'transport',
        name,
        keys: ['ansible_connection'],
        node: field.node,
        at,
      },
    ];
  if (field?.key === 'transport' && below.length > 0)
    return [{ kind: 'variable', layer: 'transport', name, keys: [], node: lastOf(below), at }];
  return [{ kind: 'host', definition, at }];
}

/** The keys up to the first list: lists are leaves. */
function keysOf(steps: readonly PathStep[]): string[] {
  const keys: string[] = [];
  for (const { key } of steps) {
    if (typeof key === 'number') break;
    keys.push(key);
  }
  return keys;
}

/** The node that those keys lead to. */
function lastOf(steps: readonly PathStep[]): Node {
  const list = steps.findIndex(({ key }) => typeof key === 'number');
  const found = list < 0 ? steps.at(-1) : steps[Math.max(0, list - 1)];
  if (found === undefined) throw new Error('no step');
  return found.node;
}

/** The uses of what is written, host by host in file order. */
export function usesOf(written: Written, resolved: ResolvedInventory): Use[] {
  const { hosts, inventory } = resolved;
  const plain = (chosen: readonly ResolvedHost[], keys: readonly string[]): Use[] =>
    chosen.map((host) => ({ host, keys, leaf: undefined, lostTo: undefined }));
  switch (written.kind) {
    case 'tag':
      return plain(
        hosts.filter(({ tags }) => tags.some((tag) => tag.name === written.name)),
        [],
      );
    case 'host':
      return plain(
        hosts.filter(({ host }) => host.definition === written.definition),
        [],
      );
    case 'service':
      return plain(
        hosts.filter(({ services }) =>
          services.some(({ service }) => service.name === written.name),
        ),
        ['services', written.name, ...written.keys],
      );
    case 'variable':
      return variableUses(written, hosts, inventory);
  }
}

function variableUses(
  written: Extract<Written, { kind: 'variable' }>,
  hosts: readonly ResolvedHost[],
  inventory: Inventory,
): Use[] {
  const shared = new Map<unknown, readonly Omit<Use, 'host'>[]>();
  return hosts.flatMap((host) => {
    if (!hasLayer(host, written)) return [];
    const key = sharingKey(host, written.keys[0]);
    let found = key === undefined ? undefined : shared.get(key);
    if (found === undefined) {
      found = usesIn(layersOf(host, inventory), written);
      if (key !== undefined) shared.set(key, found);
    }
    return found.map((each) => ({ ...each, host }));
  });
}

function hasLayer(
  { host, tags }: ResolvedHost,
  { layer, name, node }: Extract<Written, { kind: 'variable' }>,
): boolean {
  if (layer === 'inventory') return true;
  if (layer === 'tag') return tags.some((tag) => tag.name === name);
  return host.definition.name.source === node.source && host.definition.name.name === name;
}

/** Hosts with one key get the same values of a variable; undefined for a host that sets it itself. */
function sharingKey({ host, tags, composed }: ResolvedHost, variable: string | undefined): unknown {
  const { vars, transport } = host.definition;
  if (variable === undefined)
    return vars === undefined && transport === undefined && composed.length === 0
      ? tags
      : undefined;
  const isOwn = (map: MapNode | undefined): boolean =>
    map !== undefined && findEntry(map, variable) !== undefined;
  if (
    isOwn(vars) ||
    (transport !== undefined && variable.startsWith('ansible_')) ||
    composed.some(({ name }) => name === variable)
  )
    return undefined;
  return tags;
}

function usesIn(
  layers: readonly Layer[],
  { keys, node, layer }: Extract<Written, { kind: 'variable' }>,
): Omit<Use, 'host'>[] {
  const uses: Omit<Use, 'host'>[] = [];
  const own = layers.filter((each) => each.kind === layer);
  const leaves =
    layer === 'transport' && keys.length === 0
      ? own.flatMap(({ vars }) =>
          vars.entries
            .filter((entry) => isInside(entry.value, node))
            .flatMap((entry) => explainLeaves(layers, [entry.key])),
        )
      : explainLeaves(layers, keys);
  for (const leaf of leaves) {
    const wins = leaf.winners.some((each) => isInside(each.span, node));
    if (wins) uses.push({ keys: leaf.keys, leaf, lostTo: undefined });
    else if (leaf.losers.some((each) => isInside(each.span, node)))
      uses.push({
        keys: leaf.keys,
        leaf,
        lostTo:
          leaf.winners.length > 0 ? leaf.winners : leaf.remover === undefined ? [] : [leaf.remover],
      });
  }
  return uses;
}

function isInside(span: Span, outer: Span): boolean {
  return span.source === outer.source && span.start >= outer.start && span.end <= outer.end;
}

/** The services whose components are in the file at `path`. */
export function servicesIn(services: Inventory['services'], path: string): string[] {
  const isThere = ({ path: file }: Components): boolean => file === path;
  return [...services.values()]
    .filter((each) => each.file !== undefined && isThere(each.components))
    .map((each) => each.name);
}
