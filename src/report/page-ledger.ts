/**
 * The tables of the page's data: everything that occurs often is kept once and known by a number. Numbers follow the order in
 * which things come, so equal inventories give equal tables.
 */
import { holdsSecret } from './secrets.js';
import { positionAt } from '../text/position.js';
import { pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { escapeControls } from '../text/terminal.js';
import { isConflict, type Contribution, type Leaf, type LossReason } from './explain.js';
import { nodeText, valueText } from './explain-text.js';
import type { Layer } from './layers.js';
import type { PageData, PageLayer } from './page-shape.js';

export interface Ledger {
  readonly tables: Pick<PageData, 'texts' | 'places' | 'layers' | 'parts' | 'leaves' | 'variables' | 'tables'>;
  /** A text, with everything in it that could turn or hide other text written as an escape. */
  text(text: string): number;
  place(span: Span): number;
  leaf(leaf: Leaf): number;
  variable(name: string, leaves: readonly number[]): number;
  table(variables: readonly number[]): number;
}

const outcomes: Readonly<Record<Leaf['outcome'], number>> = { nothing: 0, value: 1, map: 2 };
const reasons: Readonly<Record<LossReason, number>> = { replaced: 0, identical: 1, unset: 2, conflict: 3 };

export function openLedger(): Ledger {
  const texts = register((text: string) => text, (text) => text);
  const layers = register(({ kind, name, order }: Layer): PageLayer => [kind, name ?? null, order ?? null], ({ kind, name, order }) => `${kind} ${order ?? ''} ${name ?? ''}`);
  const lists = (): Register<readonly number[], readonly number[]> => register((list) => list, (list) => list.join());
  const [places, parts, leaves, variables, tables] = [lists(), lists(), lists(), lists(), lists()];
  const escaped = new Map<string, number>();
  const text = (given: string): number => {
    let known = escaped.get(given);
    if (known === undefined) escaped.set(given, (known = texts.add(escapeControls(given))));
    return known;
  };
  const place = ({ source, start }: Span): number => {
    const { line, column } = positionAt(source, start);
    return places.add([text(source.name), line, column]);
  };
  const part = ({ layer, node, span }: Contribution): number => parts.add([layers.add(layer), place(span), text(nodeText(node, true))]);
  return {
    get tables() {
      return { texts: texts.all, places: places.all.flat(), layers: layers.all, parts: parts.all.flat(), leaves: leaves.all, variables: variables.all, tables: tables.all };
    },
    text,
    place,
    leaf: (leaf) => leaves.add([
      text(pathText(leaf.keys)),
      flagsOf(leaf),
      leaf.outcome === 'value' ? text(valueText(leaf, true)) : -1,
      leaf.winners.length,
      ...leaf.winners.map(part),
      leaf.remover === undefined ? -1 : part(leaf.remover),
      ...leaf.losers.flatMap((each) => [reasons[each.reason], part(each)]),
    ]),
    variable: (name, below) => variables.add([text(name), ...below]),
    table: (list) => tables.add(list),
  };
}

function flagsOf(leaf: Leaf): number {
  const nodes = leaf.winners.map((each) => each.node);
  return outcomes[leaf.outcome] | (nodes.some(holdsSecret) ? 4 : 0) | (nodes.some((node) => node.kind === 'unknown') ? 8 : 0) | (isConflict(leaf) ? 16 : 0);
}

interface Register<In, Out> {
  readonly all: readonly Out[];
  add(each: In): number;
}

function register<In, Out>(kept: (each: In) => Out, keyOf: (each: In) => string): Register<In, Out> {
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
