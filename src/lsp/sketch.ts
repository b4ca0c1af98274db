/**
 * A tree of a text that does not parse at the moment, as far as its lines show one: block maps and lists by indentation,
 * flow collections by brackets, scalars by their looks. Never fails, judges nothing; good for names and places only.
 */
import type { Entry, ListNode, MapNode, Node } from '../syntax/node.js';
import type { Source } from '../text/source.js';
import { columnOf, readLine, unquoted, valueOf, type Line } from './lines.js';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
interface Block {
  readonly column: number;
  readonly node:
    (Writable<MapNode> & { entries: Entry[] }) | (Writable<ListNode> & { items: Node[] });
  /** Puts a value in the place that the last key or dash left open; undefined where that has one. */
  fill: ((value: Node) => void) | undefined;
}

export function sketchOf(source: Source): MapNode {
  const root: Block = {
    column: 0,
    node: { kind: 'map', entries: [], source, start: 0, end: source.text.length },
    fill: undefined,
  };
  const open: Block[] = [root];
  const { text } = source;
  for (let start = 0; start < text.length;) {
    const line = readLine(text, start);
    start = line.isBlank || columnOf(line) < 0 ? next(text, line) : readInto(open, source, line);
  }
  return root.node as MapNode;
}

function next(text: string, { end }: Line): number {
  const found = text.indexOf('\n', end);
  return found < 0 ? text.length : found + 1;
}

/** Reads a line, and what continues its value; the offset of the next line. */
function readInto(open: Block[], source: Source, line: Line): number {
  for (const dash of line.dashes) addItem(open, source, line, dash);
  if (line.key !== undefined) addKey(open, source, line);
  else if (line.dashes.length === 0) return next(source.text, line);
  const written = valueOf(line);
  const fill = open.at(-1)?.fill;
  if (written === '' || fill === undefined) return next(source.text, line);
  const tags = /^(?:[!&]\S*(?:\s+|$))*/.exec(written)?.[0].length ?? 0;
  const at = line.start + line.value + tags;
  const value = written.slice(tags);
  if (value === '' && !written.includes('!unset')) return next(source.text, line);
  if (/^[|>]/.test(value)) {
    const end = endOfBlock(source.text, line);
    fill(
      tagged(written.slice(0, tags), {
        kind: 'string',
        value: source.text.slice(line.end, end),
        source,
        start: at,
        end,
      }),
    );
    return end;
  }
  // What is typed behind a key that has a block below it is not its value.
  if (!/^[{[]/.test(value) && hasBlock(source.text, line)) return next(source.text, line);
  const read = /^[{[]/.test(value)
    ? flowNode(source, at, endOfBlock(source.text, line))
    : scalarNode(source, at, at + value.length);
  fill(tagged(written.slice(0, tags), read));
  const top = open.at(-1);
  if (top !== undefined) top.fill = undefined;
  return read.end > line.end
    ? next(source.text, readLine(source.text, source.text.lastIndexOf('\n', read.end - 2) + 1))
    : next(source.text, line);
}

function hasBlock(text: string, line: Line): boolean {
  if (line.key === undefined) return false;
  let start = next(text, line);
  let below = readLine(text, start);
  for (; below.isBlank && start < text.length; below = readLine(text, start))
    start = next(text, below);
  if (start >= text.length || (below.key === undefined && below.dashes.length === 0)) return false;
  const column = columnOf(below);
  return (
    column > line.key.column ||
    (column === line.key.column && below.dashes.length > 0 && line.dashes.length === 0)
  );
}

/** Where the lines end that are indented more than this one. */
function endOfBlock(text: string, line: Line): number {
  const column = line.key?.column ?? columnOf(line);
  for (let start = next(text, line); start < text.length;) {
    const each = readLine(text, start);
    if (!each.isBlank && columnOf(each) <= column) return start;
    start = next(text, each);
  }
  return text.length;
}

function addItem(open: Block[], source: Source, line: Line, column: number): void {
  while (open.length > 1 && (open.at(-1)?.column ?? 0) > column) open.pop();
  const top = open.at(-1);
  if (top === undefined) return;
  const list =
    top.node.kind === 'list' && top.column === column
      ? top
      : openBlock(open, top, {
          column,
          node: { kind: 'list', items: [], source, start: line.start + column, end: line.end },
          fill: undefined,
        });
  if (list?.node.kind !== 'list') return;
  const { items } = list.node;
  const place = items.length;
  const at = line.start + column + 1;
  items.push({ kind: 'null', source, start: at, end: at });
  list.fill = (value) => void (items[place] = value);
  for (const each of open) each.node.end = Math.max(each.node.end, line.end);
}

function addKey(open: Block[], source: Source, line: Line): void {
  const { key } = line;
  if (key === undefined) return;
  while (
    open.length > 1 &&
    ((open.at(-1)?.column ?? 0) > key.column ||
      (open.at(-1)?.column === key.column && open.at(-1)?.node.kind === 'list'))
  )
    open.pop();
  const top = open.at(-1);
  if (top === undefined) return;
  const at = line.start + key.column;
  const map =
    top.node.kind === 'map' && top.column === key.column
      ? top
      : openBlock(open, top, {
          column: key.column,
          node: { kind: 'map', entries: [], source, start: at, end: line.end },
          fill: undefined,
        });
  if (map?.node.kind !== 'map') return;
  const { entries } = map.node;
  const place = entries.length;
  const span = { source, start: at, end: line.start + key.end };
  entries.push({
    key: key.name,
    value: { kind: 'null', source, start: span.end + 1, end: span.end + 1 },
    ...span,
  });
  map.fill = (value) => void (entries[place] = { key: key.name, value, ...span });
  for (const each of open) each.node.end = Math.max(each.node.end, line.end);
}

/** Opens a block as the value that is awaited; undefined where none is. */
function openBlock(open: Block[], top: Block, block: Block): Block | undefined {
  if (top.fill === undefined) return undefined;
  top.fill(block.node);
  top.fill = undefined;
  open.push(block);
  return block;
}

/** A value with what its tags say of it: above all that it is a secret. */
function tagged(tags: string, node: Node): Node {
  const { source, start, end } = node;
  if (tags.includes('!vault'))
    return { kind: 'vault', value: node.kind === 'string' ? node.value : '', source, start, end };
  if (tags.includes('!unset')) return { kind: 'unset', source, start, end };
  if (tags.includes('!unsafe') && node.kind === 'string')
    return { kind: 'unsafe', value: node.value, source, start, end };
  if (tags.includes('!replace') && node.kind === 'map') return { ...node, marker: 'replace' };
  return tags.includes('!append') && node.kind === 'list' ? { ...node, marker: 'append' } : node;
}

/** Text that nothing but a string starts like. */
const isWord = /^[a-eg-mo-su-zA-EG-MO-SU-Z/_]/;

function scalarNode(source: Source, start: number, end: number): Node {
  const written = source.text.slice(start, end);
  const place = { source, start, end };
  if (isWord.test(written)) return { kind: 'string', value: written, ...place };
  if (/^[-+]?\d{1,15}$/.test(written)) return { kind: 'int', value: Number(written), ...place };
  if (/^(?:true|false)$/i.test(written))
    return { kind: 'bool', value: /^t/i.test(written), ...place };
  return /^(?:~|null)?$/.test(written)
    ? { kind: 'null', ...place }
    : { kind: 'string', value: unquoted(written), ...place };
}

const blank = /\s/;
const isEnd = /[,}]/;
const quoted = /("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/y;
const plain = /(?:[^,{}[\]\n:#]|:(?=[^\s,{}[\]])|#(?<!\s#))*/y;
const flowTags = /(?:[!&][^\s,{}[\]]*[ \t]+)*/y;

/** A flow collection that ends where its bracket does, or else at `limit`. */
function flowNode(source: Source, start: number, limit: number): Node {
  const { text } = source;
  let at = start;
  const skip = (): void => {
    while (at < limit && (text[at] === ' ' || blank.test(text[at] ?? ''))) at++;
    if (text[at] === '#') {
      at = Math.min(limit, Math.max(at, text.indexOf('\n', at)));
      if (text[at] === '\n') skip();
    }
  };
  const scalar = (): Node => {
    const from = at;
    const pattern = text[at] === '"' || text[at] === "'" ? quoted : plain;
    pattern.lastIndex = at;
    const written = pattern.exec(text)?.[0].trimEnd() ?? '';
    at = Math.min(limit, at + written.length);
    return scalarNode(source, from, at);
  };
  const node = (depth: number): Node => {
    if (text[at] !== '!' && text[at] !== '&') return untagged(depth);
    flowTags.lastIndex = at;
    const found = flowTags.exec(text)?.[0] ?? '';
    at = Math.min(limit, at + found.length);
    return tagged(found, untagged(depth));
  };
  const untagged = (depth: number): Node => {
    const isMap = text[at] === '{';
    if (depth > 100 || (!isMap && text[at] !== '[')) return scalar();
    const from = at++;
    const entries: Entry[] = [];
    const items: Node[] = [];
    while (at < limit && text[at] !== '}' && text[at] !== ']') {
      skip();
      if (at >= limit || text[at] === '}' || text[at] === ']') break;
      const before = at;
      const value = node(depth + 1);
      skip();
      if (isMap) {
        let held: Node = { kind: 'null', source, start: at, end: at };
        if (text[at] === ':') {
          at++;
          skip();
          if (!isEnd.test(text[at] ?? ',')) held = node(depth + 1);
        }
        if (value.kind !== 'map' && value.kind !== 'list' && value.start < value.end)
          entries.push({
            key: unquoted(text.slice(value.start, value.end)),
            value: held,
            source,
            start: value.start,
            end: value.end,
          });
      } else items.push(value);
      skip();
      if (text[at] === ',' || at === before) at++;
    }
    at = Math.min(limit, at + 1);
    const place = { source, start: from, end: at };
    return isMap ? { kind: 'map', entries, ...place } : { kind: 'list', items, ...place };
  };
  return node(0);
}
