/** Values as people may see them: vault text and sensitive values hidden, unknown values as what they wait for. */
import { dataToJson, nodeToJson, type JsonStyle } from '../model/json.js';
import type { Data } from '../model/component-data.js';
import { isSpecial } from '../model/component-data.js';
import type { Node } from '../syntax/node.js';
import type { Parts, Shown } from './model.js';

const json: JsonStyle = { unit: '', redact: true, markTemplates: false };
const words: JsonStyle = { ...json, inWords: true };
const hidden = '<redacted>';

/** What nobody may see. */
export const shownSecret: Shown = { json: JSON.stringify(hidden), words: hidden, isSecret: true };

/** A merged value. */
export function shownNode(node: Node): Shown {
  const isSecret = isHidden(node);
  return {
    json: nodeToJson(node, json, ''),
    words: wordsOf(node),
    isSecret,
    parts: isSecret ? undefined : partsOf(node),
  };
}

function wordsOf(node: Node): string {
  if (node.kind === 'unknown' || node.kind === 'unset') return nodeToJson(node, words, '');
  if (node.sensitive === true) return hidden;
  if (node.kind === 'vault') return `!vault ${hidden}`;
  return node.kind === 'unsafe'
    ? `!unsafe ${JSON.stringify(node.value)}`
    : nodeToJson(node, words, '');
}

function partsOf(node: Node): Parts | undefined {
  if (node.kind === 'list') return { what: 'items', texts: () => node.items.map(wordsOf) };
  return node.kind === 'string' || node.kind === 'unsafe' ? linesOf(node.value) : undefined;
}

/** A text of one line has no parts. */
function linesOf(text: string): Parts | undefined {
  return text.trimEnd().includes('\n')
    ? { what: 'lines', texts: () => text.replace(/\n$/, '').split('\n') }
    : undefined;
}

/** True if any part of the value is not shown. */
function isHidden(node: Node): boolean {
  if (node.kind === 'unset' || node.kind === 'unknown') return false;
  if (node.kind === 'vault' || node.sensitive === true) return true;
  if (node.kind === 'list') return node.words === undefined && node.items.some(isHidden);
  return node.kind === 'map' && node.entries.some((entry) => isHidden(entry.value));
}

/** A field of a component. */
export function shownData(data: Data): Shown {
  if (isSpecial(data)) return shownNode(data.special);
  return {
    json: dataToJson(data, json, ''),
    words: dataToJson(data, words, ''),
    isSecret: false,
    parts: typeof data === 'string' ? linesOf(data) : undefined,
  };
}

/** Text as it is. */
export function shownText(text: string): Shown {
  return { json: JSON.stringify(text), words: text, isSecret: false };
}

/** Something that JSON says as people do. */
export function shownJson(value: number | boolean | readonly string[]): Shown {
  const text = Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value);
  return { json: text, words: text, isSecret: false };
}
