/**
 * Strings with references to what they mean: a value with its type where the string is only a reference, else text.
 * The value stands where the string is written. What is not known yet becomes an unknown node, and so does what is
 * wrong, which is told. Nodes without references stay the very nodes that they are.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { pythonFloat } from '../model/json.js';
import type { Entry, Node, StringNode } from '../syntax/node.js';
import { holdsTemplate } from '../text/template-markers.js';
import type { Span } from '../text/source.js';
import { builtIn, typeText, type Type } from '../types/type.js';
import { failedAt, placed, shapesOf, unknownAt, type Found } from './found.js';
import { placeInScalar } from './place-in-scalar.js';
import {
  mayHoldReferences,
  parseReferences,
  referenceName,
  writePieces,
  type Piece,
  type Reference,
} from './reference-text.js';

/** What substitution needs to know, and whom it tells. */
export interface Substitution {
  readonly resolve: (reference: Reference, node: StringNode) => Found;
  readonly tell: (found: Diagnostic) => void;
  /** Hears of every value that stands for a string which was only a reference. */
  readonly replaced: (by: Node, reference: string, found: Found) => void;
}

/** A value with all its references replaced, at any depth; what aliases share stays shared. */
export function substituteDeep(
  substitution: Substitution,
  node: Node,
  done: Map<Node, Node>,
): Node {
  if (node.kind === 'string')
    return mayHoldReferences(node.value)
      ? remember(done, node, () => substituteText(substitution, node))
      : node;
  if (node.kind === 'list') {
    if (node.words?.some(mayHoldReferences) === false) return node;
    return remember(done, node, () => {
      const items = mapped(node.items, (item) => substituteDeep(substitution, item, done));
      const { source, start, end, marker } = node;
      return items === node.items ? node : { kind: 'list', items, marker, source, start, end };
    });
  }
  if (node.kind !== 'map') return node;
  return remember(done, node, () =>
    withEntries(node, (entry) => substituteDeep(substitution, entry.value, done)),
  );
}

/** A map with other values; the map itself if none is another. */
export function withEntries(
  node: Extract<Node, { kind: 'map' }>,
  valueOf: (entry: Entry) => Node,
): Node {
  const entries = mapped(node.entries, (entry) => {
    const value = valueOf(entry);
    return value === entry.value
      ? entry
      : { key: entry.key, value, source: entry.source, start: entry.start, end: entry.end };
  });
  const { source, start, end, marker, sensitive } = node;
  return entries === node.entries
    ? node
    : { kind: 'map', entries, marker, source, start, end, sensitive };
}

/** The list itself if nothing in it is another. */
export function mapped<T>(
  items: readonly T[],
  change: (item: T, index: number) => T,
): readonly T[] {
  let changed: T[] | undefined;
  for (const [index, item] of items.entries()) {
    const other = change(item, index);
    if (other !== item) changed ??= items.slice(0, index);
    changed?.push(other);
  }
  return changed ?? items;
}

function remember(done: Map<Node, Node>, node: Node, make: () => Node): Node {
  let made = done.get(node);
  if (made === undefined) done.set(node, (made = make()));
  return made;
}

/** What a string means. */
export function substituteText(substitution: Substitution, node: StringNode): Node {
  const { pieces, faults } = parseReferences(node.value);
  for (const { message, help, start, end } of faults) {
    substitution.tell(
      diagnostic('upstream/reference', placeInScalar(node, start, start, end), message, { help }),
    );
  }
  if (faults.length > 0) return failedAt(node, node.value);
  const [only, second] = pieces;
  if (only?.kind === 'reference' && second === undefined) return whole(substitution, node, only);
  if (pieces.some((piece) => piece.kind === 'reference')) return text(substitution, node, pieces);
  const value = only?.kind === 'text' ? only.text : '';
  return value === node.value ? node : { ...node, value };
}

/** A scalar that is only a reference keeps the type of the value. */
function whole(substitution: Substitution, node: StringNode, reference: Reference): Node {
  const found = substitution.resolve(reference, node);
  const name = referenceName(reference);
  const value =
    found.kind === 'known'
      ? placed(found.value, node, found.sensitive)
      : found.kind === 'unknown'
        ? unknownAt(
            node,
            `\${${name}}`,
            [{ name, reason: found.reason }],
            found.type,
            found.sensitive,
          )
        : failedAt(node, name);
  substitution.replaced(value, name, found);
  return value;
}

/** Inside text a value becomes text. */
function text(substitution: Substitution, node: StringNode, pieces: readonly Piece[]): Node {
  const isTemplate = holdsTemplate(
    pieces.map((piece) => (piece.kind === 'text' ? piece.text : 'x')).join(''),
  );
  const waiting: { name: string; reason: string }[] = [];
  let isFailed = false;
  let sensitive = false;
  let value = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      value += piece.text;
      continue;
    }
    const found = substitution.resolve(piece, node);
    const fault =
      found.kind === 'failed'
        ? undefined
        : faultInText(found, piece, placeInScalar(node, piece.start, piece.start, piece.end));
    if (fault !== undefined) substitution.tell(fault);
    if (found.kind === 'failed' || fault !== undefined) {
      isFailed = true;
      continue;
    }
    sensitive ||=
      found.sensitive ||
      (found.kind === 'known' && found.value.kind !== 'unset' && found.value.sensitive === true);
    if (found.kind === 'unknown')
      waiting.push({ name: referenceName(piece), reason: found.reason });
    else {
      const part = textOf(found.value) ?? '';
      const danger = isTemplate
        ? dangerIn(part, pieces, piece, isWithinTemplate(value))
        : undefined;
      if (danger !== undefined) {
        isFailed = true;
        substitution.tell(
          templateFault(piece, danger, placeInScalar(node, piece.start, piece.start, piece.end)),
        );
      }
      value += part;
    }
  }
  if (isFailed) return failedAt(node, node.value);
  const { source, start, end } = node;
  if (waiting.length > 0)
    return {
      ...unknownAt(node, writePieces(pieces), waiting, builtIn('string'), sensitive),
      isText: true,
    };
  return {
    kind: !isTemplate && holdsTemplate(value) ? 'unsafe' : 'string',
    value,
    source,
    start,
    end,
    ...(sensitive ? { sensitive } : {}),
  };
}

function faultInText(
  found: Exclude<Found, { kind: 'failed' }>,
  reference: Reference,
  at: Span,
): Diagnostic | undefined {
  const name = referenceName(reference);
  if (found.kind === 'known' ? textOf(found.value) !== undefined : isTextual(found.type))
    return undefined;
  const what =
    found.kind === 'known' && found.value.kind === 'vault'
      ? 'is encrypted'
      : `is a \`${typeText(found.type)}\``;
  const help =
    found.kind === 'known' && found.value.kind === 'vault'
      ? 'pass it on whole, as a variable of its own'
      : 'name one scalar in it, or make it the whole value';
  return diagnostic(
    'upstream/in-text',
    at,
    `\`${name}\` ${what}, which cannot stand inside a text`,
    { help },
  );
}

function isTextual(type: Type): boolean {
  return shapesOf(type).has('scalar');
}

/** The text of a scalar, as it is emitted; undefined for what has none. */
function textOf(value: Node): string | undefined {
  switch (value.kind) {
    case 'string':
    case 'unsafe':
      return value.value;
    case 'int':
    case 'bool':
      return String(value.value);
    case 'float':
      return pythonFloat(value.value);
    case 'null':
      return 'null';
    case 'list':
    case 'map':
    case 'vault':
    case 'unset':
    case 'unknown':
      return undefined;
  }
}

/** True if a template is open at the end of `text`. */
function isWithinTemplate(text: string): boolean {
  return [
    ['{{', '}}'],
    ['{%', '%}'],
    ['{#', '#}'],
  ].some(([open = '', close = '']) => text.lastIndexOf(open) > text.lastIndexOf(close));
}

/** Why the text of a piece may not stand among `pieces`, which hold templates. */
function dangerIn(
  text: string,
  pieces: readonly Piece[],
  piece: Piece,
  isWithin: boolean,
): string | undefined {
  const write = (part: string): string =>
    pieces.map((each) => (each.kind === 'text' ? each.text : each === piece ? part : 'x')).join('');
  const markers = (whole: string): string => (whole.match(/\{[{%#]|[}%#]\}/g) ?? []).join(' ');
  if (markers(write(text)) !== markers(write('x'))) return 'its value holds template markers';
  return isWithin && !/^[\w .:/@+,=-]*$/.test(text)
    ? 'its value would be read as a part of the expression'
    : undefined;
}

function templateFault(reference: Reference, danger: string, at: Span): Diagnostic {
  return diagnostic(
    'upstream/template',
    at,
    `\`${referenceName(reference)}\` cannot stand in a text with templates: ${danger}`,
    {
      help: 'make it a variable of its own, and use that variable in the template',
    },
  );
}
