/** Whether something in a value is for nobody's eyes. */
import type { Node } from '../syntax/node.js';

/** True for vault text, for the value of a sensitive export, and for what holds one. */
export function holdsSecret(node: Node): boolean {
  if (node.kind === 'vault') return true;
  if (node.kind !== 'unset' && node.sensitive === true) return true;
  if (node.kind === 'map') return node.entries.some((entry) => holdsSecret(entry.value));
  return node.kind === 'list' && node.items.some(holdsSecret);
}
