/** Every text in a tree; what aliases repeat comes once. */
import type { Node } from '../syntax/node.js';

export function textsIn(root: Node): string[] {
  const found: string[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    switch (node.kind) {
      case 'string':
      case 'unsafe':
        found.push(node.value);
        break;
      case 'map':
      case 'list':
        if (seen.has(node)) return;
        seen.add(node);
        for (const each of node.kind === 'map'
          ? node.entries.map(({ value }) => value)
          : node.items)
          visit(each);
        break;
      default:
        break;
    }
  };
  visit(root);
  return found;
}
