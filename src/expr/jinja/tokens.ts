/**
 * Expression text → tokens with UTF-16 offsets, by the rules of Jinja2's lexer.
 * Reads from `from` up to an end delimiter that is not inside brackets (in a template), or to the end of the text.
 */
import { JinjaError } from './error.js';
import { unescapePython } from './escapes.js';

export type TokenKind = 'name' | 'string' | 'integer' | 'float' | 'operator' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * `escape`: Python's escapes mean what they mean in Python. `literal`: a backslash is a backslash. `references`: as
 * `escape`, but a backslash before a digit is kept, so that `'\1'` is a back reference, as `'\\1'` is.
 */
export type Backslashes = 'escape' | 'literal' | 'references';

export interface Lexed {
  /** always closed by a token of kind `end` */
  readonly tokens: readonly Token[];
  /** the offset after the end delimiter, and whether it trims (`-`) or keeps (`+`) what follows */
  readonly next: number;
  readonly trim: '' | '-' | '+';
}

const space = /\s+/y;
const float = /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;
const name = /[\p{L}\p{N}_\p{Mn}\p{Mc}\p{Pc}]+/uy;
const identifier = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}_\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;
const quoted = /'[^'\\]*(?:\\[^][^'\\]*)*'|"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const operator = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/y;

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export function tokenize(
  text: string,
  from: number,
  backslashes: Backslashes,
  delimiter?: '}}' | '%}',
): Lexed {
  const tokens: Token[] = [];
  const open: { bracket: string; start: number }[] = [];
  let position = from;
  for (;;) {
    position = match(space, text, position)?.end ?? position;
    const stop = open.length === 0 ? endAt(text, position, delimiter) : undefined;
    if (stop !== undefined) {
      tokens.push({ kind: 'end', text: delimiter ?? '', start: position, end: stop.next });
      return { tokens, ...stop };
    }
    if (position >= text.length) throw unfinished(text, open, delimiter, from);
    const token = nextToken(text, position, backslashes);
    if (token.kind === 'operator') balance(open, token);
    tokens.push(token);
    position = token.end;
  }
}

function endAt(
  text: string,
  position: number,
  delimiter: string | undefined,
): { next: number; trim: '' | '-' | '+' } | undefined {
  if (delimiter === undefined)
    return position >= text.length ? { next: position, trim: '' } : undefined;
  if (text.startsWith(delimiter, position)) return { next: position + delimiter.length, trim: '' };
  const sign = text[position];
  if (
    (sign === '-' || (sign === '+' && delimiter === '%}')) &&
    text.startsWith(delimiter, position + 1)
  ) {
    return { next: position + 1 + delimiter.length, trim: sign };
  }
  return undefined;
}

function unfinished(
  text: string,
  open: readonly { bracket: string; start: number }[],
  delimiter: string | undefined,
  from: number,
): JinjaError {
  const last = open.at(-1);
  if (last !== undefined) {
    return new JinjaError('syntax', `\`${last.bracket}\` is never closed`, {
      start: last.start,
      end: last.start + 1,
    });
  }
  return new JinjaError('syntax', `\`${delimiter ?? ''}\` is missing`, {
    start: Math.max(0, from - 2),
    end: text.length,
  });
}

function balance(open: { bracket: string; start: number }[], token: Token): void {
  if (closing[token.text] !== undefined) {
    open.push({ bracket: token.text, start: token.start });
  } else if (token.text === ')' || token.text === ']' || token.text === '}') {
    const last = open.pop();
    const expected = last === undefined ? undefined : closing[last.bracket];
    if (expected === token.text) return;
    const wanted = expected === undefined ? '' : `, expected \`${expected}\``;
    throw new JinjaError('syntax', `unexpected \`${token.text}\`${wanted}`, token);
  }
}

function nextToken(text: string, position: number, backslashes: Backslashes): Token {
  const number = match(float, text, position);
  if (number !== undefined) return { kind: 'float', ...number };
  const whole = match(integer, text, position);
  if (whole !== undefined) return { kind: 'integer', ...whole };
  const word = match(name, text, position);
  if (word !== undefined) {
    if (identifier.test(word.text)) return { kind: 'name', ...word };
    throw new JinjaError('syntax', `\`${word.text}\` is no name`, word);
  }
  const literal = match(quoted, text, position);
  if (literal !== undefined)
    return { kind: 'string', ...literal, text: stringValue(literal, backslashes) };
  const sign = match(operator, text, position);
  if (sign !== undefined) return { kind: 'operator', ...sign };
  const char = String.fromCodePoint(text.codePointAt(position) ?? 0);
  const place = { start: position, end: position + char.length };
  if (char === "'" || char === '"')
    throw new JinjaError('syntax', 'the string is never closed', {
      start: position,
      end: text.length,
    });
  throw new JinjaError('syntax', `unexpected character \`${char}\``, place);
}

function stringValue(
  token: { text: string; start: number; end: number },
  backslashes: Backslashes,
): string {
  const body = token.text.slice(1, -1).replace(/\r\n|\r/g, '\n');
  if (backslashes === 'literal' || !body.includes('\\')) return body;
  const value = unescapePython(body, backslashes === 'references');
  if (value === undefined)
    throw new JinjaError('syntax', 'the string holds an escape that Python does not know', token);
  return value;
}

function match(
  pattern: RegExp,
  text: string,
  position: number,
): { text: string; start: number; end: number } | undefined {
  pattern.lastIndex = position;
  const found = pattern.exec(text)?.[0];
  return found === undefined
    ? undefined
    : { text: found, start: position, end: position + found.length };
}
