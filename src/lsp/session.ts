/**
 * The inventories that the open files belong to, kept up to date: texts in, diagnostics by file out. An inventory is
 * analysed anew when something changed that it asked about, and parsed documents of texts that stay are kept. Knows
 * nothing of the protocol.
 */
import { dirname } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Finding } from '../lint/finding.js';
import { parseDocument } from '../syntax/parse.js';
import type { System } from '../system.js';
import { analyse, type Analysis, type Draft, type Names } from './analysis.js';
import { inventoryFinder } from './find-inventories.js';
import { createLinting } from './linting.js';
import { overlaySystem } from './overlay.js';
import { place, prune, roleOf } from './place.js';
import { byFile, changesOf } from './published.js';
import {
  analyseRoot,
  draftIn,
  isHeld,
  nameOf,
  parseKept,
  readOther,
  spoil,
  spoilChanged,
  type World,
} from './world.js';

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

/** How many documents that nobody needs may be kept. */
const mostSpare = 64;

export function createSession(
  system: System,
  { inventory, folders = [] }: SessionOptions = {},
): Session {
  const world: World = {
    system,
    inventory,
    folders,
    find: inventoryFinder(system),
    buffers: new Map(),
    roots: new Map(),
    others: new Map(),
    unplaced: new Set(),
    roles: new Map(),
    homeless: new Set(),
    documents: new Map(),
    linting: createLinting(),
  };
  const { buffers, roots, unplaced } = world;
  const published = new Map<string, string>();
  let version = 0;
  return {
    put(path, text) {
      const known = buffers.get(path);
      if (known?.text === text) return;
      buffers.set(path, {
        path,
        real: known?.real ?? system.realPath(path),
        text,
        version: ++version,
        isAsOpened: known === undefined,
      });
      if (known === undefined) unplaced.add(path);
      spoil(world, [path, system.realPath(path)]);
    },
    close(path) {
      buffers.delete(path);
      world.homeless.delete(path);
      world.roles.delete(path);
      spoil(world, [path, system.realPath(path)]);
    },
    touch(paths) {
      for (const path of paths)
        spoil(world, [path, system.realPath(path), dirname(path), dirname(system.realPath(path))]);
      for (const path of buffers.keys()) unplaced.add(path);
    },
    update() {
      refresh(world);
      return changesOf(
        byFile(
          [...roots.values()].map(({ analysis }) => analysis),
          (path) => nameOf(world, path),
          (analysis) => world.linting.shown(analysis),
        ),
        published,
      );
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
      for (const { analysis } of roots.values())
        analyse(overlaid, analysis.path, new Set(), parseDocument);
    },
    analyses: () => [...roots.values()].map(({ analysis }) => analysis),
    everywhere() {
      spoilChanged(world);
      refresh(world);
      const found = world.find(world.folders);
      for (const [key, { analysis }] of world.others)
        if (!found.includes(analysis.path)) world.others.delete(key);
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
  yield* world.linting.steps(
    analyses,
    overlaySystem(world.system, world.buffers, new Set()),
    (source) => parseKept(world, source),
  );
}

function locatedIn(world: World, path: string): Located[] {
  return [...world.roots.values()].flatMap(({ analysis }) => {
    const draft = draftIn(world, analysis, path);
    return draft === undefined ? [] : [{ analysis, draft }];
  });
}

/** Everything anew that depends on what changed. Also those that others take values from, but none that no open file needs. */
function refresh(world: World): void {
  const { roots, others, buffers, unplaced, roles, homeless, documents } = world;
  for (const root of roots.values()) {
    if (!root.isStale) continue;
    root.analysis = analyseRoot(world, root.analysis.path, root.analysis);
    root.isStale = false;
  }
  // A file that its inventory names no more may be a part of another one, and one that says something else of itself, too.
  for (const { path, text } of buffers.values()) {
    if (roles.get(path)?.text !== text) {
      const role = roleOf(text);
      if (roles.get(path)?.role !== role) unplaced.add(path);
      roles.set(path, { text, role });
    }
    if (!homeless.has(path) && !isHeld(world, path)) unplaced.add(path);
  }
  for (const path of unplaced) {
    if (!buffers.has(path)) continue;
    place(world, path);
    if (isHeld(world, path)) homeless.delete(path);
    else homeless.add(path);
  }
  unplaced.clear();
  prune(world);
  if (documents.size <= 2 * buffers.size + mostSpare) return;
  const used = new Set(
    [...roots.values(), ...others.values()].flatMap(({ analysis }) => [...analysis.asked]),
  );
  for (const path of documents.keys()) if (!used.has(path)) documents.delete(path);
}
