/** Small views of syntax trees, so that a test can say in one line what it expects. */
import { parseDocument } from '../../src/syntax/parse.js';
import type { Diagnostic, Outcome } from '../../src/diagnostics/diagnostic.js';
import type { Document, Node } from '../../src/syntax/node.js';
import type { Source } from '../../src/text/source.js';

/** A source with this text. */
export function sourceOf(text: string): Source {
  return { path: '/inventory.yaml', name: 'inventory.yaml', text };
}

/** Parses a text. */
export function parse(text: string): Outcome<Document> {
  return parseDocument(sourceOf(text));
}

/** Parses a text that must be fine, and answers its root. */
export function rootOf(text: string): Node {
  const { value, diagnostics } = parse(text);
  if (diagnostics.length > 0 || value.root === undefined)
    throw new Error(diagnostics.map(told).join('; ') || 'no root');
  return value.root;
}

/** The value of the key `a` of a text that must be fine. */
export function valueOfA(text: string): Node {
  const root = rootOf(text);
  const entry = root.kind === 'map' ? root.entries.find((each) => each.key === 'a') : undefined;
  if (entry === undefined) throw new Error('no key `a`');
  return entry.value;
}

/** `code "written text" message` */
export function told({ code, span, message }: Diagnostic): string {
  return `${code} ${JSON.stringify(span.source.text.slice(span.start, span.end))} ${message}`;
}

/**
 * A tree as JSON, kinds kept: `['m', [[key, value] …]]`, `['l', items]`, `['n']`, `['b', true]`, `['i', '12']`,
 * `['f', bits in hexadecimal]`, `['s', text]`; vault, unsafe and unset values under their own names; a marker last.
 */
export function treeOf(node: Node): unknown[] {
  switch (node.kind) {
    case 'map': {
      const entries = node.entries.map((entry) => [entry.key, treeOf(entry.value)]);
      return node.marker === undefined ? ['m', entries] : ['m', entries, node.marker];
    }
    case 'list':
      return node.marker === undefined
        ? ['l', node.items.map(treeOf)]
        : ['l', node.items.map(treeOf), node.marker];
    case 'null':
      return ['n'];
    case 'bool':
      return ['b', node.value];
    case 'int':
      return ['i', String(node.value)];
    case 'float':
      return ['f', bitsOf(node.value)];
    case 'string':
      return ['s', node.value];
    case 'vault':
    case 'unsafe':
      return [node.kind, node.value];
    case 'unset':
    case 'unknown':
      return [node.kind];
  }
}

/** A tree with the written text of every node and key, for comparing spans. */
export function spansOf(node: Node): unknown {
  switch (node.kind) {
    case 'map':
      return {
        kind: node.kind,
        at: [node.start, node.end],
        entries: node.entries.map((entry) => [entry.start, entry.end, spansOf(entry.value)]),
      };
    case 'list':
      return { kind: node.kind, at: [node.start, node.end], items: node.items.map(spansOf) };
    case 'null':
    case 'bool':
    case 'int':
    case 'float':
    case 'string':
    case 'vault':
    case 'unsafe':
    case 'unset':
    case 'unknown':
      return { kind: node.kind, at: [node.start, node.end] };
  }
}

/** The eight bytes of a float, in hexadecimal. */
export function bitsOf(value: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
}
