/** Explanations for people and for programs: one line for each leaf, and with a path each loser below it. */
import { nodeToJson } from '../model/json.js';
import { isSensitive, type Node } from '../syntax/node.js';
import { positionAt, placeOf } from '../text/position.js';
import type { Span } from '../text/source.js';
import { pathText } from '../text/path-text.js';
import { escapeControls } from '../text/terminal.js';
import {
  isConflict,
  type Contribution,
  type Leaf,
  type Loser,
  type LossReason,
} from './explain.js';
import { describeLayer } from './layers.js';

const reasons: Readonly<Record<LossReason, string>> = {
  replaced: 'replaced',
  identical: 'identical',
  unset: 'unset',
  conflict: 'CONFLICT',
};

/** Explanations as lines; `withLosers` adds what each value beat. */
export function explainText(leaves: readonly Leaf[], withLosers: boolean): string {
  const lines = withLosers
    ? leaves.flatMap(linesWithLosers)
    : leaves.filter(isToldAlone).map(leafLine);
  return lines.map((line) => `${escapeControls(line)}\n`).join('');
}

/** Explanations as JSON: `{"host", "leaves": [{"path", "value", "winners": [{place, layer}], "losers": […], "remover"}]}`. */
export function explainJson(host: string, leaves: readonly Leaf[], withLosers: boolean): string {
  const chosen = withLosers ? leaves : leaves.filter(isToldAlone);
  const data = chosen.map((leaf) => ({
    path: rawJson(JSON.stringify(pathText(leaf.keys))),
    ...(leaf.outcome === 'value' ? { value: rawJson(valueText(leaf)) } : {}),
    winners: leaf.winners.map(contributionData),
    ...(leaf.remover === undefined ? {} : { remover: contributionData(leaf.remover) }),
    ...(withLosers || isConflict(leaf)
      ? {
          losers: leaf.losers.map((each) => ({
            ...contributionData(each),
            ...writtenValue(each),
            reason: each.reason,
          })),
        }
      : {}),
  }));
  return `${stringify({ host, leaves: data })}\n`;
}

/** What is told without a path: what the host gets, and every conflict. */
function isToldAlone(leaf: Leaf): boolean {
  return leaf.outcome === 'value' || isConflict(leaf);
}

function leafLine(leaf: Leaf): string {
  const conflicts = leaf.losers.filter((each) => each.reason === 'conflict');
  const origin = originText(leaf.remover === undefined ? leaf.winners : [leaf.remover]);
  return [
    headText(leaf),
    origin,
    ...conflicts.map((each) => `CONFLICT with ${shownText(each.node)}  ${originText([each])}`),
  ].join('  ');
}

function linesWithLosers(leaf: Leaf): string[] {
  const rows: (readonly [string, Contribution])[] = [
    ...leaf.winners.map(
      (each, index) =>
        [index === 0 ? 'wins' : each.node.kind === 'list' ? 'appended' : 'merged', each] as const,
    ),
    ...[...leaf.losers].reverse().map((each: Loser) => [reasons[each.reason], each] as const),
  ];
  if (leaf.remover !== undefined) rows.unshift(['wins', leaf.remover]);
  return [
    headText(leaf),
    ...rows.map(
      ([what, each]) =>
        `  ${what.padEnd(9)}  ${shorten(shownText(each.node))}  ${originText([each])}`,
    ),
  ];
}

function headText(leaf: Leaf): string {
  const values = { nothing: 'is not set', map: '= a map', value: `= ${valueText(leaf, true)}` };
  return `${pathText(leaf.keys)} ${values[leaf.outcome]}`;
}

/** Where contributions are written, and by which layer. */
export function originText(contributions: readonly Contribution[]): string {
  return contributions
    .map((each) => `${placeOf(each.span)}  ${describeLayer(each.layer)}`)
    .join('  and  ');
}

/** What is not known hides what is known beside it. */
function lastOf(winners: Leaf['winners']): Node | undefined {
  return (winners.findLast(({ node }) => node.kind === 'unknown') ?? winners.at(-1))?.node;
}

/** The value of a leaf; lists that were appended to are joined. */
export function valueText({ winners }: Leaf, inWords = false): string {
  const last = lastOf(winners);
  const secret = winners.find(({ node }) => isSensitive(node))?.node;
  if (secret !== undefined && last?.kind !== 'unknown') return nodeText(secret);
  if (last?.kind !== 'list' || winners.length < 2)
    return last?.kind === 'map' ? '{}' : last === undefined ? 'null' : nodeText(last, inWords);
  const items = winners.flatMap(({ node }) => (node.kind === 'list' ? node.items : []));
  return nodeText({ ...last, items }, inWords);
}

/** A written value on one line, without secrets; `inWords` says in words what is not known yet. */
export function nodeText(node: Node, inWords = false): string {
  if (node.kind === 'unset') return '!unset';
  return nodeToJson(
    withShownMarkers(node),
    { unit: '', redact: true, inWords, markTemplates: false },
    '',
  );
}

/** For people: what is not known yet is said in words. */
function shownText(node: Node): string {
  return nodeText(node, true);
}

/** A written value may hold `!unset`, which JSON has no word for. */
function withShownMarkers(node: Node): Node {
  if (node.kind === 'unset') return { ...node, kind: 'string', value: '!unset' };
  return node.kind === 'map'
    ? {
        ...node,
        entries: node.entries.map((entry) => ({ ...entry, value: withShownMarkers(entry.value) })),
      }
    : node;
}

function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 117)}…`;
}

/** The value that lost; an `!unset` has none. */
function writtenValue({ node }: Contribution): object {
  return node.kind === 'unset' ? {} : { value: rawJson(nodeText(node)) };
}

function contributionData({ span, layer }: Contribution): object {
  return {
    place: placeData(span),
    layer: { kind: layer.kind, name: layer.name, order: layer.order },
  };
}

function placeData(span: Span): object {
  return { file: span.source.path, ...positionAt(span.source, span.start) };
}

/** JSON text that is put into other JSON as it is, so that numbers keep every digit. */
interface RawJson {
  readonly raw: string;
}

function rawJson(raw: string): RawJson {
  return { raw };
}

/** `JSON.stringify` with 2 spaces that puts raw texts in their places. */
function stringify(data: object): string {
  const raws: string[] = [];
  const mark = '\uE000raw:';
  const text = JSON.stringify(
    data,
    (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || !('raw' in value)) return value;
      return `${mark}${raws.push((value as RawJson).raw) - 1}`;
    },
    2,
  );
  return text.replace(
    new RegExp(`"${mark}(\\d+)"`, 'g'),
    (_match, index: string) => raws[Number(index)] ?? 'null',
  );
}
