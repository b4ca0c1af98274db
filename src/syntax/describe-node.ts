/** Phrases for what was written. */
import type { Node } from './node.js';

/** What was written, e.g. "the integer `420` (written `0644`)", "a list", "empty". */
export function describeNode(node: Node): string {
  if (node.kind !== 'unset' && node.sensitive === true) return 'a sensitive value';
  switch (node.kind) {
    case 'map':
      return node.start === node.end ? 'empty' : 'a map';
    case 'list':
      return 'a list';
    case 'null':
      return node.start === node.end ? 'empty' : 'null';
    case 'unset':
      return '`!unset`';
    case 'unknown':
      return 'a value that is not known yet';
    case 'vault':
      return 'a `!vault` value';
    case 'string':
    case 'unsafe':
      return node.value === '' ? 'an empty string' : `the string \`${shorten(node.value)}\``;
    case 'bool':
      return withSpelling(`the boolean \`${String(node.value)}\``, node, String(node.value));
    case 'int':
      return withSpelling(`the integer \`${String(node.value)}\``, node, String(node.value));
    case 'float':
      return withSpelling('a float', node, '');
  }
}

function withSpelling(phrase: string, node: Node, canonical: string): string {
  const written = node.source.text.slice(node.start, node.end);
  return written === canonical ? phrase : `${phrase} (written \`${shorten(written)}\`)`;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
