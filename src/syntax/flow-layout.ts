/**
 * Layout that Ansible does not mind: inside flow collections PyYAML ignores indentation, and a comment needs no blank
 * before it. Text in, text of the same length out, in which line breaks, tabs and comments inside brackets are blanks,
 * so that a parser that does mind sees one long line; offsets stay what they were. Quoted and block scalars are kept.
 * Also says which quote or bracket is still open at the end, for messages. Never fails: broken text gives some text.
 */

export interface FlowLayout {
  readonly text: string;
  /** Offset of the quote that is never closed, or -1. */
  readonly openQuote: number;
  /** Offset of the innermost bracket that is never closed, or -1. */
  readonly openBracket: number;
  /** Offset of the first closing bracket that closes nothing, or -1. */
  readonly strayBracket: number;
}

interface Scanner {
  readonly text: string;
  readonly brackets: number[];
  readonly pieces: string[];
  /** Text before this offset is in `pieces`. */
  kept: number;
  at: number;
  /** Column of the key or dash whose value is read: block scalars and plain scalars end at lines left of it. */
  indent: number;
  /** Column of the token read last, and whether only blanks stand before the next one on its line. */
  tokenColumn: number;
  lineStart: number;
  openQuote: number;
  strayBracket: number;
}

/** Stands for the `-` of `[-]`, which is text to PyYAML and nothing to YAML 1.2. */
const loneDash = 'x';

const blankRun = /[ \t]*/y;
const propertyRun = /[^\s,[\]{}]*/y;
const lineRest = /[^\r\n]*/y;
const documentMark = /^(?:---|\.\.\.)(?:\s|$)/;

/** The text with everything inside flow collections on one line. */
export function unfoldFlow(text: string): FlowLayout {
  const scanner: Scanner = {
    text,
    brackets: [],
    pieces: [],
    kept: 0,
    at: 0,
    indent: -1,
    tokenColumn: 0,
    lineStart: 0,
    openQuote: -1,
    strayBracket: -1,
  };
  while (scanner.at < text.length && scanner.openQuote < 0) readToken(scanner);
  return {
    text: scanner.kept === 0 ? text : scanner.pieces.join('') + text.slice(scanner.kept),
    openQuote: scanner.openQuote,
    openBracket: scanner.brackets.at(-1) ?? -1,
    strayBracket: scanner.strayBracket,
  };
}

function readToken(scanner: Scanner): void {
  const { text, at } = scanner;
  const inFlow = scanner.brackets.length > 0;
  switch (text.charAt(at)) {
    case ' ':
      scanner.at++;
      return;
    case '\t':
      skip(scanner, blankRun, inFlow);
      return;
    case '\n':
    case '\r':
      readLineBreak(scanner, inFlow);
      return;
    case '#':
      skip(scanner, lineRest, inFlow || !isSpace(text, at - 1));
      return;
    case '[':
    case '{':
      startToken(scanner);
      scanner.brackets.push(at);
      scanner.at++;
      return;
    case ']':
    case '}':
      if (scanner.brackets.pop() === undefined && scanner.strayBracket < 0) scanner.strayBracket = at;
      scanner.at++;
      return;
    default:
      if (inFlow) readInFlow(scanner);
      else readInBlock(scanner);
  }
}

function readInFlow(scanner: Scanner): void {
  const { text, at } = scanner;
  switch (text.charAt(at)) {
    case ',':
    case ':':
      scanner.at++;
      return;
    case '&':
    case '*':
    case '!':
      skip(scanner, propertyRun, false);
      return;
    case '"':
    case "'":
      readQuoted(scanner);
      return;
    case '-':
      if (isFlowIndicator(text.charAt(at + 1))) blankOut(scanner, at + 1, loneDash);
      readPlain(scanner);
      return;
    default:
      readPlain(scanner);
  }
}

function readInBlock(scanner: Scanner): void {
  const { text, at } = scanner;
  const first = text.charAt(at);
  const indicator = isSpace(text, at + 1);
  const column = at - scanner.lineStart;
  if (first === ':' && indicator) {
    scanner.indent = scanner.tokenColumn;
    scanner.at++;
    return;
  }
  startToken(scanner);
  if ((first === '-' || first === '?') && indicator) {
    scanner.indent = column;
    scanner.at++;
  } else if (first === '&' || first === '*' || first === '!') {
    skip(scanner, propertyRun, false);
  } else if (first === '"' || first === "'") {
    readQuoted(scanner);
  } else if (first === '|' || first === '>') {
    readBlockScalar(scanner);
  } else {
    readPlain(scanner);
  }
}

/** A token in block context: the first one of a line closes what was indented deeper. */
function startToken(scanner: Scanner): void {
  const column = scanner.at - scanner.lineStart;
  scanner.tokenColumn = column;
  if (column < scanner.indent) scanner.indent = column;
}

function readLineBreak(scanner: Scanner, blank: boolean): void {
  const end = scanner.text.startsWith('\r\n', scanner.at) ? scanner.at + 2 : scanner.at + 1;
  if (blank) blankOut(scanner, end);
  scanner.at = end;
  scanner.lineStart = end;
}

function readQuoted(scanner: Scanner): void {
  const { text, at } = scanner;
  const end = quotedEnd(text, at);
  if (end < 0) {
    scanner.openQuote = at;
    return;
  }
  scanner.at = end;
  noteLineBreaks(scanner, at);
}

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

function readPlain(scanner: Scanner): void {
  const start = scanner.at;
  const inFlow = scanner.brackets.length > 0;
  scanner.at = Math.max(plainEnd(scanner.text, start, inFlow), start + 1);
  if (inFlow) {
    blankBreaks(scanner, start);
    return;
  }
  for (let next = continuation(scanner); next !== undefined; next = continuation(scanner)) {
    scanner.lineStart = next.lineStart;
    scanner.at = Math.max(plainEnd(scanner.text, next.at, false), next.at + 1);
  }
}

/** The offset behind the text of a plain scalar: of its line in block context, of all its lines in a flow collection. */
function plainEnd(text: string, start: number, inFlow: boolean): number {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (isSpace(text, at)) {
      if (!inFlow && (character === '\n' || character === '\r')) break;
      continue;
    }
    if (inFlow && isFlowIndicator(character)) break;
    if (character === ':' && (isSpace(text, at + 1) || (inFlow && isFlowIndicator(text.charAt(at + 1))))) break;
    if (character === '#' && at > start && isSpace(text, at - 1)) break;
    end = at + 1;
  }
  return end;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || code === 9 || code === 10 || code === 13 || Number.isNaN(code);
}

function isFlowIndicator(character: string): boolean {
  return character !== '' && ',[]{}'.includes(character);
}

/** Where a plain scalar goes on, if the next line with text stands right of its key and is no comment. */
function continuation(scanner: Scanner): { readonly at: number; readonly lineStart: number } | undefined {
  const match = /[ \t]*(?:(?:\r\n|\n|\r)[ \t]*)+/y;
  match.lastIndex = scanner.at;
  const run = match.exec(scanner.text)?.[0];
  if (run === undefined) return undefined;
  const at = scanner.at + run.length;
  const lineStart = scanner.at + Math.max(run.lastIndexOf('\n'), run.lastIndexOf('\r')) + 1;
  if (at >= scanner.text.length || at - lineStart <= scanner.indent) return undefined;
  const ends = scanner.text.charAt(at) === '#' || (at === lineStart && documentMark.test(scanner.text.slice(at, at + 4)));
  return ends ? undefined : { at, lineStart };
}

function readBlockScalar(scanner: Scanner): void {
  const { text } = scanner;
  const header = text.slice(scanner.at, scanner.at + skip(scanner, lineRest, false));
  const digit = /^.[+-]?([1-9])/.exec(header)?.[1];
  let contentIndent = digit === undefined ? -1 : Math.max(scanner.indent, 0) + Number(digit);
  while (scanner.at < text.length) {
    const lineStart = scanner.at + (text.startsWith('\r\n', scanner.at) ? 2 : 1);
    let column = 0;
    while (text.charAt(lineStart + column) === ' ') column++;
    const first = text.charAt(lineStart + column);
    if (first !== '' && first !== '\n' && first !== '\r') {
      if (contentIndent < 0) contentIndent = Math.max(column, scanner.indent + 1);
      if (column < contentIndent) return;
      if (column === 0 && documentMark.test(text.slice(lineStart, lineStart + 4))) return;
    }
    scanner.at = lineStart;
    scanner.lineStart = lineStart;
    skip(scanner, lineRest, false);
  }
}

/** Steps over what `pattern` matches here, blanked if asked for; answers its length. */
function skip(scanner: Scanner, pattern: RegExp, blank: boolean): number {
  pattern.lastIndex = scanner.at;
  const length = pattern.exec(scanner.text)?.[0].length ?? 0;
  if (blank) blankOut(scanner, scanner.at + length);
  scanner.at += length;
  return length;
}

function blankOut(scanner: Scanner, end: number, filler = ' '): void {
  scanner.pieces.push(scanner.text.slice(scanner.kept, scanner.at), filler.repeat(end - scanner.at));
  scanner.kept = end;
}

/** Blanks the line breaks and tabs inside a plain scalar that was just read. */
function blankBreaks(scanner: Scanner, start: number): void {
  const from = Math.max(start, scanner.kept);
  const plain = scanner.text.slice(from, scanner.at);
  if (!/[\r\n\t]/.test(plain)) return;
  scanner.pieces.push(scanner.text.slice(scanner.kept, from), plain.replace(/[\r\n\t]/g, ' '));
  scanner.kept = scanner.at;
  noteLineBreaks(scanner, start);
}

/** Moves the start of the line past the breaks inside a token that began at `start`. */
function noteLineBreaks(scanner: Scanner, start: number): void {
  const token = scanner.text.slice(start, scanner.at);
  const lastBreak = Math.max(token.lastIndexOf('\n'), token.lastIndexOf('\r'));
  if (lastBreak >= 0) scanner.lineStart = start + lastBreak + 1;
}
