/** Questions about whole values: whether all of it is known, secret, or readable. */
import type { Node } from '../syntax/node.js';

/** Whether no part of a value is unknown. */
export function isKnown(node: Node): boolean {
  return !some(node, (each) => each.kind === 'unknown');
}

/** Whether a part of it came from a sensitive export. */
export function isSensitiveNode(node: Node): boolean {
  return some(node, (each) => each.kind !== 'unknown' && each.kind !== 'unset' && each.sensitive === true);
}

/** Whether a part of it can be read by whoever reads it: anything but vault text. */
export function holdsClearText(node: Node): boolean {
  return some(node, (each) => each.kind !== 'vault' && each.kind !== 'map' && each.kind !== 'list');
}

function some(node: Node, is: (node: Node) => boolean): boolean {
  if (is(node)) return true;
  if (node.kind === 'map') return node.entries.some((entry) => some(entry.value, is));
  return node.kind === 'list' && node.items.some((item) => some(item, is));
}
