/**
 * Keys of maps. They must be strings as PyYAML resolves them; `<<` is the merge key unless it is quoted. Another key is
 * told, and its text stands in for it where it has one, so that nothing that is written below it is lost.
 */
import { buildAlias } from './anchors.js';
import { lineEnd, report, shown, skipBlanks, type Builder } from './builder.js';
import { buildNode } from './collection-nodes.js';
import { COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, type ScalarEvent } from './events.js';
import type { Node } from './node.js';
import { plainType } from './plain-scalars.js';
import { buildScalar } from './scalar-nodes.js';
import { tagMeaning } from './tags.js';
import { reportQuestionMark } from './typed-scalars.js';

/**
 * Reads the next key into the builder's `key…` fields. `brace` is the offset of the map's `{`, or -1. True if the key
 * is a map in braces right behind that one, as in a template without quotes: then the caller has to tell it.
 */
export function readKey(builder: Builder, brace: number): boolean {
  const event = builder.events[builder.at];
  builder.keyIsMerge = false;
  builder.keyIsFolded = false;
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      builder.at++;
      readScalarKey(builder, event);
      return false;
    case EVENT_ID.ALIAS:
      builder.at++;
      noteKey(builder, event.anchorStart - 1, event.anchorEnd, buildAlias(builder, event));
      return false;
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return readCollectionKey(builder, brace);
    case EVENT_ID.DOCUMENT:
    case EVENT_ID.POP:
    case undefined:
      throw new Error('the event stream has no key where one must be');
  }
}

function readScalarKey(builder: Builder, event: ScalarEvent): void {
  if (
    event.tagStart < 0 &&
    event.anchorStart < 0 &&
    event.style === SCALAR_STYLE.PLAIN &&
    event.fast &&
    !builder.unfolded
  ) {
    const text = builder.text.slice(event.valueStart, event.valueEnd);
    const type = plainType(text);
    if (type === 'string' || type === 'merge' || type === 'value') {
      builder.nodes++;
      builder.keyText = text;
      builder.keyStart = event.valueStart;
      builder.keyEnd = event.valueEnd;
      builder.keyIsMerge = type === 'merge';
      builder.end = event.valueEnd;
      if (builder.inFlow && text.startsWith('?'))
        reportQuestionMark(builder, event.valueStart, event.valueEnd);
      return;
    }
  }
  readUncommonKey(builder, event);
}

/** What `buildScalar` says of a merge key because it takes it for a value. */
const toldOfValues = new Set(['syntax/reserved-scalar', 'syntax/tag-mismatch']);

/** Keys with a tag, an anchor, quotes or a type. `<<` and `=` are told as values, so they are looked for first. */
function readUncommonKey(builder: Builder, event: ScalarEvent): void {
  const told = builder.diagnostics.length;
  const meaning =
    event.tagStart < 0
      ? undefined
      : tagMeaning(builder.text.slice(event.tagStart, event.tagEnd), builder.handles);
  builder.indicator = '';
  const node = buildScalar(builder, event);
  builder.keyIsFolded = builder.inFlow && /[\r\n]/.test(builder.text.slice(node.start, node.end));
  const plain = event.tagStart < 0 ? event.style === SCALAR_STYLE.PLAIN : meaning === 'plain';
  const text = node.kind === 'string' ? node.value : undefined;
  const reserved = plain && (text === '<<' || text === '=');
  if (reserved || meaning === 'merge') {
    const kept = builder.diagnostics.splice(told).filter((each) => !toldOfValues.has(each.code));
    builder.diagnostics.push(...kept);
    builder.keyText = text ?? '';
    builder.keyStart = node.start;
    builder.keyEnd = node.end;
    builder.keyIsMerge = text === '<<' || meaning === 'merge';
    return;
  }
  noteKey(builder, node.start, node.end, node);
}

/**
 * What js-yaml lets pass and PyYAML does not: a key over several lines (usually a comma is missing before it), a value
 * without a colon before it, and a map that starts on the line of its own key. Called between a key and its value.
 */
export function checkKeyLayout(builder: Builder, isBlock: boolean): void {
  const { text, end } = builder;
  const value = builder.events[builder.at];
  if (
    builder.keyIsFolded &&
    text.charAt(skipBlanks(text, end)) === ':' &&
    !isExplicit(text, builder.keyStart)
  ) {
    report(
      builder,
      'syntax/invalid',
      builder.keyStart,
      builder.keyEnd,
      'a key inside brackets goes over several lines',
      {
        help: 'is a comma missing before it?',
      },
    );
    return;
  }
  if (value === undefined || (value.type === EVENT_ID.SCALAR && value.valueStart < 0)) return;
  if (
    text.charAt(end) !== ':' &&
    end > builder.keyStart &&
    text.charAt(skipBlanks(text, end)) !== ':'
  ) {
    report(
      builder,
      'syntax/invalid',
      builder.keyStart,
      builder.keyEnd,
      'no colon follows this key',
      {
        help: 'put `:` between the key and its value',
      },
    );
  } else if (isBlock && value.type === EVENT_ID.MAPPING && value.style === COLLECTION_STYLE.BLOCK) {
    if (lineEnd(text, end) < value.start) return;
    report(
      builder,
      'syntax/invalid',
      value.start,
      lineEnd(text, value.start),
      'a map starts on the line of its own key',
      {
        help: 'put the map on the next line and indent it, or quote the value if it is text',
      },
    );
  }
}

/** True if `?` stands before a key, with nothing but its tag and anchor between them. */
function isExplicit(text: string, start: number): boolean {
  return /\?\s+(?:[!&]\S*\s+)*$/.test(text.slice(Math.max(0, start - 200), start));
}

/** Takes a node for a key that is written at `start`. */
function noteKey(builder: Builder, start: number, end: number, node: Node): void {
  builder.keyStart = start;
  builder.keyEnd = end;
  if ((node.kind === 'string' && !builder.dates.has(node)) || node.kind === 'unsafe') {
    builder.keyText = node.value;
    return;
  }
  const text = builder.text.slice(node.start, node.end);
  builder.keyText = text === '' ? undefined : text;
  if (builder.told.has(node)) return;
  report(
    builder,
    'syntax/key-not-string',
    start,
    end,
    describe(node, shown(builder.text.slice(start, end))),
    {
      help: text === '' ? 'write a key before the colon' : adviceFor(node, shown(text)),
    },
  );
}

function adviceFor(node: Node, text: string): string {
  switch (node.kind) {
    case 'map':
    case 'list':
      return 'write a string as the key';
    case 'vault':
    case 'unset':
    case 'unsafe':
    case 'unknown':
      return 'remove the tag';
    case 'int':
    case 'float':
    case 'bool':
    case 'null':
    case 'string':
      return `quote it: \`"${text}"\``;
  }
}

function describe(node: Node, written: string): string {
  switch (node.kind) {
    case 'int':
    case 'float':
      return `the key \`${written}\` is a number to Ansible, and keys are strings`;
    case 'bool':
      return `the key \`${written}\` is ${String(node.value)} to Ansible, and keys are strings`;
    case 'null':
      return written === ''
        ? 'a key is empty'
        : `the key \`${written}\` is null to Ansible, and keys are strings`;
    case 'string':
      return `the key \`${written}\` is a date to Ansible, and keys are strings`;
    case 'map':
      return 'a key is a map, and keys are strings';
    case 'list':
      return 'a key is a list, and keys are strings';
    case 'vault':
    case 'unset':
    case 'unsafe':
    case 'unknown':
      return 'a key has a tag that only values have';
  }
}

function readCollectionKey(builder: Builder, brace: number): boolean {
  const event = builder.events[builder.at];
  const told = builder.diagnostics.length;
  const node = buildNode(builder);
  builder.diagnostics.length = told;
  const isTemplate = brace >= 0 && event?.type === EVENT_ID.MAPPING && event.start === brace + 1;
  builder.keyText = undefined;
  builder.keyStart = node.start;
  builder.keyEnd = node.end;
  if (!isTemplate) noteKey(builder, node.start, node.end, node);
  builder.keyText = undefined;
  return isTemplate;
}
