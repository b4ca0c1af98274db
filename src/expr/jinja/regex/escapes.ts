/** Escapes and character classes of a Python regular expression. */
import { fail } from '../error.js';
import { classTest, ignoringCase, type CharacterTest } from './classes.js';
import { broken, literal, next, reference, type Pattern, type Reader } from './syntax.js';

const controls: Readonly<Record<string, number>> = {
  a: 7,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
};

/** `\d`, `\b`, `\1`, `\x41`, `\.` …, outside a class. */
export function parseEscape(reader: Reader): Pattern {
  const { flags } = reader;
  const letter = reader.chars[reader.index + 1];
  if (letter === undefined) return broken(reader, 'bad escape (end of pattern)');
  const found = classEscape(reader, letter);
  if (found !== undefined) {
    reader.index += 2;
    return { type: 'character', test: found };
  }
  const edges = { A: 'start', Z: 'very end', b: 'word', B: 'not word' } as const;
  if (letter === 'A' || letter === 'Z' || letter === 'b' || letter === 'B') {
    reader.index += 2;
    return { type: 'edge', edge: edges[letter], ascii: flags.a };
  }
  if (/[1-9]/.test(letter)) {
    const digits = reader.chars.slice(reader.index + 1, reader.index + 4).join('');
    if (/^[0-3][0-7]{2}/.test(digits)) {
      reader.index += 4;
      return literal(parseInt(digits.slice(0, 3), 8), flags);
    }
    const number = /^\d{1,2}/.exec(digits)?.[0] ?? '';
    reader.index += 1 + number.length;
    return reference(reader, number);
  }
  return literal(escapedCode(reader), flags);
}

function classEscape(reader: Reader, letter: string): CharacterTest | undefined {
  const lower = letter.toLowerCase();
  if (lower !== 'd' && lower !== 'w' && lower !== 's') return undefined;
  const test = classTest(lower, reader.flags.a);
  return letter === lower ? test : (code) => !test(code);
}

/** The one code point that an escape stands for; moves past it. */
function escapedCode(reader: Reader): number {
  const letter = reader.chars[reader.index + 1] ?? '';
  const rest = reader.chars.slice(reader.index + 1, reader.index + 10).join('');
  const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest);
  if (hex !== null) {
    reader.index += 1 + hex[0].length;
    const code = parseInt(hex[0].slice(1), 16);
    return code <= 0x10ffff ? code : broken(reader, `bad escape \\${hex[0]}`);
  }
  if (letter === 'x' || letter === 'u' || letter === 'U')
    return broken(reader, `incomplete escape \\${letter}`);
  if (letter === 'N')
    return fail(
      'unsupported',
      'regular expression: characters by name (`\\N{…}`) are not supported',
    );
  const octal = /^0[0-7]{0,2}/.exec(rest);
  if (octal !== null) {
    reader.index += 1 + octal[0].length;
    return parseInt(octal[0], 8);
  }
  reader.index += 2;
  const control = controls[letter];
  if (control !== undefined) return control;
  if (/[a-zA-Z]/.test(letter)) {
    reader.index -= 2;
    return broken(reader, `bad escape \\${letter}`);
  }
  return letter.codePointAt(0) ?? 0;
}

/** `[…]`. */
export function parseClass(reader: Reader): Pattern {
  const start = reader.index;
  reader.index += 1;
  const negated = next(reader) === '^';
  if (negated) reader.index += 1;
  const tests: CharacterTest[] = [];
  for (let first = true; next(reader) !== ']' || first; first = false) {
    if (next(reader) === undefined) {
      reader.index = start;
      return broken(reader, 'unterminated character set');
    }
    tests.push(classMember(reader));
  }
  reader.index += 1;
  const any: CharacterTest = (code) => tests.some((test) => test(code));
  const folded = reader.flags.i ? ignoringCase(any) : any;
  return {
    type: 'character',
    test: negated ? (code) => !folded(code) : folded,
    effort: 1 + Math.floor(tests.length / 4),
  };
}

function classMember(reader: Reader): CharacterTest {
  const low = classItem(reader);
  if (
    next(reader) !== '-' ||
    reader.chars[reader.index + 1] === ']' ||
    reader.chars[reader.index + 1] === undefined
  ) {
    return typeof low === 'number' ? (code) => code === low : low;
  }
  reader.index += 1;
  const high = classItem(reader);
  if (typeof low !== 'number' || typeof high !== 'number' || high < low)
    return broken(reader, 'bad character range');
  return (code) => code >= low && code <= high;
}

function classItem(reader: Reader): number | CharacterTest {
  const char = next(reader) ?? '';
  if (char !== '\\') {
    reader.index += 1;
    return char.codePointAt(0) ?? 0;
  }
  const letter = reader.chars[reader.index + 1] ?? '';
  const found = classEscape(reader, letter);
  if (found !== undefined) {
    reader.index += 2;
    return found;
  }
  if (letter === 'b') {
    reader.index += 2;
    return 8;
  }
  if (/[1-9]/.test(letter)) {
    const octal = /^[0-7]{3}/.exec(reader.chars.slice(reader.index + 1, reader.index + 4).join(''));
    if (octal === null) return broken(reader, `bad escape \\${letter}`);
    reader.index += 4;
    return parseInt(octal[0], 8);
  }
  return escapedCode(reader);
}
