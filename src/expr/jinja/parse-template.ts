/**
 * Template text → statements: text, `{{ }}`, `{# #}`, `{% if/for/set/raw %}` with whitespace control, a newline after
 * a block being dropped as Ansible sets it. Other statements are a clear error. Throws `JinjaError`.
 */
import { JinjaError, type Place } from './error.js';
import { limits } from './limits.js';
import type { Branch, Node, Statement, Target } from './nodes.js';
import {
  cursor,
  describe,
  expectName,
  is,
  parseExpressionAt,
  peek,
  skip,
  take,
  type Cursor,
} from './parser.js';
import { tokenize, type Token } from './tokens.js';

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output' | 'block'; readonly tokens: readonly Token[] };

export function parseTemplateText(text: string): readonly Statement[] {
  if (text.startsWith('#jinja2:')) {
    throw new JinjaError('unsupported', '`#jinja2:` headers are not supported', {
      start: 0,
      end: 8,
    });
  }
  const source: Source = {
    pieces: pieces(text.replace(/\r?\n$|\r$/, '')),
    index: 0,
    depth: 0,
    whole: { start: 0, end: text.length },
  };
  const body = parseBody(source, []);
  return body.statements;
}

const opening = /\{\{|\{%|\{#/g;
const raw = /\{%[-+]?\s*raw\s*([-+]?)%\}/y;
const endraw = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g;

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let position = 0;
  let trim: '' | '-' | '\n' = '';
  const addText = (part: string, end: boolean): void => {
    let kept = part;
    if (trim === '-') kept = kept.trimStart();
    if (trim === '\n') kept = kept.replace(/^\r?\n/, '');
    if (end) kept = kept.trimEnd();
    if (kept !== '') found.push({ kind: 'text', text: kept.replace(/\r\n?/g, '\n') });
  };
  for (;;) {
    opening.lastIndex = position;
    const start = opening.exec(text)?.index ?? text.length;
    const sign = text[start + 2] ?? '';
    addText(text.slice(position, start), sign === '-');
    if (start === text.length) return found;
    const from = start + (sign === '-' || sign === '+' ? 3 : 2);
    if (text[start + 1] === '#') {
      ({ position, trim } = comment(text, start));
      continue;
    }
    raw.lastIndex = start;
    const opened = raw.exec(text);
    if (opened !== null) {
      trim = opened[1] === '-' ? '-' : '';
      const verbatim = rawBlock(text, start, start + opened[0].length);
      addText(verbatim.text, verbatim.trimEnd);
      ({ position, trim } = verbatim);
      continue;
    }
    const output = text[start + 1] === '{';
    const lexed = tokenize(text, from, output ? 'literal' : 'escape', output ? '}}' : '%}');
    found.push({ kind: output ? 'output' : 'block', tokens: lexed.tokens });
    position = lexed.next;
    trim = lexed.trim === '-' ? '-' : output || lexed.trim === '+' ? '' : '\n';
  }
}

function comment(text: string, start: number): { position: number; trim: '' | '-' | '\n' } {
  const end = text.indexOf('#}', start + 2);
  if (end < 0)
    throw new JinjaError('syntax', 'the comment is never closed with `#}`', {
      start,
      end: text.length,
    });
  const sign = text[end - 1];
  return { position: end + 2, trim: sign === '-' ? '-' : sign === '+' ? '' : '\n' };
}

function rawBlock(
  text: string,
  start: number,
  from: number,
): { text: string; trimEnd: boolean; position: number; trim: '' | '-' | '\n' } {
  endraw.lastIndex = from;
  const closed = endraw.exec(text);
  if (closed === null)
    throw new JinjaError('syntax', '`raw` is never closed with `{% endraw %}`', {
      start,
      end: text.length,
    });
  const trim = closed[2] === '-' ? '-' : closed[2] === '+' ? '' : '\n';
  return {
    text: text.slice(from, closed.index),
    trimEnd: closed[1] === '-',
    position: closed.index + closed[0].length,
    trim,
  };
}

interface Source {
  readonly pieces: readonly Piece[];
  index: number;
  depth: number;
  readonly whole: Place;
}

/** Statements up to a block whose first word is one of `ends`; that block's cursor, after the word. */
function parseBody(
  source: Source,
  ends: readonly string[],
  opener: Place = source.whole,
): { statements: Statement[]; end: string; at: Cursor } {
  source.depth += 1;
  if (source.depth > limits.depth)
    throw new JinjaError('limit', 'the template is nested too deeply', opener);
  const statements: Statement[] = [];
  for (;;) {
    const piece = source.pieces[source.index];
    source.index += 1;
    if (piece === undefined) {
      if (ends.length > 0)
        throw new JinjaError(
          'syntax',
          `the block is never closed with \`{% ${ends.at(-1) ?? ''} %}\``,
          opener,
        );
      return { statements, end: '', at: cursor([]) };
    }
    if (piece.kind === 'text') {
      statements.push({ type: 'text', text: piece.text });
      continue;
    }
    const at = cursor(piece.tokens);
    if (piece.kind === 'output') {
      statements.push({ type: 'output', value: whole(at, parseTuple(at)) });
      continue;
    }
    const word = expectName(at);
    if (ends.includes(word.text)) {
      source.depth -= 1;
      return { statements, end: word.text, at };
    }
    statements.push(parseStatement(source, at, word));
  }
}

const otherStatements: ReadonlySet<string> = new Set([
  'block',
  'extends',
  'print',
  'macro',
  'include',
  'from',
  'import',
  'autoescape',
  'with',
  'call',
  'filter',
  'do',
  'break',
  'continue',
]);

function parseStatement(source: Source, at: Cursor, word: Token): Statement {
  switch (word.text) {
    case 'if':
      return parseIf(source, at, word);
    case 'for':
      return parseFor(source, at, word);
    case 'set':
      return parseSet(source, at, word);
    default: {
      if (otherStatements.has(word.text))
        throw new JinjaError(
          'unsupported',
          `the statement \`${word.text}\` is not supported`,
          word,
        );
      throw new JinjaError('syntax', `unexpected \`${word.text}\``, word);
    }
  }
}

function parseIf(source: Source, start: Cursor, word: Token): Statement {
  const branches: Branch[] = [];
  let at = start;
  let test: Node | undefined = whole(at, parseTuple(at));
  for (;;) {
    const body = parseBody(
      source,
      test === undefined ? ['endif'] : ['elif', 'else', 'endif'],
      word,
    );
    branches.push({ test, body: body.statements });
    at = body.at;
    if (body.end === 'elif') {
      test = whole(at, parseTuple(at));
      continue;
    }
    finished(at);
    if (body.end === 'endif') return { type: 'if', branches };
    test = undefined;
  }
}

function parseFor(source: Source, at: Cursor, word: Token): Statement {
  const targets = parseTarget(at);
  if (!skip(at, 'name', 'in'))
    throw new JinjaError('syntax', `expected \`in\`, got ${describe(peek(at))}`, peek(at));
  const iterable = parseIterable(at);
  const condition = skip(at, 'name', 'if') ? parseExpressionAt(at) : undefined;
  if (is(at, 'name', 'recursive'))
    throw new JinjaError('unsupported', 'recursive loops are not supported', peek(at));
  finished(at);
  const body = parseBody(source, ['else', 'endfor'], word);
  finished(body.at);
  if (body.end === 'endfor')
    return {
      type: 'for',
      targets,
      iterable,
      condition,
      body: body.statements,
      otherwise: undefined,
    };
  const otherwise = parseBody(source, ['endfor'], word);
  finished(otherwise.at);
  return {
    type: 'for',
    targets,
    iterable,
    condition,
    body: body.statements,
    otherwise: otherwise.statements,
  };
}

/** The `if` of a loop belongs to the loop, so the iterable is parsed without conditional expressions. */
function parseIterable(at: Cursor): Node {
  const start = at.index;
  let depth = 0;
  let end = start;
  for (; end < at.tokens.length - 1; end += 1) {
    const token = at.tokens[end];
    if (token === undefined) break;
    if (token.kind === 'operator' && '([{'.includes(token.text)) depth += 1;
    if (token.kind === 'operator' && ')]}'.includes(token.text)) depth -= 1;
    if (depth === 0 && token.kind === 'name' && (token.text === 'if' || token.text === 'recursive'))
      break;
  }
  const stop = at.tokens[end];
  if (stop === undefined) throw new Error('tokens without an end');
  const inner = cursor([
    ...at.tokens.slice(start, end),
    { kind: 'end', text: stop.text, start: stop.start, end: stop.end },
  ]);
  const node = whole(inner, parseTuple(inner));
  at.index = end;
  return node;
}

function parseSet(source: Source, at: Cursor, word: Token): Statement {
  const targets = parseTarget(at);
  if (skip(at, 'operator', '=')) return { type: 'set', targets, value: whole(at, parseTuple(at)) };
  const [name = ''] = targets.names;
  finished(at);
  const body = parseBody(source, ['endset'], word);
  finished(body.at);
  return { type: 'set block', name, body: body.statements };
}

function parseTarget(at: Cursor): Target {
  const first = expectName(at);
  const names = [first.text];
  let unpack = false;
  if (is(at, 'operator', '.'))
    throw new JinjaError('unsupported', 'setting an attribute is not supported', peek(at));
  while (skip(at, 'operator', ',')) {
    unpack = true;
    if (peek(at).kind !== 'name' || is(at, 'name', 'in')) break;
    names.push(take(at).text);
  }
  return { names, unpack, start: first.start, end: peek(at, -1).end };
}

/** An expression, or several with commas between them: a tuple. */
export function parseTuple(at: Cursor): Node {
  const first = parseExpressionAt(at);
  if (!is(at, 'operator', ',')) return first;
  const items = [first];
  while (skip(at, 'operator', ',')) {
    if (peek(at).kind === 'end') break;
    items.push(parseExpressionAt(at));
  }
  return { type: 'tuple', items, start: first.start, end: peek(at, -1).end };
}

/** The node, once nothing is left after it. */
export function whole(at: Cursor, node: Node): Node {
  finished(at);
  return node;
}

function finished(at: Cursor): void {
  if (peek(at).kind !== 'end')
    throw new JinjaError('syntax', `unexpected ${describe(peek(at))}`, peek(at));
}
