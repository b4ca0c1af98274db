/**
 * What a session holds: the open texts, the inventories that they need with what is known of these, and the trees of texts
 * that stay. Which inventories these are, `place.ts` decides.
 */
import { parseDocument, type ParseText } from '../syntax/parse.js';
import { readSource } from '../load/read-source.js';
import type { System } from '../system.js';
import type { Source } from '../text/source.js';
import { analyse, readNames, type Analysis, type Draft, type Names } from './analysis.js';
import type { FindInventories } from './find-inventories.js';
import type { Linting } from './linting.js';
import { overlaySystem, type Buffer } from './overlay.js';

export interface Root<T extends Names = Analysis> {
  analysis: T;
  isStale: boolean;
}

export interface World {
  readonly system: System;
  readonly inventory: string | undefined;
  folders: readonly string[];
  readonly find: FindInventories;
  readonly buffers: Map<string, Buffer>;
  /** By the path of the entry file without links. */
  readonly roots: Map<string, Root>;
  /** Inventories of the client's folders that no open file needs. */
  readonly others: Map<string, Root<Names>>;
  /** Open files whose inventories are still to be looked for. */
  readonly unplaced: Set<string>;
  /** What each open text says of itself (`roleOf`). */
  readonly roles: Map<string, { readonly text: string; readonly role: string }>;
  /** Open files that no inventory holds. */
  readonly homeless: Set<string>;
  /** Parsed documents by path. */
  readonly documents: Map<string, ReturnType<ParseText>>;
  readonly linting: Linting;
}

/** The document of a text, the one before where the text is the same. */
export function parseKept({ documents }: World, source: Source): ReturnType<ParseText> {
  const known = documents.get(source.path);
  const before = known?.value.source;
  if (
    known !== undefined &&
    before?.text === source.text &&
    before.name === source.name &&
    before.link?.target === source.link?.target
  ) {
    before.secrets = [];
    return known;
  }
  const parsed = parseDocument(source);
  documents.set(source.path, parsed);
  return parsed;
}

export function analyseRoot(world: World, path: string, before?: Analysis): Analysis {
  const asked = new Set<string>([path]);
  return analyse(
    overlaySystem(world.system, world.buffers, asked),
    path,
    asked,
    (source) => parseKept(world, source),
    before,
  );
}

export function openRoot(world: World, path: string): void {
  const key = world.system.realPath(path);
  if (!world.roots.has(key))
    world.roots.set(key, { analysis: analyseRoot(world, path), isStale: false });
  world.others.delete(key);
}

/** The names of an inventory that no open file needs; undefined for one that is open. */
export function readOther(world: World, path: string): Names | undefined {
  const key = world.system.realPath(path);
  if (world.roots.has(key)) return undefined;
  const known = world.others.get(key);
  if (known?.isStale === false) return known.analysis;
  const asked = new Set<string>([path]);
  const analysis = readNames(
    overlaySystem(world.system, world.buffers, asked),
    path,
    asked,
    (source) => parseKept(world, source),
  );
  world.others.set(key, { analysis, isStale: false });
  return analysis;
}

export function spoil({ roots, others, linting }: World, paths: readonly string[]): void {
  linting.spoil();
  for (const root of [...roots.values(), ...others.values()])
    root.isStale ||= paths.some((path) => root.analysis.asked.has(path));
}

/** Not every client tells of what happens on disk: files that are other texts by now are looked at. */
export function spoilChanged(world: World): void {
  const sources = new Map(
    [...world.roots.values(), ...world.others.values()].flatMap(({ analysis }) =>
      analysis.drafts.map(({ source }) => [source.path, source.text]),
    ),
  );
  const asked = overlaySystem(world.system, world.buffers, new Set());
  for (const [path, text] of sources)
    if (readSource(asked, path).value?.text !== text) spoil(world, [path]);
}

export function nameOf({ system, buffers }: World, path: string): string {
  if (buffers.has(path) || buffers.size === 0) return path;
  const real = system.realPath(path);
  for (const each of buffers.values()) if (each.real === real) return each.path;
  return path;
}

export function draftIn(
  { system, buffers }: World,
  { drafts }: Names,
  path: string,
): Draft | undefined {
  const real = buffers.get(path)?.real ?? system.realPath(path);
  return (
    drafts.find(({ source }) => source.path === path || source.path === real) ??
    drafts.find(({ source }) => system.realPath(source.path) === real)
  );
}

export function isHeld(world: World, path: string): boolean {
  return [...world.roots.values()].some(
    ({ analysis }) => draftIn(world, analysis, path) !== undefined,
  );
}
