/** Python's `re` for filters and tests: compile, search, match, fullmatch, findall, sub. Offsets are code points. */
import { fail } from '../error.js';
import { limits, type RegexBudget } from '../limits.js';
import { machine, type Captures, type Machine } from './machine.js';
import { noFlags, parseRegex } from './syntax.js';

export interface Regex {
  readonly machine: Machine;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
}

/** One match: the text of group 0 and up, undefined for a group that took no part. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | undefined)[];
}

const cache = new Map<string, Regex>();

export function compileRegex(
  pattern: string,
  options: { ignorecase: boolean; multiline: boolean },
): Regex {
  const key = `${options.ignorecase ? 'i' : ''}${options.multiline ? 'm' : ''}:${pattern}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const syntax = parseRegex(pattern, { ...noFlags, i: options.ignorecase, m: options.multiline });
  const regex = {
    machine: machine(syntax.pattern, syntax.groups),
    groups: syntax.groups,
    names: syntax.names,
  };
  if (cache.size > 500) cache.clear();
  cache.set(key, regex);
  return regex;
}

function codes(text: string): number[] {
  if (text.length > limits.text) fail('limit', 'the text is too long for a regular expression');
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

function toMatch(input: readonly number[], captures: Captures): Match {
  const groups: (string | undefined)[] = [];
  for (let index = 0; index < captures.length; index += 2) {
    const [start = -1, end = -1] = [captures[index], captures[index + 1]];
    groups.push(end < 0 ? undefined : slice(input, start, end));
  }
  return { start: captures[0] ?? 0, end: captures[1] ?? 0, groups };
}

export function slice(input: readonly number[], start: number, end: number): string {
  let text = '';
  for (let index = start; index < end; index += 1) text += String.fromCodePoint(input[index] ?? 0);
  return text;
}

export function firstMatch(
  regex: Regex,
  text: string,
  budget: RegexBudget,
  how: 'search' | 'match' | 'fullmatch' = 'search',
): Match | undefined {
  const input = codes(text);
  const captures = regex.machine.run(input, 0, {
    anchored: how !== 'search',
    full: how === 'fullmatch',
    advance: false,
    budget,
  });
  return captures === undefined ? undefined : toMatch(input, captures);
}

/** All matches from left to right; after an empty one the next must go further. `most` 0 is no limit. */
export function allMatches(
  regex: Regex,
  text: string,
  budget: RegexBudget,
  most = 0,
): { input: readonly number[]; matches: readonly Match[] } {
  const input = codes(text);
  const matches: Match[] = [];
  let from = 0;
  let advance = false;
  while (from <= input.length && (most === 0 || matches.length < most)) {
    const captures = regex.machine.run(input, from, {
      anchored: false,
      full: false,
      advance,
      budget,
    });
    if (captures === undefined) break;
    if (matches.length >= limits.items) fail('limit', 'the regular expression matches too often');
    const match = toMatch(input, captures);
    matches.push(match);
    advance = match.start === match.end;
    from = match.end;
  }
  return { input, matches };
}

type TemplatePart = string | number;
const controls: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};
const templateEscape = /\\(?:g<([^>]*)>|(0[0-7]{0,2})|([0-3][0-7]{2})|([1-9][0-9]?)|([^]))/gu;

/** A replacement text with `\1`, `\g<1>`, `\g<name>` → its parts: text, or the number of a group. */
export function parseReplacement(regex: Regex, replacement: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let position = 0;
  const group = (name: string): number => {
    const index = /^\d+$/.test(name) ? Number(name) : regex.names.get(name);
    if (index === undefined) return fail('value', `replacement: unknown group name \`${name}\``);
    return index <= regex.groups
      ? index
      : fail('value', `replacement: invalid group reference ${index}`);
  };
  for (const found of replacement.matchAll(templateEscape)) {
    const [whole, name, zero, octal, number, char] = found;
    parts.push(replacement.slice(position, found.index));
    position = found.index + whole.length;
    if (name !== undefined) parts.push(group(name));
    else if (zero !== undefined) parts.push(String.fromCodePoint(parseInt(zero, 8)));
    else if (octal !== undefined) parts.push(String.fromCodePoint(parseInt(octal, 8)));
    else if (number !== undefined) parts.push(group(number));
    else if (char !== undefined) parts.push(escapedChar(char));
  }
  const rest = replacement.slice(position);
  if (rest.endsWith('\\')) fail('value', 'replacement: bad escape (end of pattern)');
  parts.push(rest);
  return parts;
}

function escapedChar(char: string): string {
  const control = controls[char];
  if (control !== undefined) return control;
  if (char === 'g') return fail('value', 'replacement: missing group name after `\\g`');
  return /[a-zA-Z]/.test(char)
    ? fail('value', `replacement: bad escape \`\\${char}\``)
    : `\\${char}`;
}

/** `re.subn`. */
export function substitute(
  regex: Regex,
  text: string,
  { replacement, most }: { readonly replacement: string; readonly most: number },
  budget: RegexBudget,
): { text: string; count: number } {
  const { input, matches } = allMatches(regex, text, budget, most);
  const parts = parseReplacement(regex, replacement);
  let result = '';
  let position = 0;
  for (const match of matches) {
    result += slice(input, position, match.start);
    for (const part of parts)
      result += typeof part === 'number' ? (match.groups[part] ?? '') : part;
    if (result.length > limits.text) fail('limit', 'the replaced text is too long');
    position = match.end;
  }
  return { text: result + slice(input, position, input.length), count: matches.length };
}
