/**
 * Where a cursor is in the text of an inventory, whether it parses at the moment or not: found from the lines around it,
 * by indentation, and in flow collections by brackets. Text and offset in; the keys that lead there, and the word, out.
 */
import { readFlow, type FlowPlace } from './flow.js';
import { columnOf, lineAt, readLine, unquoted, valueOf, type Line } from './lines.js';

/** A key, or 0 for an item of a list. */
export type Step = string | number;

export interface Where {
  /** For a key: the keys that lead to its map. For a value: those that lead to it, its own one last. */
  readonly path: readonly Step[];
  readonly at: 'key' | 'value';
  /** The whole of what is written there, and the part of it before the cursor, without quotes. */
  readonly word: string;
  readonly before: string;
  /** The offsets of the word. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | undefined;
  /** The other keys of the innermost map, with their one-line values. */
  readonly siblings: ReadonlyMap<string, string>;
  /** The other items of the innermost list that are written on one line each, or in brackets. */
  readonly items: ReadonlySet<string>;
  /** True within the braces or brackets of a flow collection. */
  readonly isFlow: boolean;
  /** True where a key has its colon already, or a value follows its key on the line. */
  readonly isClosed: boolean;
  /** The column where a block's key or item stands. */
  readonly column: number;
}

/** How far siblings are looked for. */
const reach = 400;

/** Undefined within a comment. */
export function whereAt(text: string, offset: number): Where | undefined {
  const own = lineAt(text, offset);
  const cursor = offset - own.start;
  if (isInComment(own, cursor)) return undefined;
  const column = own.isBlank && own.text.trim() === '' ? cursor : columnOf(own);
  const chain = ancestors(text, own, column);
  for (const [index, { line, steps }] of chain.entries()) {
    const above = chain.slice(0, index).flatMap((each) => each.steps);
    const value = valueOf(line).replace(/^(?:[!&]\S*\s+)+/, '');
    if (/^[|>]/.test(value) && index === chain.length - 1)
      return inText(text, own, cursor, [...above, ...steps]);
    const flow = /^[{[]/.test(value)
      ? readFlow(text, line.start + line.text.indexOf(value, line.value), offset)
      : undefined;
    if (flow !== undefined) return inFlow(text, flow, [...above, ...allSteps(line)], offset);
  }
  return onLine(
    text,
    own,
    cursor,
    chain.flatMap((each) => each.steps),
  );
}

function isInComment({ text, value, key }: Line, cursor: number): boolean {
  const from = key === undefined ? 0 : value;
  const found = /(?:^|[ \t])#/.exec(
    text
      .slice(from)
      .replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, (quoted) => '"'.repeat(quoted.length)),
  );
  return found !== null && cursor > from + found.index + found[0].length - 1;
}

interface Ancestor {
  readonly line: Line;
  readonly steps: readonly Step[];
}

/** The lines above that the line at `column` stands below, outermost first. */
function ancestors(text: string, own: Line, column: number): Ancestor[] {
  const found: Ancestor[] = [];
  let limit = column;
  let isItem = own.dashes.length > 0;
  for (let start = own.start; start > 0 && (limit > 0 || isItem);) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    if (isDeeper(text, start, limit)) continue;
    if (isItem && limit > 0 && isSibling(text, start, limit)) continue;
    const line = readLine(text, start);
    if (line.isBlank) continue;
    const at = columnOf(line);
    const isParentOfList =
      isItem && at === limit && line.dashes.length === 0 && line.key !== undefined;
    if (at >= limit && !isParentOfList) continue;
    const steps = stepsBelow(line, isParentOfList ? limit + 1 : limit);
    found.unshift({ line, steps });
    limit = at;
    isItem = line.dashes.length > 0;
  }
  return found;
}

/** True for another item of the list that the line is in: most lines of a long list. */
function isSibling(text: string, start: number, column: number): boolean {
  const at = start + column;
  return (
    text.charCodeAt(at) === 0x2d &&
    text.charCodeAt(at + 1) === 0x20 &&
    text.slice(start, at).trim() === ''
  );
}

/** True for a line that says nothing by its first characters: indented further than that, or with nothing on it. */
function isDeeper(text: string, start: number, limit: number): boolean {
  let first = start;
  while (text.charCodeAt(first) === 0x20 || text.charCodeAt(first) === 0x09) first++;
  const code = text.charCodeAt(first);
  return first - start > limit || code === 0x0a || code === 0x0d || code === 0x23;
}

function stepsBelow({ dashes, key }: Line, limit: number): Step[] {
  return [
    ...dashes.filter((dash) => dash < limit).map(() => 0),
    ...(key !== undefined && key.column < limit ? [key.name] : []),
  ];
}

function allSteps(line: Line): Step[] {
  return stepsBelow(line, Infinity);
}

/** Within a block scalar: the word is the line. */
function inText(text: string, own: Line, cursor: number, path: readonly Step[]): Where {
  const start = own.start + Math.min(cursor, own.text.search(/\S|$/));
  return {
    path,
    at: 'value',
    word: text.slice(start, own.end),
    before: text.slice(start, own.start + cursor),
    start,
    end: own.end,
    quote: undefined,
    siblings: new Map(),
    items: none,
    isFlow: false,
    isClosed: true,
    column: own.value,
  };
}

function inFlow(text: string, flow: FlowPlace, above: readonly Step[], offset: number): Where {
  const { start, end, path, at, siblings, items, isClosed } = flow;
  return {
    path: [...above, ...path],
    at,
    ...wordAt(text, start, end, offset),
    siblings,
    items,
    isFlow: true,
    isClosed,
    column: 0,
  };
}

/** On a line of a block map or list. */
function onLine(text: string, own: Line, cursor: number, above: readonly Step[]): Where {
  const items = own.dashes.filter((dash) => dash < cursor).map(() => 0);
  const path = [...above, ...items];
  const siblings = siblingsOf(text, own);
  const offset = own.start + cursor;
  const { key } = own;
  if (key !== undefined && cursor > key.end) {
    const value = own.text.slice(own.value).replace(/^(?:[!&]\S*\s+)+/, '');
    const start = own.start + own.text.length - value.length;
    const flow = /^[{[]/.test(value) ? readFlow(text, start, offset) : undefined;
    if (flow !== undefined) return inFlow(text, flow, [...path, key.name], offset);
    return {
      path: [...path, key.name],
      at: 'value',
      ...wordAt(text, Math.min(start, offset), own.start + own.value + valueOf(own).length, offset),
      siblings,
      items: none,
      isFlow: false,
      isClosed: valueOf(own) !== '',
      column: key.column,
    };
  }
  if (key !== undefined && cursor >= key.column)
    return {
      path,
      at: 'key',
      ...wordAt(text, own.start + key.column, own.start + key.end, offset),
      siblings,
      items: none,
      isFlow: false,
      isClosed: true,
      column: key.column,
    };
  const written = own.isBlank ? '' : valueOf(own);
  const start = own.isBlank || cursor < own.value ? offset : own.start + own.value;
  const flow = /^[{[]/.test(written) ? readFlow(text, start, offset) : undefined;
  if (flow !== undefined) return inFlow(text, flow, path, offset);
  const at = items.length > 0 ? 'value' : 'key';
  return {
    path,
    at,
    ...wordAt(text, start, Math.max(start, own.start + own.value + written.length), offset),
    siblings,
    items: items.length > 0 ? itemsBeside(text, own) : none,
    isFlow: false,
    isClosed: false,
    column: items.length > 0 ? own.value : columnOf(own),
  };
}

function wordAt(
  text: string,
  start: number,
  end: number,
  offset: number,
): Pick<Where, 'word' | 'before' | 'start' | 'end' | 'quote'> {
  const first = text[start];
  const quote = start < offset && (first === '"' || first === "'") ? first : undefined;
  const from = quote === undefined ? start : start + 1;
  const written = text.slice(from, Math.max(end, offset));
  const closed =
    quote !== undefined && written.endsWith(quote) && from + written.length > offset
      ? written.slice(0, -1)
      : written;
  return {
    word: closed,
    before: text.slice(from, offset),
    start: from,
    end: from + closed.length,
    quote,
  };
}

const none: ReadonlySet<string> = new Set();

/** The items above and below a line, in the same list. */
function itemsBeside(text: string, own: Line): ReadonlySet<string> {
  const column = own.dashes.at(-1) ?? 0;
  const found = new Set<string>();
  const look = (line: Line): boolean => {
    if (line.isBlank) return true;
    if (line.dashes.at(-1) === column && columnOf(line) === column)
      found.add(unquoted(valueOf(line)));
    return columnOf(line) >= column;
  };
  let start = own.start;
  for (let count = 0; count < reach && start > 0 && columnOf(own) === column; count++) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    const line = readLine(text, start);
    if (!look(line) || (line.dashes.length === 0 && !line.isBlank && columnOf(line) === column))
      break;
  }
  let next = text.indexOf('\n', own.start) + 1;
  for (let count = 0; count < reach && next > 0 && next < text.length; count++) {
    if (!look(readLine(text, next))) break;
    next = text.indexOf('\n', next) + 1;
  }
  return found;
}

/** The keys beside that of a line: above and below it, in the same map. */
function siblingsOf(text: string, own: Line): ReadonlyMap<string, string> {
  const column = own.key?.column ?? own.value;
  const found = new Map<string, string>();
  const look = (line: Line): boolean => {
    if (line.isBlank) return true;
    const at = columnOf(line);
    if (line.key?.column === column && (at === column || line === own))
      found.set(line.key.name, unquoted(valueOf(line)));
    return at >= column;
  };
  let start = own.start;
  for (let count = 0; count < reach && start > 0 && own.dashes.length === 0; count++) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    const line = readLine(text, start);
    if (look(line)) continue;
    if (line.key?.column === column) found.set(line.key.name, unquoted(valueOf(line)));
    break;
  }
  let next = text.indexOf('\n', own.start) + 1;
  for (let count = 0; count < reach && next > 0 && next < text.length; count++) {
    if (!look(readLine(text, next))) break;
    next = text.indexOf('\n', next) + 1;
  }
  return found;
}
