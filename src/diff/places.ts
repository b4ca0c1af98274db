/** Where in the files of a side a definition or a part of one is written. */
import { findEntry, type Document, type Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';

/** The value that keys lead to in the file at `path`; the key of the innermost one where there is no more. */
export function placeOfKeys(
  documents: readonly Document[],
  path: string,
  keys: readonly string[],
): Span | undefined {
  const document = documents.find(({ source }) => source.path === path);
  let node: Node | undefined = document?.root;
  let place: Span | undefined;
  for (const key of keys) {
    const entry: ReturnType<typeof findEntry> =
      node?.kind === 'map' ? findEntry(node, key) : undefined;
    if (entry === undefined) return place;
    place = entry;
    node = entry.value;
  }
  return node === undefined || node.kind === 'map' ? place : node;
}
