/**
 * JSON text → the same tree that YAML gives, exact: integers with all digits, `1.0` a float and `1` none, every node
 * with its place. Stricter than `JSON.parse`: one key twice, a number out of range and halves of surrogate pairs are
 * faults. Never throws; the first fault ends it. What marks Ansible's own values (`__ansible_vault`,
 * `__ansible_unsafe`) is read as what it stands for.
 */
import type { Span, Source } from '../text/source.js';
import type { Entry, MapNode, Node } from './node.js';
import { parseInteger } from './numbers.js';

/** Why a text is no JSON, and where. */
export interface JsonFault {
  readonly message: string;
  readonly span: Span;
}

export type JsonRead = { readonly root: Node } | { readonly fault: JsonFault };

/** Nested deeper than this, nothing is read. */
const maxDepth = 100;

class Fault extends Error {
  constructor(message: string, readonly at: number) {
    super(message);
  }
}

interface Reader {
  readonly source: Source;
  at: number;
}

/** The tree of a whole text. */
export function readJson(source: Source): JsonRead {
  const reader: Reader = { source, at: 0 };
  try {
    const root = readValue(reader, 0);
    skipBlanks(reader);
    if (reader.at < source.text.length) throw new Fault('there is more text behind the value', reader.at);
    return { root };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const start = Math.min(error.at, source.text.length);
    return { fault: { message: error.message, span: { source, start, end: Math.min(start + 1, source.text.length) } } };
  }
}

const blanks = /[ \t\n\r]*/y;
const numeral = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![\w.])/y;
/** DEL and what follows it are controls, but no JSON string minds them. */
const quoted = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const words = { true: true, false: false, null: null } as const;

function readValue(reader: Reader, depth: number): Node {
  skipBlanks(reader);
  if (depth > maxDepth) throw new Fault(`values are nested more than ${maxDepth} levels deep`, reader.at);
  const start = reader.at;
  switch (reader.source.text[start]) {
    case '{':
      return readMap(reader, depth);
    case '[':
      return readList(reader, depth);
    case '"': {
      const value = readText(reader);
      return { kind: 'string', value, ...spanFrom(reader, start) };
    }
    default:
      return readWord(reader) ?? readNumber(reader);
  }
}

function readWord(reader: Reader): Node | undefined {
  const start = reader.at;
  for (const [word, value] of Object.entries(words)) {
    if (!reader.source.text.startsWith(word, start)) continue;
    reader.at += word.length;
    const span = spanFrom(reader, start);
    return value === null ? { kind: 'null', ...span } : { kind: 'bool', value, ...span };
  }
  return undefined;
}

function readNumber(reader: Reader): Node {
  const start = reader.at;
  numeral.lastIndex = start;
  const found = numeral.exec(reader.source.text);
  if (found === null) throw new Fault(start >= reader.source.text.length ? 'the text ends too early' : 'a value is expected here', start);
  const [text, fraction, exponent] = found;
  reader.at += text.length;
  const span = spanFrom(reader, start);
  if (fraction === undefined && exponent === undefined) {
    const value = parseInteger(text);
    if (typeof value === 'string') throw new Fault('the number has too many digits', start);
    return { kind: 'int', value: Object.is(value, -0) ? 0 : value, ...span };
  }
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Fault('the number is too large', start);
  return { kind: 'float', value, ...span };
}

function readText(reader: Reader): string {
  quoted.lastIndex = reader.at;
  const found = quoted.exec(reader.source.text)?.[0];
  if (found === undefined) throw new Fault('the string is not closed, or holds what a JSON string cannot', reader.at);
  const text = JSON.parse(found) as string;
  if (/\p{Cs}/u.test(text)) throw new Fault('the string holds half of a surrogate pair', reader.at);
  reader.at += found.length;
  return text;
}

function readList(reader: Reader, depth: number): Node {
  const start = reader.at++;
  const items: Node[] = [];
  while (!closes(reader, ']', items.length)) items.push(readValue(reader, depth + 1));
  return { kind: 'list', items, ...spanFrom(reader, start) };
}

function readMap(reader: Reader, depth: number): Node {
  const start = reader.at++;
  const entries: Entry[] = [];
  const known = new Set<string>();
  while (!closes(reader, '}', entries.length)) {
    skipBlanks(reader);
    const from = reader.at;
    if (reader.source.text[from] !== '"') throw new Fault('a key in double quotes is expected here', from);
    const key = readText(reader);
    const span = spanFrom(reader, from);
    if (known.has(key)) throw new Fault(`the key \`${key}\` stands here a second time`, from);
    known.add(key);
    skipBlanks(reader);
    if (reader.source.text[reader.at] !== ':') throw new Fault('a `:` is expected here', reader.at);
    reader.at++;
    entries.push({ key, value: readValue(reader, depth + 1), ...span });
  }
  const map: MapNode = { kind: 'map', entries, ...spanFrom(reader, start) };
  return markedValue(map) ?? map;
}

/** Whether a collection ends here; else what parts its items was read. */
function closes(reader: Reader, close: string, count: number): boolean {
  skipBlanks(reader);
  const character = reader.source.text[reader.at];
  if (character === close) {
    reader.at++;
    return true;
  }
  if (count === 0) return false;
  if (character !== ',') throw new Fault(character === undefined ? 'the text ends too early' : `a \`,\` or \`${close}\` is expected here`, reader.at);
  reader.at++;
  skipBlanks(reader);
  if (reader.source.text[reader.at] === close) throw new Fault('a value is expected behind the `,`', reader.at);
  return false;
}

/** `{"__ansible_vault": "…"}` and `{"__ansible_unsafe": "…"}` as the values that they stand for; undefined for any other map. */
export function markedValue({ entries, source, start, end }: MapNode): Node | undefined {
  const [only] = entries;
  if (entries.length !== 1 || only?.value.kind !== 'string') return undefined;
  const { value } = only.value;
  if (only.key === '__ansible_vault') return { kind: 'vault', value, source, start, end };
  return only.key === '__ansible_unsafe' ? { kind: 'unsafe', value, source, start, end } : undefined;
}

function skipBlanks(reader: Reader): void {
  blanks.lastIndex = reader.at;
  blanks.exec(reader.source.text);
  reader.at = blanks.lastIndex;
}

function spanFrom({ source, at }: Reader, start: number): Span {
  return { source, start, end: at };
}
