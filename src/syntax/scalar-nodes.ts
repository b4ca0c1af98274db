/**
 * Scalars: their event in, their node out, resolved as PyYAML resolves them. A scalar that its tag or its own text makes
 * impossible is reported and becomes a string or a null that later phases can live with.
 */
import { setAnchor } from './anchors.js';
import { skipBlanks, tagSpan, type Builder } from './builder.js';
import { SCALAR_STYLE, type ScalarEvent } from './events.js';
import type { Node } from './node.js';
import { parseFloatingPoint, parseInteger } from './numbers.js';
import { boolValue, plainType } from './plain-scalars.js';
import { scalarEnd, scalarStart, scalarText } from './scalar-text.js';
import { tagMeaning, tagMismatch, unknownTag, type TagMeaning } from './tags.js';
import { isTimestamp } from './timestamps.js';
import {
  dateNode,
  numberNode,
  reportQuestionMark,
  resolvedNode,
  stringNode,
} from './typed-scalars.js';

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
  if (builder.inFlow && builder.text.charCodeAt(valueStart) === questionMark)
    reportQuestionMark(builder, valueStart, valueEnd);
  const type = plainType(text);
  if (type === 'string')
    return {
      source: builder.source,
      start: valueStart,
      end: valueEnd,
      kind: 'string',
      value: text,
    };
  return resolvedNode(builder, valueStart, valueEnd, text, type);
}

function tagged(builder: Builder, event: ScalarEvent): Node {
  const raw = builder.text.slice(event.tagStart, event.tagEnd);
  const meaning = tagMeaning(raw, builder.handles);
  if (meaning === undefined) {
    builder.diagnostics.push(unknownTag(tagSpan(builder, event)));
    return untagged(builder, event);
  }
  if (meaning === 'unset') return unset(builder, event);
  if (event.valueStart < 0)
    return taggedAs(builder, event, meaning, emptyPlace(builder, event), undefined, '');
  const text = scalarText(builder, event);
  const start = scalarStart(builder, event);
  return taggedAs(builder, event, meaning, start, scalarEnd(builder, event, start), text);
}

/** A scalar below an accepted tag. `written` is where its text ends, undefined where nothing is written. */
function taggedAs(
  builder: Builder,
  event: ScalarEvent,
  meaning: TagMeaning,
  start: number,
  written: number | undefined,
  text: string,
): Node {
  const end = written ?? start;
  builder.end = end;
  const node = asTagged(builder, meaning, start, end, text);
  if (node !== undefined) return node;
  builder.diagnostics.push(
    tagMismatch(tagSpan(builder, event), meaning, written === undefined ? 'nothing' : 'this text'),
  );
  return stringNode(builder, start, end, text);
}

/** The node that a tag makes of a text; undefined if the tag does not describe such a text. */
function asTagged(
  builder: Builder,
  meaning: TagMeaning,
  start: number,
  end: number,
  text: string,
): Node | undefined {
  const { source } = builder;
  switch (meaning) {
    case 'plain':
      return resolvedNode(builder, start, end, text, plainType(text));
    case 'str':
      return stringNode(builder, start, end, text);
    case 'null':
      return { source, start, end, kind: 'null' };
    case 'unsafe':
      return { source, start, end, kind: 'unsafe', value: text };
    case 'vault':
      return text === '' ? undefined : { source, start, end, kind: 'vault', value: text };
    case 'bool': {
      const value = boolValue(text);
      return value === undefined ? undefined : { source, start, end, kind: 'bool', value };
    }
    case 'int':
      return parseInteger(text) === 'malformed'
        ? undefined
        : numberNode(builder, start, end, text, 'int');
    case 'float':
      return parseFloatingPoint(text) === 'malformed'
        ? undefined
        : numberNode(builder, start, end, text, 'float');
    case 'timestamp':
      return isTimestamp(text) ? dateNode(builder, start, end, text) : undefined;
    default:
      return undefined;
  }
}

function unset(builder: Builder, event: ScalarEvent): Node {
  builder.usesMarkers = true;
  const { source } = builder;
  if (event.valueStart >= 0) {
    builder.diagnostics.push(tagMismatch(tagSpan(builder, event), 'unset', 'a value'));
    untagged(builder, event);
  } else {
    builder.end = event.tagEnd;
  }
  return { source, start: event.tagStart, end: event.tagEnd, kind: 'unset' };
}

/** Where an empty value is: behind its tag and anchor, else right behind its colon or dash. */
function emptyPlace(builder: Builder, event: ScalarEvent): number {
  const properties = Math.max(event.tagEnd, event.anchorEnd);
  if (properties >= 0) return properties;
  if (builder.indicator === '') return builder.end;
  const at = skipBlanks(builder.text, builder.end);
  return builder.text.charAt(at) === builder.indicator ? at + 1 : builder.end;
}
