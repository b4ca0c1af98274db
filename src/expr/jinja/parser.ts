/** Tokens → the tree of one expression, by the grammar and precedence of Jinja2 3.1. Throws `JinjaError` of kind `syntax`. */
import { JinjaError } from './error.js';
import { limits } from './limits.js';
import {
  noCallArguments,
  type BinaryOperator,
  type CallArguments,
  type CompareOperator,
  type Node,
} from './nodes.js';
import type { Token } from './tokens.js';
import { parseCallArguments, parsePrimary, parseSubscript } from './parse-primary.js';

/** A position in the tokens; parse functions move it on. */
export interface Cursor {
  readonly tokens: readonly Token[];
  index: number;
  depth: number;
}

export function cursor(tokens: readonly Token[]): Cursor {
  return { tokens, index: 0, depth: 0 };
}

export function peek(at: Cursor, ahead = 0): Token {
  const token = at.tokens[Math.min(at.index + ahead, at.tokens.length - 1)];
  if (token === undefined) throw new Error('tokens without an end');
  return token;
}

export function take(at: Cursor): Token {
  const token = peek(at);
  if (token.kind !== 'end') at.index += 1;
  return token;
}

export function is(at: Cursor, kind: 'name' | 'operator', text: string, ahead = 0): boolean {
  const token = peek(at, ahead);
  return token.kind === kind && token.text === text;
}

/** Takes the token if it is this one. */
export function skip(at: Cursor, kind: 'name' | 'operator', text: string): boolean {
  if (!is(at, kind, text)) return false;
  at.index += 1;
  return true;
}

export function expect(at: Cursor, text: string): Token {
  if (is(at, 'operator', text)) return take(at);
  throw new JinjaError('syntax', `expected \`${text}\`, got ${describe(peek(at))}`, peek(at));
}

export function expectName(at: Cursor): Token {
  if (peek(at).kind === 'name') return take(at);
  throw new JinjaError('syntax', `expected a name, got ${describe(peek(at))}`, peek(at));
}

export function describe(token: Token): string {
  if (token.kind === 'end')
    return token.text === '' ? 'the end of the expression' : `\`${token.text}\``;
  return token.kind === 'string' ? 'a string' : `\`${token.text}\``;
}

export function parseExpressionAt(at: Cursor): Node {
  at.depth += 1;
  if (at.depth > limits.depth)
    throw new JinjaError(
      'limit',
      `the expression is nested more than ${limits.depth} levels deep`,
      peek(at),
    );
  const node = parseConditional(at);
  at.depth -= 1;
  return node;
}

function parseConditional(at: Cursor): Node {
  let node = parseLogic(at, 'or');
  while (skip(at, 'name', 'if')) {
    const test = parseLogic(at, 'or');
    const otherwise = skip(at, 'name', 'else') ? parseExpressionAt(at) : undefined;
    node = {
      type: 'conditional',
      test,
      then: node,
      otherwise,
      start: node.start,
      end: (otherwise ?? test).end,
    };
  }
  return node;
}

function parseLogic(at: Cursor, operator: 'or' | 'and'): Node {
  const next = (): Node => (operator === 'or' ? parseLogic(at, 'and') : parseNot(at));
  let left = next();
  while (skip(at, 'name', operator)) {
    const right = next();
    left = { type: 'logic', operator, left, right, start: left.start, end: right.end };
  }
  return left;
}

function parseNot(at: Cursor): Node {
  const nots: Token[] = [];
  while (is(at, 'name', 'not')) nots.push(take(at));
  let node = parseCompare(at);
  if (nots.length > limits.depth)
    throw new JinjaError('limit', 'the expression is nested too deeply', nots[0]);
  for (const token of nots.reverse())
    node = { type: 'unary', operator: 'not', operand: node, start: token.start, end: node.end };
  return node;
}

const compareOperators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function parseCompare(at: Cursor): Node {
  const first = parseSum(at);
  const rest: { operator: CompareOperator; operand: Node }[] = [];
  for (let operator = compareOperator(at); operator !== undefined; operator = compareOperator(at)) {
    rest.push({ operator, operand: parseSum(at) });
  }
  const last = rest.at(-1);
  return last === undefined
    ? first
    : { type: 'compare', first, rest, start: first.start, end: last.operand.end };
}

function compareOperator(at: Cursor): CompareOperator | undefined {
  const token = peek(at);
  if (token.kind === 'operator' && compareOperators.has(token.text))
    return take(at).text as CompareOperator;
  if (skip(at, 'name', 'in')) return 'in';
  if (!is(at, 'name', 'not') || !is(at, 'name', 'in', 1)) return undefined;
  at.index += 2;
  return 'not in';
}

function parseSum(at: Cursor): Node {
  return parseBinary(at, ['+', '-'], () => parseConcat(at));
}

function parseConcat(at: Cursor): Node {
  const parts = [parseProduct(at)];
  while (skip(at, 'operator', '~')) parts.push(parseProduct(at));
  const first = parts[0];
  const last = parts.at(-1);
  if (first === undefined || last === undefined || parts.length === 1)
    return first ?? parseProduct(at);
  return { type: 'concat', parts, start: first.start, end: last.end };
}

function parseProduct(at: Cursor): Node {
  return parseBinary(at, ['*', '/', '//', '%'], () =>
    parseBinary(at, ['**'], () => parseUnary(at, true)),
  );
}

function parseBinary(at: Cursor, operators: readonly BinaryOperator[], next: () => Node): Node {
  let left = next();
  for (;;) {
    const token = peek(at);
    const operator =
      token.kind === 'operator' ? operators.find((each) => each === token.text) : undefined;
    if (operator === undefined) return left;
    at.index += 1;
    const right = next();
    left = { type: 'binary', operator, left, right, start: left.start, end: right.end };
  }
}

function parseUnary(at: Cursor, withFilters: boolean): Node {
  const token = peek(at);
  let node: Node;
  if (token.kind === 'operator' && (token.text === '-' || token.text === '+')) {
    at.index += 1;
    at.depth += 1;
    if (at.depth > limits.depth)
      throw new JinjaError('limit', 'the expression is nested too deeply', token);
    const operand = parseUnary(at, false);
    at.depth -= 1;
    node = { type: 'unary', operator: token.text, operand, start: token.start, end: operand.end };
  } else {
    node = parsePrimary(at);
  }
  node = parsePostfix(at, node);
  return withFilters ? parseFilters(at, node) : node;
}

/** Attributes, items and calls after a value. */
export function parsePostfix(at: Cursor, start: Node): Node {
  let node = start;
  for (;;) {
    if (is(at, 'operator', '.') || is(at, 'operator', '[')) node = parseSubscript(at, node);
    else if (is(at, 'operator', '(')) node = parseCall(at, node);
    else return node;
  }
}

function parseCall(at: Cursor, callee: Node): Node {
  const args = parseCallArguments(at);
  return { type: 'call', callee, args, start: callee.start, end: peek(at, -1).end };
}

function parseFilters(at: Cursor, start: Node): Node {
  let node = start;
  for (;;) {
    if (skip(at, 'operator', '|')) node = parseFilter(at, node);
    else if (skip(at, 'name', 'is')) node = parseTest(at, node);
    else if (is(at, 'operator', '(')) node = parseCall(at, node);
    else return node;
  }
}

function parseDottedName(at: Cursor): { name: string; namePlace: { start: number; end: number } } {
  const first = expectName(at);
  let name = first.text;
  let end = first.end;
  while (skip(at, 'operator', '.')) {
    const part = expectName(at);
    name += `.${part.text}`;
    end = part.end;
  }
  return { name, namePlace: { start: first.start, end } };
}

function parseFilter(at: Cursor, value: Node): Node {
  const { name, namePlace } = parseDottedName(at);
  const args = is(at, 'operator', '(') ? parseCallArguments(at) : noCallArguments;
  return {
    type: 'filter',
    value,
    name,
    namePlace,
    args,
    start: value.start,
    end: peek(at, -1).end,
  };
}

function parseTest(at: Cursor, value: Node): Node {
  const negated = skip(at, 'name', 'not');
  const { name, namePlace } = parseDottedName(at);
  const args = parseTestArguments(at);
  const node: Node = {
    type: 'test',
    value,
    name,
    namePlace,
    args,
    start: value.start,
    end: peek(at, -1).end,
  };
  return negated
    ? { type: 'unary', operator: 'not', operand: node, start: node.start, end: node.end }
    : node;
}

/** A test takes arguments in parentheses, or one operand without them. */
function parseTestArguments(at: Cursor): CallArguments {
  if (is(at, 'operator', '(')) return parseCallArguments(at);
  const token = peek(at);
  const begins =
    token.kind === 'operator' ? token.text === '[' || token.text === '{' : token.kind !== 'end';
  const ends = token.kind === 'name' && ['else', 'or', 'and'].includes(token.text);
  if (!begins || ends) return noCallArguments;
  if (token.kind === 'name' && token.text === 'is')
    throw new JinjaError('syntax', 'tests with `is` cannot be chained', token);
  return { ...noCallArguments, positional: [parsePostfix(at, parsePrimary(at))] };
}
