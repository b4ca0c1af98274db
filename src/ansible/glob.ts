/**
 * Shell globs as Python's `fnmatch` understands them, which Ansible takes for names of hosts and groups: `*`, `?`,
 * `[abc]`, `[a-z]`, `[!abc]`; a bracket that is never closed is itself. Case counts, and no character is special to `*`.
 * Takes time in proportion to the text, however many `*` there are.
 */
import { compilePattern } from '../types/pattern/pattern.js';

const anything = '[^]*';

/** Whether a text as a whole matches the glob. */
export type Matches = (text: string) => boolean;

/** The matcher of a glob. */
export function compileGlob(glob: string): Matches {
  const characters = Array.from(glob);
  if (!characters.some((each) => each === '*' || each === '?' || each === '['))
    return (text) => text === glob;
  let pattern = '';
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    const end = character === '[' ? endOfClass(characters, at + 1) : undefined;
    if (character === '*') pattern += pattern.endsWith(anything) ? '' : anything;
    else if (character === '?') pattern += '[^]';
    else if (end === undefined) pattern += escaped(character);
    else {
      pattern += classPattern(characters.slice(at + 1, end));
      at = end;
    }
  }
  const compiled = compilePattern(`^${pattern}$`);
  return (text) => compiled.test(text);
}

/** Where the bracket closes; one that stands first, also behind `!`, is a member of the class. */
function endOfClass(characters: readonly string[], start: number): number | undefined {
  let at = start;
  if (characters[at] === '!') at++;
  if (characters[at] === ']') at++;
  const end = characters.indexOf(']', at);
  return end < 0 ? undefined : end;
}

/** `characters` stand between the brackets. */
function classPattern(characters: readonly string[]): string {
  const isNegated = characters[0] === '!';
  const members = rangesOf(isNegated ? characters.slice(1) : characters);
  if (members.length === 0) return isNegated ? '[^]' : '[]';
  return `[${isNegated ? '^' : ''}${members.map(([from, to]) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`)).join('')}]`;
}

/** Single characters and ranges; a range whose ends stand the wrong way around is empty. */
function rangesOf(characters: readonly string[]): (readonly [string, string])[] {
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at] ?? '';
    const to = characters[at + 2];
    if (characters[at + 1] !== '-' || to === undefined) {
      ranges.push([from, from]);
      continue;
    }
    if ((from.codePointAt(0) ?? 0) <= (to.codePointAt(0) ?? 0)) ranges.push([from, to]);
    at += 2;
  }
  return ranges;
}

function escaped(character: string): string {
  if (/^[\p{L}\p{N}_]$/u.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
