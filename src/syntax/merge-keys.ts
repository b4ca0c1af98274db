/**
 * Merge keys: the entries of a map and the values of its `<<` in, the entries that Ansible sees out. Merged keys come
 * first, of a list of maps the last one first; a key keeps the place of its first writer and has the value of its last
 * one, so the earlier map of a list wins over the later ones, and the map's own keys win over all. A second `<<` in one
 * map is an error; to Ansible it wins over the first.
 */
import type { Span } from '../text/source.js';
import { report, type Builder } from './builder.js';
import type { Entry, Node } from './node.js';

/** One `<<` of a map: the span of the key, its value, and the text of that. */
export interface Merge extends Span {
  readonly value: Node;
  readonly written: string;
}

/** The entries of a map with `merges` expanded into them. Reports what cannot be merged. */
export function mergedEntries(
  builder: Builder,
  merges: readonly Merge[],
  own: readonly Entry[],
): readonly Entry[] {
  const sources = merges.map((merge) => mergeSources(builder, merge.value));
  const [first, ...others] = merges;
  if (first !== undefined && others.length > 0) reportRepeatedMerge(builder, first, others);
  const entries: Entry[] = [];
  const places = new Map<string, number>();
  for (const source of [...sources.flatMap((maps) => maps.toReversed()), own]) {
    for (const entry of source) {
      const place = places.get(entry.key);
      if (place === undefined) places.set(entry.key, entries.push(entry) - 1);
      else entries[place] = entry;
    }
  }
  if (first !== undefined && others.length === 0) {
    const { source, start, end } = first;
    builder.merges.push({ source, start, end, sources: sources.flat(), own, entries });
  }
  return entries;
}

/** Reports every `<<` of a map behind its first one, with the list that gives the values which Ansible takes. */
function reportRepeatedMerge(builder: Builder, first: Merge, others: readonly Merge[]): void {
  const maps = [first, ...others].toReversed().map(({ written }) => mapsIn(written));
  const list = maps.every((texts) => texts !== undefined) ? new Set(maps.flat()) : undefined;
  const help =
    list === undefined
      ? 'merge one list of maps, those of the last `<<` first, since its values win in Ansible'
      : `merge one list, the last \`<<\` first, since its values win in Ansible: \`<<: [${[...list].join(', ')}]\``;
  const { source, start, end } = first;
  const related = [{ span: { source, start, end }, message: '`<<` is set here first' }];
  for (const other of others)
    report(
      builder,
      'syntax/duplicate-key',
      other.start,
      other.end,
      '`<<` is set twice in one map',
      { related, help },
    );
}

/** Longer texts are not repeated in a message. */
const maxWritten = 60;

/** The maps of a merge as they are written: aliases, or what fits into a line; undefined for anything else. */
function mapsIn(written: string): readonly string[] | undefined {
  const alias = /\*[^\s,[\]{}]+/g;
  if (/^[\s,[\]-]*$/.test(written.replace(alias, ''))) return written.match(alias) ?? [];
  if (written.length > maxWritten || /[\r\n]/.test(written)) return undefined;
  const inner = /^\[\s*(.+?)[\s,]*\]$/.exec(written)?.[1];
  return inner === undefined && !written.startsWith('{') ? undefined : [inner ?? written];
}

/** The maps that a merge key names, in written order. */
function mergeSources(builder: Builder, value: Node): (readonly Entry[])[] {
  if (value.kind === 'map') return [value.entries];
  if (value.kind !== 'list') {
    reportNoMap(builder, value, 'takes a map or a list of maps');
    return [];
  }
  const sources: (readonly Entry[])[] = [];
  for (const item of value.items) {
    if (item.kind === 'map') sources.push(item.entries);
    else reportNoMap(builder, item, 'takes a list of maps only');
  }
  return sources;
}

function reportNoMap(builder: Builder, value: Node, takes: string): void {
  if (builder.told.has(value)) return;
  report(builder, 'syntax/merge-not-map', value.start, value.end, `the merge key \`<<\` ${takes}`, {
    help: 'merge a map, usually an alias such as `*base`',
  });
}
