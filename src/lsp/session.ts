/**
 * The inventories that the open files belong to, kept up to date: texts in, diagnostics by file out. An inventory is
 * analysed anew when something changed that it asked about, and parsed documents of texts that stay are kept. Knows
 * nothing of the protocol.
 */
import { basename, dirname, join } from 'node:path';
import { inFileOrder, type Diagnostic } from '../diagnostics/diagnostic.js';
import { parseDocument, type ParseText } from '../syntax/parse.js';
import type { System } from '../system.js';
import { inventoryNames } from '../text/inventory-names.js';
import { placeOf } from '../text/position.js';
import type { Source } from '../text/source.js';
import { analyse, type Analysis, type Draft } from './analysis.js';
import { overlaySystem, type Buffer } from './overlay.js';

export interface SessionOptions {
  /** The inventory that is meant, if the user named one. */
  readonly inventory?: string | undefined;
  /** Folders above which no inventory is looked for. */
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
  /** Every inventory that is known. */
  analyses(): readonly Analysis[];
  textOf(path: string): string | undefined;
}

interface Root {
  analysis: Analysis;
  isStale: boolean;
}

/** What a session holds. */
interface World {
  readonly system: System;
  readonly options: SessionOptions;
  readonly buffers: Map<string, Buffer>;
  /** By the path of the entry file without links. */
  readonly roots: Map<string, Root>;
  /** Open files whose inventories are still to be looked for. */
  readonly unplaced: Set<string>;
  /** Parsed documents by path. */
  readonly documents: Map<string, ReturnType<ParseText>>;
}

/** How many files of one folder are looked at for an inventory that includes another file. */
const mostNeighbours = 60;
const mostFolders = 8;
/** How many documents that nobody needs may be kept. */
const mostSpare = 64;

export function createSession(system: System, options: SessionOptions = {}): Session {
  const world: World = { system, options, buffers: new Map(), roots: new Map(), unplaced: new Set(), documents: new Map() };
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
      return changesOf(byFile([...roots.values()].map(({ analysis }) => analysis), buffers), published);
    },
    locate(path) {
      refresh(world);
      return locatedIn(world, path);
    },
    recall(path) {
      if (roots.size === 0) refresh(world);
      return locatedIn(world, path);
    },
    analyses: () => [...roots.values()].map(({ analysis }) => analysis),
    textOf: (path) => buffers.get(path)?.text,
  };
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

function analyseRoot(world: World, path: string): Analysis {
  const asked = new Set<string>([path]);
  return analyse(overlaySystem(world.system, world.buffers, asked), path, asked, (source) => parseKept(world, source));
}

function openRoot(world: World, path: string): void {
  const key = world.system.realPath(path);
  if (!world.roots.has(key)) world.roots.set(key, { analysis: analyseRoot(world, path), isStale: false });
}

function spoil({ roots }: World, paths: readonly string[]): void {
  for (const root of roots.values()) root.isStale ||= paths.some((path) => root.analysis.asked.has(path));
}

function draftIn({ system, buffers }: World, { drafts }: Analysis, path: string): Draft | undefined {
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

/** Finds the inventories of a file that no known one holds. */
function place(world: World, path: string): void {
  const { system, roots, buffers, options } = world;
  if (isHeld(world, path)) return;
  const text = buffers.get(path)?.text ?? '';
  for (const candidate of candidatesFor(system, path, options)) {
    if (roots.has(system.realPath(candidate))) continue;
    const analysis = analyseRoot(world, candidate);
    if (draftIn(world, analysis, path) !== undefined) roots.set(system.realPath(candidate), { analysis, isStale: false });
  }
  const isOwn = (inventoryNames as readonly string[]).includes(basename(path)) || /^plugin:[ \t]*["']?inventory-script\b/m.test(text);
  if (isOwn || (!isHeld(world, path) && looksLikeInventory(text))) openRoot(world, path);
}

/** Everything anew that depends on what changed. Also those that others take values from, but none that no open file needs. */
function refresh(world: World): void {
  const { system, roots, buffers, unplaced, documents } = world;
  for (const root of roots.values()) {
    if (!root.isStale) continue;
    root.analysis = analyseRoot(world, root.analysis.path);
    root.isStale = false;
  }
  for (const path of unplaced) if (buffers.has(path)) place(world, path);
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
  const used = new Set([...roots.values()].flatMap(({ analysis }) => [...analysis.asked]));
  for (const path of documents.keys()) if (!used.has(path)) documents.delete(path);
}

/** Inventories that may hold the file at `path`, the nearest first. */
function* candidatesFor(system: System, path: string, { inventory, folders = [] }: SessionOptions): Generator<string> {
  if (inventory !== undefined) yield inventory;
  let folder = dirname(path);
  for (let count = 0; count < mostFolders; count++) {
    const names = system.listFolder(folder) ?? [];
    for (const name of inventoryNames) if (names.includes(name)) yield join(folder, name);
    const others = names.filter((name) => /\.ya?ml$/.test(name) && !(inventoryNames as readonly string[]).includes(name)).slice(0, mostNeighbours);
    for (const name of others) if (includesOthers(system, join(folder, name))) yield join(folder, name);
    if (folders.includes(folder) || dirname(folder) === folder) return;
    folder = dirname(folder);
  }
}

/** True for a file that says by its first lines that it may be an inventory with other files. */
function includesOthers(system: System, path: string): boolean {
  const read = system.readFile(path);
  return !('failure' in read) && read.bytes.length < 4 * 1024 * 1024 && /^(?:include|plugin:[ \t]*["']?inventory-script)\b/m.test(new TextDecoder().decode(read.bytes));
}

/** True for a text that is nobody else's: a map with hosts in a list, or with sections that only inventories have. */
function looksLikeInventory(text: string): boolean {
  return /^hosts:[ \t]*(?:\[|#.*$|$)/m.test(text) && /^(?:tags|services|upstreams|exports|include|secret_sources|variables):/m.test(text) && !/^all:/m.test(text);
}

/** All diagnostics of every file that belongs to an inventory, each once. */
function byFile(analyses: readonly Analysis[], buffers: ReadonlyMap<string, Buffer>): ReadonlyMap<string, readonly Diagnostic[]> {
  const opened = new Map([...buffers.values()].map((each) => [each.real, each.path]));
  const files = new Map<string, Map<string, Diagnostic>>();
  const of = ({ path }: Source): Map<string, Diagnostic> => {
    const key = opened.get(path) ?? path;
    let found = files.get(key);
    if (found === undefined) {
      found = new Map<string, Diagnostic>();
      files.set(key, found);
    }
    return found;
  };
  for (const { drafts, resolution } of analyses) {
    for (const { source } of drafts) of(source);
    for (const each of resolution.diagnostics) of(each.span.source).set(keyOf(each), each);
  }
  return new Map([...files].map(([path, found]) => [path, inFileOrder([...found.values()])]));
}

function keyOf({ code, severity, span, message }: Diagnostic): string {
  return `${span.start} ${span.end} ${severity} ${code} ${message}`;
}

/** What is not as it was published; remembers it as published. */
function changesOf(files: ReadonlyMap<string, readonly Diagnostic[]>, published: Map<string, string>): ReadonlyMap<string, readonly Diagnostic[]> {
  const changes = new Map<string, readonly Diagnostic[]>();
  for (const [path, found] of files) {
    const told = found.map((each) => `${placeOf(each.span)} ${keyOf(each)} ${each.help ?? ''} ${each.related.map((other) => `${other.span.source.path} ${other.span.start} ${other.message}`).join()}`).join('\n');
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
