/**
 * Events → tree: what every reader of YAML text shares, so that two of them cannot differ in what a text means. Checks
 * what concerns the document as a whole: that there is one, not empty, and only one.
 */
import type { Source } from '../text/source.js';
import { startOf } from '../text/source.js';
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { newBuilder, report, skipBlanks, type Builder } from './builder.js';
import { buildNode } from './collection-nodes.js';
import { EVENT_ID, type DocumentEvent, type Event } from './events.js';
import { nothing, type Document, type Node } from './node.js';
import { findOldLineBreak } from './quoted-text.js';
import { tagHandles } from './tags.js';

/**
 * The tree of the events of `text`, which has the offsets of `source`. `unfolded` says that the events were read from
 * a text with its flow collections on one line.
 */
export function buildDocument(
  source: Source,
  text: string,
  events: readonly Event[],
  unfolded = false,
): Outcome<Document> {
  const first = events[0];
  if (first?.type !== EVENT_ID.DOCUMENT) return nothing(source, [emptyFile(source)]);
  const builder = newBuilder(source, text, events, unfolded);
  const oldLineBreak = builder.oldLineBreaks ? findOldLineBreak(source, text, events) : undefined;
  if (oldLineBreak !== undefined) return nothing(source, [oldLineBreak]);
  const root = buildRoot(builder, first);
  const several = events.length > builder.at;
  if (several) reportSeveral(builder);
  else if (isAbsent(root, events))
    return nothing(source, [...builder.diagnostics, emptyFile(source)]);
  const usable = !several && !builder.overBudget;
  return {
    value: {
      source,
      root: usable ? root : undefined,
      usesMarkers: builder.usesMarkers,
      merges: builder.merges,
    },
    diagnostics: builder.diagnostics,
  };
}

function buildRoot(builder: Builder, document: DocumentEvent): Node {
  builder.handles = tagHandles(document);
  builder.at = 1;
  const root = buildNode(builder);
  builder.at++;
  return root;
}

function isAbsent(root: Node, events: readonly Event[]): boolean {
  const first = events[1];
  return (
    root.kind === 'null' &&
    first?.type === EVENT_ID.SCALAR &&
    first.valueStart < 0 &&
    first.tagStart < 0
  );
}

function emptyFile(source: Source): Diagnostic {
  return diagnostic('syntax/empty', startOf(source), 'the file holds no YAML document', {
    help: 'write at least `hosts: []`',
  });
}

/** Points at the `---` of the second document, or at its first line if it has none. */
function reportSeveral(builder: Builder): void {
  const { text } = builder;
  const marker = /^(?:---|\.\.\.)(?=\s|$)/gm;
  marker.lastIndex = builder.end;
  let match = marker.exec(text);
  let start = match?.index ?? builder.end;
  while (match !== null && match[0] === '...') {
    start = skipBlanks(text, match.index + 3);
    match = text.startsWith('---', start) ? null : marker.exec(text);
    if (match !== null && match.index !== start) match = null;
  }
  report(
    builder,
    'syntax/several-documents',
    start,
    Math.min(start + 3, text.length),
    'a second document starts here, and a file holds one',
    {
      help: 'write one file for each document',
    },
  );
}
