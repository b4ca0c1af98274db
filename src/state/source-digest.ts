/** A digest of what an inventory declares to export: equal while neither types nor values nor secrecy change. */
import { nodeToJson } from '../model/json.js';
import type { System } from '../system.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { typeKey } from '../types/data.js';
import type { DeclaredExport } from './publish.js';

/** `sha256:` and hexadecimal digits. Comments, order and layout do not count, nor what references come to. */
export function sourceDigest(system: System, declared: readonly DeclaredExport[]): string {
  const lines = [...declared]
    .sort((a, b) => byCodePoint(a.name, b.name))
    .map(({ name, type, sensitive, value }) =>
      JSON.stringify([
        name,
        typeKey(type),
        sensitive,
        value === undefined ? null : writtenText(value),
      ]),
    );
  return `sha256:${system.machine().sha256(lines.join('\n'))}`;
}

/** The value as JSON, but what was written where that holds references: what they come to is not declared here. */
function writtenText(node: Node): string {
  const written = node.source.text.slice(node.start, node.end);
  if (node.kind === 'unknown' || written.includes('${')) return written;
  return nodeToJson(node, { unit: '', redact: false, markTemplates: false }, '');
}
