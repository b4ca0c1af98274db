/**
 * A regular expression as ECMAScript has them with the flag `u` → its tree. Only what a finite automaton can decide is
 * taken: no lookaheads, lookbehinds and back references. The text must be one that `RegExp` takes, so nothing is checked
 * twice here; what a single character matches stays in the words of ECMAScript.
 */

/** What a pattern is made of. */
export type PatternNode =
  /** One character that the expression `source` matches by itself. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly min: number;
      /** Infinity without a limit. */
      readonly max: number;
    };

/** A place between two characters. */
export type Edge = 'start' | 'end' | 'word' | 'not word';

/** Why a pattern is not taken. */
export interface PatternFault {
  readonly fault: string;
  /** True for a regular expression that is well-formed. */
  readonly isRefusal: boolean;
}

/** Groups in groups, at most. */
const maxDepth = 100;

interface Reader {
  readonly text: string;
  index: number;
  depth: number;
  fault: string | undefined;
}

/** The tree of `text`, or the first thing in it that is not taken. */
export function parsePattern(text: string): PatternNode | PatternFault {
  const reader: Reader = { text, index: 0, depth: 0, fault: undefined };
  const tree = parseChoice(reader);
  return reader.fault === undefined ? tree : { fault: reader.fault, isRefusal: true };
}

function parseChoice(reader: Reader): PatternNode {
  const options = [parseSequence(reader)];
  while (reader.text[reader.index] === '|') {
    reader.index++;
    options.push(parseSequence(reader));
  }
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
}

function parseSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.index < reader.text.length && reader.fault === undefined) {
    const character = reader.text[reader.index];
    if (character === '|' || character === ')') break;
    parts.push(parseRepeat(reader, parseAtom(reader)));
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts };
}

const edges: readonly (readonly [string, Edge])[] = [
  ['^', 'start'],
  ['$', 'end'],
  ['\\b', 'word'],
  ['\\B', 'not word'],
];

function parseAtom(reader: Reader): PatternNode {
  const { text, index } = reader;
  if (text[index] === '(') return parseGroup(reader);
  for (const [written, edge] of edges) {
    if (!text.startsWith(written, index)) continue;
    reader.index += written.length;
    return { kind: 'edge', edge };
  }
  const source = characterSource(text, index);
  if (/^\\[1-9k]/.test(source)) refuse(reader, `a back reference, \`${source}\``);
  reader.index += source.length;
  return { kind: 'character', source };
}

const escape =
  /\\(?:u\{[^}]*\}|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u.{4}|x..|c.|[pP]\{[^}]*\}|k<[^>]*>|[1-9][0-9]*|.)/suy;
const characterClass = /\[(?:\\.|[^\]\\])*\]/suy;
const oneCharacter = /./suy;

/** The text of the character, the escape or the class that starts at `index`. */
function characterSource(text: string, index: number): string {
  const first = text[index];
  const form = first === '\\' ? escape : first === '[' ? characterClass : oneCharacter;
  form.lastIndex = index;
  return form.exec(text)?.[0] ?? '';
}

const refusedGroups: readonly (readonly [string, string])[] = [
  ['(?=', 'a lookahead'],
  ['(?!', 'a lookahead'],
  ['(?<=', 'a lookbehind'],
  ['(?<!', 'a lookbehind'],
];

function parseGroup(reader: Reader): PatternNode {
  const { text, index } = reader;
  const refused = refusedGroups.find(([opening]) => text.startsWith(opening, index));
  const opening = /^\((?:\?:|\?<[^>]*>|(?!\?))/.exec(text.slice(index, index + 300))?.[0];
  if (refused !== undefined) refuse(reader, `${refused[1]}, \`${refused[0]}…)\``);
  else if (opening === undefined) refuse(reader, 'a group with flags or a very long name');
  else if (++reader.depth > maxDepth) reader.fault = `it nests more than ${maxDepth} groups`;
  if (reader.fault !== undefined) return { kind: 'sequence', parts: [] };
  reader.index += opening?.length ?? 1;
  const body = parseChoice(reader);
  reader.index++;
  reader.depth--;
  return body;
}

const quantifier = /(?:([*+?])|\{([0-9]+)(?:(,)([0-9]*))?\})\??/y;

function parseRepeat(reader: Reader, body: PatternNode): PatternNode {
  quantifier.lastIndex = reader.index;
  const match = quantifier.exec(reader.text);
  if (match === null || reader.fault !== undefined) return body;
  const [whole, sign, from = '', comma, to = ''] = match;
  reader.index += whole.length;
  if (sign !== undefined)
    return {
      kind: 'repeat',
      body,
      min: sign === '+' ? 1 : 0,
      max: sign === '?' ? 1 : Infinity,
    };
  const min = Number(from);
  const max = to === '' ? Infinity : Number(to);
  return { kind: 'repeat', body, min, max: comma === undefined ? min : max };
}

function refuse(reader: Reader, what: string): void {
  reader.fault ??= `it has ${what}`;
}

/** How many states an automaton for the pattern has, about. */
export function countStates(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return 1;
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + countStates(part), 0);
    case 'choice':
      return node.options.reduce((sum, option) => sum + countStates(option) + 1, 0);
    case 'repeat':
      return (countStates(node.body) + 1) * (node.max === Infinity ? node.min + 1 : node.max);
  }
}
