/**
 * Where each value of a host comes from and what it beat (format reference, section 12). Looks through the layers
 * that were merged, with the same rules in the same order; nothing of it costs anything before someone asks. A value with
 * a sensitive map in it is one leaf: of its keys only those are explained that some layer spells itself.
 */
import type { MapNode, Node } from '../syntax/node.js';
import { findEntry, isSensitive } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';
import { identical } from '../resolve/unify.js';
import { agreesWithUnknown } from '../resolve/unknown.js';
import type { Layer } from './layers.js';

/** Why a written value is not, or not alone, what the host gets. */
export type LossReason = 'replaced' | 'identical' | 'unset' | 'conflict';

/** One layer's part in a value. */
export interface Contribution {
  readonly layer: Layer;
  readonly node: Node;
  /** Where the value is written. */
  readonly span: Span;
  /** True where the layer spells the path, as it does not below a `!replace` that hides it, nor inside a sensitive map. */
  readonly isSpelled: boolean;
}

export interface Loser extends Contribution {
  readonly reason: LossReason;
}

/** One leaf (a scalar, a list or an empty map) of what a host gets, or a map that beat something that is no map. */
export interface Leaf {
  readonly keys: readonly string[];
  /** What the host gets here: nothing, a value (an empty map is one), or a map whose leaves follow. */
  readonly outcome: 'nothing' | 'value' | 'map';
  /** The layers that make the value, lowest first: more than one only where lists were appended. None: it is not set. */
  readonly winners: readonly Contribution[];
  /** In order of loss, lowest layer first. */
  readonly losers: readonly Loser[];
  /** What left nothing at this path, where there is no winner: an `!unset`, or another value above it. */
  readonly remover: Contribution | undefined;
}

/**
 * Every leaf at or below `keys` that some layer sets, in the order of the merged value: by name, then as merged. A path
 * into a sensitive map gives that map, whether there is such a key or not.
 */
export function explainLeaves(layers: readonly Layer[], keys: readonly string[]): Leaf[] {
  const leaves = leavesBelow(layers, keys).filter(isSpelled);
  if (leaves.length > 0) return leaves;
  for (let depth = 1; depth < keys.length; depth++) {
    const above = explainAt(layers, keys.slice(0, depth));
    if (isHidden(above)) return leavesBelow(layers, above.keys).slice(0, 1);
  }
  return [];
}

function leavesBelow(layers: readonly Layer[], keys: readonly string[]): Leaf[] {
  const below = (): Leaf[] =>
    childKeys(layers, keys).flatMap((key) => leavesBelow(layers, [...keys, key]));
  if (keys.length === 0) return below();
  const here = explainAt(layers, keys);
  if (isHidden(here)) {
    const leaves = below();
    return [withHiddenConflicts(here, leaves), ...leaves];
  }
  if (here.outcome !== 'map')
    return here.outcome === 'value' || here.losers.length > 0 ? [here] : [];
  const leaves = below();
  if (leaves.every((leaf) => leaf.outcome === 'nothing'))
    return [{ ...here, outcome: 'value' }, ...leaves];
  return here.losers.length > 0 ? [here, ...leaves] : leaves;
}

/** True where people may see the path of a leaf: one layer at least spells it. */
function isSpelled({ winners, losers, remover }: Leaf): boolean {
  return [...winners, ...losers, ...(remover === undefined ? [] : [remover])].some(
    (each) => each.isSpelled,
  );
}

/** True for a map that nobody may look into. */
function isHidden({ outcome, winners }: Leaf): boolean {
  return (
    outcome === 'value' && winners.some(({ node }) => node.kind === 'map' && isSensitive(node))
  );
}

/** A sensitive map with the conflicts at those of its keys that no layer spells. */
function withHiddenConflicts(leaf: Leaf, below: readonly Leaf[]): Leaf {
  const conflicts = below
    .filter((each) => !isSpelled(each))
    .flatMap(({ losers }) => losers.filter(({ reason }) => reason === 'conflict'));
  return conflicts.length === 0
    ? leaf
    : { ...leaf, losers: [...new Set([...leaf.losers, ...conflicts])] };
}

/** True where two tags of one order contradict each other. */
export function isConflict({ losers }: Leaf): boolean {
  return losers.some((each) => each.reason === 'conflict');
}

/** The keys directly below `keys` that some layer spells. */
export function spelledKeys(layers: readonly Layer[], keys: readonly string[]): string[] {
  return childKeys(layers, keys).filter((key) => isSpelled(explainAt(layers, [...keys, key])));
}

/**
 * The keys that some layer sets directly below `keys`: names by code point, deeper keys in the order of the merged
 * value, and behind them those that are no longer in it.
 */
function childKeys(layers: readonly Layer[], keys: readonly string[]): string[] {
  const current = new Set<string>();
  const gone = new Set<string>();
  for (const { vars } of layers) {
    const found = effectAt(vars, keys);
    if (found === undefined) continue;
    if (found.effect === 'hides' || found.isFresh || !isPlain(found.node)) {
      for (const key of current) gone.add(key);
      current.clear();
    }
    if (found.effect === 'sets' && found.node.kind === 'map')
      for (const entry of found.node.entries) current.add(entry.key);
  }
  if (keys.length === 0) return [...current].sort(byCodePoint);
  return [...current, ...[...gone].filter((key) => !current.has(key))];
}

/** Goes through the layers as merging does: of one order the first value counts, and others may only join it. */
function explainAt(layers: readonly Layer[], keys: readonly string[]): Leaf {
  let winners: Contribution[] = [];
  let remover: Contribution | undefined;
  const losers: Loser[] = [];
  const lose = (reason: LossReason): void => {
    losers.push(...winners.map((each) => ({ ...each, reason })));
    winners = [];
  };
  let peers: Layer[] = [];
  for (const layer of layers) {
    if (layer.kind !== 'tag' || layer.order !== peers[0]?.order) peers = [];
    const clash = firstClash(peers, layer, keys);
    if (clash === undefined) peers.push(layer);
    const found = effectAt(layer.vars, keys);
    if (found === undefined) continue;
    const { node, span, isSpelled } = found;
    const next: Contribution = { layer, node, span, isSpelled };
    if (clash !== undefined) {
      if (found.effect === 'sets') losers.push({ ...next, reason: clash });
    } else if (found.effect === 'hides' || next.node.kind === 'unset') {
      lose(next.node.kind === 'unset' ? 'unset' : 'replaced');
      remover = next;
    } else {
      if (found.isFresh || !joins(next.node, winners)) lose('replaced');
      winners.push(next);
    }
  }
  const winner = winners.at(-1)?.node;
  if (winner === undefined) return { keys, outcome: 'nothing', winners, losers, remover };
  const isMap =
    winner.kind === 'map' &&
    winners.every(({ node }) => node.kind !== 'unknown' && !isSensitive(node));
  return { keys, outcome: isMap ? 'map' : 'value', winners, losers, remover: undefined };
}

/** What keeps `layer` from having a part in the value at `keys`: a layer of its order that sets it, or a value above it. */
function firstClash(
  peers: readonly Layer[],
  layer: Layer,
  keys: readonly string[],
): 'identical' | 'conflict' | undefined {
  for (const peer of peers) {
    let one: Node = peer.vars;
    let other: Node = layer.vars;
    for (const key of keys) {
      const [above, below]: (Node | undefined)[] = [valueAt(one, key), valueAt(other, key)];
      if (above === undefined || below === undefined) break;
      if (
        (above.kind === 'unknown' || below.kind === 'unknown') &&
        agreesWithUnknown(above, below) &&
        !identical(above, below)
      )
        break;
      if (!isPlain(above) || !isPlain(below))
        return identical(above, below) ? 'identical' : 'conflict';
      [one, other] = [above, below];
    }
  }
  return undefined;
}

function valueAt(node: Node, key: string): Node | undefined {
  return node.kind === 'map' ? findEntry(node, key)?.value : undefined;
}

function isPlain(node: Node): boolean {
  return node.kind === 'map' && node.marker === undefined;
}

/** True where a value adds to what is below it. */
function joins(node: Node, below: readonly Contribution[]): boolean {
  if (node.kind === 'list') return node.marker === 'append';
  if (node.kind === 'unknown')
    return node.mayBeMap && below.length > 0 && below.every((each) => mayBeMap(each.node));
  return isPlain(node) && below.every((each) => mayBeMap(each.node));
}

function mayBeMap(node: Node): boolean {
  return node.kind === 'map' || (node.kind === 'unknown' && node.mayBeMap);
}

/** What a layer does to the value at a path: sets it, or hides all lower ones by a value above it. */
interface Effect {
  readonly effect: 'sets' | 'hides';
  readonly node: Node;
  readonly span: Span;
  /** True below a `!replace`: lower layers are hidden, whatever is set here. */
  readonly isFresh: boolean;
  /** True for what is set at the path, not above it, and not inside a sensitive map. */
  readonly isSpelled: boolean;
}

function effectAt(vars: MapNode, keys: readonly string[]): Effect | undefined {
  let node: Node = vars;
  let hiding: Node | undefined;
  let isSpelled = true;
  const hidden = (by: Node): Effect => ({
    effect: 'hides',
    node: by,
    span: by,
    isFresh: true,
    isSpelled: false,
  });
  for (const key of keys) {
    if (node.kind !== 'map') return hidden(node);
    if (node.marker === 'replace') hiding = node;
    if (isSensitive(node)) isSpelled = false;
    const entry = findEntry(node, key);
    if (entry === undefined) return hiding && hidden(hiding);
    node = entry.value;
  }
  return { effect: 'sets', node, span: node, isFresh: hiding !== undefined, isSpelled };
}
