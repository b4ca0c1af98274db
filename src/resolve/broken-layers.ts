/**
 * Which hosts lack a layer of their variables because it could not be built: an error in the definition of the host, of
 * one of its tags, or in what all hosts share. What such a host lacks follows from that error, and is not reported.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host, Tag } from '../model/inventory.js';
import type { Document, Entry, MapNode } from '../syntax/node.js';

/** True for a host with these tags if one of its layers could not be built. */
export type LacksLayer = (host: Host, tags: readonly Tag[]) => boolean;

/** Fields of a tag that hold no variables and lead to none. */
const harmlessTagFields: ReadonlySet<string> = new Set(['order', 'services', 'description']);

/** Sections that hold no layer themselves; hosts and tags are looked at one by one. */
const sectionsWithoutLayers: ReadonlySet<string> = new Set([
  'plugin',
  'services',
  'secret_sources',
  'types',
  'variables',
  'upstreams',
  'exports',
  'state',
  'ansible',
]);

/** Judges hosts by the errors that loading and checking found in `documents`; `complete` is false where one is missing. */
export function layersLackedBy(
  documents: readonly Document[],
  diagnostics: readonly Diagnostic[],
  complete: boolean,
): LacksLayer {
  if (!complete) return () => true;
  const offsets = errorOffsets(diagnostics);
  if (offsets.size === 0) return () => false;
  const brokenTags = new Set<string>();
  /** The places of the names of broken hosts: a range has one for all its hosts. */
  const brokenHosts = new Set<string>();
  for (const { source, root } of documents) {
    const errors = offsets.get(source.path);
    if (errors === undefined) continue;
    if (root?.kind !== 'map') return () => true;
    let shared = countWithin(errors, 0, Infinity);
    for (const section of root.entries) {
      if (section.key === 'hosts' || section.key === 'tags') {
        shared -= countIn(errors, section);
        if (section.key === 'hosts') findBrokenHosts(section, errors, source.path, brokenHosts);
        else findBrokenTags(section, errors, brokenTags);
      } else if (sectionsWithoutLayers.has(section.key)) shared -= countIn(errors, section);
    }
    if (shared > 0) return () => true;
  }
  return ({ definition: { name } }, tags) =>
    brokenHosts.has(placeKey(name.source.path, name.start)) ||
    tags.some((tag) => brokenTags.has(tag.name));
}

/** The offsets of all errors in each file, ascending. */
function errorOffsets(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly number[]> {
  const offsets = new Map<string, number[]>();
  for (const { severity, span } of diagnostics) {
    if (severity !== 'error') continue;
    const known = offsets.get(span.source.path);
    if (known === undefined) offsets.set(span.source.path, [span.start]);
    else known.push(span.start);
  }
  for (const known of offsets.values()) known.sort((a, b) => a - b);
  return offsets;
}

function findBrokenHosts(
  { value }: Entry,
  errors: readonly number[],
  path: string,
  broken: Set<string>,
): void {
  if (value.kind !== 'list') return;
  for (const item of value.items) {
    if (item.kind !== 'map' || countWithin(errors, item.start, item.end) === 0) continue;
    const name = item.entries.find((entry) => entry.key === 'name');
    if (name !== undefined) broken.add(placeKey(path, name.value.start));
  }
}

function findBrokenTags({ value }: Entry, errors: readonly number[], broken: Set<string>): void {
  if (value.kind !== 'map') return;
  for (const tag of value.entries) {
    const harmless =
      tag.value.kind === 'map'
        ? sum(harmlessFieldsOf(tag.value), (field) => countIn(errors, field))
        : 0;
    if (countIn(errors, tag) > harmless) broken.add(tag.key);
  }
}

function harmlessFieldsOf({ entries }: MapNode): readonly Entry[] {
  return entries.filter((entry) => harmlessTagFields.has(entry.key));
}

function sum(entries: readonly Entry[], count: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + count(entry), 0);
}

/** How many errors lie in a key or its value. */
function countIn(errors: readonly number[], { start, end, value }: Entry): number {
  return countWithin(errors, start, Math.max(end, value.end));
}

/** How many ascending offsets lie from `start` to `end`, both included. */
function countWithin(offsets: readonly number[], start: number, end: number): number {
  return firstAfter(offsets, end) - firstAfter(offsets, start - 1);
}

/** The index of the first offset that is greater than `offset`. */
function firstAfter(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function placeKey(path: string, start: number): string {
  return `${start} ${path}`;
}
