/** Reading the fields of a JSON document that a program wrote: what has the expected form, or a fault with its place. */
import { findEntry, type MapNode, type Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';

/** A document that is not what it should be. Caught by the one who reads it. */
export class Misshapen extends Error {
  constructor(
    message: string,
    readonly span: Span,
  ) {
    super(message);
  }
}

/** The value of a field that must be there. */
export function fieldOf(map: MapNode, name: string): Node {
  const entry = findEntry(map, name);
  if (entry === undefined) throw new Misshapen(`\`${name}\` is missing`, map);
  return entry.value;
}

export function mapOf(node: Node, what: string): MapNode {
  if (node.kind !== 'map') throw new Misshapen(`${what} is no map`, node);
  return node;
}

export function textField(map: MapNode, name: string): string {
  const node = fieldOf(map, name);
  if (node.kind !== 'string') throw new Misshapen(`\`${name}\` is no string`, node);
  return node.value;
}

export function countField(map: MapNode, name: string): number {
  const node = fieldOf(map, name);
  if (node.kind !== 'int' || typeof node.value !== 'number' || node.value < 0)
    throw new Misshapen(`\`${name}\` is no count`, node);
  return node.value;
}

/** A switch that may be left out. */
export function flagField(map: MapNode, name: string): boolean {
  const node = findEntry(map, name)?.value;
  if (node === undefined) return false;
  if (node.kind !== 'bool') throw new Misshapen(`\`${name}\` is neither true nor false`, node);
  return node.value;
}

/** A text that may be left out. */
export function textFieldIfAny(map: MapNode, name: string): string | undefined {
  return findEntry(map, name) === undefined ? undefined : textField(map, name);
}
