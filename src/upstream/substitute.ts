/**
 * Strings with references to what they mean: a value with its type where the string is only a reference, else text.
 * The value stands where the string is written. What is not known yet becomes an unknown node, and so does what is
 * wrong, which is told. Nodes without references stay the very nodes that they are.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { pythonFloat } from '../model/json.js';
import { findKey, holdsSensitive, type Entry, type Node, type StringNode } from '../syntax/node.js';
import { isReservedKey } from '../text/reserved-keys.js';
import { carriesTemplate, mayBecomeTemplate } from '../text/template-markers.js';
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
import { findDanger, isOwnTemplate, type Danger } from './template-danger.js';

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
  const value = valueAt(substitution, node, found, referenceName(reference));
  substitution.replaced(value, referenceName(reference), found);
  return value;
}

/** What stands in the place of `node`, which is the reference `name` and nothing else. */
function valueAt(substitution: Substitution, node: StringNode, found: Found, name: string): Node {
  switch (found.kind) {
    case 'failed':
      return failedAt(node, name);
    case 'unknown': {
      const { type, reason, sensitive } = found;
      return unknownAt(node, `\${${name}}`, [{ name, reason }], type, sensitive);
    }
    case 'known': {
      const fault = keyFault(found, name, node);
      if (fault === undefined) return placed(found.value, node, found.sensitive);
      substitution.tell(fault);
      return failedAt(node, name);
    }
  }
}

/**
 * Keys that no map of another inventory may have here: those that are another value to Ansible, and those that could be
 * a template, since a key cannot be marked as unsafe, and a loop over keys evaluates them on cores up to 2.18.
 */
function keyFault(
  { value, sensitive, exported }: Extract<Found, { kind: 'known' }>,
  name: string,
  { source, start, end }: Span,
): Diagnostic | undefined {
  const reserved = findKey(value, isReservedKey);
  const entry = reserved ?? findKey(value, carriesTemplate);
  if (entry === undefined) return undefined;
  const isSecret = sensitive || holdsSensitive(value);
  const key = isSecret ? 'a key that' : `the key \`${entry.key}\`, which`;
  const [code, fault] =
    reserved === undefined
      ? (['upstream/template', 'Ansible could read as a template'] as const)
      : (['upstream/reserved-key', "marks Ansible's own values"] as const);
  const place = isSecret ? exported : { source: entry.source, start: entry.start, end: entry.end };
  return diagnostic(code, { source, start, end }, `\`${name}\` has ${key} ${fault}`, {
    related:
      place === undefined
        ? []
        : [{ span: place, message: isSecret ? 'it is exported here' : 'the upstream has it here' }],
    help: 'rename the key in the upstream, or refer to the values that are needed',
  });
}

/** What the references of a text give. */
interface TextParts {
  /** The texts of the values that are known. */
  readonly texts: ReadonlyMap<Reference, string>;
  readonly waiting: readonly { readonly name: string; readonly reason: string }[];
  readonly sensitive: boolean;
  /** True where a reference is wrong, or has no text; that was reported. */
  readonly isFailed: boolean;
}

/** Inside text a value becomes text. */
function text(substitution: Substitution, node: StringNode, pieces: readonly Piece[]): Node {
  const { texts, waiting, sensitive, isFailed } = textParts(substitution, node, pieces);
  const isTemplate = isOwnTemplate(pieces);
  const danger = isTemplate ? findDanger(pieces, texts) : undefined;
  if (danger !== undefined) substitution.tell(templateFault(danger, node));
  if (isFailed || danger !== undefined) return failedAt(node, node.value);
  const { source, start, end } = node;
  if (waiting.length > 0)
    return {
      ...unknownAt(node, writePieces(pieces), waiting, builtIn('string'), sensitive),
      isText: true,
    };
  const value = pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : (texts.get(piece) ?? '')))
    .join('');
  return {
    kind: !isTemplate && mayBecomeTemplate(value) ? 'unsafe' : 'string',
    value,
    source,
    start,
    end,
    ...(sensitive ? { sensitive } : {}),
  };
}

function textParts(
  substitution: Substitution,
  node: StringNode,
  pieces: readonly Piece[],
): TextParts {
  const texts = new Map<Reference, string>();
  const waiting: { name: string; reason: string }[] = [];
  let isFailed = false;
  let sensitive = false;
  for (const piece of pieces) {
    if (piece.kind === 'text') continue;
    const found = substitution.resolve(piece, node);
    const fault = found.kind === 'failed' ? undefined : faultInText(found, piece, node);
    if (fault !== undefined) substitution.tell(fault);
    if (found.kind === 'failed' || fault !== undefined) {
      isFailed = true;
      continue;
    }
    sensitive ||= found.sensitive || (found.kind === 'known' && holdsSensitive(found.value));
    if (found.kind === 'unknown')
      waiting.push({ name: referenceName(piece), reason: found.reason });
    else texts.set(piece, textOf(found.value) ?? '');
  }
  return { texts, waiting, sensitive, isFailed };
}

/** Where a reference stands in the text of `node`. */
function placeOf({ start, end }: Reference, node: StringNode): Span {
  return placeInScalar(node, start, start, end);
}

function faultInText(
  found: Exclude<Found, { kind: 'failed' }>,
  reference: Reference,
  node: StringNode,
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
    placeOf(reference, node),
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

function templateFault({ reference, fault }: Danger, node: StringNode): Diagnostic {
  return diagnostic(
    'upstream/template',
    placeOf(reference, node),
    `\`${referenceName(reference)}\` cannot stand in a text with templates: ${fault}`,
    {
      help: 'make it a variable of its own, and use that variable in the template',
    },
  );
}
