/**
 * The files of a commit as a `System`: everything below the top folder of the repository is as the commit has it, links
 * followed, submodules too where they are checked out; what lies outside is as it is on this machine. Contents are read
 * from git in batches: a file that is not there yet reads as a failure, and `fetchWanted` gets all of those at once.
 */
import { join } from 'node:path';
import type { System } from '../system.js';
import { openRepository, type Commit, type GitFailure, type Repository } from './repository.js';
import { isLink, isModule, systemOf, want, type Entry, type Tree } from './tree-system.js';

export interface RevisionTree {
  /** Reads files as the commit has them. */
  readonly system: System;
  /** The same, but a file that the commit has not is the one on this machine. */
  readonly withUntracked: System;
  /** Fetches what was asked for and was not there; false if there was nothing. */
  fetchWanted(): Promise<boolean>;
  /** Fetches files before anybody asks, unless they are more than `most`. */
  prefetch(isWanted: (path: string) => boolean, most?: number): Promise<void>;
}

/** Opens the tree of a commit. */
export async function openRevision(
  base: System,
  repository: Repository,
  commit: Commit,
): Promise<RevisionTree | GitFailure> {
  const tree: Tree = {
    base,
    root: repository.root,
    entries: new Map(),
    folders: new Map([['', new Set()]]),
    contents: new Map(),
    wanted: new Map(),
    modules: new Set(),
    failedModules: new Map(),
  };
  const failure = await list(tree, repository, commit.id, '');
  if (failure !== undefined) return failure;
  await fetchLinks(tree);
  return {
    system: systemOf(tree, false),
    withUntracked: systemOf(tree, true),
    fetchWanted: () => fetchWanted(tree),
    prefetch: async (isWanted, most = Infinity) => {
      const found = [...tree.entries].filter(
        ([path, entry]) => isFile(entry) && isWanted(join(tree.root, path)),
      );
      if (found.length <= most) for (const [, entry] of found) want(tree, entry);
      await fetchContents(tree);
    },
  };
}

/** Adds the files of a commit below `prefix`, which is empty or ends with a slash. */
async function list(
  tree: Tree,
  repository: Repository,
  id: string,
  prefix: string,
): Promise<GitFailure | undefined> {
  const listed = await repository.run(['ls-tree', '-r', '-z', '--full-tree', id]);
  if ('failure' in listed || listed.exitCode !== 0)
    return { problem: `git cannot list the commit ${id} of \`${repository.root}\`` };
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
  for (let at = path; at !== '';) {
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

function isFile(entry: Entry): boolean {
  return !isLink(entry) && !isModule(entry);
}

async function fetchWanted(tree: Tree): Promise<boolean> {
  const modules = [...tree.modules].filter(
    (path) => tree.entries.has(path) && !tree.failedModules.has(path),
  );
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
    const read = await repository.run(['cat-file', '--batch'], {
      input: ids.map((id) => `${id}\n`).join(''),
      asBytes: true,
    });
    if (!('failure' in read) && read.output !== undefined) readBatch(read.output, tree.contents);
    for (const id of ids) if (!tree.contents.has(id)) tree.contents.set(id, 'missing');
  }
}

/** `<id> <type> <size>`, a line break, the content, a line break; `<id> missing` for what is not there. */
function readBatch(output: Uint8Array, contents: Tree['contents']): void {
  const lineBreak = 10;
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(lineBreak, at);
    if (end < 0) return;
    const [id = '', type = '', size] = new TextDecoder()
      .decode(output.subarray(at, end))
      .split(' ');
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
  const failure = isOwn
    ? await list(tree, module, entry.id, `${path}/`)
    : { problem: 'it is not checked out' };
  if (failure !== undefined) {
    tree.failedModules.set(
      path,
      `it is in the submodule \`${path}\`, whose commit ${entry.id.slice(0, 10)} is not here: run \`git submodule update --init\``,
    );
    return;
  }
  tree.entries.delete(path);
  if (!tree.folders.has(path)) tree.folders.set(path, new Set());
  await fetchLinks(tree);
}
