/** Where a cursor is in a flow collection that is still open there: found by brackets, commas and colons. */
import { unquoted } from './lines.js';

export interface FlowPlace {
  /** The keys below the collection; an item of a list is 0. For a key, those of its map. */
  readonly path: readonly (string | number)[];
  readonly at: 'key' | 'value';
  readonly start: number;
  readonly end: number;
  readonly siblings: ReadonlyMap<string, string>;
  /** Of a list, the other items. */
  readonly items: ReadonlySet<string>;
  readonly isClosed: boolean;
}

interface Frame {
  readonly isMap: boolean;
  key: string | undefined;
  /** Where the text at hand begins; undefined before it does. */
  start: number | undefined;
  last: number;
  readonly siblings: Map<string, string>;
  readonly items: Set<string>;
}

/** The place at `offset` in the collection that begins at `from`; undefined where it is closed before. */
export function readFlow(text: string, from: number, offset: number): FlowPlace | undefined {
  const frames: Frame[] = [];
  for (let at = from; at < offset; at++) {
    const character = text[at] ?? '';
    const frame = frames.at(-1);
    if (isOpening(text, at, frame)) {
      if (frame !== undefined) frame.start ??= at;
      frames.push({
        isMap: character === '{',
        key: undefined,
        start: undefined,
        last: at,
        siblings: new Map(),
        items: new Set(),
      });
    } else if (frame === undefined) return undefined;
    else if (character === '}' || character === ']') {
      frames.pop();
      const outer = frames.at(-1);
      if (outer === undefined) return undefined;
      outer.last = at + 1;
    } else at = readCharacter(frame, text, at, offset);
  }
  return placeIn(frames, text, offset);
}

/** True for a bracket that opens a collection: not that of a reference, and not one in a plain key. */
function isOpening(text: string, at: number, frame: Frame | undefined): boolean {
  const character = text[at];
  if (character !== '{' && character !== '[') return false;
  return (
    frame?.start === undefined ||
    !((frame.isMap && frame.key === undefined) || (character === '{' && text[at - 1] === '$'))
  );
}

/** Takes one character of a frame in; the offset of the last that was read with it. */
function readCharacter(frame: Frame, text: string, at: number, offset: number): number {
  const character = text[at] ?? '';
  if (character === ',') endItem(frame, text);
  else if (
    character === ':' &&
    frame.isMap &&
    frame.key === undefined &&
    /[\s,}\]"']|^$/.test(text[at + 1] ?? '')
  ) {
    frame.key = unquoted(text.slice(frame.start ?? at, frame.last));
    frame.start = undefined;
  } else if (character === '#' && /\s/.test(text[at - 1] ?? ''))
    return Math.max(at, lineEnd(text, at) - 1);
  else if (!/\s/.test(character)) {
    const isQuote = (character === '"' || character === "'") && frame.start === undefined;
    const close = isQuote ? closingQuote(text, at) : at;
    frame.start ??= at;
    if (close < 0 || close >= offset) return offset;
    frame.last = close + 1;
    return close;
  }
  return at;
}

function endItem(frame: Frame, text: string): void {
  if (frame.key !== undefined)
    frame.siblings.set(
      frame.key,
      frame.start === undefined ? '' : unquoted(text.slice(frame.start, frame.last)),
    );
  if (!frame.isMap && frame.start !== undefined)
    frame.items.add(unquoted(text.slice(frame.start, frame.last)));
  frame.key = undefined;
  frame.start = undefined;
}

function placeIn(frames: readonly Frame[], text: string, offset: number): FlowPlace | undefined {
  const top = frames.at(-1);
  if (top === undefined) return undefined;
  const path = frames.flatMap((frame): (string | number)[] =>
    frame.isMap ? (frame.key === undefined ? [] : [frame.key]) : [0],
  );
  const at = top.isMap && top.key === undefined ? 'key' : 'value';
  const rest =
    /^(?:[^,{}[\]\n:#]|:(?=\S))*/.exec(text.slice(offset, offset + 500))?.[0].trimEnd() ?? '';
  const isClosed = at === 'key' && text.startsWith(':', offset + rest.length);
  return {
    path,
    at,
    start: top.start ?? offset,
    end: offset + rest.length,
    siblings: top.isMap
      ? new Map([...keysBehind(text, offset + rest.length), ...top.siblings])
      : new Map(),
    items: top.isMap
      ? top.items
      : new Set([...top.items, ...itemsBehind(text, offset + rest.length)]),
    isClosed,
  };
}

/** The items that follow in the same list, as far as they are scalars. */
function itemsBehind(text: string, from: number): string[] {
  const [, rest = ''] = /^["']?\s*,([^[\]{}]{0,2000})\]/.exec(text.slice(from, from + 2100)) ?? [];
  return rest.split(',').map((each) => unquoted(each.trim()));
}

/** The keys that follow in the same map. */
function* keysBehind(text: string, from: number): Generator<readonly [string, string]> {
  let depth = 0;
  let start: number | undefined;
  for (let at = from; at < Math.min(text.length, from + 2000); at++) {
    const character = text[at] ?? '';
    if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth < 0) return;
    else if (depth > 0) continue;
    else if (character === ',') start = at + 1;
    else if (character === ':' && start !== undefined && /\s/.test(text[at + 1] ?? '')) {
      const value = /^\s*([\w.-]*)\s*[,}]/.exec(text.slice(at + 1, at + 80))?.[1] ?? '';
      yield [unquoted(text.slice(start, at).trim()), value];
      start = undefined;
    }
  }
}

function closingQuote(text: string, open: number): number {
  const quote = text[open] ?? '';
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at++;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at++;
      else return at;
    }
  }
  return -1;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
