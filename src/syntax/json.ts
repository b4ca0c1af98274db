/**
 * JSON text → the same tree that YAML gives, exact: integers with all digits, `1.0` a float and `1` none. Never throws;
 * the first fault ends it. What marks Ansible's own values (`__ansible_vault`, `__ansible_unsafe`) is read as what it
 * stands for. Strict, with the place of every node (one key twice, a number out of range and halves of surrogate pairs are
 * faults), or as Python reads what Python wrote.
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

/** What a text may hold. */
interface Dialect {
  /** A string with its quotes; sticky. */
  readonly quoted: RegExp;
  readonly words: readonly (readonly [word: string, value: boolean | number | null])[];
  /** Nested deeper than this, nothing is read. */
  readonly maxDepth: number;
  /** Of a key that stands twice the last value counts, any number and any half of a surrogate pair is a value. */
  readonly lenient: boolean;
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** DEL and what follows it are controls, but no JSON string minds them. */
const strict: Dialect = {
  quoted: /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy,
  words,
  maxDepth: 100,
  lenient: false,
};

/** Ansible itself stops at some 500 levels. */
const python: Dialect = {
  quoted: /"[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\]*)*"/y,
  words: [...words, ['NaN', NaN], ['Infinity', Infinity], ['-Infinity', -Infinity]],
  maxDepth: 1000,
  lenient: true,
};

class Fault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

interface Reader {
  readonly source: Source;
  readonly dialect: Dialect;
  /** Where all nodes are, if their own places are of no use; then equal strings and numbers, by their JSON, are one node. */
  readonly place: Span | undefined;
  readonly leaves: Map<string, Node>;
  at: number;
}

/** The tree of a whole text. */
export function readJson(source: Source): JsonRead {
  return read({ source, dialect: strict, place: undefined, leaves: new Map(), at: 0 });
}

/**
 * The tree of what a Python program printed: of a key that stands twice the last value counts, `NaN` and `Infinity` are
 * floats. All nodes are at `place`, and hosts of one group, which have the same values, share them.
 */
export function readPythonJson(source: Source, place: Span): JsonRead {
  return read({
    source,
    dialect: python,
    place,
    leaves: new Map(),
    at: source.text.startsWith('\uFEFF') ? 1 : 0,
  });
}

function read(reader: Reader): JsonRead {
  const { source } = reader;
  try {
    const root = readValue(reader, 0);
    skipBlanks(reader);
    if (reader.at < source.text.length)
      throw new Fault('there is more text behind the value', reader.at);
    return { root };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const start = Math.min(error.at, source.text.length);
    return {
      fault: {
        message: error.message,
        span: { source, start, end: Math.min(start + 1, source.text.length) },
      },
    };
  }
}

const numeral = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![\w.])/y;

function readValue(reader: Reader, depth: number): Node {
  skipBlanks(reader);
  const { maxDepth } = reader.dialect;
  if (depth > maxDepth)
    throw new Fault(`values are nested more than ${maxDepth} levels deep`, reader.at);
  switch (reader.source.text[reader.at]) {
    case '{':
      return readMap(reader, depth);
    case '[':
      return readList(reader, depth);
    case '"':
      return readString(reader);
    default:
      return readWord(reader) ?? readNumber(reader);
  }
}

function readString(reader: Reader): Node {
  const start = reader.at;
  const text = quotedAt(reader);
  return leaf(reader, text, () => ({
    kind: 'string',
    value: unquoted(reader, text, start),
    ...spanFrom(reader, start),
  }));
}

function readWord(reader: Reader): Node | undefined {
  const start = reader.at;
  for (const [word, value] of reader.dialect.words) {
    if (!reader.source.text.startsWith(word, start)) continue;
    reader.at += word.length;
    const span = spanFrom(reader, start);
    if (typeof value === 'number') return { kind: 'float', value, ...span };
    return value === null ? { kind: 'null', ...span } : { kind: 'bool', value, ...span };
  }
  return undefined;
}

function readNumber(reader: Reader): Node {
  const start = reader.at;
  numeral.lastIndex = start;
  const found = numeral.exec(reader.source.text);
  if (found === null)
    throw new Fault(
      start >= reader.source.text.length ? 'the text ends too early' : 'a value is expected here',
      start,
    );
  const [text, fraction, exponent] = found;
  reader.at += text.length;
  return leaf(reader, text, () => {
    const span = spanFrom(reader, start);
    if (fraction === undefined && exponent === undefined) {
      const value = parseInteger(text);
      if (typeof value === 'string') throw new Fault('the number has too many digits', start);
      return { kind: 'int', value: Object.is(value, -0) ? 0 : value, ...span };
    }
    const value = Number(text);
    if (!Number.isFinite(value) && !reader.dialect.lenient)
      throw new Fault('the number is too large', start);
    return { kind: 'float', value, ...span };
  });
}

/** The node of a string or number; one that was made of the same text, where places are of no use. */
function leaf(reader: Reader, text: string, make: () => Node): Node {
  if (reader.place === undefined) return make();
  let node = reader.leaves.get(text);
  if (node === undefined) reader.leaves.set(text, (node = make()));
  return node;
}

function quotedAt(reader: Reader): string {
  const { quoted } = reader.dialect;
  quoted.lastIndex = reader.at;
  const found = quoted.exec(reader.source.text)?.[0];
  if (found === undefined)
    throw new Fault('the string is not closed, or holds what a JSON string cannot', reader.at);
  reader.at += found.length;
  return found;
}

function unquoted(reader: Reader, quoted: string, start: number): string {
  const text = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (!reader.dialect.lenient && /\p{Cs}/u.test(text))
    throw new Fault('the string holds half of a surrogate pair', start);
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
  const entries = new Map<string, Entry>();
  for (let count = 0; !closes(reader, '}', count); count++) {
    skipBlanks(reader);
    const from = reader.at;
    if (reader.source.text[from] !== '"')
      throw new Fault('a key in double quotes is expected here', from);
    const key = unquoted(reader, quotedAt(reader), from);
    const span = spanFrom(reader, from);
    if (entries.has(key) && !reader.dialect.lenient)
      throw new Fault(`the key \`${key}\` stands here a second time`, from);
    skipBlanks(reader);
    if (reader.source.text[reader.at] !== ':') throw new Fault('a `:` is expected here', reader.at);
    reader.at++;
    entries.set(key, { key, value: readValue(reader, depth + 1), ...span });
  }
  const map: MapNode = { kind: 'map', entries: [...entries.values()], ...spanFrom(reader, start) };
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
  if (character !== ',')
    throw new Fault(
      character === undefined
        ? 'the text ends too early'
        : `a \`,\` or \`${close}\` is expected here`,
      reader.at,
    );
  reader.at++;
  skipBlanks(reader);
  if (reader.source.text[reader.at] === close)
    throw new Fault('a value is expected behind the `,`', reader.at);
  return false;
}

/** `{"__ansible_vault": "…"}` and `{"__ansible_unsafe": "…"}` as the values that they stand for; undefined for any other map. */
export function markedValue({ entries, source, start, end }: MapNode): Node | undefined {
  const [only] = entries;
  if (entries.length !== 1 || only?.value.kind !== 'string') return undefined;
  const { value } = only.value;
  if (only.key === '__ansible_vault') return { kind: 'vault', value, source, start, end };
  return only.key === '__ansible_unsafe'
    ? { kind: 'unsafe', value, source, start, end }
    : undefined;
}

function skipBlanks(reader: Reader): void {
  for (;;) {
    const code = reader.source.text.charCodeAt(reader.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    reader.at++;
  }
}

function spanFrom({ source, place, at }: Reader, start: number): Span {
  return place ?? { source, start, end: at };
}
