/**
 * The tables of the page's data: everything that occurs often is kept once and known by a number. Numbers follow the order in
 * which things come, so equal inventories give equal tables.
 */
import { holdsSecret } from './secrets.js';
import type { MapNode, Node } from '../syntax/node.js';
import { positionAt } from '../text/position.js';
import { pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { escapeControls } from '../text/terminal.js';
import { isConflict, type Contribution, type Leaf, type LossReason } from './explain.js';
import { nodeText, valueText } from './explain-text.js';
import type { Layer } from './layers.js';
import type { PageData, PageLayer } from '@inventory-script/report-page/shape';

export interface Ledger {
  readonly tables: Pick<
    PageData,
    'texts' | 'places' | 'layers' | 'parts' | 'leaves' | 'variables' | 'tables'
  >;
  /** A text, with everything in it that could turn or hide other text written as an escape. */
  text(text: string): number;
  place(span: Span): number;
  leaf(leaf: Leaf): number;
  variable(name: string, leaves: readonly number[]): number;
  table(variables: readonly number[]): number;
}

const outcomes: Readonly<Record<Leaf['outcome'], number>> = { nothing: 0, value: 1, map: 2 };
const reasons: Readonly<Record<LossReason, number>> = {
  replaced: 0,
  identical: 1,
  unset: 2,
  conflict: 3,
};

export function openLedger(): Ledger {
  const texts = register(
    (text: string) => text,
    (text) => text,
  );
  const layers = register(
    ({ kind, name, order }: Layer): PageLayer => [kind, name ?? null, order ?? null],
    ({ kind, name, order }) => `${kind} ${order ?? ''} ${name ?? ''}`,
  );
  const lists = (): Register<readonly number[], readonly number[]> =>
    register(
      (list) => list,
      (list) => list.join(),
    );
  const [leaves, variables, tables] = [lists(), lists(), lists()];
  const [places, parts] = [triples(), triples()];
  const escaped = new Map<string, number>();
  const text = (given: string): number => {
    let known = escaped.get(given);
    if (known === undefined) escaped.set(given, (known = texts.add(escapeControls(given))));
    return known;
  };
  const place = ({ source, start }: Span): number => {
    const { line, column } = positionAt(source, start);
    return places.add(text(source.name), line, column);
  };
  /** A value of a layer that hosts share is met again and again. */
  const known = new Map<MapNode, Map<Node, number>>();
  const part = ({ layer, node, span }: Contribution): number => {
    let ofLayer = known.get(layer.vars);
    if (ofLayer === undefined) known.set(layer.vars, (ofLayer = new Map<Node, number>()));
    let at = ofLayer.get(node);
    if (at === undefined)
      ofLayer.set(
        node,
        (at = parts.add(layers.add(layer), place(span), text(nodeText(node, true)))),
      );
    return at;
  };
  const value = (leaf: Leaf, winners: readonly number[]): number => {
    const [first, ...more] = winners;
    if (first === undefined || more.length > 0 || leaf.winners[0]?.node.kind === 'map')
      return text(valueText(leaf, true));
    return parts.flat[first * 3 + 2] ?? -1;
  };
  return {
    get tables() {
      return {
        texts: texts.all,
        places: places.flat,
        layers: layers.all,
        parts: parts.flat,
        leaves: leaves.all,
        variables: variables.all,
        tables: tables.all,
      };
    },
    text,
    place,
    leaf: (leaf) => {
      const winners = leaf.winners.map(part);
      const list = [
        text(pathText(leaf.keys)),
        flagsOf(leaf),
        leaf.outcome === 'value' ? value(leaf, winners) : -1,
        winners.length,
        ...winners,
        leaf.remover === undefined ? -1 : part(leaf.remover),
      ];
      for (const each of leaf.losers) list.push(reasons[each.reason], part(each));
      return leaves.add(list);
    },
    variable: (name, below) => variables.add([text(name), ...below]),
    table: (list) => tables.add(list),
  };
}

function flagsOf(leaf: Leaf): number {
  let flags = outcomes[leaf.outcome] | (isConflict(leaf) ? 16 : 0);
  for (const { node } of leaf.winners)
    flags |= (holdsSecret(node) ? 4 : 0) | (node.kind === 'unknown' ? 8 : 0);
  return flags;
}

/** Three numbers that are known by one, all in one list. */
function triples(): {
  readonly flat: readonly number[];
  add(one: number, two: number, three: number): number;
} {
  const flat: number[] = [];
  const known = new Map<string, number>();
  return {
    flat,
    add(one, two, three) {
      const key = `${one} ${two} ${three}`;
      let at = known.get(key);
      if (at === undefined) known.set(key, (at = flat.push(one, two, three) / 3 - 1));
      return at;
    },
  };
}

interface Register<In, Out> {
  readonly all: readonly Out[];
  add(each: In): number;
}

function register<In, Out>(
  kept: (each: In) => Out,
  keyOf: (each: In) => string,
): Register<In, Out> {
  const all: Out[] = [];
  const known = new Map<string, number>();
  return {
    all,
    add(each) {
      const key = keyOf(each);
      let at = known.get(key);
      if (at === undefined) known.set(key, (at = all.push(kept(each)) - 1));
      return at;
    },
  };
}
