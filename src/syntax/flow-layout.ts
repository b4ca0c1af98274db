/**
 * Layout that Ansible does not mind: inside flow collections PyYAML ignores indentation, and a comment needs no blank
 * before it. Text in, text of the same length out, in which line breaks, tabs and comments inside brackets are blanks,
 * so that a parser that does mind sees one long line; offsets stay what they were. Quoted and block scalars are kept.
 * Also says which quote or bracket is still open at the end, for messages. Never fails: broken text gives some text.
 */
import {
  blockScalarEnd,
  isFlowIndicator,
  isSpace,
  plainContinuation,
  plainEnd,
  quotedEnd,
} from './scalar-extent.js';

export interface FlowLayout {
  readonly text: string;
  /** Offset of the quote that is never closed, or -1. */
  readonly openQuote: number;
  /** Offset of the innermost bracket that is never closed, or -1. */
  readonly openBracket: number;
  /** Offset of the first closing bracket that closes nothing, or -1. */
  readonly strayBracket: number;
  /** Offsets of the first bracket that is closed by one of the other kind, and of that one. */
  readonly mismatch: { readonly open: number; readonly close: number } | undefined;
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
  /** Start of the line that has a token already: tabs on it are no indentation. */
  contentLine: number;
  openQuote: number;
  strayBracket: number;
  mismatch: FlowLayout['mismatch'];
  /** The quoted scalar read last. */
  quoteStart: number;
  quoteEnd: number;
}

/** Stands for the `-` of `[-]`, which is text to PyYAML and nothing to YAML 1.2. */
const loneDash = 'x';

const blankRun = /[ \t]*/y;
const propertyRun = /[^\s,[\]{}]*/y;
const lineRest = /[^\r\n]*/y;

/** The text with everything inside flow collections on one line. */
export function unfoldFlow(text: string): FlowLayout {
  const scanner = newScanner(text);
  while (scanner.at < text.length && scanner.openQuote < 0) readToken(scanner);
  return {
    text: scanner.kept === 0 ? text : scanner.pieces.join('') + text.slice(scanner.kept),
    openQuote: scanner.openQuote,
    openBracket: scanner.brackets.at(-1) ?? -1,
    strayBracket: scanner.strayBracket,
    mismatch: scanner.mismatch,
  };
}

/** The start of the quoted scalar that `offset` lies in, its quotes included; -1 if it lies in none. */
export function quoteAround(text: string, offset: number): number {
  const scanner = newScanner(text);
  while (scanner.at <= offset && scanner.at < text.length && scanner.openQuote < 0)
    readToken(scanner);
  if (scanner.openQuote >= 0) return scanner.openQuote <= offset ? scanner.openQuote : -1;
  return scanner.quoteStart <= offset && offset < scanner.quoteEnd ? scanner.quoteStart : -1;
}

function newScanner(text: string): Scanner {
  return {
    text,
    brackets: [],
    pieces: [],
    kept: 0,
    at: 0,
    indent: -1,
    tokenColumn: 0,
    lineStart: 0,
    contentLine: -1,
    openQuote: -1,
    strayBracket: -1,
    mismatch: undefined,
    quoteStart: -1,
    quoteEnd: -1,
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
      skip(scanner, blankRun, inFlow || scanner.contentLine === scanner.lineStart);
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
      closeBracket(scanner);
      return;
    default:
      if (inFlow) readInFlow(scanner);
      else readInBlock(scanner);
  }
}

function closeBracket(scanner: Scanner): void {
  const close = scanner.at++;
  const open = scanner.brackets.pop();
  if (open === undefined) {
    if (scanner.strayBracket < 0) scanner.strayBracket = close;
  } else if ((scanner.text.charAt(open) === '[') !== (scanner.text.charAt(close) === ']')) {
    scanner.mismatch ??= { open, close };
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
  scanner.contentLine = scanner.lineStart;
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
  scanner.quoteStart = at;
  scanner.quoteEnd = end;
  noteLineBreaks(scanner, at);
}

function readPlain(scanner: Scanner): void {
  const { text, at: start } = scanner;
  const inFlow = scanner.brackets.length > 0;
  scanner.at = Math.max(plainEnd(text, start, inFlow), start + 1);
  if (inFlow) {
    blankBreaks(scanner, start);
    return;
  }
  for (;;) {
    const next = plainContinuation(text, scanner.at, scanner.indent);
    if (next < 0) break;
    scanner.at = Math.max(plainEnd(text, next, false), next + 1);
  }
  noteLineBreaks(scanner, start);
}

function readBlockScalar(scanner: Scanner): void {
  const start = scanner.at;
  scanner.at = blockScalarEnd(scanner.text, start, scanner.indent);
  noteLineBreaks(scanner, start);
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
  scanner.pieces.push(
    scanner.text.slice(scanner.kept, scanner.at),
    filler.repeat(end - scanner.at),
  );
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
  if (lastBreak < 0) return;
  scanner.lineStart = start + lastBreak + 1;
  scanner.contentLine = scanner.lineStart;
}
