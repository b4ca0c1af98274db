/**
 * Scalars: their event in, their node out, resolved as PyYAML resolves them. A scalar that its tag or its own text makes
 * impossible is reported and becomes a string or a null that later phases can live with.
 */
import { setAnchor } from './anchors.js';
import { report, skipBlanks, type Builder } from './builder.js';
import { SCALAR_STYLE, type ScalarEvent } from './events.js';
import type { Node } from './node.js';
import { parseFloatingPoint, parseInteger, mostDigits, type NumberFailure } from './numbers.js';
import { boolValue, plainType, type PlainType } from './plain-scalars.js';
import { scalarEnd, scalarStart, scalarText } from './scalar-text.js';
import { tagMeaning, unknownTag, type TagMeaning } from './tags.js';
import { isoText } from './timestamps.js';

const questionMark = 63;

/** Builds the node of a scalar event. */
export function buildScalar(builder: Builder, event: ScalarEvent): Node {
  builder.nodes++;
  builder.height = 0;
  const node = event.tagStart < 0 ? untagged(builder, event) : tagged(builder, event);
  if (event.anchorStart >= 0) setAnchor(builder, event, node, 1, 0);
  return node;
}

/** A node for a scalar without a tag, or as if it had none. */
function untagged(builder: Builder, event: ScalarEvent): Node {
  if (event.valueStart < 0) {
    const at = emptyPlace(builder, event);
    builder.end = at;
    return { source: builder.source, start: at, end: at, kind: 'null' };
  }
  if (event.style === SCALAR_STYLE.PLAIN) return plain(builder, event);
  const text = scalarText(builder, event);
  const start = scalarStart(builder, event);
  const end = scalarEnd(builder, event, start);
  builder.end = end;
  return stringNode(builder, start, end, text);
}

function plain(builder: Builder, event: ScalarEvent): Node {
  const { valueStart, valueEnd } = event;
  const text = scalarText(builder, event);
  builder.end = valueEnd;
  if (builder.inFlow && builder.text.charCodeAt(valueStart) === questionMark) reportQuestionMark(builder, valueStart, valueEnd);
  const type = plainType(text);
  if (type === 'string') return { source: builder.source, start: valueStart, end: valueEnd, kind: 'string', value: text };
  return resolved(builder, valueStart, valueEnd, text, type);
}

/** Inside brackets, PyYAML takes a leading `?` for the mark of a key. */
export function reportQuestionMark(builder: Builder, start: number, end: number): void {
  const text = builder.text.slice(start, end);
  report(builder, 'syntax/invalid', start, end, 'a value inside brackets starts with `?`, which marks a key to Ansible', {
    help: `quote it: \`"${text}"\``,
  });
}

/** The node of a scalar that is of type `type`. */
function resolved(builder: Builder, start: number, end: number, text: string, type: PlainType): Node {
  const { source } = builder;
  switch (type) {
    case 'string':
      return stringNode(builder, start, end, text);
    case 'int':
      return numberNode(builder, start, end, text, 'int');
    case 'float':
      return numberNode(builder, start, end, text, 'float');
    case 'bool':
      return { source, start, end, kind: 'bool', value: boolValue(text) === true };
    case 'null':
      return { source, start, end, kind: 'null' };
    case 'timestamp':
      return dateNode(builder, start, end, text);
    case 'merge':
    case 'value':
      report(builder, 'syntax/reserved-scalar', start, end, `a plain \`${text}\` is no value to Ansible`, {
        help: `quote it: \`"${text}"\``,
      });
      return stringNode(builder, start, end, text);
  }
}

function stringNode(builder: Builder, start: number, end: number, value: string): Node {
  return { source: builder.source, start, end, kind: 'string', value };
}

function numberNode(builder: Builder, start: number, end: number, text: string, kind: 'int' | 'float'): Node {
  const { source } = builder;
  if (kind === 'int') {
    const value = parseInteger(text);
    if (typeof value !== 'string') return { source, start, end, kind, value };
    return badNumber(builder, start, end, text, value);
  }
  const value = parseFloatingPoint(text);
  if (typeof value !== 'string') return { source, start, end, kind, value };
  return badNumber(builder, start, end, text, value);
}

function badNumber(builder: Builder, start: number, end: number, text: string, failure: NumberFailure): Node {
  const help = 'quote it if it is meant as text';
  const written = text.length > 40 ? `${text.slice(0, 20)}…` : text;
  switch (failure) {
    case 'malformed':
      report(builder, 'syntax/invalid', start, end, `\`${written}\` looks like a number to Ansible but is none`, { help });
      break;
    case 'not-finite':
      report(builder, 'syntax/not-finite', start, end, `\`${written}\` is no finite number`, { help });
      break;
    case 'too-large': {
      const limit = /[.]/.test(text) ? 'overflows a float' : `has more than ${mostDigits} digits`;
      report(builder, 'syntax/number-too-large', start, end, `\`${written}\` ${limit}`, { help });
      break;
    }
  }
  return stringNode(builder, start, end, text);
}

function dateNode(builder: Builder, start: number, end: number, text: string): Node {
  const iso = isoText(text);
  const possible = iso !== 'impossible' && iso !== 'malformed';
  if (!possible) {
    report(builder, 'syntax/impossible-date', start, end, `\`${text}\` looks like a date, and there is no such date`, {
      help: `quote it if it is meant as text: \`"${text}"\``,
    });
  }
  const node = stringNode(builder, start, end, possible ? iso : text);
  builder.dates.add(node);
  return node;
}

function tagged(builder: Builder, event: ScalarEvent): Node {
  const raw = builder.text.slice(event.tagStart, event.tagEnd);
  const meaning = tagMeaning(raw, builder.handles);
  if (meaning === undefined) {
    builder.diagnostics.push(unknownTag({ source: builder.source, start: event.tagStart, end: event.tagEnd }, raw));
    return untagged(builder, event);
  }
  if (meaning === 'unset') return unset(builder, event);
  if (event.valueStart < 0) return taggedAs(builder, event, meaning, emptyPlace(builder, event), undefined, '');
  const text = scalarText(builder, event);
  const start = scalarStart(builder, event);
  return taggedAs(builder, event, meaning, start, scalarEnd(builder, event, start), text);
}

/** A scalar below an accepted tag. `end` is undefined where nothing is written. */
function taggedAs(
  builder: Builder,
  event: ScalarEvent,
  meaning: TagMeaning,
  start: number,
  written: number | undefined,
  text: string,
): Node {
  const { source } = builder;
  const end = written ?? start;
  builder.end = end;
  switch (meaning) {
    case 'plain':
      return resolved(builder, start, end, text, plainType(text));
    case 'str':
      return stringNode(builder, start, end, text);
    case 'null':
      return { source, start, end, kind: 'null' };
    case 'unsafe':
      return { source, start, end, kind: 'unsafe', value: text };
    case 'vault':
      if (text !== '') return { source, start, end, kind: 'vault', value: text };
      break;
    case 'bool': {
      const value = boolValue(text);
      if (value !== undefined) return { source, start, end, kind: 'bool', value };
      break;
    }
    case 'int':
      if (parseInteger(text) !== 'malformed') return numberNode(builder, start, end, text, 'int');
      break;
    case 'float':
      if (parseFloatingPoint(text) !== 'malformed') return numberNode(builder, start, end, text, 'float');
      break;
    case 'timestamp':
      if (isoText(text) !== 'malformed') return dateNode(builder, start, end, text);
      break;
    case 'map':
    case 'seq':
    case 'merge':
    case 'replace':
    case 'append':
    case 'unset':
      break;
  }
  tagMismatch(builder, event, meaning, written === undefined ? 'nothing' : 'this text');
  return stringNode(builder, start, end, text);
}

function unset(builder: Builder, event: ScalarEvent): Node {
  builder.usesMarkers = true;
  const { source } = builder;
  if (event.valueStart >= 0) {
    tagMismatch(builder, event, 'unset', 'a value');
    untagged(builder, event);
  } else {
    builder.end = event.tagEnd;
  }
  return { source, start: event.tagStart, end: event.tagEnd, kind: 'unset' };
}

const takes: Readonly<Record<TagMeaning, string>> = {
  plain: 'anything',
  str: 'a scalar',
  int: 'an integer',
  float: 'a number',
  bool: '`true` or `false`',
  null: 'a scalar',
  timestamp: 'a date',
  map: 'a map',
  seq: 'a list',
  merge: 'the key `<<`',
  vault: 'text that `ansible-vault encrypt_string` made',
  unsafe: 'anything',
  replace: 'a map',
  append: 'a list',
  unset: 'no value at all',
};

/** Says that a tag stands on `found`, which it does not describe. */
export function tagMismatch(
  builder: Builder,
  event: { readonly tagStart: number; readonly tagEnd: number },
  meaning: TagMeaning,
  found: string,
): void {
  const raw = builder.text.slice(event.tagStart, event.tagEnd);
  report(
    builder,
    'syntax/tag-mismatch',
    event.tagStart,
    event.tagEnd,
    `\`${raw}\` stands on ${found}, and takes ${takes[meaning]}`,
    { help: meaning === 'unset' ? 'remove the value behind it' : 'change the value, or remove the tag' },
  );
}

/** Where an empty value is: behind its tag and anchor, else right behind its colon or dash. */
function emptyPlace(builder: Builder, event: ScalarEvent): number {
  const properties = Math.max(event.tagEnd, event.anchorEnd);
  if (properties >= 0) return properties;
  if (builder.indicator === '') return builder.end;
  const at = skipBlanks(builder.text, builder.end);
  return builder.text.charAt(at) === builder.indicator ? at + 1 : builder.end;
}
