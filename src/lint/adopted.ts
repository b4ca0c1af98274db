/** What can be taken out for those warnings of `validate` that lint tells, too. */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Document } from '../syntax/node.js';
import { pathAt } from '../syntax/path-at.js';
import type { Fix } from './finding.js';

export function fixOfAdopted(
  { code, span }: Diagnostic,
  documents: readonly Document[],
): Fix | undefined {
  if (code === 'upstream/unused')
    return {
      title: `Remove the upstream \`${span.source.text.slice(span.start, span.end)}\``,
      removals: [{ kind: 'key', key: span }],
    };
  return code === 'resolve/marker-no-effect' ? withoutMarker(span, documents) : undefined;
}

/** A marker with nothing below it goes alone; an `!unset` goes with its key. */
function withoutMarker(span: Diagnostic['span'], documents: readonly Document[]): Fix | undefined {
  const { source, start, end } = span;
  const { text } = source;
  const root = documents.find((each) => each.source === source)?.root;
  const entry = root && pathAt(root, Math.max(0, start - 1)).at(-1)?.entry;
  const before = text.slice(entry?.end ?? start, start);
  const [, lead = '', marker = ''] =
    /^([ \t]*:[ \t]*)(!(?:replace|append)[ \t]*)/.exec(before) ?? [];
  if (entry !== undefined && marker !== '') {
    const from = entry.end + lead.length;
    const isAlone = text[from + marker.length] === '\n' || text[from + marker.length] === '\r';
    return {
      title: `Remove \`${marker.trimEnd()}\``,
      removals: [
        {
          kind: 'text',
          span: {
            source,
            start: isAlone ? from - (lead.length - lead.trimEnd().length) : from,
            end: from + marker.length,
          },
        },
      ],
    };
  }
  const isUnset = /!unset\b/.test(text.slice(entry?.end ?? start, Math.max(start, end)));
  return entry !== undefined && isUnset
    ? { title: `Remove \`${entry.key}\``, removals: [{ kind: 'key', key: entry }] }
    : undefined;
}
