/** Values as they are compared exactly: `1`, `1.0` and `"1"` all differ, and integers have all their digits. */
import type { ListNode, Node } from '../syntax/node.js';
import type { Literal } from './type.js';

/** The index of the first item that stands in the list before, if there is one. */
export function repeatedItem({ items }: ListNode): number | undefined {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const key = valueKey(item);
    if (seen.has(key)) return index;
    seen.add(key);
  }
  return undefined;
}

/** Equal for identical values; the order of keys does not matter. */
function valueKey(node: Node): string {
  switch (node.kind) {
    case 'list':
      return `[${node.items.map(valueKey).join()}]`;
    case 'map':
      return `{${node.entries
        .map(({ key, value }) => `${JSON.stringify(key)}:${valueKey(value)}`)
        .sort()
        .join()}}`;
    case 'null':
    case 'unset':
      return node.kind;
    case 'unknown':
      return `unknown ${node.text}`;
    case 'unsafe':
      return `string ${JSON.stringify(node.value)}`;
    default:
      return `${node.kind} ${JSON.stringify(String(node.value))}`;
  }
}

/** True if the node is that very scalar; literal text below `!unsafe` is a string. */
export function isLiteral(node: Node, literal: Literal): boolean {
  if (node.kind === 'unsafe') return literal.kind === 'string' && literal.value === node.value;
  if (node.kind !== literal.kind) return false;
  return literal.kind === 'null' || ('value' in node && node.value === literal.value);
}

/** The number that a node is; NaN for anything else. */
export function numberOf(node: Node): number | bigint {
  return node.kind === 'int' || node.kind === 'float' ? node.value : NaN;
}
