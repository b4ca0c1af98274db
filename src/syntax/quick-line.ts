/**
 * Keys and values on one line: what the quick reader (`quick-read.ts`) reads inside block maps and lists. Everything here
 * gives up with `undefined` on whatever is not of the usual form.
 */
import type { Source } from '../text/source.js';
import type { Entry, Node } from './node.js';
import { parseFloatingPoint, parseInteger } from './numbers.js';
import { boolValue, plainType } from './plain-scalars.js';
import { wordList } from './word-list.js';

/** Deeper nesting is left to the full parser, which counts levels. */
export const deepest = 40;

/** A plain key of a block map, up to its colon. */
export const key = /[A-Za-z0-9_][A-Za-z0-9_./-]*(?=: |:\n)/y;
/** A quoted key without escapes, up to its colon. */
export const quotedKey = /"[^"\\\n]*"(?=: )|'[^'\n]*'(?=: )/y;
const blockHeader = /\|-? *\n/y;
const flowKey = /[A-Za-z0-9_][A-Za-z0-9_./-]*(?=: )/y;
const doubleQuoted = /"[^"\\\n\t]*"/y;
const singleQuoted = /'(?:[^'\n\t]|'')*'/y;
const plainStart = /[A-Za-z0-9_./~+($^<\\=;]|-(?=[^\s,[\]{}])|[\u0080-\uffff]/y;
/** Words without blanks and colons, up to the end of the line or of the flow item: most of what there is. */
const word = /[A-Za-z0-9_][A-Za-z0-9_./-]*(?=\n)/y;
const flowWord = /[A-Za-z0-9_][A-Za-z0-9_./-]*(?=[,\]}])/y;
const flowPlain =
  /(?:[A-Za-z0-9_./~+($^<\\=;]|-(?=[^\s,[\]{}])|[\u0080-\uffff])(?:[^\s,[\]{}:#]|:(?=[^\s,[\]{}])| +(?=[^\s,[\]{}#]))*/y;
const trailingBlanks = / +$/;
const stopsPlain = /: |:$| #|\t/;

/** One read of one text; `at` is the offset of what comes next. */
export interface Reader {
  readonly source: Source;
  readonly text: string;
  at: number;
  depth: number;
  /** The column of `at` after blank lines were passed. */
  column: number;
  /** Plain keys and words of flow lists that are strings: one string object for each, however often it stands there. */
  readonly strings: Map<string, string>;
  /** The entries of the block map that was read last at a column, and of the last flow map: the next one is often alike. */
  readonly last: (readonly Entry[] | undefined)[];
  lastFlow: readonly Entry[] | undefined;
}

/** More distinct strings than this are not worth remembering. */
const mostStrings = 4096;

/** A reader gave up. */
export const given = undefined;

/** A plain key that is a string; `at` is then behind it, before the colon. */
export function readKey(reader: Reader, pattern = key): string | undefined {
  const { text, at } = reader;
  pattern.lastIndex = at;
  if (pattern.test(text)) {
    const name = knownString(reader, text.slice(at, pattern.lastIndex));
    if (name !== undefined) reader.at = pattern.lastIndex;
    return name;
  }
  quotedKey.lastIndex = at;
  if (!quotedKey.test(text)) return given;
  reader.at = quotedKey.lastIndex;
  return text.slice(at + 1, reader.at - 1);
}

/**
 * The key of the entry `expected` if it stands, plain, at `at` as well; `at` is then behind it. A map that has the keys of an
 * earlier one in the same order repeats none, so whoever reads it need not look.
 */
export function readSameKey(reader: Reader, expected: Entry | undefined): string | undefined {
  if (expected === undefined) return given;
  const { key: name, start, end } = expected;
  const { text, at } = reader;
  const after = at + name.length;
  if (end - start !== name.length || !text.startsWith(name, at) || text.charCodeAt(after) !== 58)
    return given;
  const next = text.charCodeAt(after + 1);
  if (next !== 32 && next !== 10) return given;
  reader.at = after;
  return name;
}

/** The string that plain text is; undefined where it is no string. */
function knownString({ strings }: Reader, written: string): string | undefined {
  const known = strings.get(written);
  if (known !== undefined) return known;
  if (plainType(written) !== 'string') return given;
  if (strings.size < mostStrings) strings.set(written, written);
  return written;
}

/** A value that starts at `at` and ends on its line; `at` is then behind it. */
export function readInline(reader: Reader): Node | undefined {
  switch (reader.text.charCodeAt(reader.at)) {
    case 91:
      return readFlowList(reader);
    case 123:
      return readFlowMap(reader);
    case 34:
    case 39:
      return readQuoted(reader);
    default:
      return readPlain(reader);
  }
}

/**
 * A literal block scalar (`|`, `|-`) below a key or dash at column `indent`; `at` is then behind its last line. Given up
 * where a blank line is longer than the indentation, which makes it text, or where the last line has no line break.
 */
export function readBlockText(reader: Reader, indent: number): Node | undefined {
  const { source, text, at: start } = reader;
  blockHeader.lastIndex = start;
  if (!blockHeader.test(text)) return given;
  const strips = text.charCodeAt(start + 1) === 45;
  const lines: string[] = [];
  let depth = -1;
  let end = start;
  let at = blockHeader.lastIndex;
  for (let lineEnd = text.indexOf('\n', at); lineEnd >= 0; lineEnd = text.indexOf('\n', at)) {
    const content = skipSpaces(text, at);
    if (content === lineEnd) {
      if (content - at > (depth < 0 ? indent + 1 : depth)) return given;
      lines.push('');
    } else {
      if (depth < 0) depth = content - at;
      if (content - at < depth || depth <= indent) break;
      lines.push(text.slice(at + depth, lineEnd));
      end = lineEnd;
    }
    at = lineEnd + 1;
  }
  if (end === start || end >= source.text.length) return given;
  reader.at = at;
  while (lines.at(-1) === '') lines.pop();
  const value = `${lines.join('\n')}${strips ? '' : '\n'}`;
  return {
    source,
    start,
    end: start + text.slice(start, end).trimEnd().length,
    kind: 'string',
    value,
  };
}

function readQuoted(reader: Reader): Node | undefined {
  const { source, text, at: start } = reader;
  const isDouble = text.charCodeAt(start) === 34;
  const pattern = isDouble ? doubleQuoted : singleQuoted;
  pattern.lastIndex = start;
  if (!pattern.test(text)) return given;
  const end = pattern.lastIndex;
  reader.at = end;
  const inner = text.slice(start + 1, end - 1);
  return {
    source,
    start,
    end,
    kind: 'string',
    value: isDouble ? inner : inner.replaceAll("''", "'"),
  };
}

/** A plain scalar up to the end of its line or a comment. */
function readPlain(reader: Reader): Node | undefined {
  const { text, at: start } = reader;
  word.lastIndex = start;
  if (word.test(text)) {
    reader.at = word.lastIndex;
    return resolvePlain(reader.source, start, text.slice(start, reader.at));
  }
  plainStart.lastIndex = start;
  if (!plainStart.test(text)) return given;
  const lineEnd = text.indexOf('\n', start);
  let written = text.slice(start, lineEnd);
  const stop = stopsPlain.exec(written);
  if (stop !== null) {
    if (stop[0] !== ' #') return given;
    written = written.slice(0, stop.index);
  }
  written = written.replace(trailingBlanks, '');
  reader.at = start + written.length;
  return resolvePlain(reader.source, start, written);
}

function readFlowList(reader: Reader): Node | undefined {
  if (++reader.depth > deepest) return given;
  const { source, text, at: start } = reader;
  const words = readWords(reader);
  if (words !== undefined) {
    reader.depth--;
    return wordList(source, start, reader.at, words);
  }
  const items: Node[] = [];
  reader.at = skipSpaces(text, start + 1);
  if (text.charCodeAt(reader.at) !== 93) {
    for (;;) {
      const item = readFlowValue(reader);
      if (item === undefined) return given;
      items.push(item);
      const stop = text.charCodeAt((reader.at = skipSpaces(text, reader.at)));
      if (stop === 93) break;
      if (stop !== 44) return given;
      reader.at = skipSpaces(text, reader.at + 1);
    }
  }
  reader.depth--;
  return { source, start, end: ++reader.at, kind: 'list', items, marker: undefined };
}

/** The words of a flow list that holds nothing else; `at` is then behind it, else where it was. */
function readWords(reader: Reader): string[] | undefined {
  const { text, at: start } = reader;
  const words: string[] = [];
  for (let at = skipSpaces(text, start + 1); ; at = skipSpaces(text, at + 1)) {
    flowWord.lastIndex = at;
    if (!flowWord.test(text)) return undefined;
    const word = knownString(reader, text.slice(at, flowWord.lastIndex));
    if (word === undefined) return undefined;
    words.push(word);
    at = flowWord.lastIndex;
    const stop = text.charCodeAt(at);
    if (stop === 93) {
      reader.at = at + 1;
      return words;
    }
    if (stop !== 44) return undefined;
  }
}

function readFlowMap(reader: Reader): Node | undefined {
  if (++reader.depth > deepest) return given;
  const { source, text, at: start } = reader;
  const entries: Entry[] = [];
  let like = reader.lastFlow;
  reader.at = skipSpaces(text, start + 1);
  if (text.charCodeAt(reader.at) !== 125) {
    for (;;) {
      const keyStart = reader.at;
      let name = readSameKey(reader, like?.[entries.length]);
      if (name === undefined) {
        like = undefined;
        name = readKey(reader, flowKey);
        if (name === undefined || isRepeated(entries, undefined, name)) return given;
      }
      const keyEnd = reader.at;
      reader.at = skipSpaces(text, keyEnd + 1);
      const value = readFlowValue(reader);
      if (value === undefined) return given;
      entries.push({ source, start: keyStart, end: keyEnd, key: name, value });
      const stop = text.charCodeAt((reader.at = skipSpaces(text, reader.at)));
      if (stop === 125) break;
      if (stop !== 44) return given;
      reader.at = skipSpaces(text, reader.at + 1);
    }
  }
  reader.depth--;
  reader.lastFlow = entries;
  return { source, start, end: ++reader.at, kind: 'map', entries, marker: undefined };
}

function readFlowValue(reader: Reader): Node | undefined {
  const { source, text, at: start } = reader;
  const first = text.charCodeAt(start);
  if (first === 91) return readFlowList(reader);
  if (first === 123) return readFlowMap(reader);
  if (first === 34 || first === 39) return readQuoted(reader);
  flowWord.lastIndex = start;
  if (flowWord.test(text)) reader.at = flowWord.lastIndex;
  else {
    flowPlain.lastIndex = start;
    if (!flowPlain.test(text)) return given;
    reader.at = flowPlain.lastIndex;
  }
  return resolvePlain(source, start, text.slice(start, reader.at));
}

function resolvePlain(source: Source, start: number, written: string): Node | undefined {
  const end = start + written.length;
  switch (plainType(written)) {
    case 'string':
      return { source, start, end, kind: 'string', value: written };
    case 'null':
      return { source, start, end, kind: 'null' };
    case 'bool':
      return { source, start, end, kind: 'bool', value: boolValue(written) === true };
    case 'int': {
      const value = parseInteger(written);
      return typeof value === 'string' ? given : { source, start, end, kind: 'int', value };
    }
    case 'float': {
      const value = parseFloatingPoint(written);
      return typeof value === 'string' ? given : { source, start, end, kind: 'float', value };
    }
    case 'timestamp':
    case 'merge':
    case 'value':
      return given;
  }
}

/** True if a map that is being read has a key already. */
export function isRepeated(
  entries: readonly Entry[],
  names: ReadonlySet<string> | undefined,
  name: string,
): boolean {
  if (names !== undefined) return names.has(name);
  for (const entry of entries) if (entry.key === name) return true;
  return false;
}

/** The offset behind the blanks from `at` on. */
export function skipSpaces(text: string, at: number): number {
  while (text.charCodeAt(at) === 32) at++;
  return at;
}
