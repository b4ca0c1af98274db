/**
 * Values with those that references gave put back as references: so the type of a reference is judged wherever it
 * stands, whether its value is known yet or not. A value of another name's type is no value of a type, though it may
 * look like one; only a value that the export itself declares, of a type without a name, is judged as what it is.
 */
import type { Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import type { Type } from '../types/type.js';
import { unknownAt } from './found.js';
import { isPlain } from './receivers.js';
import { mapped, withEntries } from './substitute.js';

/** What is known of the type of a value that a reference gave. */
export interface GivenType {
  /** The reference. */
  readonly name: string;
  readonly type: Type;
  /** True for a value that the export declares. */
  readonly isLiteral: boolean;
  readonly exported: Span | undefined;
}

export type Given = (node: Node) => GivenType | undefined;

/** The value for a judge of types; itself if no reference is in it. */
export function asReferences(node: Node, given: Given): Node {
  const found = given(node);
  if (found !== undefined) {
    const { name, type, isLiteral } = found;
    return node.kind === 'unknown' || (isLiteral && isPlain(type))
      ? node
      : unknownAt(node, name, [{ name, reason: '' }], type, false);
  }
  if (node.kind === 'map') return withEntries(node, (entry) => asReferences(entry.value, given));
  if (node.kind !== 'list' || node.words !== undefined) return node;
  const items = mapped(node.items, (item) => asReferences(item, given));
  const { source, start, end, marker, sensitive } = node;
  return items === node.items
    ? node
    : { kind: 'list', items, marker, source, start, end, sensitive };
}
