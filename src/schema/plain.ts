/**
 * A syntax tree as the plain data that the schema judges. Variables are free in shape, so what stands in their places
 * is not copied. Floats become NaN (no field takes one, and `1.0` must not pass as `1`).
 */
import type { MapNode, Node } from '../syntax/node.js';
import { isOrdinaryHost } from './ordinary-host.js';
import { hostList, placeAt, type Place } from './places.js';

export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };

/** What stands for a host that needs no validator. */
const ordinaryHost: Plain = { name: 'ordinary' };

/** Plain data of `node`, which stands at `place`; `__proto__` is a key like any other. */
export function toPlain(node: Node, place: Place | undefined): Plain {
  if (place === 'free') return null;
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
    case 'unknown':
      return null;
    case 'list': {
      if (node.words !== undefined) return [...node.words];
      const ofItem = placeAt(place, '*');
      if (place === hostList)
        return node.items.map((item) =>
          isOrdinaryHost(item) ? ordinaryHost : toPlain(item, ofItem),
        );
      return node.items.map((item) => toPlain(item, ofItem));
    }
    case 'map':
      return mapToPlain(node, place);
  }
}

function mapToPlain(node: MapNode, place: Place | undefined): Plain {
  const plain: Record<string, Plain> = {};
  if (place === 'variables' || place === 'options') return plain;
  for (const { key, value } of node.entries) {
    const data = toPlain(value, placeAt(place, key));
    if (key === '__proto__') Object.defineProperty(plain, key, { value: data, enumerable: true });
    else plain[key] = data;
  }
  return plain;
}
