/** One line of block YAML by regular expression: its indentation, its dashes, its key, and where its value begins. Judges nothing. */

/** Columns count from the start of the line. */
export interface Line {
  /** Offset of its first character in the text, and of its end without the line break. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Columns of the dashes of list items. */
  readonly dashes: readonly number[];
  readonly key:
    { readonly name: string; readonly column: number; readonly end: number } | undefined;
  /** The column of what follows dashes and key; the length of the line where nothing does. */
  readonly value: number;
  /** True for a line with nothing on it but blanks and a comment. */
  readonly isBlank: boolean;
}

const keyPattern =
  /("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:{}[\],&*!|>'"%@`][^:#{}[\],]*?|[^\s#:{}[\],&*!|>'"%@`](?:[^:#]|:(?=\S)|#(?<!\s#))*?)[ \t]*:(?=[ \t]|$)/y;

/** The line around `offset`. */
export function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return readLine(text, start);
}

/** The line read last: who looks ahead reads the same one again. */
let latest: { readonly of: string; readonly line: Line } | undefined;

/** The line that begins at `start`. */
export function readLine(text: string, start: number): Line {
  if (latest?.line.start !== start || latest.of !== text)
    latest = { of: text, line: parseLine(text, start) };
  return latest.line;
}

function parseLine(text: string, start: number): Line {
  let end = text.indexOf('\n', start);
  if (end < 0) end = text.length;
  if (end > start && text[end - 1] === '\r') end--;
  const line = text.slice(start, end);
  const dashes: number[] = [];
  let at = blanks(line, 0);
  while (
    line[at] === '-' &&
    (at + 1 === line.length || line[at + 1] === ' ' || line[at + 1] === '\t')
  ) {
    dashes.push(at);
    at = blanks(line, at + 1);
  }
  const isBlank = dashes.length === 0 && (at === line.length || line[at] === '#');
  keyPattern.lastIndex = at;
  const found = isBlank ? null : keyPattern.exec(line);
  if (found === null) return { start, end, text: line, dashes, key: undefined, value: at, isBlank };
  const written = found[1] ?? '';
  const key = { name: unquoted(written), column: at, end: at + written.length };
  return {
    start,
    end,
    text: line,
    dashes,
    key,
    value: blanks(line, keyPattern.lastIndex),
    isBlank,
  };
}

/** The column where a line's content begins. */
export function columnOf({ dashes, key, value }: Line): number {
  return dashes[0] ?? key?.column ?? value;
}

/** What stands behind a key or a dash, without comment and trailing blanks. */
export function valueOf(line: Line): string {
  return withoutComment(line.text.slice(line.value));
}

/** A one-line value without the comment behind it. */
export function withoutComment(written: string): string {
  if (/^["']/.test(written)) {
    const closed = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(written);
    if (closed !== null) return closed[0];
  }
  return written.replace(/(?:^|[ \t])#.*$/, '').trimEnd();
}

/** The text between quotes, or the text itself. */
export function unquoted(written: string): string {
  if (!written.startsWith('"') && !written.startsWith("'")) return written;
  const [, double, single] = /^(?:"([^]*)"|'([^]*)')$/.exec(written) ?? [];
  if (double !== undefined) return double.includes('\\') ? fromJson(written) : double;
  return single?.replaceAll("''", "'") ?? written;
}

function fromJson(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}

function blanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}
