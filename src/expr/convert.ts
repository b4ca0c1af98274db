/**
 * Values of an inventory as an expression reads them, and results as values with the place of their expression.
 * Whoever converts a value keeps it, since a template is read once only as the same object.
 */
import { isSpecial, type Data } from '../model/component-data.js';
import { unknownText, type Entry, type Node, type UnknownNode } from '../syntax/node.js';
import type { Span, Spanned } from '../text/source.js';
import { mayBecomeTemplate } from '../text/template-markers.js';
import { textOfResult, trusted, type Final, type Raw, type Unknown } from './expressions.js';
import { dictOf, list } from './jinja/values.js';

/** A merged value. Text of the inventory may be a template; what is marked `!unsafe` is none. */
export function rawOfNode(node: Node): Raw {
  switch (node.kind) {
    case 'int':
      return BigInt(node.value);
    case 'float':
    case 'bool':
    case 'unsafe':
      return node.value;
    case 'null':
    case 'unset':
      return null;
    case 'string':
      return trusted(node.value);
    case 'vault':
      return { kind: 'vault', ciphertext: node.value };
    case 'unknown':
      return { kind: 'unknown', reason: unknownText(node), from: node };
    case 'list':
      return list(node.items.map(rawOfNode));
    case 'map':
      return dictOf(node.entries.map(({ key, value }) => [key, rawOfNode(value)] as const));
  }
}

/** Plain data of the tool's own; its text is never a template. */
export function rawOfData(data: Data): Raw {
  if (typeof data === 'number') return BigInt(data);
  if (typeof data !== 'object') return data;
  if (isSpecial(data))
    return 'value' in data.special && typeof data.special.value === 'string'
      ? data.special.value
      : rawOfNode(data.special);
  if (isList(data)) return list(data.map(rawOfData));
  const pairs =
    data instanceof Map
      ? [...(data as ReadonlyMap<string, Data>)]
      : Object.entries(data as Readonly<Record<string, Data | undefined>>);
  return dictOf(
    pairs.flatMap(([key, value]) =>
      value === undefined ? [] : [[key, rawOfData(value)] as const],
    ),
  );
}

/**
 * A result as a value that stands at `at`; undefined if a number in it is infinite or none. Ansible templates no text
 * that an expression made, so such text is marked.
 */
export function nodeOfResult(result: Final, at: Span): Node | undefined {
  const { source, start, end } = at;
  const place = { source, start, end };
  if (result === null) return { kind: 'null', ...place };
  if (typeof result === 'string')
    return { kind: mayBecomeTemplate(result) ? 'unsafe' : 'string', value: result, ...place };
  if (typeof result === 'boolean') return { kind: 'bool', value: result, ...place };
  if (typeof result === 'bigint')
    return { kind: 'int', value: isSafe(result) ? Number(result) : result, ...place };
  if (typeof result === 'number')
    return Number.isFinite(result) ? { kind: 'float', value: result, ...place } : undefined;
  if (result.kind === 'vault') return { kind: 'vault', value: result.ciphertext, ...place };
  if (result.kind === 'list') {
    const items = result.items
      .map((item) => nodeOfResult(item, at))
      .filter((item) => item !== undefined);
    return items.length < result.items.length ? undefined : { kind: 'list', items, ...place };
  }
  const entries: Entry[] = [];
  for (const { key, value } of result.entries.values()) {
    const node = nodeOfResult(value, at);
    if (node === undefined) return undefined;
    entries.push({ key: typeof key === 'string' ? key : jsonKey(key), value: node, ...place });
  }
  return { kind: 'map', entries, ...place };
}

/** The value as one that nobody may see. */
export function asSecret(node: Node): Node {
  if (node.kind === 'unset') return node;
  if (node.kind === 'list') return { ...node, items: node.items.map(asSecret), sensitive: true };
  if (node.kind === 'map')
    return {
      ...node,
      entries: node.entries.map((entry) => ({ ...entry, value: asSecret(entry.value) })),
      sensitive: true,
    };
  return { ...node, sensitive: true };
}

/** The value of an expression that reads what is not known yet: nothing is known of it either. */
export function nodeOfUnknown(
  { from }: Unknown,
  { value: expression, span }: Spanned<string>,
): Node {
  const { source, start, end } = span;
  const waiting = from as UnknownNode;
  return {
    ...waiting,
    text: `{{ ${expression} }}`,
    type: { kind: 'unknown-type' },
    typeName: 'any',
    mayBeMap: true,
    mayBeList: true,
    source,
    start,
    end,
  };
}

/** A key that is no text as Python's JSON writes it. */
function jsonKey(key: null | boolean | bigint | number): string {
  if (key === null) return 'null';
  return typeof key === 'boolean' ? String(key) : (textOfResult(key) ?? '');
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}
