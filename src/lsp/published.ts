/** What the client was told of each file, so that it is told again only where that changed. */
import { inFileOrder, type Diagnostic } from '../diagnostics/diagnostic.js';
import { placeOf } from '../text/position.js';
import type { Source } from '../text/source.js';
import type { Analysis } from './analysis.js';

/** All diagnostics of every file that belongs to an inventory, each once; `nameOf` is how the client calls a file, `shown` what is told of an inventory. */
export function byFile(
  analyses: readonly Analysis[],
  nameOf: (path: string) => string,
  shown: (analysis: Analysis) => readonly Diagnostic[],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const files = new Map<string, Map<string, Diagnostic>>();
  const of = ({ path }: Source): Map<string, Diagnostic> => {
    const key = nameOf(path);
    let found = files.get(key);
    if (found === undefined) {
      found = new Map<string, Diagnostic>();
      files.set(key, found);
    }
    return found;
  };
  for (const analysis of analyses) {
    for (const { source } of analysis.drafts) of(source);
    for (const each of shown(analysis)) of(each.span.source).set(keyOf(each), each);
  }
  return new Map([...files].map(([path, found]) => [path, inFileOrder([...found.values()])]));
}

function keyOf({ code, severity, span, message }: Diagnostic): string {
  return `${span.start} ${span.end} ${severity} ${code} ${message}`;
}

/** What is not as it was published; remembers it as published. */
export function changesOf(
  files: ReadonlyMap<string, readonly Diagnostic[]>,
  published: Map<string, string>,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const changes = new Map<string, readonly Diagnostic[]>();
  for (const [path, found] of files) {
    const told = found
      .map(
        (each) =>
          `${placeOf(each.span)} ${keyOf(each)} ${each.help ?? ''} ${each.related.map((other) => `${other.span.source.path} ${other.span.start} ${other.message}`).join()}`,
      )
      .join('\n');
    if (published.get(path) === told) continue;
    published.set(path, told);
    changes.set(path, found);
  }
  for (const path of [...published.keys()]) {
    if (files.has(path)) continue;
    if (published.get(path) !== '') changes.set(path, []);
    published.delete(path);
  }
  return changes;
}
