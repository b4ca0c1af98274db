/** Nodes as they are written, for messages and for rules about spelling. */
import type { Span } from '../text/source.js';
import type { Node } from './node.js';

/** The source text of a node, from its first character to its last: a scalar with its quotes, no tag, no anchor. */
export function writtenText(node: Node): string {
  return node.source.text.slice(node.start, node.end);
}

/** True for a scalar written without quotes and not as a block; false for one that is not written at all. */
export function isPlain(node: Node): boolean {
  if (
    node.kind === 'map' ||
    node.kind === 'list' ||
    node.kind === 'unset' ||
    node.start === node.end
  )
    return false;
  return !`"'|>`.includes(node.source.text.charAt(node.start));
}

/** True if a tag stands before what is written at a span, with or without an anchor between them. */
export function hasTag({ source, start }: Span): boolean {
  return /(?:^|[\s,[{])!\S*\s+(?:&\S+\s+)?$/.test(
    source.text.slice(Math.max(0, start - 200), start),
  );
}
