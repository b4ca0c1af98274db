/**
 * What the rules of lint look at: an inventory that is valid, and the others that are known to read the same files or to
 * take its values. A definition counts as used if it is used in any of them.
 */
import { dirname } from 'node:path';
import type { FileDefinitions, Inventory, Service, Tag } from '../model/inventory.js';
import type { Resolution } from '../pipeline.js';
import type { Span } from '../text/source.js';

/** Other inventories, and whether they are all that there are. */
export interface Known {
  readonly others: readonly Resolution[];
  /** True where somebody said where all consumers are: what none of them uses is used by nobody. */
  readonly isComplete: boolean;
  /** Those that cannot be read or have errors: nobody knows what they use. */
  readonly broken: readonly string[];
  /** Files of this inventory, by path without links, that another one may read. */
  readonly shared: ReadonlySet<string>;
}

export interface Linted {
  readonly resolution: Resolution;
  readonly known: Known;
  /** Names a place in any inventory: files by their path without links. */
  readonly placeOf: (span: Span) => string;
  readonly realPath: (path: string) => string;
  /** The text of a file; undefined where it cannot be read. */
  readonly read: (path: string) => string | undefined;
  /** What is used, over all inventories. */
  readonly used: ReadonlySet<string>;
  /** True for what stands in a file that inventories may read that nobody knows. */
  readonly mayBeUsedElsewhere: (span: Span) => boolean;
}

export interface LintedOptions {
  readonly known: Known;
  readonly realPath: (path: string) => string;
  readonly read: (path: string) => string | undefined;
}

export function lintedOf(resolution: Resolution, { known, realPath, read }: LintedOptions): Linted {
  const pathOf = pathFinder(realPath);
  const placeOf = (span: Span): string => `${pathOf(span)}:${span.start}`;
  const used = new Set<string>();
  for (const each of [resolution, ...known.others])
    for (const span of usedDefinitions(each)) used.add(placeOf(span));
  return {
    resolution,
    known,
    placeOf,
    realPath,
    read,
    used,
    mayBeUsedElsewhere: elsewhereFinder(resolution, { known, realPath }),
  };
}

/** Judges whether something stands in a file that inventories may read that nobody knows. */
export function elsewhereFinder(
  { loaded }: Resolution,
  { known, realPath }: Pick<LintedOptions, 'known' | 'realPath'>,
): (span: Span) => boolean {
  const pathOf = pathFinder(realPath);
  const entry = realPath(loaded.inventory.path);
  const home = `${dirname(entry).replace(/\/$/, '')}/`;
  return (span) => {
    const path = pathOf(span);
    if (path === entry) return false;
    return known.shared.has(path) || (!known.isComplete && !path.startsWith(home));
  };
}

/** Judges whether something stands in a file that another inventory reads that is known. */
export function sharedFinder({
  known,
  realPath,
}: Pick<LintedOptions, 'known' | 'realPath'>): (span: Span) => boolean {
  const pathOf = pathFinder(realPath);
  const paths = new Set(
    known.others.flatMap(({ loaded }) =>
      loaded.workspace.documents.map(({ source }) => realPath(source.path)),
    ),
  );
  return (span) => paths.has(pathOf(span));
}

/** The path without links of a place's file; each is asked for once. */
function pathFinder(realPath: (path: string) => string): (span: Span) => string {
  const real = new Map<string, string>();
  return ({ source: { path } }) => {
    let found = real.get(path);
    if (found === undefined) real.set(path, (found = realPath(path)));
    return found;
  };
}

/** The tags that hosts have, and the services that hosts get. */
function* usedDefinitions({ resolved }: Resolution): Generator<Tag | Service> {
  const seen = new Set<unknown>();
  for (const { tags, services } of resolved.hosts) {
    if (!seen.has(tags)) yield* tags;
    if (!seen.has(services)) for (const { service } of services) yield service;
    seen.add(tags).add(services);
  }
}

/** The inventory itself, as rules look at it. */
export function inventoryOf({ resolution }: Linted): Inventory {
  return resolution.loaded.inventory;
}

export function filesOf({ resolution }: Linted): readonly FileDefinitions[] {
  return resolution.loaded.workspace.files;
}

/** False where nothing can be said of what hosts use: there is none. */
export function hasHosts({ resolution }: Linted): boolean {
  return resolution.resolved.hosts.length > 0;
}
