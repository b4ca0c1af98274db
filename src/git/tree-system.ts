/**
 * A listed commit as a `System`: links are followed as far as they stay inside, and what lies outside is the affair of the
 * system below. A content that is not there yet is noted, and reads as a failure.
 */
import { dirname, join, relative, resolve } from 'node:path';
import { maxFileBytes, type FileRead, type System, type Unreadable } from '../system.js';
import type { Repository } from './repository.js';

/** A file, a link, or the place of a submodule. */
export interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly repository: Repository;
}

/** What is known of a commit. */
export interface Tree {
  readonly base: System;
  readonly root: string;
  /** By path below the root; of folders, the names in them. */
  readonly entries: Map<string, Entry>;
  readonly folders: Map<string, Set<string>>;
  readonly contents: Map<string, Uint8Array | 'missing'>;
  /** Ids of contents, and the paths of submodules, that somebody asked for. */
  readonly wanted: Map<string, Repository>;
  readonly modules: Set<string>;
  readonly failedModules: Map<string, string>;
}

export function isLink({ mode }: Entry): boolean {
  return mode === '120000';
}

export function isModule({ mode }: Entry): boolean {
  return mode === '160000';
}

/** Notes that a content is needed. */
export function want(tree: Tree, { id, repository }: Entry): void {
  if (!tree.contents.has(id)) tree.wanted.set(id, repository);
}

/** What stands at a path: links followed, as far as they stay inside. */
type Place =
  | { readonly kind: 'file'; readonly path: string; readonly entry: Entry }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'outside'; readonly path: string }
  | { readonly kind: 'module'; readonly path: string }
  | { readonly kind: 'circle' }
  | { readonly kind: 'missing' };

const maxLinks = 40;

function locate(tree: Tree, written: string): Place {
  let path = relative(tree.root, resolve(tree.base.cwd, written));
  for (let links = 0; links <= maxLinks; links++) {
    if (path === '..' || path.startsWith('../'))
      return { kind: 'outside', path: resolve(tree.root, path) };
    const step = follow(tree, path);
    if (typeof step !== 'string') return step;
    path = relative(tree.root, step);
  }
  return { kind: 'circle' };
}

/** The place of a path without links on the way; else the absolute path after the first link. */
function follow(tree: Tree, path: string): Place | string {
  if (tree.folders.has(path)) return { kind: 'folder', path };
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const above = end < 0 ? path : path.slice(0, end);
    const entry = tree.entries.get(above);
    if (entry !== undefined && isLink(entry)) {
      const target = tree.contents.get(entry.id);
      if (target === undefined || target === 'missing') return { kind: 'missing' };
      return resolve(
        tree.root,
        dirname(above),
        new TextDecoder().decode(target),
        end < 0 ? '.' : path.slice(end + 1),
      );
    }
    if (entry !== undefined && isModule(entry)) {
      tree.modules.add(above);
      return { kind: 'module', path: above };
    }
    if (end < 0) return entry === undefined ? { kind: 'missing' } : { kind: 'file', path, entry };
    if (entry !== undefined) return { kind: 'missing' };
  }
}

/** `withUntracked`: what the commit has not is as the system below has it. */
export function systemOf(tree: Tree, withUntracked: boolean): System {
  const { base } = tree;
  /** The system that answers for a path which is not the commit's affair. */
  const otherOf = (place: Place): System | undefined =>
    place.kind === 'outside' || (withUntracked && place.kind === 'missing') ? base : undefined;
  const pathOf = (place: Place, written: string): string =>
    place.kind === 'outside' ? place.path : written;
  return {
    ...base,
    cwd: base.cwd,
    env: base.env,
    readFile(path) {
      const place = locate(tree, path);
      return otherOf(place)?.readFile(pathOf(place, path)) ?? read(tree, place);
    },
    stampOf(path) {
      const place = locate(tree, path);
      const found = otherOf(place)?.stampOf(pathOf(place, path)) ?? read(tree, place);
      return 'stamp' in found ? found.stamp : found;
    },
    listFolder(path) {
      const place = locate(tree, path);
      if (place.kind === 'folder') return [...(tree.folders.get(place.path) ?? [])].sort();
      return otherOf(place)?.listFolder(pathOf(place, path));
    },
    kindOf(path) {
      const place = locate(tree, path);
      if (place.kind === 'file' || place.kind === 'folder') return place.kind;
      return place.kind === 'module' ? 'folder' : otherOf(place)?.kindOf(pathOf(place, path));
    },
    realPath(path) {
      const place = locate(tree, path);
      if (place.kind === 'file' || place.kind === 'folder') return join(tree.root, place.path);
      return otherOf(place)?.realPath(pathOf(place, path)) ?? path;
    },
  };
}

function read(tree: Tree, place: Place): FileRead {
  const failed = (failure: Unreadable['failure'], detail: string): FileRead => ({
    failure,
    detail,
  });
  switch (place.kind) {
    case 'folder':
      return failed('folder', 'it is a folder');
    case 'circle':
      return failed('io-error', 'its links lead in a circle');
    case 'module':
      return failed('io-error', tree.failedModules.get(place.path) ?? 'it is in a submodule');
    case 'outside':
    case 'missing':
      return failed('missing', 'no such file');
    case 'file': {
      const bytes = tree.contents.get(place.entry.id);
      if (bytes === undefined) want(tree, place.entry);
      if (bytes === undefined || bytes === 'missing')
        return failed('io-error', `git has no object ${place.entry.id}`);
      return bytes.length > maxFileBytes
        ? failed('too-large', `it has ${bytes.length} bytes, the limit is ${maxFileBytes}`)
        : { bytes, stamp: { id: `git ${place.entry.id}`, changedAt: 0 } };
    }
  }
}
