/** Where a cursor is in a flow collection that is still open there: found by brackets, commas and colons. */
import { unquoted } from './lines.js';

export interface FlowPlace {
  /** The keys below the collection; an item of a list is 0. For a key, those of its map. */
  readonly path: readonly (string | number)[];
  readonly at: 'key' | 'value';
  readonly start: number;
  readonly end: number;
  readonly siblings: ReadonlyMap<string, string>;
  readonly isClosed: boolean;
}

interface Frame {
  readonly isMap: boolean;
  key: string | undefined;
  /** Where the text at hand begins; undefined before it does. */
  start: number | undefined;
  last: number;
  readonly siblings: Map<string, string>;
}

/** The place at `offset` in the collection that begins at `from`; undefined where it is closed before, or ends with less indentation. */
export function readFlow(text: string, from: number, offset: number): FlowPlace | undefined {
  const frames: Frame[] = [];
  for (let at = from; at < offset; at++) {
    const character = text[at] ?? '';
    const frame = frames.at(-1);
    if (character === '{' || character === '[') {
      if (frame?.start !== undefined && frame.key === undefined && frame.isMap) continue;
      if (frame !== undefined) frame.start ??= at;
      frames.push({ isMap: character === '{', key: undefined, start: undefined, last: at, siblings: new Map() });
    } else if (frame === undefined) return undefined;
    else if (character === '}' || character === ']') {
      frames.pop();
      const outer = frames.at(-1);
      if (outer === undefined) return undefined;
      outer.last = at + 1;
    } else if (character === ',') endItem(frame, text);
    else if (character === ':' && frame.isMap && frame.key === undefined && /[\s,}\]"']|^$/.test(text[at + 1] ?? '')) {
      frame.key = unquoted(text.slice(frame.start ?? at, frame.last));
      frame.start = undefined;
    } else if (character === '#' && /\s/.test(text[at - 1] ?? '')) at = Math.max(at, lineEnd(text, at) - 1);
    else if (!/\s/.test(character)) {
      if ((character === '"' || character === "'") && frame.start === undefined) {
        const close = closingQuote(text, at);
        frame.start = at;
        if (close < 0 || close >= offset) break;
        at = close;
      } else frame.start ??= at;
      frame.last = at + 1;
    }
  }
  return placeIn(frames, text, offset);
}

function endItem(frame: Frame, text: string): void {
  if (frame.key !== undefined) frame.siblings.set(frame.key, frame.start === undefined ? '' : unquoted(text.slice(frame.start, frame.last)));
  frame.key = undefined;
  frame.start = undefined;
}

function placeIn(frames: readonly Frame[], text: string, offset: number): FlowPlace | undefined {
  const top = frames.at(-1);
  if (top === undefined) return undefined;
  const path = frames.flatMap((frame): (string | number)[] => (frame.isMap ? (frame.key === undefined ? [] : [frame.key]) : [0]));
  const at = top.isMap && top.key === undefined ? 'key' : 'value';
  const rest = /^(?:[^,{}[\]\n:#]|:(?=\S))*/.exec(text.slice(offset, offset + 500))?.[0].trimEnd() ?? '';
  const isClosed = at === 'key' && text.startsWith(':', offset + rest.length);
  return { path, at, start: top.start ?? offset, end: offset + rest.length, siblings: top.siblings, isClosed };
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
