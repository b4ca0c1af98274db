/**
 * `!unsafe` on a collection: every string below it, at any depth, becomes an unsafe one, as Ansible's `wrap_var` does;
 * numbers, bools, nulls, dates and vault values stay. Shared nodes stay shared, and what an anchor inside names
 * elsewhere stays as it was.
 */
import type { Builder } from './builder.js';
import type { Node } from './node.js';

/** The value with all its strings unsafe. */
export function unsafeValue(builder: Builder, node: Node, done = new Map<Node, Node>()): Node {
  const known = done.get(node);
  if (known !== undefined) return known;
  const unsafe = convert(builder, node, done);
  done.set(node, unsafe);
  return unsafe;
}

function convert(builder: Builder, node: Node, done: Map<Node, Node>): Node {
  const { source, start, end } = node;
  switch (node.kind) {
    case 'string':
      return builder.dates.has(node)
        ? node
        : { source, start, end, kind: 'unsafe', value: node.value };
    case 'list':
      return {
        source,
        start,
        end,
        kind: 'list',
        items: node.items.map((item) => unsafeValue(builder, item, done)),
        marker: node.marker,
      };
    case 'map': {
      const entries = node.entries.map((entry) => ({
        ...entry,
        value: unsafeValue(builder, entry.value, done),
      }));
      return { source, start, end, kind: 'map', entries, marker: node.marker };
    }
    case 'int':
    case 'float':
    case 'bool':
    case 'null':
    case 'vault':
    case 'unsafe':
    case 'unset':
    case 'unknown':
      return node;
  }
}
