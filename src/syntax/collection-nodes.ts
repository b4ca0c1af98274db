/**
 * Maps and lists: their events in, their nodes out, keys checked and merge keys expanded. Recursion is bounded by the
 * depth that the format allows. Of a repeated key the first value is kept.
 */
import { buildAlias, deepest, openAnchor, reportTooDeep } from './anchors.js';
import { report, shown, skipBlanks, standIn, tagSpan, type Builder } from './builder.js';
import {
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  type MappingEvent,
  type SequenceEvent,
} from './events.js';
import { checkKeyLayout, readKey } from './map-keys.js';
import { mergedEntries, type Merge } from './merge-keys.js';
import type { Entry, Node } from './node.js';
import { buildScalar } from './scalar-nodes.js';
import { tagMeaning, tagMismatch, unknownTag } from './tags.js';
import { unsafeValue } from './unsafe-values.js';

/** Maps with more keys than this look repeated keys up in a table. */
const fewKeys = 12;

/** Builds the node of the next event and of all that belongs to it. */
export function buildNode(builder: Builder): Node {
  const event = builder.events[builder.at++];
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return buildScalar(builder, event);
    case EVENT_ID.ALIAS:
      return buildAlias(builder, event);
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return buildCollection(builder, event);
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
    case undefined:
      throw new Error('the event stream has no node where one must be');
  }
}

function buildCollection(builder: Builder, event: MappingEvent | SequenceEvent): Node {
  if (builder.depth >= deepest) return skipCollection(builder, event);
  const before = builder.nodes++;
  builder.depth++;
  const wasInFlow = builder.inFlow;
  builder.inFlow = event.style === COLLECTION_STYLE.FLOW;
  const anchor = event.anchorStart < 0 ? undefined : openAnchor(builder, event);
  const untagged =
    event.type === EVENT_ID.MAPPING ? buildMap(builder, event) : buildList(builder, event);
  const node = event.tagStart < 0 ? untagged : tagged(builder, event, untagged);
  builder.depth--;
  builder.inFlow = wasInFlow;
  builder.height++;
  if (anchor !== undefined) {
    anchor.node = node;
    anchor.nodes = builder.nodes - before;
    anchor.height = builder.height;
  }
  return node;
}

function buildList(builder: Builder, event: SequenceEvent): Node {
  const flow = event.style === COLLECTION_STYLE.FLOW;
  builder.end = flow ? event.start + 1 : event.start;
  const items: Node[] = [];
  let height = 0;
  while (!atPop(builder)) {
    builder.indicator = '-';
    items.push(buildNode(builder));
    if (builder.height > height) height = builder.height;
  }
  builder.at++;
  builder.height = height;
  if (flow) builder.end = closingBracket(builder);
  return {
    source: builder.source,
    start: event.start,
    end: builder.end,
    kind: 'list',
    items,
    marker: undefined,
  };
}

function buildMap(builder: Builder, event: MappingEvent): Node {
  const { source } = builder;
  const braces = hasBraces(builder, event);
  builder.end = braces ? event.start + 1 : event.start;
  const entries: Entry[] = [];
  let table: Map<string, Entry> | undefined;
  const merges: Merge[] = [];
  let start = braces ? event.start : -1;
  let template = false;
  let height = 0;
  while (!atPop(builder)) {
    template = readKey(builder, braces ? event.start : -1) || template;
    const { keyText: key, keyStart, keyEnd, keyIsMerge } = builder;
    if (start < 0) start = keyStart;
    builder.indicator = ':';
    checkKeyLayout(builder, event.style === COLLECTION_STYLE.BLOCK);
    const isAlias = builder.events[builder.at]?.type === EVENT_ID.ALIAS;
    const value = keyIsMerge ? buildMerged(builder) : buildNode(builder);
    if (builder.height > height) height = builder.height;
    if (keyIsMerge) {
      const written = writtenText(builder, isAlias, value);
      merges.push({ source, start: keyStart, end: keyEnd, value, written });
      continue;
    }
    if (key === undefined) continue;
    const first = table === undefined ? entryOf(entries, key) : table.get(key);
    if (first !== undefined) {
      reportDuplicate(builder, first, keyStart, keyEnd);
      continue;
    }
    const entry: Entry = { source, start: keyStart, end: keyEnd, key, value };
    entries.push(entry);
    if (table !== undefined) table.set(key, entry);
    else if (entries.length === fewKeys) table = new Map(entries.map((each) => [each.key, each]));
  }
  builder.at++;
  builder.height = height;
  if (braces) builder.end = closingBracket(builder);
  if (template) return templateText(builder, event.start, builder.end);
  const all = merges.length === 0 ? entries : mergedEntries(builder, merges, entries);
  return {
    source,
    start: Math.max(start, 0),
    end: builder.end,
    kind: 'map',
    entries: all,
    marker: undefined,
  };
}

/** The value that was read last as it is written: an alias is the node of its anchor, which stands elsewhere. */
function writtenText({ text, end }: Builder, isAlias: boolean, value: Node): string {
  return text.slice(isAlias ? text.lastIndexOf('*', end - 1) : value.start, end);
}

/** The value of a merge key, whose entries end up in the map itself: a level less than its place. */
function buildMerged(builder: Builder): Node {
  builder.depth--;
  const value = buildNode(builder);
  builder.depth++;
  builder.height = Math.max(0, builder.height - (value.kind === 'list' ? 2 : 1));
  return value;
}

function entryOf(entries: readonly Entry[], key: string): Entry | undefined {
  for (const entry of entries) if (entry.key === key) return entry;
  return undefined;
}

function atPop(builder: Builder): boolean {
  const type = builder.events[builder.at]?.type;
  return type === EVENT_ID.POP || type === undefined;
}

/** False for block maps and for the one pair of `[a: 1]`. */
function hasBraces(builder: Builder, event: MappingEvent): boolean {
  if (event.style !== COLLECTION_STYLE.FLOW || builder.text.charAt(event.start) !== '{')
    return false;
  const first = builder.events[builder.at];
  return first?.type !== EVENT_ID.MAPPING || first.start !== event.start;
}

/** The offset behind the bracket that closes the flow collection whose last child was just read. */
function closingBracket(builder: Builder): number {
  let at = builder.end;
  for (;;) {
    at = skipBlanks(builder.text, at);
    const character = builder.text.charAt(at);
    if (character === ']' || character === '}') return at + 1;
    if (character !== ',' && character !== ':' && character !== '?') return at;
    at++;
  }
}

/** `{{ x }}` without quotes: told as one error, and taken for the text that was meant. */
function templateText(builder: Builder, start: number, end: number): Node {
  const { source } = builder;
  const value = builder.text.slice(start, end);
  report(
    builder,
    'syntax/key-not-string',
    start,
    end,
    `\`${shown(value)}\` is a map inside a map to YAML, no template`,
    {
      help: `quote it: \`"${shown(value)}"\``,
    },
  );
  const node: Node = { source, start, end, kind: 'string', value };
  builder.told.add(node);
  return node;
}

function reportDuplicate(builder: Builder, first: Entry, start: number, end: number): void {
  const key = shown(first.key);
  report(
    builder,
    'syntax/duplicate-key',
    start,
    end,
    `the key \`${key}\` is set twice in one map`,
    {
      related: [
        {
          span: { source: first.source, start: first.start, end: first.end },
          message: `\`${key}\` is set here first`,
        },
      ],
      help: 'keep one of them',
    },
  );
}

function tagged(builder: Builder, event: MappingEvent | SequenceEvent, node: Node): Node {
  const raw = builder.text.slice(event.tagStart, event.tagEnd);
  const meaning = tagMeaning(raw, builder.handles);
  if (meaning === undefined) {
    builder.diagnostics.push(unknownTag(tagSpan(builder, event)));
    return node;
  }
  if (builder.told.has(node)) return node;
  if (meaning === 'plain') return node;
  if (meaning === 'unsafe') return unsafeValue(builder, node);
  if (node.kind === 'map') {
    if (meaning === 'map') return node;
    if (meaning === 'replace') {
      builder.usesMarkers = true;
      return { ...node, marker: 'replace' };
    }
  } else if (node.kind === 'list') {
    if (meaning === 'seq') return node;
    if (meaning === 'append') {
      builder.usesMarkers = true;
      return { ...node, marker: 'append' };
    }
  }
  if (meaning === 'unset') builder.usesMarkers = true;
  builder.diagnostics.push(
    tagMismatch(tagSpan(builder, event), meaning, node.kind === 'map' ? 'a map' : 'a list'),
  );
  return node;
}

/** Steps over a collection that is nested too deep. Its anchors stay known, so that no alias is blamed. */
function skipCollection(builder: Builder, event: MappingEvent | SequenceEvent): Node {
  reportTooDeep(builder, event.start, event.start + 1);
  const node = standIn(builder, event.start, event.start + 1);
  builder.end = event.start + 1;
  builder.height = 0;
  let open = 1;
  for (let next: Event | undefined; open > 0;) {
    next = builder.events[builder.at++];
    if (next === undefined) break;
    if (next.type === EVENT_ID.POP) open--;
    else if (next.type === EVENT_ID.MAPPING || next.type === EVENT_ID.SEQUENCE) open++;
    if ('tagStart' in next && next.anchorStart >= 0) openAnchor(builder, next).node = node;
  }
  return node;
}
