/**
 * Merge keys that give one value in one PyYAML and another in the next: a document in, one warning for each such `<<` out.
 * Of a list of maps the first one wins, as YAML says and PyYAML did up to 6.0.3. PyYAML 6.0.4 keeps every pair whose key
 * it has not met, in written order, and the last pair of a name wins. It takes two keys for one where they are one text
 * in memory: the key of an anchor that is merged twice, and in CPython any two equal keys of one character.
 */
import { diagnostic, type Diagnostic, type Related } from '../diagnostics/diagnostic.js';
import type { Document, Entry, MergedMap } from '../syntax/node.js';
import { identical } from './unify.js';

/** A key whose value depends on the version. */
interface Overlap {
  /** The entry that wins here, and the one that wins in PyYAML 6.0.4. */
  readonly winner: Entry;
  readonly other: Entry;
}

const maxNames = 3;

/** Warnings about the merge keys of a document, each where the difference arises. */
export function findMergeOverlaps({ merges = [] }: Document): Diagnostic[] {
  const readings = [identityInCPython, identityOfAnchor].map((identityOf): Reading => {
    return { identityOf, known: new Map() };
  });
  const byEntries = new Map<readonly Entry[], MergedMap>();
  return merges.flatMap((merged) => {
    byEntries.set(merged.entries, merged);
    const [source = [], ...others] = merged.sources;
    if (others.length === 0 && !byEntries.has(source)) return [];
    const overlaps = overlapsIn(
      merged,
      readings.map((reading) => pairsOf(reading, byEntries, merged.entries)),
    );
    if (overlaps.length === 0) return [];
    // Maps that merge this one are not warned of as well: to them its values are those that win here.
    for (const reading of readings) settle(reading, merged.entries, overlaps);
    return [warning(merged, overlaps)];
  });
}

/** What PyYAML 6.0.4 makes of maps with merge keys, by the entries that such a map has here. */
interface Reading {
  /** What the keys of two pairs have in common where they are taken for one. */
  readonly identityOf: (entry: Entry) => Entry | string;
  readonly known: Map<readonly Entry[], readonly Entry[]>;
}

function identityOfAnchor(entry: Entry): Entry {
  return entry;
}

function identityInCPython(entry: Entry): Entry | string {
  return entry.key.length < 2 && entry.key <= '\u00ff' ? entry.key : entry;
}

/** The pairs of a map with all merged ones; of a name there may be several, of which the last one wins. */
function pairsOf(
  reading: Reading,
  byEntries: ReadonlyMap<readonly Entry[], MergedMap>,
  entries: readonly Entry[],
): readonly Entry[] {
  const merged = byEntries.get(entries);
  if (merged === undefined) return entries;
  const known = reading.known.get(entries);
  if (known !== undefined) return known;
  const identities = new Set<Entry | string>();
  const pairs: Entry[] = [];
  for (const source of merged.sources) {
    for (const pair of pairsOf(reading, byEntries, source)) {
      const identity = reading.identityOf(pair);
      if (identities.has(identity)) continue;
      identities.add(identity);
      pairs.push(pair);
    }
  }
  pairs.push(...merged.own);
  reading.known.set(entries, pairs);
  return pairs;
}

/** Keeps of the pairs of a map, where they overlap, only the ones that win here. */
function settle({ known }: Reading, entries: readonly Entry[], overlaps: readonly Overlap[]): void {
  const winners = new Map(overlaps.map(({ winner }) => [winner.key, winner]));
  const others = (known.get(entries) ?? []).filter(({ key }) => !winners.has(key));
  known.set(entries, [...others, ...winners.values()]);
}

function overlapsIn(
  { entries }: MergedMap,
  readings: readonly (readonly Entry[])[],
): readonly Overlap[] {
  const winners = readings.map((pairs) => new Map(pairs.map((pair) => [pair.key, pair])));
  return entries.flatMap((winner) => {
    const other = winners
      .flatMap((byKey) => byKey.get(winner.key) ?? [])
      .find((pair) => !identical(pair.value, winner.value));
    return other === undefined ? [] : [{ winner, other }];
  });
}

function warning(merged: MergedMap, overlaps: readonly Overlap[]): Diagnostic {
  const names = overlaps.slice(0, maxNames).map(({ winner }) => `\`${winner.key}\``);
  const more = overlaps.length - names.length;
  const listed = `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
  const isList = merged.sources.length > 1;
  const message = isList
    ? `maps of this merge list set ${listed} to different values, and versions of PyYAML differ in which one wins`
    : `the merged map overrides ${listed} of a map that it merges itself, and PyYAML 6.0.4 loses that`;
  return diagnostic('check/merge-overlap', merged, message, {
    related: overlaps.slice(0, maxNames).flatMap((overlap) => placesOf(overlap, isList)),
    help: `set ${names.length === 1 ? 'it' : 'them'} in this map beside \`<<\`: its own keys win in every version`,
  });
}

function placesOf({ winner, other }: Overlap, isList: boolean): readonly Related[] {
  const key = `\`${winner.key}\``;
  const [here, there] = isList
    ? [
        `the first map with ${key} wins here and up to PyYAML 6.0.3`,
        winner.key.length < 2
          ? `${key} of the last map`
          : `the last map with ${key} wins in PyYAML 6.0.4`,
      ]
    : [`${key} has this value here`, `${key} has this value in PyYAML 6.0.4`];
  return [
    { span: winner, message: here },
    { span: other, message: there },
  ];
}
