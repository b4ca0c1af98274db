/**
 * The hosts, tags, services and exports that an inventory with everything that it includes names: what completion offers. Reads
 * the ordinary form by lines; where a file has another, the inventory is loaded as ever. Never fails: what cannot be
 * read has no names.
 */
import { expandRange } from '../../check/host-range.js';
import { expandFrom, isGlob, resolveFrom } from '../../load/paths.js';
import type { System } from '../../system.js';
import { loadNames } from './load-names.js';
import { scanNames, type Names } from './scan-names.js';

export type NameKind = 'hosts' | 'tags' | 'services' | 'exports';

export type KnownNames = Readonly<Record<NameKind, readonly string[]>>;

/** The names in the inventory at `path` (absolute). */
export function namesIn(system: System, path: string): KnownNames {
  const scanned = scanAll(system, path, new Set());
  if (scanned === undefined) return loadNames(system, path);
  return {
    hosts: expandAll(scanned.flatMap(({ hosts }) => hosts)),
    tags: scanned.flatMap(({ tags }) => tags),
    services: scanned.flatMap(({ services }) => services),
    exports: scanned.flatMap(({ exports }) => exports),
  };
}

/** What each file names, the one at `path` first; undefined where one is of another form. */
function scanAll(system: System, path: string, seen: Set<string>): readonly Names[] | undefined {
  const real = system.realPath(path);
  if (seen.has(real)) return [];
  seen.add(real);
  const read = system.readFile(path);
  if ('failure' in read) return [];
  const names = scanNames(new TextDecoder().decode(read.bytes));
  if (names === undefined) return undefined;
  const file = { path, link: real === path ? undefined : { target: real } };
  const all = [names];
  for (const include of names.includes) {
    const paths = isGlob(include)
      ? expandFrom(system, file, include)
      : [resolveFrom(system, file, include)];
    for (const each of paths) {
      const found = scanAll(system, each, seen);
      if (found === undefined) return undefined;
      for (const one of found) all.push(one);
    }
  }
  return all;
}

function expandAll(patterns: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const pattern of patterns) {
    if (!pattern.includes('[')) {
      names.push(pattern);
      continue;
    }
    const expansion = expandRange(pattern);
    if ('names' in expansion) for (const name of expansion.names) names.push(name);
  }
  return names;
}
