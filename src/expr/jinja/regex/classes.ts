/** Python's character classes over code points, and case folding for `re.IGNORECASE`. */

/** Whether a code point belongs to a set. */
export type CharacterTest = (code: number) => boolean;

const unicodeWord = /[\p{L}\p{N}_]/u;
const unicodeDigit = /\p{Nd}/u;
const unicodeSpace = /[\s\u0085]/u;

function isAsciiWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isAsciiDigit(code) || code === 95
  );
}

function isAsciiDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isAsciiSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** The test behind `\d`, `\w`, `\s`; with `re.ASCII` only ASCII characters belong. */
export function classTest(letter: 'd' | 'w' | 's', ascii: boolean): CharacterTest {
  const inAscii = { d: isAsciiDigit, w: isAsciiWord, s: isAsciiSpace }[letter];
  if (ascii) return inAscii;
  const pattern = { d: unicodeDigit, w: unicodeWord, s: unicodeSpace }[letter];
  return (code) =>
    code < 128
      ? inAscii(code) || (letter === 's' && code >= 0x1c && code <= 0x1f)
      : isUnicode(pattern, code);
}

/** U+FEFF is a space for JavaScript only. */
function isUnicode(pattern: RegExp, code: number): boolean {
  return code !== 0xfeff && pattern.test(String.fromCodePoint(code));
}

/** The code points that `code` matches when case is ignored, itself included. */
export function caseVariants(code: number): readonly number[] {
  if (code < 128) {
    if (code >= 65 && code <= 90) return [code, code + 32];
    if (code >= 97 && code <= 122) return [code, code - 32];
    return [code];
  }
  const char = String.fromCodePoint(code);
  const variants = new Set([code]);
  for (const each of [char.toLowerCase(), char.toUpperCase()]) {
    const [first, ...rest] = Array.from(each);
    if (first !== undefined && rest.length === 0) variants.add(first.codePointAt(0) ?? code);
  }
  return [...variants];
}

export function ignoringCase(test: CharacterTest): CharacterTest {
  return (code) => caseVariants(code).some(test);
}
