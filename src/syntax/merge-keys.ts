/**
 * Merge keys: the entries of a map and the values of its `<<` in, the entries that Ansible sees out. Merged keys come
 * first, of a list of maps the last one first; a key keeps the place of its first writer and has the value of its last
 * one, so the earlier map of a list wins over the later ones, and the map's own keys win over all.
 */
import type { Span } from '../text/source.js';
import { report, type Builder } from './builder.js';
import type { Entry, Node } from './node.js';

/** One `<<` of a map: the span of the key, and its value. */
export interface Merge extends Span {
  readonly value: Node;
}

/** The entries of a map with `merge` expanded into them. Reports what cannot be merged. */
export function mergedEntries(
  builder: Builder,
  merge: Merge,
  own: readonly Entry[],
): readonly Entry[] {
  const sources = mergeSources(builder, merge.value);
  if (sources.length === 0) return own;
  const entries: Entry[] = [];
  const places = new Map<string, number>();
  for (const source of [...sources, own]) {
    for (const entry of source) {
      const place = places.get(entry.key);
      if (place === undefined) places.set(entry.key, entries.push(entry) - 1);
      else entries[place] = entry;
    }
  }
  return entries;
}

/** Says that a second `<<` stands in one map. */
export function reportSecondMerge(builder: Builder, first: Span, start: number, end: number): void {
  report(builder, 'syntax/duplicate-key', start, end, '`<<` is set twice in one map', {
    related: [
      {
        span: { source: first.source, start: first.start, end: first.end },
        message: '`<<` is set here first',
      },
    ],
    help: 'merge a list of maps: `<<: [*a, *b]`',
  });
}

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
  return sources.reverse();
}

function reportNoMap(builder: Builder, value: Node, takes: string): void {
  if (builder.told.has(value)) return;
  report(builder, 'syntax/merge-not-map', value.start, value.end, `the merge key \`<<\` ${takes}`, {
    help: 'merge a map, usually an alias such as `*base`',
  });
}
