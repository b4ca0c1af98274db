/** Random values as syntax trees, with merge markers, over few keys so that they meet. Frozen: nobody may change them. */
import fc from 'fast-check';
import type { Entry, Node, UnknownNode } from '../../src/syntax/node.js';

const span = {
  source: { path: '/inventory.yaml', name: 'inventory.yaml', text: '' },
  start: 0,
  end: 0,
};
const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');

/** `!unset`. */
export const unset: Node = Object.freeze({ kind: 'unset', ...span });

/** Unknown values that may be maps. */
const unknownMaps: readonly Node[] = [
  unknown('map', true, false),
  unknown('pair', true, false),
  unknown('any', true, true),
  { ...unknown('failed', true, true), isFailed: true },
];

const scalar: fc.Arbitrary<Node> = fc.oneof(
  fc.constantFrom<Node>(
    { kind: 'null', ...span },
    { kind: 'string', value: '1', ...span },
    { kind: 'unsafe', value: '1', ...span },
  ),
  fc.constantFrom(0, 1, 2n ** 70n).map((value): Node => ({ kind: 'int', value, ...span })),
  fc.constantFrom(0, -0, 1).map((value): Node => ({ kind: 'float', value, ...span })),
  fc.boolean().map((value): Node => ({ kind: 'bool', value, ...span })),
  fc.constant<Node>({ kind: 'vault', value: '1', ...span }),
  fc.constantFrom(
    unknown('string', false, false),
    unknown('vpc', false, false),
    unknown('list', false, true),
    ...unknownMaps,
  ),
);

/** An unknown value; what it may be follows from its name. */
function unknown(name: string, mayBeMap: boolean, mayBeList: boolean): UnknownNode {
  return {
    kind: 'unknown',
    references: [{ name: `network.${name}`, reason: 'none' }],
    text: `\${network.${name}}`,
    type: { kind: 'any' },
    typeName: 'any',
    mayBeMap,
    mayBeList,
    isFailed: false,
    isText: false,
    ...span,
  };
}

function mapOf(
  values: fc.Arbitrary<Node>,
  marker: fc.Arbitrary<'replace' | undefined>,
): fc.Arbitrary<Node> {
  const entries = fc.uniqueArray(fc.tuple(key, values), {
    maxLength: 4,
    selector: ([name]) => name,
  });
  return fc.tuple(entries, marker).map(([pairs, written]): Node => {
    const nodes = pairs.map(([name, value]): Entry => ({ key: name, value, ...span }));
    return { kind: 'map', entries: nodes, marker: written, ...span };
  });
}

function listOf(
  values: fc.Arbitrary<Node>,
  marker: fc.Arbitrary<'append' | undefined>,
): fc.Arbitrary<Node> {
  return fc
    .tuple(fc.array(values, { maxLength: 3 }), marker)
    .map(([items, written]): Node => ({ kind: 'list', items, marker: written, ...span }));
}

const none = fc.constant(undefined);

const plainTree = fc.letrec<{ value: Node }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    listOf(tie('value'), none),
    mapOf(tie('value'), none),
    mapOf(tie('value'), none),
  ),
})).value;

const markedTree = fc.letrec<{ value: Node }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.constant(unset),
    listOf(plainTree, fc.constantFrom(undefined, 'append')),
    mapOf(tie('value'), fc.constantFrom(undefined, undefined, 'replace')),
    mapOf(tie('value'), none),
  ),
})).value;

/** Any value without a marker. */
export const plainNode = plainTree.map(deepFreeze);
/** Any value that may stand in variables, with markers where they may stand; mostly maps. */
export const markedNode = fc
  .oneof(
    { weight: 1, arbitrary: markedTree },
    { weight: 3, arbitrary: mapOf(markedTree, fc.constantFrom(undefined, undefined, 'replace')) },
  )
  .map(deepFreeze);

/** A map, or an unknown value that may be one; below it too. */
export const mapOrUnknown: fc.Arbitrary<Node> = fc
  .letrec<{ value: Node }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(...unknownMaps),
      mapOf(tie('value'), none),
    ),
  }))
  .value.map(deepFreeze);

/** Parts of one value: they never contradict each other. */
export const compatibleNodes: fc.Arbitrary<readonly [Node, Node, Node]> = mapOf(
  markedTree,
  none,
).chain((whole) =>
  fc
    .tuple(partOf(whole), partOf(whole), partOf(whole))
    .map(([one, two, three]) => [deepFreeze(one), deepFreeze(two), deepFreeze(three)] as const),
);

function partOf(whole: Node): fc.Arbitrary<Node> {
  if (whole.kind !== 'map' || whole.marker !== undefined) return fc.constant(whole);
  return fc
    .tuple(...whole.entries.map((entry) => fc.option(partOf(entry.value), { nil: undefined })))
    .map((values) => ({
      ...whole,
      entries: whole.entries.flatMap((entry, at) =>
        values[at] === undefined ? [] : [{ ...entry, value: values[at] }],
      ),
    }));
}

/** The value as text: equal texts are equal values with equal markers; `inOrder` if the order of keys counts. */
export function textOf(node: Node | undefined, inOrder: boolean): string {
  if (node === undefined) return 'nothing';
  switch (node.kind) {
    case 'null':
    case 'unset':
      return node.kind;
    case 'unknown':
      return [node.kind, node.text, node.mayBeMap, node.mayBeList, node.isFailed].join(' ');
    case 'list':
      return `${node.marker ?? ''}[${node.items.map((item) => textOf(item, inOrder)).join()}]`;
    case 'map': {
      const texts = node.entries.map((entry) => `${entry.key}:${textOf(entry.value, inOrder)}`);
      return `${node.marker ?? ''}{${(inOrder ? texts : texts.sort()).join()}}`;
    }
    case 'string':
    case 'unsafe':
    case 'vault':
    case 'bool':
    case 'int':
    case 'float':
      return `${node.kind} ${Object.is(node.value, -0) ? '-0' : String(node.value)}`;
  }
}

function deepFreeze(node: Node): Node {
  if (node.kind === 'map') {
    for (const entry of node.entries) deepFreeze(Object.freeze(entry).value);
    Object.freeze(node.entries);
  }
  if (node.kind === 'list') Object.freeze(node.items).forEach(deepFreeze);
  return Object.freeze(node);
}
