/**
 * The inventories that the open files belong to, kept up to date: texts in, diagnostics by file out. An inventory is
 * analysed anew when something changed that it asked about, and parsed documents of texts that stay are kept. Knows
 * nothing of the protocol.
 */
import { basename, dirname } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Finding } from '../lint/finding.js';
import { readSource } from '../load/read-source.js';
import { parseDocument, type ParseText } from '../syntax/parse.js';
import type { System } from '../system.js';
import type { Source } from '../text/source.js';
import { analyse, readNames, type Analysis, type Draft, type Names } from './analysis.js';
import { inventoriesAbove, inventoryFinder, isInventoryName, isOwnText, looksLikeInventory, looksLikePart, type FindInventories } from './find-inventories.js';
import { createLinting, type Linting } from './linting.js';
import { overlaySystem, type Buffer } from './overlay.js';
import { byFile, changesOf } from './published.js';

export interface SessionOptions {
  /** The inventory that is meant, if the user named one. */
  readonly inventory?: string | undefined;
  /** The folders that the client works in: no inventory is looked for above them, and all that lie in them count. */
  readonly folders?: readonly string[];
}

/** A file as a part of an inventory. */
export interface Located {
  readonly analysis: Analysis;
  readonly draft: Draft;
}

export interface Session {
  /** A text was opened, or became another. */
  put(path: string, text: string): void;
  /** A text is no longer open: the disk counts again. */
  close(path: string): void;
  /** Something happened to these paths on disk. */
  touch(paths: readonly string[]): void;
  /** Brings everything up to date. The files whose diagnostics are others than before, with all that is known of each. */
  update(): ReadonlyMap<string, readonly Diagnostic[]>;
  /** The inventories that a file belongs to, up to date. */
  locate(path: string): readonly Located[];
  /** The same as they were known last, without any work: for what must be fast. */
  recall(path: string): readonly Located[];
  /** Reads everything once more and forgets it: the first edit of something large then meets code that is translated. */
  rehearse(): void;
  /** Every inventory that an open file needs. */
  analyses(): readonly Analysis[];
  /** Those, and what all others in the client's folders name, as it is on disk by now. */
  everywhere(): readonly Names[];
  /** The client works in other folders. */
  setFolders(folders: readonly string[]): void;
  textOf(path: string): string | undefined;
  /** Looks in steps for what lint finds, which `update` tells from then on. To be dropped where something changes meanwhile. */
  lint(): Generator<undefined, void>;
  /** What lint found in the texts as they are, as far as it has looked. */
  findings(analysis: Analysis): readonly Finding[];
  /** How the client calls a file: by the path of the buffer that lies over it. */
  nameOf(path: string): string;
}

interface Root<T extends Names = Analysis> {
  analysis: T;
  isStale: boolean;
}

/** What a session holds. */
interface World {
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
  /** Parsed documents by path. */
  readonly documents: Map<string, ReturnType<ParseText>>;
  readonly linting: Linting;
}

/** How many documents that nobody needs may be kept. */
const mostSpare = 64;

export function createSession(system: System, { inventory, folders = [] }: SessionOptions = {}): Session {
  const world: World = { system, inventory, folders, find: inventoryFinder(system), buffers: new Map(), roots: new Map(), others: new Map(), unplaced: new Set(), documents: new Map(), linting: createLinting() };
  const { buffers, roots, unplaced } = world;
  const published = new Map<string, string>();
  let version = 0;
  return {
    put(path, text) {
      const known = buffers.get(path);
      if (known?.text === text) return;
      buffers.set(path, { path, real: known?.real ?? system.realPath(path), text, version: ++version, isAsOpened: known === undefined });
      if (known === undefined || (looksLikeInventory(text) && !isHeld(world, path))) unplaced.add(path);
      spoil(world, [path, system.realPath(path)]);
    },
    close(path) {
      buffers.delete(path);
      spoil(world, [path, system.realPath(path)]);
    },
    touch(paths) {
      for (const path of paths) spoil(world, [path, system.realPath(path), dirname(path), dirname(system.realPath(path))]);
      for (const path of buffers.keys()) unplaced.add(path);
    },
    update() {
      refresh(world);
      return changesOf(byFile([...roots.values()].map(({ analysis }) => analysis), (path) => nameOf(world, path), (analysis) => world.linting.shown(analysis)), published);
    },
    locate(path) {
      refresh(world);
      return locatedIn(world, path);
    },
    recall(path) {
      if (roots.size === 0) refresh(world);
      return locatedIn(world, path);
    },
    rehearse() {
      const overlaid = overlaySystem(system, buffers, new Set());
      for (const { analysis } of roots.values()) analyse(overlaid, analysis.path, new Set(), parseDocument);
    },
    analyses: () => [...roots.values()].map(({ analysis }) => analysis),
    everywhere() {
      spoilChanged(world);
      refresh(world);
      const found = world.find(world.folders);
      for (const [key, { analysis }] of world.others) if (!found.includes(analysis.path)) world.others.delete(key);
      for (const path of found) readOther(world, path);
      return [...roots.values(), ...world.others.values()].map(({ analysis }) => analysis);
    },
    setFolders(now) {
      world.folders = now;
      for (const path of buffers.keys()) unplaced.add(path);
    },
    textOf: (path) => buffers.get(path)?.text,
    lint: () => lintIn(world),
    findings: (analysis) => world.linting.findings(analysis),
    nameOf: (path) => nameOf(world, path),
  };
}

function* lintIn(world: World): Generator<undefined, void> {
  refresh(world);
  const analyses = [...world.roots.values()].map(({ analysis }) => analysis);
  yield* world.linting.steps(analyses, overlaySystem(world.system, world.buffers, new Set()), (source) => parseKept(world, source));
}

/** The document of a text, the one before where the text is the same. */
function parseKept({ documents }: World, source: Source): ReturnType<ParseText> {
  const known = documents.get(source.path);
  const before = known?.value.source;
  if (known !== undefined && before?.text === source.text && before.name === source.name) {
    before.secrets = [];
    return known;
  }
  const parsed = parseDocument(source);
  documents.set(source.path, parsed);
  return parsed;
}

function analyseRoot(world: World, path: string, read: typeof analyse): Analysis;
function analyseRoot(world: World, path: string, read: typeof readNames): Names;
function analyseRoot(world: World, path: string, read: typeof analyse | typeof readNames): Names {
  const asked = new Set<string>([path]);
  return read(overlaySystem(world.system, world.buffers, asked), path, asked, (source) => parseKept(world, source));
}

function openRoot(world: World, path: string): void {
  const key = world.system.realPath(path);
  if (!world.roots.has(key)) world.roots.set(key, { analysis: analyseRoot(world, path, analyse), isStale: false });
  world.others.delete(key);
}

/** The names of an inventory that no open file needs; undefined for one that is open. */
function readOther(world: World, path: string): Names | undefined {
  const key = world.system.realPath(path);
  if (world.roots.has(key)) return undefined;
  const known = world.others.get(key);
  if (known?.isStale === false) return known.analysis;
  const analysis = analyseRoot(world, path, readNames);
  world.others.set(key, { analysis, isStale: false });
  return analysis;
}

function spoil({ roots, others, linting }: World, paths: readonly string[]): void {
  linting.spoil();
  for (const root of [...roots.values(), ...others.values()]) root.isStale ||= paths.some((path) => root.analysis.asked.has(path));
}

/** Not every client tells of what happens on disk: files that are other texts by now are looked at. */
function spoilChanged(world: World): void {
  const sources = new Map([...world.roots.values(), ...world.others.values()].flatMap(({ analysis }) => analysis.drafts.map(({ source }) => [source.path, source.text])));
  const asked = overlaySystem(world.system, world.buffers, new Set());
  for (const [path, text] of sources) if (readSource(asked, path).value?.text !== text) spoil(world, [path]);
}

function nameOf({ system, buffers }: World, path: string): string {
  if (buffers.has(path) || buffers.size === 0) return path;
  const real = system.realPath(path);
  for (const each of buffers.values()) if (each.real === real) return each.path;
  return path;
}

function draftIn({ system, buffers }: World, { drafts }: Names, path: string): Draft | undefined {
  const real = buffers.get(path)?.real ?? system.realPath(path);
  return drafts.find(({ source }) => source.path === path || source.path === real) ?? drafts.find(({ source }) => system.realPath(source.path) === real);
}

function isHeld(world: World, path: string): boolean {
  return [...world.roots.values()].some(({ analysis }) => draftIn(world, analysis, path) !== undefined);
}

function locatedIn(world: World, path: string): Located[] {
  return [...world.roots.values()].flatMap(({ analysis }) => {
    const draft = draftIn(world, analysis, path);
    return draft === undefined ? [] : [{ analysis, draft }];
  });
}

/** Finds the inventories of a file: those beside and above it, and if it may be a part of one, those of the client's folders. */
function place(world: World, path: string, inFolders: () => readonly string[]): void {
  const { system, roots, buffers, inventory, folders } = world;
  const text = buffers.get(path)?.text ?? '';
  const isEntry = isInventoryName(basename(path)) || isOwnText(text);
  if (isEntry && isHeld(world, path)) return;
  const candidates = [...(inventory === undefined ? [] : [inventory]), ...inventoriesAbove(system, path, folders), ...(!isEntry && looksLikePart(text) ? inFolders() : [])];
  for (const candidate of new Set(candidates)) {
    const names = roots.has(system.realPath(candidate)) ? undefined : readOther(world, candidate);
    if (names !== undefined && draftIn(world, names, path) !== undefined) openRoot(world, candidate);
  }
  if (isEntry || (!isHeld(world, path) && looksLikeInventory(text))) openRoot(world, path);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Everything anew that depends on what changed. Also those that others take values from, but none that no open file needs. */
function refresh(world: World): void {
  const { system, roots, others, buffers, unplaced, documents } = world;
  for (const root of roots.values()) {
    if (!root.isStale) continue;
    root.analysis = analyseRoot(world, root.analysis.path, analyse);
    root.isStale = false;
  }
  const found = once(() => world.find(world.folders));
  for (const path of unplaced) if (buffers.has(path)) place(world, path, found);
  unplaced.clear();
  const wanted = new Set<string>();
  const want = (key: string): void => {
    const root = wanted.has(key) ? undefined : roots.get(key);
    if (root === undefined) return;
    wanted.add(key);
    for (const path of root.analysis.upstreams.values()) {
      openRoot(world, path);
      want(system.realPath(path));
    }
  };
  for (const [key, { analysis }] of [...roots]) if ([...buffers.keys()].some((path) => path === analysis.path || draftIn(world, analysis, path) !== undefined)) want(key);
  for (const key of [...roots.keys()]) if (!wanted.has(key)) roots.delete(key);
  if (documents.size <= 2 * buffers.size + mostSpare) return;
  const used = new Set([...roots.values(), ...others.values()].flatMap(({ analysis }) => [...analysis.asked]));
  for (const path of documents.keys()) if (!used.has(path)) documents.delete(path);
}
