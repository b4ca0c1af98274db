/**
 * Messages for the page, without what it never shows: the text of `sensitive` files, values of sensitive exports, and where
 * secret sources lie. Judged by what is written, since a mistake may keep the model from knowing it; in doubt it is left out.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { describeNode } from '../syntax/describe-node.js';
import type { Document, Entry, Node } from '../syntax/node.js';
import type { Source, Span } from '../text/source.js';
import { textsIn, withoutSecrets } from '../upstream/redact-messages.js';

/** The fields of a sensitive file or export that hold nothing secret. */
const shown: ReadonlySet<string> = new Set([
  'type',
  'path',
  'owner',
  'group',
  'mode',
  'selinux',
  'sensitive',
  'description',
  'file',
]);

export function withoutKept(
  diagnostics: readonly Diagnostic[],
  documents: readonly Document[],
): readonly Diagnostic[] {
  const texts = new Set<string>();
  const sources = new Map<Source, Source>();
  for (const { source, root } of documents) {
    if (root === undefined) {
      if (/sensitive|secret/i.test(source.text))
        sources.set(source, withSecrets(source, [{ start: 0, end: source.text.length }]));
      continue;
    }
    const kept = keptIn(root);
    if (kept.length > 0) sources.set(source, withSecrets(source, kept));
    for (const node of kept)
      for (const text of [...textsIn(node), ...quotedIn(describeNode(node))]) texts.add(text);
  }
  if (sources.size === 0) return diagnostics;
  const moved = <T extends Span>(span: T): T => ({
    ...span,
    source: sources.get(span.source) ?? span.source,
  });
  return withoutSecrets(diagnostics, texts).map((each) => ({
    ...each,
    span: moved(each.span),
    related: each.related.map((other) => ({ ...other, span: moved(other.span) })),
  }));
}

function withSecrets(source: Source, secrets: readonly Pick<Span, 'start' | 'end'>[]): Source {
  return { ...source, secrets: [...(source.secrets ?? []), ...secrets] };
}

/** What a message says of a value, which may be shortened. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = '']) => quoted);
}

/** The scalars that are kept from the page. Variables are judged by their values. */
function keptIn(root: Node): Node[] {
  const found: Node[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node, isKept: boolean): void => {
    if (node.kind === 'map')
      for (const entry of node.entries)
        visit(entry.value, isKept || (isSensitive(node.entries) && !shown.has(entry.key)));
    else if (node.kind === 'list') for (const item of node.items) visit(item, isKept);
    else if (isKept && !seen.has(node)) found.push(node);
    seen.add(node);
  };
  for (const { key, value } of root.kind === 'map' ? root.entries : []) {
    if (/secret/i.test(key))
      for (const each of valuesIn(value))
        for (const field of each.kind === 'map' ? each.entries : [])
          visit(field.value, field.key !== 'type');
    else if (key !== 'vars') visit(value, false);
  }
  return found;
}

function isSensitive(entries: readonly Entry[]): boolean {
  return entries.some(
    ({ key, value }) => key === 'sensitive' && !(value.kind === 'bool' && !value.value),
  );
}

function valuesIn(node: Node): readonly Node[] {
  return node.kind === 'map' ? node.entries.map(({ value }) => value) : [];
}
