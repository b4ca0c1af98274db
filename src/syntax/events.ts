/**
 * The event stream of a text: a flat array of documents, maps, lists, scalars and aliases with offsets, as js-yaml
 * yields it. The hot path, and the only importer of `js-yaml`; `yaml-events.ts` makes the same stream with `yaml`.
 */
import {
  CHOMPING_MODE,
  EVENT_ID,
  SCALAR_STYLE,
  COLLECTION_STYLE,
  YAMLException,
  getScalarValue,
  parseEvents,
} from 'js-yaml';
import type {
  AliasEvent,
  DocumentEvent,
  Event,
  MappingEvent,
  ScalarEvent,
  SequenceEvent,
} from 'js-yaml';

export { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, SCALAR_STYLE, getScalarValue };
export type { AliasEvent, DocumentEvent, Event, MappingEvent, ScalarEvent, SequenceEvent };

/** Why a text was refused: the parser's own words and the offset where it stopped. */
export interface Refusal {
  readonly reason: string;
  readonly offset: number;
}

/**
 * How deep a parser may recurse. More than the format's own limit, so that the tree's builder can tell where that one
 * is passed; far less than what the stack holds.
 */
export const parserDepth = 250;

/** The words of a refusal because of `parserDepth`. */
export const tooDeep = 'nesting exceeds the limit';

/** The events of a text, or why there are none. */
export function readEvents(text: string): readonly Event[] | Refusal {
  try {
    return parseEvents(text, { maxDepth: parserDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) return { reason: String(error), offset: 0 };
    const reason = error.reason.startsWith('nesting exceeded') ? tooDeep : error.reason;
    return { reason, offset: Math.min(error.mark?.position ?? 0, text.length) };
  }
}

/** True if a parser refused the text. */
export function isRefusal(result: readonly Event[] | Refusal): result is Refusal {
  return 'reason' in result;
}
