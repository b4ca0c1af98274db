/**
 * The tree of a YAML document as Ansible's loader would understand it: plain scalars resolved as PyYAML resolves
 * them, anchors, aliases and merge keys expanded (an alias is the very node of its anchor), numbers exact.
 * Every node is a span. The same nodes serve as values everywhere: merging builds new map nodes from old entries
 * and never copies a leaf, so the place where a value was written rides with it.
 */
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.js';
import type { Source, Span } from '../text/source.js';

export type Node = ScalarNode | MapNode | ListNode | UnsetNode | UnknownNode;

/** What every value has beside its place. */
interface Value extends Span {
  /**
   * True for the value of a sensitive export, and for each part of it: Ansible gets it, people never see it. A map or list
   * that such a value was merged into is sensitive too, since its keys and its length are a part of the secret.
   */
  readonly sensitive?: boolean | undefined;
}

export type ScalarNode =
  StringNode | IntNode | FloatNode | BoolNode | NullNode | VaultNode | UnsafeNode;

/** A string; timestamps are strings too (the ISO text that Ansible shows). */
export interface StringNode extends Value {
  readonly kind: 'string';
  readonly value: string;
}

/** An integer of any size: a `number` where that is exact (safe integers), else a `bigint`. */
export interface IntNode extends Value {
  readonly kind: 'int';
  readonly value: number | bigint;
}

/** A finite float; `1.0` is a float, `1` is not. */
export interface FloatNode extends Value {
  readonly kind: 'float';
  readonly value: number;
}

export interface BoolNode extends Value {
  readonly kind: 'bool';
  readonly value: boolean;
}

export interface NullNode extends Value {
  readonly kind: 'null';
}

/** `!vault`: opaque text, passed on to Ansible and printed nowhere. */
export interface VaultNode extends Value {
  readonly kind: 'vault';
  readonly value: string;
}

/** A string below `!unsafe`: Ansible must not read it as a template. */
export interface UnsafeNode extends Value {
  readonly kind: 'unsafe';
  readonly value: string;
}

/** `!unset`: removes what lower layers set (format reference, section 4). */
export interface UnsetNode extends Span {
  readonly kind: 'unset';
}

/**
 * A value that an upstream inventory has not told yet. No file holds one: it stands in the place of a string with
 * references (`upstream/`). A leaf for everybody; what may lie behind it decides how it merges.
 */
export interface UnknownNode extends Value {
  readonly kind: 'unknown';
  /** What is waited for, without repetition; at least one. */
  readonly references: readonly UnknownReference[];
  /** What was written, in one spelling: unknown values of equal texts are one value. */
  readonly text: string;
  /** Its type, `Type` of `types/`, of which this folder knows nothing. */
  readonly type: { readonly kind: string };
  /** The type as a person writes it. */
  readonly typeName: string;
  /** True for text with references in it, which fits wherever text may stand: it is judged once it is known. */
  readonly isText: boolean;
  readonly mayBeMap: boolean;
  readonly mayBeList: boolean;
  /** True where the reference itself is wrong, which was told: nothing that follows from it is worth a word. */
  readonly isFailed: boolean;
}

/** A reference that has no value yet, e.g. `network.vpc_id`, and why. */
export interface UnknownReference {
  readonly name: string;
  readonly reason: string;
}

/** A map. `entries` are in Ansible's order: merged keys (`<<`) first, in place of the first writer of a key. */
export interface MapNode extends Value {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
  /** `!replace`: replaces the lower map whole. */
  readonly marker?: 'replace' | undefined;
}

/** One key of a map and its value. The entry is the span of its key. */
export interface Entry extends Span {
  readonly key: string;
  readonly value: Node;
}

export interface ListNode extends Value {
  readonly kind: 'list';
  readonly items: readonly Node[];
  /** `!append`: adds to the lower list. */
  readonly marker?: 'append' | undefined;
  /** The values of `items` where the list is known to hold only strings. */
  readonly words?: readonly string[] | undefined;
}

/** One map with a merge key, and what PyYAML makes of it (`resolve/merge-overlaps.ts`). The span is the key `<<`. */
export interface MergedMap extends Span {
  /** The entries of the maps that are merged, in written order. */
  readonly sources: readonly (readonly Entry[])[];
  /** What the map itself says. */
  readonly own: readonly Entry[];
  /** The entries of the map: those of its node. */
  readonly entries: readonly Entry[];
}

/** A parsed file. `root` is undefined where the text could not be understood (a diagnostic says why). */
export interface Document {
  readonly source: Source;
  readonly root: Node | undefined;
  /** True if `!replace`, `!append` or `!unset` occurs anywhere. */
  readonly usesMarkers: boolean;
  /** Every map with one merge key, inner ones first. */
  readonly merges?: readonly MergedMap[] | undefined;
}

/** The entry of `key`, if the map has it. */
export function findEntry(map: MapNode, key: string): Entry | undefined {
  for (const entry of map.entries) if (entry.key === key) return entry;
  return undefined;
}

/** The first key anywhere in a value that passes `test`; undefined where none does. */
export function findKey(node: Node, test: (key: string) => boolean): Entry | undefined {
  if (node.kind !== 'map' && node.kind !== 'list') return undefined;
  for (const part of node.kind === 'map' ? node.entries : node.items) {
    if ('key' in part && test(part.key)) return part;
    const below = findKey('key' in part ? part.value : part, test);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** True for a value that people never see, and so neither its keys nor its length. */
export function isSensitive(node: Node): boolean {
  return node.kind !== 'unset' && node.sensitive === true;
}

/** The flag of what is merged from two values: a part of a secret makes the whole one. */
export function sensitiveOf(one: Node, other: Node): true | undefined {
  return isSensitive(one) || isSensitive(other) ? true : undefined;
}

/** True if a part of a value is that of a sensitive export. */
export function holdsSensitive(node: Node): boolean {
  if (node.kind === 'unset') return false;
  if (node.sensitive === true) return true;
  if (node.kind === 'list') return node.items.some(holdsSensitive);
  return node.kind === 'map' && node.entries.some((entry) => holdsSensitive(entry.value));
}

/** What stands for an unknown value in front of a person. */
export function unknownText({ references, isFailed }: UnknownNode): string {
  if (isFailed) return '(not known: a reference has an error)';
  return `(known after upstream apply: ${references.map((each) => each.name).join(', ')})`;
}

/** How a marker is written, if the node has one. */
export function markerOf(node: Node): '!replace' | '!append' | '!unset' | undefined {
  if (node.kind === 'unset') return '!unset';
  if (node.kind === 'map' && node.marker !== undefined) return '!replace';
  return node.kind === 'list' && node.marker !== undefined ? '!append' : undefined;
}

/** A document that could not be understood, and why. */
export function nothing(source: Source, diagnostics: readonly Diagnostic[]): Outcome<Document> {
  return { value: { source, root: undefined, usesMarkers: false }, diagnostics };
}
