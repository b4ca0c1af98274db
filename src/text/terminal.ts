/**
 * Text that is safe and well measured on a terminal. Nothing that a terminal or a reader could take for a command
 * survives: control characters, characters that reorder or hide text, and halves of surrogate pairs are written as
 * escapes. All text of the user's goes through here on its way to a person. Widths follow Unicode's East Asian Width as terminals apply it.
 */

/** Controls, line separators, bidirectional and invisible formatting, tags, halves of surrogate pairs. */
const unsafe =
  /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text with every unsafe character written as an escape (`\x1b`, `\u202e`), line breaks and tabs too. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, escapeOf);
}

/** The same for text of several lines, which stay lines; colours may be kept that the text has been given. */
export function escapeLines(text: string, keepsColours = false): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  return text
    .split(keepsColours ? colourOrBreak : /(\n)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeControls(part)))
    .join('');
}

/** A colour, as `styleText` of Node and this program write it. */
const colour = '\u001b\\[\\d+(?:;\\d+)*m';
const colourOrBreak = new RegExp(`(\\n|${colour})`);
const colourOrLayout = new RegExp(`([\\t\\n]|${colour})`);

/** A JSON document that means the same, and holds no unsafe character but its line breaks. */
export function escapeJson(json: string): string {
  if (/^[\n\x20-\x7e]*$/.test(json)) return json;
  return json.replace(unsafe, (characters) =>
    characters === '\n' ? characters : unitsOf(characters),
  );
}

/** Each UTF-16 unit as JSON and JavaScript write it. */
function unitsOf(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16))
    .map((digits) => `\\u${digits.padStart(4, '0')}`)
    .join('');
}

/** What is printed as it is, as a terminal may see it; line breaks and tabs stay, and colours that it has been given. */
export function escapeForTerminal(text: string, keepsColours = false): string {
  if (/^[\t\n\x20-\x7e]*$/.test(text)) return text;
  return text
    .split(keepsColours ? colourOrLayout : /([\t\n])/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(unsafe, unitsOf)))
    .join('');
}

/** True for a text that holds an unsafe character. */
export function isUnsafe(text: string): boolean {
  return text.search(unsafe) >= 0;
}

function escapeOf(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x100
    ? `\\x${digits.padStart(2, '0')}`
    : code < 0x10000
      ? `\\u${digits.padStart(4, '0')}`
      : `\\u{${digits}}`;
}

/** One character as a person sees it: its range in the text, what to print for it, and how many columns that takes. */
export interface Cell {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
  readonly width: number;
}

const tabStop = 4;
let graphemes: Intl.Segmenter | undefined;

/** The cells of a piece of a line that starts at `column`; tabs become blanks up to the next multiple of four columns. */
export function cellsOf(line: string, column = 0): Cell[] {
  const cells: Cell[] = [];
  for (const { segment, index } of segmentsOf(line)) {
    const shown =
      segment === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : escapeControls(segment);
    const width = shown === segment ? widthOf(segment) : shown.length;
    cells.push({ start: index, end: index + segment.length, shown, width });
    column += width;
  }
  return cells;
}

function segmentsOf(line: string): Iterable<{ readonly segment: string; readonly index: number }> {
  if (/^[\t\x20-\x7e]*$/.test(line))
    return Array.from(line, (segment, index) => ({ segment, index }));
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return graphemes.segment(line);
}

/** Columns of one grapheme: those of its widest character, since the others combine with it. */
function widthOf(grapheme: string): number {
  if (/[\p{Emoji_Presentation}\ufe0f]/u.test(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) width = Math.max(width, characterWidth(character));
  return width;
}

function characterWidth(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  return wideRanges.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** East Asian Width W and F, joined where only unassigned code points lie between. */
const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18fff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];
