/** Questions about whole values: whether all of it is known, secret, or readable. */
import type { Node, UnknownNode } from '../syntax/node.js';

/** Whether no part of a value is unknown. */
export function isKnown(node: Node): boolean {
  return unknownIn(node).length === 0;
}

/** The parts of a value that are unknown. */
export function unknownIn(node: Node): readonly UnknownNode[] {
  if (node.kind === 'unknown') return [node];
  if (node.kind === 'map') return node.entries.flatMap((entry) => unknownIn(entry.value));
  return node.kind === 'list' ? node.items.flatMap(unknownIn) : [];
}

/** Whether a part of it came from a sensitive export. */
export function isSensitiveNode(node: Node): boolean {
  return some(
    node,
    (each) => each.kind !== 'unknown' && each.kind !== 'unset' && each.sensitive === true,
  );
}

/** Whether a part of it can be read by whoever reads it: anything but vault text. */
export function holdsClearText(node: Node): boolean {
  return some(node, (each) => each.kind !== 'vault' && each.kind !== 'map' && each.kind !== 'list');
}

/** The value to everybody but Ansible: what is unsafe to it is text to them. */
export function withoutUnsafe(node: Node): Node {
  const { source, start, end } = node;
  if (node.kind === 'unsafe') return { kind: 'string', value: node.value, source, start, end };
  if (node.kind === 'list') return { ...node, items: node.items.map(withoutUnsafe) };
  return node.kind === 'map'
    ? {
        ...node,
        entries: node.entries.map((entry) => ({ ...entry, value: withoutUnsafe(entry.value) })),
      }
    : node;
}

function some(node: Node, is: (node: Node) => boolean): boolean {
  if (is(node)) return true;
  if (node.kind === 'map') return node.entries.some((entry) => some(entry.value, is));
  return node.kind === 'list' && node.items.some((item) => some(item, is));
}
