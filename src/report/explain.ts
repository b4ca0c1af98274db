/**
 * Where each value of a host comes from and what it beat (format reference, section 12). Looks through the layers
 * that were merged, with the same rules in the same order; nothing of it costs anything before someone asks.
 */
import type { MapNode, Node } from '../syntax/node.js';
import { findEntry } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';
import { identical } from '../resolve/unify.js';
import type { Layer } from './layers.js';

/** Why a written value is not, or not alone, what the host gets. */
export type LossReason = 'replaced' | 'identical' | 'unset' | 'conflict';

/** One layer's part in a value. */
export interface Contribution {
  readonly layer: Layer;
  readonly node: Node;
  /** Where the value is written. */
  readonly span: Span;
}

export interface Loser extends Contribution {
  readonly reason: LossReason;
}

/** One leaf (a scalar, a list or an empty map) of what a host gets, or a map that beat something that is no map. */
export interface Leaf {
  readonly keys: readonly string[];
  /** The layers that make the value, lowest first: more than one only where lists were appended. None: it is unset. */
  readonly winners: readonly Contribution[];
  /** In order of loss, lowest layer first. */
  readonly losers: readonly Loser[];
}

/** Every leaf at or below `keys` that some layer sets, in the order of the merged value: by name, then as merged. */
export function explainLeaves(layers: readonly Layer[], keys: readonly string[]): Leaf[] {
  const children = childKeys(layers, keys);
  const here = keys.length === 0 ? { keys, winners: [], losers: [] } : explainAt(layers, keys);
  const winner = here.winners.at(-1)?.node;
  if (keys.length > 0 && winner?.kind !== 'map') return here.winners.length + here.losers.length > 0 ? [here] : [];
  const below = children.flatMap((key) => explainLeaves(layers, [...keys, key]));
  const isEmpty = below.every((leaf) => leaf.winners.length === 0);
  return keys.length > 0 && (isEmpty || here.losers.length > 0) ? [here, ...below] : below;
}

/** The keys that some layer sets directly below `keys`; names by code point, deeper keys lower layers first. */
export function childKeys(layers: readonly Layer[], keys: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { vars } of layers) {
    const node = nodeAt(vars, keys);
    if (node?.kind === 'map') for (const entry of node.entries) found.add(entry.key);
  }
  return keys.length === 0 ? [...found].sort(byCodePoint) : [...found];
}

function explainAt(layers: readonly Layer[], keys: readonly string[]): Leaf {
  let winners: Contribution[] = [];
  const losers: Loser[] = [];
  const lose = (reason: LossReason): void => {
    losers.push(...winners.map((each) => ({ ...each, reason })));
    winners = [];
  };
  for (const layer of layers) {
    const found = effectAt(layer.vars, keys);
    if (found === undefined) continue;
    if (found.effect === 'hides') {
      lose(found.node.kind === 'unset' ? 'unset' : 'replaced');
      continue;
    }
    const next: Contribution = { layer, node: found.node, span: found.span };
    const rival = rivalOf(winners, layer);
    if (rival !== undefined && !bothMaps(rival.node, next.node)) {
      if (identical(rival.node, next.node)) losers.push({ ...next, reason: 'identical' });
      else losers.push({ ...next, reason: 'conflict' });
    } else if (next.node.kind === 'unset') lose('unset');
    else if (isAppend(next.node) || (next.node.kind === 'map' && next.node.marker === undefined && winners.every((each) => each.node.kind === 'map'))) winners.push(next);
    else {
      lose('replaced');
      winners.push(next);
    }
  }
  return { keys, winners, losers };
}

/** A winner of the same order, beside which `layer` cannot win. */
function rivalOf(winners: readonly Contribution[], layer: Layer): Contribution | undefined {
  return layer.kind !== 'tag' ? undefined : winners.find((each) => each.layer.kind === 'tag' && each.layer.order === layer.order);
}

function bothMaps(one: Node, other: Node): boolean {
  return one.kind === 'map' && other.kind === 'map' && one.marker === undefined && other.marker === undefined;
}

function isAppend(node: Node): boolean {
  return node.kind === 'list' && node.marker === 'append';
}

/** What a layer does to the value at `keys`: sets it, or hides all lower ones by a value above it; or nothing. */
function effectAt(vars: MapNode, keys: readonly string[]): { readonly effect: 'sets' | 'hides'; readonly node: Node; readonly span: Span } | undefined {
  let node: Node = vars;
  let hiding: Node | undefined;
  for (const key of keys) {
    if (node.kind !== 'map') return { effect: 'hides', node, span: node };
    if (node.marker === 'replace') hiding = node;
    const entry = findEntry(node, key);
    if (entry === undefined) return hiding && { effect: 'hides', node: hiding, span: hiding };
    node = entry.value;
  }
  return { effect: 'sets', node, span: node };
}

function nodeAt(vars: MapNode, keys: readonly string[]): Node | undefined {
  const found = effectAt(vars, keys);
  return found?.effect === 'sets' ? found.node : undefined;
}
