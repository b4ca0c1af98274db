/**
 * The forms that nearly every inventory consists of, read straight into nodes: block maps and lists, flow collections
 * on one line, plain and quoted scalars on one line, literal block scalars. Anything else (anchors, tags, escapes, text
 * over several lines, whatever could be an error) makes a reader give up: it answers `undefined`, and `parse.ts` reads that
 * part through the full parser. So this file decides nothing about YAML; `test/syntax-quick-read.test.ts` holds it to
 * the full parser's tree, node for node and span for span.
 */
import type { Source } from '../text/source.js';
import type { Entry, Node } from './node.js';
import {
  deepest,
  given,
  isRepeated,
  key,
  quotedKey,
  readBlockText,
  readInline,
  readKey,
  readSameKey,
  skipSpaces,
  type Reader,
} from './quick-line.js';

/** Maps with more keys than this look repeated keys up in a set. */
const fewKeys = 12;

const commentAfter = / +#[^\n]*\n| *\n/y;

/** What a whole text must not hold: line breaks and marks that only the full parser judges. */
const unusual = /[\r\t\x85\u2028\u2029\ufeff]|^(?:---|\.\.\.|%)/m;

/** A top-level section: the entry that was read, or undefined where the full parser has to read it. */
export interface Section {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly entry: Entry | undefined;
}

/** The sections of a block map at column 0, which together are the text; undefined if that is not what the text is. */
export function readSections(source: Source): Section[] | undefined {
  if (unusual.test(source.text)) return undefined;
  const text = source.text.endsWith('\n') ? source.text : `${source.text}\n`;
  const starts = sectionStarts(text);
  if (starts?.[0] !== contentAt(text, 0)) return undefined;
  const names = new Set<string>();
  const strings = new Map<string, string>();
  const sections: Section[] = [];
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? text.length;
    const reader: Reader = {
      source,
      text,
      at: start,
      depth: 0,
      column: 0,
      strings,
      last: [],
      lastFlow: undefined,
    };
    const name = readKey(reader);
    if (name === undefined || names.has(name)) return undefined;
    names.add(name);
    const keyEnd = reader.at;
    const value = readMapValue(reader, 0);
    const isWhole = value !== undefined && contentAt(text, reader.at) >= end;
    sections.push({
      start,
      end,
      key: name,
      entry: isWhole ? { source, start, end: keyEnd, key: name, value } : undefined,
    });
  }
  return sections;
}

/** Where lines with a key at column 0 start. */
function sectionStarts(text: string): number[] | undefined {
  const starts: number[] = [];
  const line = /^[^\s#-].*|^-[^ ].*/gm;
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    key.lastIndex = found.index;
    if (!key.test(text)) return undefined;
    starts.push(found.index);
  }
  return starts;
}

/** The value behind a key of a block map whose keys stand at column `indent`; `at` is at the colon. */
function readMapValue(reader: Reader, indent: number): Node | undefined {
  const { source, text, at: colon } = reader;
  reader.at = skipSpaces(text, colon + 1);
  if (!isBlankAt(text, reader.at)) return readLineValue(reader, indent);
  passBlanks(reader);
  const { at: content, column } = reader;
  if (column > indent && content < text.length) return readBlock(reader, content, column);
  if (column === indent && isDash(text, content)) return readList(reader, content, column);
  return { source, start: colon + 1, end: colon + 1, kind: 'null' };
}

/** Whether a line ends or a comment begins where blanks have ended. */
function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 10 || (code === 35 && text.charCodeAt(at - 1) === 32);
}

/** A block map or list whose first line starts at `content`. */
function readBlock(reader: Reader, content: number, column: number): Node | undefined {
  return isDash(reader.text, content)
    ? readList(reader, content, column)
    : readMap(reader, content, column);
}

/** A block map whose first key stands at `content`; `at` and `column` are then those of what follows. */
function readMap(reader: Reader, content: number, column: number): Node | undefined {
  if (++reader.depth > deepest) return given;
  const { source, text } = reader;
  const entries: Entry[] = [];
  let like = reader.last[column];
  let names: Set<string> | undefined;
  let end = content;
  reader.at = content;
  reader.column = column;
  while (reader.at < text.length && reader.column === column && !isDash(text, reader.at)) {
    const { at } = reader;
    let name = readSameKey(reader, like?.[entries.length]);
    if (name === undefined) {
      like = undefined;
      name = readKey(reader);
      if (name === undefined || isRepeated(entries, (names = keysOf(entries, names)), name))
        return given;
    }
    const keyEnd = reader.at;
    const value = readMapValue(reader, column);
    if (value === undefined) return given;
    entries.push({ source, start: at, end: keyEnd, key: name, value });
    names?.add(name);
    end = value.end;
    passBlanks(reader);
  }
  if (reader.at < text.length && reader.column > column) return given;
  reader.depth--;
  reader.last[column] = entries;
  return { source, start: content, end, kind: 'map', entries, marker: undefined };
}

/** The keys of a map that has many of them, as a set. */
function keysOf(
  entries: readonly Entry[],
  known: Set<string> | undefined,
): Set<string> | undefined {
  return known ?? (entries.length < fewKeys ? undefined : new Set(entries.map((each) => each.key)));
}

/** A block list whose first dash stands at `content`; `at` and `column` are then those of what follows. */
function readList(reader: Reader, content: number, column: number): Node | undefined {
  if (++reader.depth > deepest) return given;
  const { source, text } = reader;
  const items: Node[] = [];
  let end = content;
  reader.at = content;
  reader.column = column;
  while (reader.at < text.length && reader.column === column && isDash(text, reader.at)) {
    reader.at = skipSpaces(text, reader.at + 1);
    const item = readItem(reader, column);
    if (item === undefined) return given;
    items.push(item);
    end = item.end;
    passBlanks(reader);
  }
  if (reader.at < text.length && reader.column > column) return given;
  reader.depth--;
  return { source, start: content, end, kind: 'list', items, marker: undefined };
}

/** What stands behind a dash: a map that starts on its line, or a value on its line. */
function readItem(reader: Reader, column: number): Node | undefined {
  const { text, at } = reader;
  key.lastIndex = at;
  if (key.test(text)) return readMap(reader, at, columnOf(text, at));
  quotedKey.lastIndex = at;
  if (quotedKey.test(text)) return given;
  return readLineValue(reader, column);
}

/** A value that ends on its line; what follows must not be indented deeper than `indent`, or it might go on there. */
function readLineValue(reader: Reader, indent: number): Node | undefined {
  if (reader.text.charCodeAt(reader.at) === 124) return readBlockText(reader, indent);
  const value = readInline(reader);
  if (value === undefined) return given;
  const { text } = reader;
  if (text.charCodeAt(reader.at) !== 10) {
    commentAfter.lastIndex = reader.at;
    if (!commentAfter.test(text)) return given;
  }
  passBlanks(reader);
  return reader.at < text.length && reader.column > indent ? given : value;
}

/** Moves to the next text that is neither blank nor a comment; its column is known then. */
function passBlanks(reader: Reader): void {
  const { text, at: start } = reader;
  const at = contentAt(text, start);
  if (at === start) {
    if (text.charCodeAt(at - 1) === 10) reader.column = 0;
    return;
  }
  reader.at = at;
  reader.column = columnOf(text, at);
}

/** The offset of the next text that is neither blank nor a comment, from `start` on. */
function contentAt(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 10) at++;
    else if (code === 35) at = text.indexOf('\n', at);
    else return at;
  }
}

function columnOf(text: string, at: number): number {
  return at - text.lastIndexOf('\n', at - 1) - 1;
}

function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === 45 && text.charCodeAt(at + 1) === 32;
}
