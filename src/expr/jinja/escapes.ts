/** Python's escapes in a string literal, as the `unicode-escape` codec reads them. */

const single: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const escape = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/gu;

/**
 * The text with its escapes replaced; undefined when one of them is malformed (`\x1`) or names a character (`\N{…}`).
 * With `keepDigits` a backslash before a digit is no escape but stands for itself.
 */
export function unescapePython(body: string, keepDigits = false): string | undefined {
  const malformed: string[] = [];
  const value = body.replace(
    escape,
    (whole, octal?: string, x?: string, u?: string, U?: string, char?: string) => {
      if (octal !== undefined) return keepDigits ? whole : String.fromCodePoint(parseInt(octal, 8));
      const hex = x ?? u ?? U;
      if (hex !== undefined) {
        const code = parseInt(hex, 16);
        if (code <= 0x10ffff) return String.fromCodePoint(code);
        malformed.push(whole);
        return '';
      }
      if (char === undefined) return whole;
      if (char === 'x' || char === 'u' || char === 'U' || char === 'N') malformed.push(whole);
      return single[char] ?? outsideAscii(char);
    },
  );
  return malformed.length > 0 || /(?:^|[^\\])(?:\\\\)*\\$/.test(body) ? undefined : value;
}

/** A backslash before a character outside ASCII keeps both, and Jinja2 spells the character out. */
function outsideAscii(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\${char}`;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}
