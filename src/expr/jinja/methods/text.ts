/** What Python's str does to text: splitting, stripping, case, and the questions about characters. */
import { fail } from '../error.js';
import { characters } from '../run.js';

const spaceClass =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const leading = new RegExp(`^[${spaceClass}]+`, 'u');
const trailing = new RegExp(`[${spaceClass}]+$`, 'u');
const allSpace = new RegExp(`^[${spaceClass}]+$`, 'u');
const someSpace = new RegExp(`[${spaceClass}]`, 'u');

export function strip(
  text: string,
  chars: string | undefined,
  sides: 'both' | 'left' | 'right' = 'both',
): string {
  if (chars === undefined) {
    const left = sides === 'right' ? text : text.replace(leading, '');
    return sides === 'left' ? left : trimEnd(left);
  }
  const set = new Set(Array.from(chars));
  const parts = characters(text);
  let start = 0;
  let end = parts.length;
  if (sides !== 'right') while (start < end && set.has(parts[start] ?? '')) start += 1;
  if (sides !== 'left') while (end > start && set.has(parts[end - 1] ?? '')) end -= 1;
  return parts.slice(start, end).join('');
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && someSpace.test(text[end - 1] ?? '')) end -= 1;
  return end === text.length ? text : text.slice(0, end).replace(trailing, '');
}

/** `str.split` and `str.rsplit`; `most` below 0 is no limit. */
export function split(
  text: string,
  separator: string | undefined,
  most: number,
  fromRight = false,
): string[] {
  if (separator === '') fail('value', 'empty separator');
  const parts = separator === undefined ? words(text) : text.split(separator);
  if (most < 0 || parts.length <= most + 1) return parts;
  if (separator === undefined) return splitWords(text, most, fromRight);
  return fromRight
    ? [parts.slice(0, parts.length - most).join(separator), ...parts.slice(parts.length - most)]
    : [...parts.slice(0, most), parts.slice(most).join(separator)];
}

function words(text: string): string[] {
  return text.split(new RegExp(`[${spaceClass}]+`, 'u')).filter((word) => word !== '');
}

/** Splitting at spaces leaves the rest as it is, but for the spaces at the split. */
function splitWords(text: string, most: number, fromRight: boolean): string[] {
  let rest = strip(text, undefined, fromRight ? 'right' : 'left');
  const taken: string[] = [];
  const pattern = fromRight
    ? new RegExp(`[${spaceClass}]+([^${spaceClass}]+)$`, 'u')
    : new RegExp(`^([^${spaceClass}]+)[${spaceClass}]+`, 'u');
  while (taken.length < most) {
    const found = pattern.exec(rest);
    if (found === null) break;
    taken.push(found[1] ?? '');
    rest = fromRight ? rest.slice(0, found.index) : rest.slice(found[0].length);
  }
  const last = strip(rest, undefined, fromRight ? 'right' : 'left');
  return fromRight ? [last, ...taken.reverse()] : [...taken, last];
}

const breaks = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const lineEnd = new RegExp(`([^${breaks}]*)(?:\\r\\n|[${breaks}]|$)`, 'g');

/** `str.splitlines`. */
export function splitLines(text: string, keepEnds = false): string[] {
  const lines: string[] = [];
  for (const [line, body = ''] of text.matchAll(lineEnd)) {
    if (line !== '') lines.push(keepEnds ? line : body);
  }
  return lines;
}

export function capitalize(text: string): string {
  const [first = '', ...rest] = characters(text);
  return titleCase(first) + rest.join('').toLowerCase();
}

function titleCase(char: string): string {
  const upper = char.toUpperCase();
  return upper.length > char.length ? capitalizeLigature(upper) : upper;
}

function capitalizeLigature(upper: string): string {
  return upper.slice(0, 1) + upper.slice(1).toLowerCase();
}

/** `str.title`: a letter after anything but a letter begins a word. */
export function title(text: string): string {
  let inWord = false;
  return characters(text)
    .map((char) => {
      const cased = isCased(char);
      const result = !cased ? char : inWord ? char.toLowerCase() : titleCase(char);
      inWord = cased;
      return result;
    })
    .join('');
}

export function swapcase(text: string): string {
  return characters(text)
    .map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()))
    .join('');
}

function isCased(char: string): boolean {
  return /[\p{Uppercase}\p{Lowercase}\p{Lt}]/u.test(char);
}

export function isLower(text: string): boolean {
  return characters(text).some(isCased) && !/[\p{Uppercase}\p{Lt}]/u.test(text);
}

export function isUpper(text: string): boolean {
  return characters(text).some(isCased) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
}

const questions = {
  isalpha: /^\p{L}+$/u,
  isalnum: /^[\p{L}\p{N}]+$/u,
  isdecimal: /^\p{Nd}+$/u,
  isdigit: /^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]+$/u,
  isnumeric: /^\p{N}+$/u,
  isascii: /^[\0-\x7f]*$/,
  isspace: allSpace,
} as const;

export function ask(question: keyof typeof questions, text: string): boolean {
  return questions[question].test(text);
}

export function isTitle(text: string): boolean {
  return characters(text).some(isCased) && title(text) === text;
}

/** `str.count` without overlaps. */
export function count(text: string, part: string): number {
  return part === '' ? characters(text).length + 1 : text.split(part).length - 1;
}

/** `str.replace`; `most` below 0 is no limit. */
export function replace(text: string, old: string, replacement: string, most: number): string {
  if (most === 0) return text;
  const parts = old === '' ? ['', ...characters(text), ''] : text.split(old);
  const changes = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
  const head = parts.slice(0, changes + 1).join(replacement);
  const rest = parts.slice(changes + 1);
  return rest.length === 0 ? head : head + (old === '' ? rest.join('') : old + rest.join(old));
}

export function expandTabs(text: string, size: number): string {
  let column = 0;
  return characters(text)
    .map((char) => {
      if (char === '\n' || char === '\r') column = 0;
      else if (char === '\t') {
        const spaces = size <= 0 ? 0 : size - (column % size);
        column += spaces;
        return ' '.repeat(spaces);
      } else column += 1;
      return char;
    })
    .join('');
}

export function center(text: string, width: number, fill: string): string {
  const missing = width - characters(text).length;
  if (missing <= 0) return text;
  const left = Math.floor(missing / 2) + (missing & width & 1);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}
