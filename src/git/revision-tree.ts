/**
 * The files of a commit as a `System`: everything below the top folder of the repository is as the commit has it, links
 * followed, submodules too where they are checked out; what lies outside is as it is on this machine. Contents are read
 * from git in batches: a file that is not there yet reads as a failure, and `fetchWanted` gets all of those at once.
 */
import { dirname, join, relative, resolve } from 'node:path';
import { maxFileBytes, type FileRead, type System, type Unreadable } from '../system.js';
import { openRepository, type Commit, type GitFailure, type Repository } from './repository.js';

/** A file, a link, or the place of a submodule. */
interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly repository: Repository;
}

export interface RevisionTree {
  /** Reads files as the commit has them. */
  readonly system: System;
  /** The same, but a file that the commit has not is the one on this machine. */
  readonly withUntracked: System;
  /** Fetches what was asked for and was not there; false if there was nothing. */
  fetchWanted(): Promise<boolean>;
  /** Fetches files before anybody asks. */
  prefetch(isWanted: (path: string) => boolean): Promise<void>;
}

interface Tree {
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

/** Opens the tree of a commit. */
export async function openRevision(base: System, repository: Repository, commit: Commit): Promise<RevisionTree | GitFailure> {
  const tree: Tree = { base, root: repository.root, entries: new Map(), folders: new Map([['', new Set()]]), contents: new Map(), wanted: new Map(), modules: new Set(), failedModules: new Map() };
  const failure = await list(tree, repository, commit.id, '');
  if (failure !== undefined) return failure;
  await fetchLinks(tree);
  return {
    system: systemOf(tree, false),
    withUntracked: systemOf(tree, true),
    fetchWanted: () => fetchWanted(tree),
    prefetch: async (isWanted) => {
      for (const [path, entry] of tree.entries) if (isFile(entry) && isWanted(join(tree.root, path))) want(tree, entry);
      await fetchWanted(tree);
    },
  };
}

/** Adds the files of a commit below `prefix`, which is empty or ends with a slash. */
async function list(tree: Tree, repository: Repository, id: string, prefix: string): Promise<GitFailure | undefined> {
  const listed = await repository.run(['ls-tree', '-r', '-z', '--full-tree', id]);
  if ('failure' in listed || listed.exitCode !== 0) return { problem: `git cannot list the commit ${id} of \`${repository.root}\`` };
  for (const line of listed.stdout.split('\0')) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
    const path = prefix + line.slice(tab + 1);
    tree.entries.set(path, { mode, id: object, repository });
    addToFolders(tree.folders, path);
  }
  return undefined;
}

function addToFolders(folders: Map<string, Set<string>>, path: string): void {
  for (let at = path; at !== ''; ) {
    const slash = at.lastIndexOf('/');
    const folder = slash < 0 ? '' : at.slice(0, slash);
    const known = folders.get(folder);
    if (known !== undefined) {
      known.add(at.slice(slash + 1));
      return;
    }
    folders.set(folder, new Set([at.slice(slash + 1)]));
    at = folder;
  }
}

async function fetchLinks(tree: Tree): Promise<void> {
  for (const entry of tree.entries.values()) if (isLink(entry)) want(tree, entry);
  await fetchContents(tree);
}

function isLink({ mode }: Entry): boolean {
  return mode === '120000';
}

function isModule({ mode }: Entry): boolean {
  return mode === '160000';
}

function isFile(entry: Entry): boolean {
  return !isLink(entry) && !isModule(entry);
}

function want(tree: Tree, { id, repository }: Entry): void {
  if (!tree.contents.has(id)) tree.wanted.set(id, repository);
}

async function fetchWanted(tree: Tree): Promise<boolean> {
  const modules = [...tree.modules].filter((path) => tree.entries.has(path) && !tree.failedModules.has(path));
  const wasWanted = tree.wanted.size + modules.length > 0;
  await fetchContents(tree);
  for (const path of modules) await openModule(tree, path);
  tree.modules.clear();
  return wasWanted;
}

/** All wanted contents, one run of git for each repository. */
async function fetchContents(tree: Tree): Promise<void> {
  const byRepository = new Map<Repository, string[]>();
  for (const [id, repository] of tree.wanted) {
    const ids = byRepository.get(repository);
    if (ids === undefined) byRepository.set(repository, [id]);
    else ids.push(id);
  }
  tree.wanted.clear();
  for (const [repository, ids] of byRepository) {
    const read = await repository.run(['cat-file', '--batch'], { input: ids.map((id) => `${id}\n`).join(''), asBytes: true });
    if (!('failure' in read) && read.output !== undefined) readBatch(read.output, tree.contents);
    for (const id of ids) if (!tree.contents.has(id)) tree.contents.set(id, 'missing');
  }
}

/** `<id> <type> <size>`, a line break, the content, a line break; `<id> missing` for what is not there. */
function readBatch(output: Uint8Array, contents: Tree['contents']): void {
  const lineBreak = 10;
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(lineBreak, at);
    if (end < 0) return;
    const [id = '', type = '', size] = new TextDecoder().decode(output.subarray(at, end)).split(' ');
    at = end + 1;
    if (size === undefined) continue;
    if (type === 'blob') contents.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
}

/** The files of a submodule, at the commit that this one names, from its checkout. */
async function openModule(tree: Tree, path: string): Promise<void> {
  const entry = tree.entries.get(path);
  const folder = join(tree.root, path);
  if (entry === undefined) return;
  const module = await openRepository(tree.base, folder);
  const isOwn = !('problem' in module) && module.root === tree.base.realPath(folder);
  const failure = isOwn ? await list(tree, module, entry.id, `${path}/`) : { problem: 'it is not checked out' };
  if (failure !== undefined) {
    tree.failedModules.set(path, `it is in the submodule \`${path}\`, whose commit ${entry.id.slice(0, 10)} is not here: run \`git submodule update --init\``);
    return;
  }
  tree.entries.delete(path);
  if (!tree.folders.has(path)) tree.folders.set(path, new Set());
  await fetchLinks(tree);
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
    if (path === '..' || path.startsWith('../')) return { kind: 'outside', path: resolve(tree.root, path) };
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
      return resolve(tree.root, dirname(above), new TextDecoder().decode(target), end < 0 ? '.' : path.slice(end + 1));
    }
    if (entry !== undefined && isModule(entry)) {
      tree.modules.add(above);
      return { kind: 'module', path: above };
    }
    if (end < 0) return entry === undefined ? { kind: 'missing' } : { kind: 'file', path, entry };
    if (entry !== undefined) return { kind: 'missing' };
  }
}

function systemOf(tree: Tree, withUntracked: boolean): System {
  const { base } = tree;
  /** The system that answers for a path which is not the commit's affair. */
  const otherOf = (place: Place): System | undefined => (place.kind === 'outside' || (withUntracked && place.kind === 'missing') ? base : undefined);
  const pathOf = (place: Place, written: string): string => (place.kind === 'outside' ? place.path : written);
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
  const failed = (failure: Unreadable['failure'], detail: string): FileRead => ({ failure, detail });
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
      if (bytes === undefined || bytes === 'missing') return failed('io-error', `git has no object ${place.entry.id}`);
      return bytes.length > maxFileBytes ? failed('too-large', `it has ${bytes.length} bytes, the limit is ${maxFileBytes}`) : { bytes, stamp: { id: `git ${place.entry.id}`, changedAt: 0 } };
    }
  }
}
