/**
 * A regular expression in the syntax of Python's `re` → its tree. What Python rejects is an error of kind `value`;
 * the few things it has and this module has not (`\N{…}`, the `L` flag) are errors of kind `unsupported`.
 */
import { fail } from '../error.js';
import { parseClass, parseEscape } from './escapes.js';
import type { CharacterTest } from './classes.js';
import { fixedWidth } from './width.js';

export interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
  readonly a: boolean;
}

export type Pattern =
  /** `effort`: the steps that a test takes, 1 unless it says otherwise */
  | { readonly type: 'character'; readonly test: CharacterTest; readonly effort?: number }
  | { readonly type: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly type: 'choice'; readonly options: readonly Pattern[] }
  | { readonly type: 'group'; readonly index: number; readonly body: Pattern }
  | { readonly type: 'atomic'; readonly body: Pattern }
  | {
      readonly type: 'look';
      readonly ahead: boolean;
      readonly negative: boolean;
      readonly width: number;
      readonly body: Pattern;
    }
  | { readonly type: 'reference'; readonly index: number; readonly ignoreCase: boolean }
  | {
      readonly type: 'condition';
      readonly index: number;
      readonly yes: Pattern;
      readonly no: Pattern;
    }
  | {
      readonly type: 'edge';
      readonly edge: 'start' | 'line start' | 'end' | 'line end' | 'very end' | 'word' | 'not word';
      readonly ascii: boolean;
    }
  | {
      readonly type: 'repeat';
      readonly body: Pattern;
      readonly min: number;
      readonly max: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    };

export interface Syntax {
  readonly pattern: Pattern;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

/** The text being parsed, as code points, and where. */
export interface Reader {
  readonly chars: readonly string[];
  index: number;
  flags: Flags;
  groups: number;
  readonly open: Set<number>;
  readonly names: Map<string, number>;
  depth: number;
  /** groups that a condition asks about; those may come later in the text */
  readonly conditions: number[];
}

export const noFlags: Flags = { i: false, m: false, s: false, x: false, a: false };

export function parseRegex(text: string, flags: Flags): Syntax {
  if (text.length > 5_000) fail('limit', 'the regular expression has more than 5000 characters');
  const reader: Reader = {
    chars: Array.from(text),
    index: 0,
    flags,
    groups: 0,
    open: new Set(),
    names: new Map(),
    depth: 0,
    conditions: [],
  };
  const global = /^\(\?([aiLmsux]+)\)/.exec(text);
  if (global !== null) {
    reader.index = global[0].length;
    reader.flags = withFlags(reader.flags, global[1] ?? '', true);
  }
  const pattern = parseChoice(reader);
  if (reader.index < reader.chars.length) broken(reader, 'unbalanced parenthesis');
  const absent = reader.conditions.find((index) => index > reader.groups);
  if (absent !== undefined) broken(reader, `invalid group reference ${absent}`);
  return { pattern, groups: reader.groups, names: reader.names };
}

export function broken(reader: Reader, message: string): never {
  return fail('value', `regular expression: ${message} at position ${reader.index}`);
}

export function next(reader: Reader): string | undefined {
  return reader.chars[reader.index];
}

function withFlags(flags: Flags, letters: string, on: boolean): Flags {
  if (letters.includes('L'))
    fail('unsupported', 'the regular-expression flag `L` is not supported');
  const changed = { ...flags };
  for (const letter of letters) {
    if (letter === 'u') changed.a = false;
    else if (letter === 'i' || letter === 'm' || letter === 's' || letter === 'x' || letter === 'a')
      changed[letter] = on;
  }
  return changed;
}

function parseChoice(reader: Reader): Pattern {
  reader.depth += 1;
  if (reader.depth > 50) fail('limit', 'the regular expression is nested more than 50 levels deep');
  const options = [parseSequence(reader)];
  while (next(reader) === '|') {
    reader.index += 1;
    options.push(parseSequence(reader));
  }
  reader.depth -= 1;
  const only = options[0];
  return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
}

function parseSequence(reader: Reader): Pattern {
  const parts: Pattern[] = [];
  for (
    let char = next(reader);
    char !== undefined && char !== '|' && char !== ')';
    char = next(reader)
  ) {
    if (reader.flags.x && skipVerbose(reader, char)) continue;
    const part = parseAtom(reader, char);
    if (part !== undefined) parts.push(parseRepeats(reader, part));
  }
  const only = parts[0];
  return parts.length === 1 && only !== undefined ? only : { type: 'sequence', parts };
}

/** In verbose mode spaces and comments mean nothing. */
function skipVerbose(reader: Reader, char: string): boolean {
  if (/\s/.test(char)) {
    reader.index += 1;
    return true;
  }
  if (char !== '#') return false;
  while (reader.index < reader.chars.length && next(reader) !== '\n') reader.index += 1;
  return true;
}

function parseAtom(reader: Reader, char: string): Pattern | undefined {
  const { flags } = reader;
  if (char === '(') return parseGroup(reader);
  if (char === '[') return parseClass(reader);
  if (char === '\\') return parseEscape(reader);
  if (char === '*' || char === '+' || char === '?') return broken(reader, 'nothing to repeat');
  if (char === '{' && quantifier(reader) !== undefined) return broken(reader, 'nothing to repeat');
  reader.index += 1;
  switch (char) {
    case '.':
      return { type: 'character', test: flags.s ? () => true : (code) => code !== 10 };
    case '^':
      return { type: 'edge', edge: flags.m ? 'line start' : 'start', ascii: false };
    case '$':
      return { type: 'edge', edge: flags.m ? 'line end' : 'end', ascii: false };
    default:
      return literal(char.codePointAt(0) ?? 0, flags);
  }
}

export function literal(code: number, flags: Flags): Pattern {
  if (!flags.i) return { type: 'character', test: (each) => each === code };
  const lower = fold(code);
  return { type: 'character', test: (each) => each === code || fold(each) === lower };
}

export function fold(code: number): number {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  const lower = String.fromCodePoint(code).toLowerCase();
  return lower.codePointAt(0) ?? code;
}

function quantifier(reader: Reader): { min: number; max: number; length: number } | undefined {
  const text = reader.chars.slice(reader.index, reader.index + 24).join('');
  const found = /^(?:([*+?])|\{(?:(\d+)|(\d*),(\d*))\})/.exec(text);
  if (found === null) return undefined;
  const [whole, sign, exact, from, to] = found;
  const length = whole.length;
  if (sign !== undefined)
    return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity, length };
  if (exact !== undefined) return { min: Number(exact), max: Number(exact), length };
  const min = from === undefined || from === '' ? 0 : Number(from);
  const max = to === undefined || to === '' ? Infinity : Number(to);
  if (max < min) return broken(reader, 'min repeat greater than max repeat');
  return { min, max, length };
}

function parseRepeats(reader: Reader, body: Pattern): Pattern {
  while (reader.flags.x && skipVerbose(reader, next(reader) ?? '')) continue;
  const found = quantifier(reader);
  if (found === undefined) return body;
  if (body.type === 'edge') return broken(reader, 'nothing to repeat');
  reader.index += found.length;
  const suffix = next(reader);
  const mode = suffix === '?' ? 'lazy' : suffix === '+' ? 'possessive' : 'greedy';
  if (mode !== 'greedy') reader.index += 1;
  if (quantifier(reader) !== undefined) return broken(reader, 'multiple repeat');
  const repeat: Pattern = {
    type: 'repeat',
    body,
    min: found.min,
    max: found.max,
    mode: mode === 'possessive' ? 'greedy' : mode,
  };
  return mode === 'possessive' ? { type: 'atomic', body: repeat } : repeat;
}

function parseGroup(reader: Reader): Pattern | undefined {
  const rest = reader.chars.slice(reader.index, reader.index + 300).join('');
  const start = reader.index;
  const named = /^\(\?P<([^>)]*)>/.exec(rest);
  if (named !== null) return capture(reader, named[0].length, named[1]);
  const back = /^\(\?P=([^)]*)\)/.exec(rest);
  if (back !== null) {
    reader.index += back[0].length;
    return reference(reader, back[1] ?? '');
  }
  const condition = /^\(\?\(([^)]*)\)/.exec(rest);
  if (condition !== null) return parseCondition(reader, condition[0].length, condition[1] ?? '');
  const look = /^\(\?(<?)([=!])/.exec(rest);
  if (look !== null) {
    reader.index += look[0].length;
    const body = closed(reader, start);
    const ahead = look[1] === '';
    return {
      type: 'look',
      ahead,
      negative: look[2] === '!',
      width: ahead
        ? 0
        : (fixedWidth(body) ?? broken(reader, 'look-behind requires fixed-width pattern')),
      body,
    };
  }
  if (rest.startsWith('(?#')) {
    while (next(reader) !== undefined && next(reader) !== ')') reader.index += 1;
    if (next(reader) === undefined) return broken(reader, 'missing ), unterminated comment');
    reader.index += 1;
    return undefined;
  }
  const scoped = /^\(\?([aiLmsux]*)(?:-([imsx]+))?:/.exec(rest);
  if (scoped !== null) {
    const outer = reader.flags;
    reader.flags = withFlags(withFlags(outer, scoped[1] ?? '', true), scoped[2] ?? '', false);
    reader.index += scoped[0].length;
    const body = closed(reader, start);
    reader.flags = outer;
    return { type: 'sequence', parts: [body] };
  }
  if (rest.startsWith('(?>')) {
    reader.index += 3;
    return { type: 'atomic', body: closed(reader, start) };
  }
  if (/^\(\?[aiLmsux]+\)/.test(rest))
    return broken(reader, 'global flags not at the start of the expression');
  if (rest.startsWith('(?')) return broken(reader, `unknown extension ?${rest[2] ?? ''}`);
  return capture(reader, 1, undefined);
}

function capture(reader: Reader, length: number, name: string | undefined): Pattern {
  const start = reader.index;
  if (name !== undefined && !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    return broken(reader, `bad character in group name '${name}'`);
  reader.index += length;
  reader.groups += 1;
  const index = reader.groups;
  if (name !== undefined) {
    if (reader.names.has(name)) return broken(reader, `redefinition of group name '${name}'`);
    reader.names.set(name, index);
  }
  reader.open.add(index);
  const body = closed(reader, start);
  reader.open.delete(index);
  return { type: 'group', index, body };
}

function closed(reader: Reader, start: number): Pattern {
  const body = parseChoice(reader);
  if (next(reader) !== ')') {
    reader.index = start;
    return broken(reader, 'missing ), unterminated subpattern');
  }
  reader.index += 1;
  return body;
}

/** A back reference by name or number; the group must be complete. */
export function reference(reader: Reader, name: string): Pattern {
  const index = groupIndex(reader, name);
  if (reader.open.has(index)) return broken(reader, 'cannot refer to an open group');
  return { type: 'reference', index, ignoreCase: reader.flags.i };
}

function groupIndex(reader: Reader, name: string): number {
  const index = /^\d+$/.test(name) ? Number(name) : reader.names.get(name);
  if (index === undefined) return broken(reader, `unknown group name '${name}'`);
  if (index === 0 || index > reader.groups)
    return broken(reader, `invalid group reference ${index}`);
  return index;
}

function parseCondition(reader: Reader, length: number, name: string): Pattern {
  const start = reader.index;
  const index = /^[1-9]\d{0,2}$/.test(name) ? Number(name) : groupIndex(reader, name);
  reader.conditions.push(index);
  reader.index += length;
  const body = closed(reader, start);
  const options = body.type === 'choice' ? body.options : [body];
  const [yes, no] = options;
  if (yes === undefined || options.length > 2)
    return broken(reader, 'conditional backref with more than two branches');
  return { type: 'condition', index, yes, no: no ?? { type: 'sequence', parts: [] } };
}
