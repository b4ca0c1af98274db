/**
 * The state of one build: events → tree. One object for a document, passed to the functions of the files beside this
 * one; nothing of it outlives the build.
 */
import type { Source, Span } from '../text/source.js';
import type { Code } from '../diagnostics/codes.js';
import { diagnostic, type Diagnostic, type Related } from '../diagnostics/diagnostic.js';
import type { Event } from './events.js';
import type { MergedMap, Node } from './node.js';
import { hasOldLineBreak } from './quoted-text.js';
import type { TagHandles } from './tags.js';

/** A value that has a name; `node` is undefined while the value is still being built. */
export interface Anchor extends Span {
  node: Node | undefined;
  /** Nodes that an alias yields, and how many levels of collections. */
  nodes: number;
  height: number;
}

export interface Builder {
  readonly source: Source;
  /** The source's text, with replacements for what may not stand in it (same offsets). */
  readonly text: string;
  readonly events: readonly Event[];
  readonly diagnostics: Diagnostic[];
  readonly anchors: Map<string, Anchor>;
  /** Stand-ins for values that an error was already told of: no rule speaks of them again. */
  readonly told: Set<Node>;
  /** True if the events were read from a text whose flow collections were unfolded into one line. */
  readonly unfolded: boolean;
  /** True if the text holds a line break that only PyYAML takes for one. */
  readonly oldLineBreaks: boolean;
  /** Strings that are dates to PyYAML: `!unsafe` leaves them alone. */
  readonly dates: Set<Node>;
  /** Maps with one merge key. */
  readonly merges: MergedMap[];
  readonly budget: number;
  handles: TagHandles;
  /** Index of the next event. */
  at: number;
  /** Offset behind the token that was read last. */
  end: number;
  depth: number;
  /** True inside brackets. */
  inFlow: boolean;
  /** What an empty value stands behind: `:`, `-` or nothing. */
  indicator: string;
  /** The key that was read last; undefined text if it is no string and has no text that could stand for it. */
  keyText: string | undefined;
  keyStart: number;
  keyEnd: number;
  keyIsMerge: boolean;
  /** True if the key goes over several lines inside brackets. */
  keyIsFolded: boolean;
  /** Nodes so far with those that aliases expand to, and the latter alone. */
  nodes: number;
  expanded: number;
  overBudget: boolean;
  /** Levels of collections in the node that was built last. */
  height: number;
  usesMarkers: boolean;
  tooDeepTold: boolean;
}

/** Starts a build at the first event. */
export function newBuilder(
  source: Source,
  text: string,
  events: readonly Event[],
  unfolded: boolean,
): Builder {
  return {
    source,
    text,
    events,
    diagnostics: [],
    anchors: new Map(),
    told: new Set(),
    unfolded,
    oldLineBreaks: hasOldLineBreak(text),
    dates: new Set(),
    merges: [],
    budget: Math.max(100_000, 50 * events.length),
    handles: new Map(),
    at: 0,
    end: 0,
    depth: 0,
    inFlow: false,
    indicator: '',
    keyText: undefined,
    keyStart: 0,
    keyEnd: 0,
    keyIsMerge: false,
    keyIsFolded: false,
    nodes: 0,
    expanded: 0,
    overBudget: false,
    height: 0,
    usesMarkers: false,
    tooDeepTold: false,
  };
}

/** Adds an error about a place of the text. */
export function report(
  builder: Builder,
  code: Code,
  start: number,
  end: number,
  message: string,
  more: { readonly related?: readonly Related[]; readonly help?: string | undefined } = {},
): void {
  builder.diagnostics.push(diagnostic(code, { source: builder.source, start, end }, message, more));
}

/** The place of a node's tag. */
export function tagSpan(
  builder: Builder,
  event: { readonly tagStart: number; readonly tagEnd: number },
): Span {
  return { source: builder.source, start: event.tagStart, end: event.tagEnd };
}

/** A null that stands for a value which could not be built; its error is already told. */
export function standIn(builder: Builder, start: number, end: number): Node {
  const node: Node = { source: builder.source, start, end, kind: 'null' };
  builder.told.add(node);
  return node;
}

/** A text as a message shows it: on one line, and of a long one its start. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 40)}…` : line;
}

/** The offset behind blanks, line breaks and comments from `at` on. */
export function skipBlanks(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 10 || code === 13 || code === 9 || code === 0xfeff) at++;
    else if (code === 35) at = lineEnd(text, at);
    else return at;
  }
}

/** The offset of the line break that ends the line of `at`, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const pattern = /[\r\n]/g;
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}
