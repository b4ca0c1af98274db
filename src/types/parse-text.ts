/**
 * Types written as text: `list<ip>`, `string | null`, `network.VpcId`, `list<(ip | hostname)>`. Never fails: what
 * cannot be read is told with its place in the text, and becomes the unknown type.
 */
import { suggestion } from '../text/suggest.js';
import type { Code } from '../diagnostics/codes.js';
import { builtIn, builtIns, isBuiltIn, unionOf, unknownType, type Type } from './type.js';

/** The user types that a text may name. */
export interface TypeScope {
  /** The type called `VpcId` or `network.VpcId`: the unknown type if it failed, undefined if there is none. */
  find(name: string): Type | undefined;
  /** Every name that `find` knows, for suggestions. */
  names(): Iterable<string>;
}

/** A scope without user types. */
export const noTypes: TypeScope = { find: () => undefined, names: () => [] };

/** What is wrong, and where in the text. */
export interface TextFault {
  readonly code: Extract<Code, 'types/syntax' | 'types/unknown-type'>;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string | undefined;
}

export interface ParsedText {
  readonly type: Type;
  readonly faults: readonly TextFault[];
}

interface Token {
  readonly text: string;
  readonly start: number;
}

interface Parser {
  readonly text: string;
  readonly scope: TypeScope;
  readonly tokens: readonly Token[];
  readonly faults: TextFault[];
  at: number;
  depth: number;
}

const maxDepth = 50;
const tokenPattern = /[\p{L}\p{N}_](?:[\p{L}\p{N}_-]|\.(?=[\p{L}\p{N}_]))*|"[^"]*"|'[^']*'|\S/gu;

/** Names that people know from elsewhere. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['int', 'integer'],
  ['str', 'string'],
  ['text', 'string'],
  ['bool', 'boolean'],
  ['float', 'number'],
  ['double', 'number'],
  ['none', 'null'],
  ['array', 'list'],
  ['dict', 'map'],
  ['ipaddress', 'ip'],
  ['uri', 'url'],
]);

/** The type that `text` means. */
export function parseTypeText(text: string, scope: TypeScope): ParsedText {
  const tokens = Array.from(text.matchAll(tokenPattern), (found) => ({
    text: found[0],
    start: found.index,
  }));
  const parser: Parser = { text, scope, tokens, faults: [], at: 0, depth: 0 };
  const type = parseUnion(parser);
  const rest = peek(parser);
  if (rest !== undefined && !isBroken(parser)) unexpected(parser, rest);
  return isBroken(parser)
    ? { type: unknownType, faults: parser.faults }
    : { type, faults: parser.faults };
}

function parseUnion(parser: Parser): Type {
  const members = [parseMember(parser)];
  while (!isBroken(parser) && peek(parser)?.text === '|') {
    parser.at++;
    members.push(parseMember(parser));
  }
  return unionOf(members);
}

function parseMember(parser: Parser): Type {
  const token = peek(parser);
  if (token === undefined) return missing(parser);
  if (token.text === '(') return parseInside(parser, token, ')');
  if (!/^[\p{L}\p{N}_]/u.test(token.text)) return unexpected(parser, token);
  parser.at++;
  const opening = peek(parser);
  if (opening?.text === '<') return parseGeneric(parser, token, opening);
  return named(parser, token);
}

/** `list<…>` and `map<…>`. */
function parseGeneric(parser: Parser, name: Token, opening: Token): Type {
  const inner = parseInside(parser, opening, '>');
  if (name.text === 'list') return { kind: 'list', item: inner };
  if (name.text === 'map') return { kind: 'map', value: inner };
  if (isBroken(parser)) return unknownType;
  const near = aliases.get(name.text.toLowerCase());
  const known = ['list', 'map'];
  return fault(
    parser,
    name,
    'types/unknown-type',
    `only \`list\` and \`map\` take a type in \`<>\`, not \`${name.text}\``,
    {
      help:
        near !== undefined && known.includes(near)
          ? `did you mean \`${near}\`?`
          : suggestion(name.text, known),
    },
  );
}

/** What stands between an opening bracket, which is next, and `closing`. */
function parseInside(parser: Parser, opening: Token, closing: string): Type {
  parser.at++;
  if (++parser.depth > maxDepth)
    return fault(
      parser,
      opening,
      'types/syntax',
      `types are nested more than ${maxDepth} levels deep`,
    );
  const inner = parseUnion(parser);
  if (isBroken(parser)) return unknownType;
  const token = peek(parser);
  if (token?.text === closing) {
    parser.at++;
    parser.depth--;
    return inner;
  }
  if (token === undefined)
    return fault(parser, opening, 'types/syntax', `\`${opening.text}\` is not closed`, {
      help: `add \`${closing}\``,
    });
  return unexpected(parser, token);
}

function named(parser: Parser, token: Token): Type {
  const { scope } = parser;
  if (isBuiltIn(token.text)) return builtIn(token.text);
  const found = scope.find(token.text);
  if (found !== undefined) return found;
  if (token.text === 'list' || token.text === 'map') {
    const holds = token.text === 'list' ? 'items' : 'values';
    return fault(
      parser,
      token,
      'types/syntax',
      `\`${token.text}\` does not say what its ${holds} are`,
      {
        help: `write \`${token.text}<string>\`, or \`${token.text}<any>\` for ${holds} of any type`,
      },
    );
  }
  const alias = aliases.get(token.text.toLowerCase());
  const help =
    alias === undefined
      ? suggestion(token.text, [...Object.keys(builtIns), ...scope.names()])
      : `did you mean \`${alias}\`?`;
  return fault(parser, token, 'types/unknown-type', `there is no type \`${token.text}\``, {
    help: help ?? 'declare it below `types`, or take a built-in type',
  });
}

function unexpected(parser: Parser, token: Token): Type {
  return fault(
    parser,
    token,
    'types/syntax',
    `\`${token.text}\` stands where ${expectation(parser)}`,
    { help: helpFor(parser, token) },
  );
}

/** What could have come instead of the next token. */
function expectation(parser: Parser): string {
  const before = parser.tokens[parser.at - 1]?.text;
  return before === undefined || /^[|<(]$/.test(before)
    ? 'a type is expected'
    : 'the type should end, or go on with `|`';
}

function helpFor(parser: Parser, { text }: Token): string | undefined {
  if (/^["']/.test(text)) return 'write values as a list: `enum: [dev, prod]`';
  if (text === '[') return 'write `list<…>` for a list';
  if (text === '{') return 'write an object type as a YAML map: `{host: hostname, port?: port}`';
  if (text === '?')
    return 'write `T | null` for a value that may be null; mark an optional field at its name: `port?`';
  if (text === '&') return 'a type cannot combine others: refine one of them';
  if (text === ',' && parser.depth > 0)
    return '`list<T>` and `map<T>` take one type; the keys of a map are strings';
  if (text === '(') return 'write `list<…>` and `map<…>`';
  return undefined;
}

function missing(parser: Parser): Type {
  const last = parser.tokens.at(-1);
  const help = 'name a type, e.g. `string`';
  if (last === undefined)
    return fault(parser, { text: parser.text, start: 0 }, 'types/syntax', 'the type is empty', {
      help,
    });
  return fault(parser, last, 'types/syntax', `a type is missing behind \`${last.text}\``, { help });
}

function fault(
  parser: Parser,
  { text, start }: Token,
  code: TextFault['code'],
  message: string,
  more: { readonly help?: string | undefined } = {},
): Type {
  parser.faults.push({ code, start, end: start + text.length, message, ...more });
  return unknownType;
}

/** True after a fault of syntax: what follows says nothing. Unknown names do not stop reading. */
function isBroken({ faults }: Parser): boolean {
  return faults.some((each) => each.code === 'types/syntax');
}

function peek({ tokens, at }: Parser): Token | undefined {
  return tokens[at];
}
