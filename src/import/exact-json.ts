/**
 * JSON as Ansible prints it → values, exactly: integers keep every digit, `1.0` stays a float, the objects that stand for
 * vault and unsafe text become those values. `NaN` and `Infinity`, which Python writes, are floats that are not finite.
 * Of a key that stands twice the last value counts, as for Python.
 */
import { markedValue } from '../syntax/json.js';
import type { Entry, MapNode, Node } from '../syntax/node.js';
import { parseInteger } from '../syntax/numbers.js';
import type { Span } from '../text/source.js';

/** Where values are that no file of the user's holds. */
export const nowhere: Span = { source: { path: '', name: 'ansible-inventory', text: '' }, start: 0, end: 0 };

/** Why a text is no JSON, and at which offset. */
export interface JsonFault {
  readonly fault: string;
  readonly offset: number;
}

/** Deeper values are refused; Ansible itself stops at some 500 levels. */
const deepest = 1000;

const string = /"[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*"/y;
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const word = /null|true|false|NaN|-?Infinity/y;

interface Reader {
  readonly text: string;
  /** Strings and numbers that were read, by their JSON: hosts of one group have the same values, and then the same nodes. */
  readonly leaves: Map<string, Node>;
  at: number;
  depth: number;
}

class Unreadable extends Error {}

/** The value of a whole text, or why it has none. */
export function readExactJson(text: string): Node | JsonFault {
  const reader: Reader = { text, leaves: new Map(), at: text.startsWith('\uFEFF') ? 1 : 0, depth: 0 };
  try {
    const value = readValue(reader);
    skipBlanks(reader);
    if (reader.at < text.length) throw new Unreadable('something follows the value');
    return value;
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.message, offset: reader.at };
    throw error;
  }
}

/** True for a number that JSON itself does not have. */
export function isNotFinite(node: Node): boolean {
  return node.kind === 'float' && !Number.isFinite(node.value);
}

function readValue(reader: Reader): Node {
  skipBlanks(reader);
  switch (reader.text[reader.at]) {
    case '{':
      return nested(reader, readMap);
    case '[':
      return nested(reader, readList);
    case '"':
      return readText(reader);
    default:
      return readWord(reader) ?? readNumber(reader);
  }
}

function nested(reader: Reader, read: (reader: Reader) => Node): Node {
  reader.at++;
  reader.depth++;
  if (reader.depth > deepest) throw new Unreadable(`values are nested more than ${deepest} levels deep`);
  const value = read(reader);
  reader.depth--;
  return value;
}

function readMap(reader: Reader): Node {
  const entries = new Map<string, Entry>();
  if (!ends(reader, '}')) {
    do {
      skipBlanks(reader);
      const key = unquoted(readQuoted(reader));
      if (!ends(reader, ':')) throw new Unreadable('a `:` is missing');
      entries.set(key, { key, value: readValue(reader), source: nowhere.source, start: 0, end: 0 });
    } while (ends(reader, ','));
    if (!ends(reader, '}')) throw new Unreadable('a `}` is missing');
  }
  const map: MapNode = { kind: 'map', entries: [...entries.values()], ...nowhere };
  return markedValue(map) ?? map;
}

function readList(reader: Reader): Node {
  const items: Node[] = [];
  if (!ends(reader, ']')) {
    do items.push(readValue(reader));
    while (ends(reader, ','));
    if (!ends(reader, ']')) throw new Unreadable('a `]` is missing');
  }
  return { kind: 'list', items, ...nowhere };
}

function readText(reader: Reader): Node {
  const text = readQuoted(reader);
  const known = reader.leaves.get(text);
  if (known !== undefined) return known;
  const node: Node = { kind: 'string', value: unquoted(text), source: nowhere.source, start: 0, end: 0 };
  reader.leaves.set(text, node);
  return node;
}

function readQuoted(reader: Reader): string {
  const text = take(reader, string);
  if (text === undefined) throw new Unreadable('a string is expected');
  return text;
}

function unquoted(text: string): string {
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

function readWord(reader: Reader): Node | undefined {
  switch (take(reader, word)) {
    case 'null':
      return { kind: 'null', ...nowhere };
    case 'true':
      return { kind: 'bool', value: true, ...nowhere };
    case 'false':
      return { kind: 'bool', value: false, ...nowhere };
    case 'NaN':
      return { kind: 'float', value: NaN, ...nowhere };
    case 'Infinity':
      return { kind: 'float', value: Infinity, ...nowhere };
    case '-Infinity':
      return { kind: 'float', value: -Infinity, ...nowhere };
    default:
      return undefined;
  }
}

function readNumber(reader: Reader): Node {
  number.lastIndex = reader.at;
  const match = number.exec(reader.text);
  if (match === null) throw new Unreadable('a value is expected');
  const [text, fraction, exponent] = match;
  reader.at += text.length;
  let node = reader.leaves.get(text);
  if (node === undefined) reader.leaves.set(text, (node = numberOf(text, fraction !== undefined || exponent !== undefined)));
  return node;
}

function numberOf(text: string, isFloat: boolean): Node {
  if (isFloat) return { kind: 'float', value: Number(text), ...nowhere };
  const value = parseInteger(text);
  if (typeof value === 'string') throw new Unreadable('a number has more digits than Python reads');
  return { kind: 'int', value, ...nowhere };
}

function ends(reader: Reader, character: string): boolean {
  skipBlanks(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

function skipBlanks(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    reader.at++;
  }
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

/** The value of a key of a map; undefined where it is absent or `node` is no map. */
export function valueAt(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key)?.value : undefined;
}

/** The entries of a map; none for anything else. */
export function entriesOf(node: Node | undefined): MapNode['entries'] {
  return node?.kind === 'map' ? node.entries : [];
}

/** The texts of a list; what is no text is left out. */
export function textsOf(node: Node | undefined): readonly string[] {
  return node?.kind === 'list' ? node.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])) : [];
}
