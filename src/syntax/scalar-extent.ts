/**
 * Where scalars end in YAML text, by PyYAML's rules and without a parser: offsets in, offsets out. For texts that may be
 * broken: an end is always found, or is said to be missing.
 */

const documentMark = /^(?:---|\.\.\.)(?:\s|$)/;
const breaksAndBlanks = /[ \t]*(?:(?:\r\n|\n|\r)[ \t]*)+/y;
const lineRest = /[^\r\n]*/y;

/** The offset behind the quoted scalar that starts at `start`, or -1 if it is never closed. */
export function quotedEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\' && quote === '"') at++;
    else if (character === quote) {
      if (quote === '"' || text.charAt(at + 1) !== quote) return at + 1;
      at++;
    }
  }
  return -1;
}

/** The offset behind the text of a plain scalar: of its line in block context, of all its lines in a flow collection. */
export function plainEnd(text: string, start: number, inFlow: boolean): number {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (isSpace(text, at)) {
      if (!inFlow && (character === '\n' || character === '\r')) break;
      continue;
    }
    if (inFlow && isFlowIndicator(character)) break;
    if (
      character === ':' &&
      (isSpace(text, at + 1) || (inFlow && isFlowIndicator(text.charAt(at + 1))))
    )
      break;
    if (character === '#' && at > start && isSpace(text, at - 1)) break;
    end = at + 1;
  }
  return end;
}

/** Where a plain scalar in block context goes on, if the next line with text stands right of `indent`; else -1. */
export function plainContinuation(text: string, end: number, indent: number): number {
  breaksAndBlanks.lastIndex = end;
  const run = breaksAndBlanks.exec(text)?.[0];
  if (run === undefined) return -1;
  const at = end + run.length;
  const column = run.length - Math.max(run.lastIndexOf('\n'), run.lastIndexOf('\r')) - 1;
  if (at >= text.length || column <= indent || text.charAt(at) === '#') return -1;
  return column === 0 && documentMark.test(text.slice(at, at + 4)) ? -1 : at;
}

/** The offset of the line break behind a block scalar whose header is at `start`, below a key or dash at column `indent`. */
export function blockScalarEnd(text: string, start: number, indent: number): number {
  let end = restOfLine(text, start);
  const digit = /^.[+-]?([1-9])/.exec(text.slice(start, end))?.[1];
  let contentIndent = digit === undefined ? -1 : Math.max(indent, 0) + Number(digit);
  while (end < text.length) {
    const lineStart = end + (text.startsWith('\r\n', end) ? 2 : 1);
    let column = 0;
    while (text.charAt(lineStart + column) === ' ') column++;
    const first = text.charAt(lineStart + column);
    if (first !== '' && first !== '\n' && first !== '\r') {
      if (contentIndent < 0) contentIndent = Math.max(column, indent + 1);
      if (column < contentIndent) break;
      if (column === 0 && documentMark.test(text.slice(lineStart, lineStart + 4))) break;
    }
    end = restOfLine(text, lineStart);
  }
  return end;
}

function restOfLine(text: string, at: number): number {
  lineRest.lastIndex = at;
  return at + (lineRest.exec(text)?.[0].length ?? 0);
}

/** True for a blank, a line break, and beyond either end of the text. */
export function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9 || code === 10 || code === 13 || Number.isNaN(code);
}

/** True for what ends a plain scalar inside brackets. */
export function isFlowIndicator(character: string): boolean {
  return character !== '' && ',[]{}'.includes(character);
}
