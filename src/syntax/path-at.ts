/** From a place in a text to the keys that lead to it: the innermost entry or item that is written there. */
import type { Entry, MapNode, Node } from './node.js';

/** One step from a map or list to what it holds. */
export interface PathStep {
  /** The key of a map, or the index of an item. */
  readonly key: string | number;
  /** The entry, whose span is that of the key; undefined for an item of a list. */
  readonly entry: Entry | undefined;
  readonly node: Node;
}

/**
 * The steps from `root` to the innermost key, value or item at `offset`; none where the offset is in none of them. A place
 * between a key and its value, and an alias behind a key, belong to the key.
 */
export function pathAt(root: Node, offset: number): readonly PathStep[] {
  const steps: PathStep[] = [];
  let step = stepAt(root, offset, root.end);
  while (step !== undefined) {
    steps.push(step);
    step =
      step.entry !== undefined && offset <= step.entry.end
        ? undefined
        : stepAt(step.node, offset, step.node.end);
  }
  return steps;
}

function stepAt(node: Node, offset: number, end: number): PathStep | undefined {
  if (offset < node.start || offset > end) return undefined;
  if (node.kind === 'list') {
    const index = node.items.findIndex((item) => item.start <= offset && offset <= item.end);
    const item = node.items[index];
    return item && { key: index, entry: undefined, node: item };
  }
  if (node.kind !== 'map') return undefined;
  const entry = lastBefore(node, offset);
  if (entry === undefined) return undefined;
  const isHere = entry.value.start >= entry.end && entry.value.end <= node.end;
  const { text } = node.source;
  const reach = isHere ? Math.max(entry.value.end, entry.end + 1) : lineEnd(text, entry.end);
  return offset <= reach || isBlankBetween(text, reach, offset)
    ? { key: entry.key, entry, node: entry.value }
    : undefined;
}

/** The entry whose key starts last before `offset`; those that merge keys brought stand elsewhere. */
function lastBefore(map: MapNode, offset: number): Entry | undefined {
  let found: Entry | undefined;
  for (const entry of map.entries) {
    if (
      entry.start >= map.start &&
      entry.start <= offset &&
      entry.end <= map.end &&
      (found === undefined || entry.start > found.start)
    )
      found = entry;
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Blanks on the same line belong to what stands before them. */
function isBlankBetween(text: string, start: number, end: number): boolean {
  return /^[ \t]*$/.test(text.slice(start, end));
}
