/** The innermost parts of an expression: literals, names, brackets, subscripts, call arguments. */
import { JinjaError } from './error.js';
import { checkInt } from './limits.js';
import type { CallArguments, Node } from './nodes.js';
import {
  describe,
  expect,
  expectName,
  is,
  parseExpressionAt,
  peek,
  skip,
  take,
  type Cursor,
} from './parser.js';
import type { Token } from './tokens.js';

const words: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
]);

export function parsePrimary(at: Cursor): Node {
  const token = take(at);
  const { start, end } = token;
  switch (token.kind) {
    case 'name': {
      const value = words.get(token.text);
      return value === undefined
        ? { type: 'name', name: token.text, start, end }
        : { type: 'constant', value, start, end };
    }
    case 'string':
      return parseStrings(at, token);
    case 'integer':
      return { type: 'constant', value: integerValue(token), start, end };
    case 'float':
      return { type: 'constant', value: Number(token.text.replaceAll('_', '')), start, end };
    case 'operator':
      if (token.text === '(') return parseParenthesised(at, token);
      if (token.text === '[') return parseList(at, token);
      if (token.text === '{') return parseDict(at, token);
      break;
    case 'end':
      break;
  }
  const expected =
    token.kind === 'end'
      ? `expected an expression, got ${describe(token)}`
      : `unexpected ${describe(token)}`;
  throw new JinjaError('syntax', expected, token);
}

function parseStrings(at: Cursor, first: Token): Node {
  let value = first.text;
  let end = first.end;
  while (peek(at).kind === 'string') {
    const next = take(at);
    value += next.text;
    end = next.end;
  }
  return { type: 'constant', value, start: first.start, end };
}

function integerValue(token: Token): bigint {
  const digits = token.text.replaceAll('_', '');
  if (digits.length > 10_000)
    throw new JinjaError('limit', 'the number has too many digits', token);
  return checkInt(BigInt(digits));
}

/** `(a)` is `a`; `()`, `(a,)` and `(a, b)` are tuples. */
function parseParenthesised(at: Cursor, open: Token): Node {
  const items: Node[] = [];
  let comma = false;
  while (!is(at, 'operator', ')')) {
    items.push(parseExpressionAt(at));
    if (!skip(at, 'operator', ',')) break;
    comma = true;
  }
  const close = expect(at, ')');
  const only = items[0];
  if (!comma && only !== undefined) return { ...only, start: open.start, end: close.end };
  return { type: 'tuple', items, start: open.start, end: close.end };
}

function parseList(at: Cursor, open: Token): Node {
  const items: Node[] = [];
  while (!is(at, 'operator', ']')) {
    items.push(parseExpressionAt(at));
    if (!skip(at, 'operator', ',')) break;
  }
  return { type: 'list', items, start: open.start, end: expect(at, ']').end };
}

function parseDict(at: Cursor, open: Token): Node {
  const pairs: { key: Node; value: Node }[] = [];
  while (!is(at, 'operator', '}')) {
    const key = parseExpressionAt(at);
    expect(at, ':');
    pairs.push({ key, value: parseExpressionAt(at) });
    if (!skip(at, 'operator', ',')) break;
  }
  return { type: 'dict', pairs, start: open.start, end: expect(at, '}').end };
}

export function parseSubscript(at: Cursor, object: Node): Node {
  if (skip(at, 'operator', '.')) {
    const token = take(at);
    const { start, end } = token;
    if (token.kind === 'name')
      return { type: 'attribute', object, name: token.text, start: object.start, end };
    if (token.kind !== 'integer')
      throw new JinjaError('syntax', `expected a name or number, got ${describe(token)}`, token);
    const key: Node = { type: 'constant', value: integerValue(token), start, end };
    return { type: 'item', object, key, start: object.start, end };
  }
  expect(at, '[');
  const inner = parseIndex(at, object);
  if (is(at, 'operator', ','))
    throw new JinjaError('syntax', 'several indexes in one `[]` are not supported', peek(at));
  const { end } = expect(at, ']');
  return inner.type === 'slice'
    ? { ...inner, end }
    : { type: 'item', object, key: inner, start: object.start, end };
}

function parseIndex(at: Cursor, object: Node): Node {
  if (is(at, 'operator', ']'))
    throw new JinjaError('syntax', 'expected an index, got `]`', peek(at));
  const from = is(at, 'operator', ':') ? undefined : parseExpressionAt(at);
  if (!skip(at, 'operator', ':') && from !== undefined) return from;
  const part = (): Node | undefined =>
    ['operator:]', 'operator:,', 'operator::'].includes(`${peek(at).kind}:${peek(at).text}`)
      ? undefined
      : parseExpressionAt(at);
  const to = part();
  const step = skip(at, 'operator', ':') ? part() : undefined;
  return { type: 'slice', object, from, to, step, start: object.start, end: peek(at).end };
}

export function parseCallArguments(at: Cursor): CallArguments {
  const open = expect(at, '(');
  const positional: Node[] = [];
  const named: { name: string; value: Node }[] = [];
  let star: Node | undefined;
  let starStar: Node | undefined;
  const demand = (holds: boolean): void => {
    if (!holds)
      throw new JinjaError('syntax', 'positional arguments must come before keyword arguments', {
        start: open.start,
        end: peek(at).end,
      });
  };
  while (!is(at, 'operator', ')')) {
    if (skip(at, 'operator', '*')) {
      demand(star === undefined && starStar === undefined);
      star = parseExpressionAt(at);
    } else if (skip(at, 'operator', '**')) {
      demand(starStar === undefined);
      starStar = parseExpressionAt(at);
    } else if (peek(at).kind === 'name' && is(at, 'operator', '=', 1)) {
      demand(starStar === undefined);
      const name = expectName(at);
      at.index += 1;
      if (named.some((each) => each.name === name.text))
        throw new JinjaError('syntax', `keyword argument \`${name.text}\` is repeated`, name);
      named.push({ name: name.text, value: parseExpressionAt(at) });
    } else {
      demand(star === undefined && starStar === undefined && named.length === 0);
      positional.push(parseExpressionAt(at));
    }
    if (!skip(at, 'operator', ',')) break;
  }
  expect(at, ')');
  return { positional, named, star, starStar };
}
