/** Where a part of a string's value is written: exact wherever the written text shows it. */
import type { StringNode } from '../syntax/node.js';
import { placeWithin } from '../text/place-within.js';
import type { Span } from '../text/source.js';

/**
 * The place of `start`–`end` of the value, which lie in a reference that begins at `from`. In a text with escapes or
 * line breaks the reference is found by counting `${`; within it only a part that is written as it reads is found.
 */
export function placeInScalar(node: StringNode, from: number, start: number, end: number): Span {
  const whole: Span = { source: node.source, start: node.start, end: node.end };
  const simple = placeWithin({ value: node.value, span: whole }, { start, end });
  if (simple.start !== whole.start || simple.end !== whole.end) return simple;
  const written = node.source.text.slice(node.start, node.end);
  const marks = offsetsOf(written);
  if (marks.length !== offsetsOf(node.value).length) return whole;
  const mark = marks[offsetsOf(node.value).indexOf(from)];
  const part = node.value.slice(from, end);
  if (mark === undefined) return whole;
  if (written.startsWith(part, mark))
    return {
      source: node.source,
      start: node.start + mark + start - from,
      end: node.start + mark + end - from,
    };
  const close = written.indexOf('}', mark);
  return close < 0
    ? whole
    : { source: node.source, start: node.start + mark, end: node.start + close + 1 };
}

function offsetsOf(text: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', at + 2)) offsets.push(at);
  return offsets;
}
