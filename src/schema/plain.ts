/**
 * A syntax tree as the plain data that the schema judges. Variables are free in shape, so what stands below `vars`
 * and `options` is not copied. Floats become NaN (no field takes one, and `1.0` must not pass as `1`).
 */
import type { MapNode, Node } from '../syntax/node.js';

export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

const free = new Set(['vars', 'options']);

/** Plain data of `node`; objects have no prototype, so that `__proto__` is a key like any other. */
export function toPlain(node: Node): Plain {
  switch (node.kind) {
    case 'string':
    case 'vault':
    case 'unsafe':
    case 'bool':
      return node.value;
    case 'int':
      return Number(node.value);
    case 'float':
      return NaN;
    case 'null':
    case 'unset':
      return null;
    case 'list':
      return node.items.map(toPlain);
    case 'map':
      return mapToPlain(node);
  }
}

function mapToPlain(node: MapNode): Plain {
  const plain = Object.create(null) as { [key: string]: Plain };
  for (const { key, value } of node.entries) {
    plain[key] = free.has(key) && value.kind === 'map' ? (Object.create(null) as Plain) : toPlain(value);
  }
  return plain;
}
