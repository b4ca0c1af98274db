/**
 * How unknown values merge, so that `unify` and `overlay` keep their laws with them. A value that may be a map takes a
 * map up and stays unknown: what both make is known only once it is. What was taken up says more of it, too: it is a
 * map then, and no list. A value that failed takes everything up, since its fault was told.
 */
import type { Node, UnknownNode } from '../syntax/node.js';

/** Two values of one order, one of them unknown, as one; `first` where they contradict each other. */
export function unifyUnknown(first: Node, second: Node): Node {
  if (!agreesWithUnknown(first, second)) return first;
  if (first.kind === 'unknown' && second.kind === 'unknown')
    return isSameUnknown(first, second) ? first : joined(first, second);
  const unknown = first.kind === 'unknown' ? first : second;
  return unknown.kind !== 'unknown' || unknown.isFailed ? unknown : asUnknownMap(unknown);
}

/** True if two values of one order, one of them unknown, do not contradict each other. */
export function agreesWithUnknown(first: Node, second: Node): boolean {
  if (first.kind === 'unknown' && second.kind === 'unknown') {
    return (
      first.isFailed ||
      second.isFailed ||
      first.text === second.text ||
      (first.mayBeMap && second.mayBeMap)
    );
  }
  const [unknown, known] = first.kind === 'unknown' ? [first, second] : [second, first];
  if (unknown.kind !== 'unknown') return false;
  return (
    unknown.isFailed || (unknown.mayBeMap && known.kind === 'map' && known.marker === undefined)
  );
}

/** One unknown value, with the same to be said of it. */
export function isSameUnknown(one: UnknownNode, other: UnknownNode): boolean {
  return (
    one.text === other.text &&
    one.mayBeMap === other.mayBeMap &&
    one.mayBeList === other.mayBeList &&
    one.isFailed === other.isFailed
  );
}

export function asUnknownMap(node: UnknownNode): UnknownNode {
  return node.mayBeList ? { ...node, mayBeList: false } : node;
}

export function asUnknownList(node: UnknownNode): UnknownNode {
  return node.mayBeMap ? { ...node, mayBeMap: false } : node;
}

const between = '\u0000';

/** Both, in an order that does not depend on who comes first. */
function joined(first: UnknownNode, second: UnknownNode): UnknownNode {
  const isFailed = first.isFailed || second.isFailed;
  const texts = new Set([...first.text.split(between), ...second.text.split(between)]);
  const named = new Map(
    [...first.references, ...second.references].map((each) => [each.name, each]),
  );
  const { type, typeName } = first.text < second.text ? first : second;
  return {
    ...first,
    text: [...texts].sort().join(between),
    references: [...named.keys()].sort().flatMap((name) => named.get(name) ?? []),
    type,
    typeName,
    isFailed,
    mayBeMap: isFailed || (first.mayBeMap && second.mayBeMap),
    mayBeList: isFailed || (first.mayBeList && second.mayBeList),
    sensitive: first.sensitive === true || second.sensitive === true ? true : undefined,
  };
}
