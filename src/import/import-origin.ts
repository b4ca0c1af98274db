/** What the result of an import is made from: the files that Ansible read, and the folders that keep others from them. */
import { dirname, resolve } from 'node:path';
import type { System } from '../system.js';
import type { SourcesRequest } from './read-sources.js';

export interface ImportOrigin {
  /** Files, and the folders of sources and variables that they are in; absolute. */
  readonly files: readonly string[];
  readonly folders?: readonly string[];
  /** True where a file was encrypted as a whole. */
  readonly isDecrypted?: boolean;
}

/** What Ansible read, as far as it is known. */
interface FilesRead {
  readonly read: readonly string[];
  readonly ofVars: readonly string[];
  /** The folders that have `group_vars` and `host_vars`. */
  readonly varsFolders: readonly string[];
  readonly isDecrypted: boolean;
}

export function originOfImport(
  system: System,
  { sources, json }: Pick<SourcesRequest, 'sources' | 'json'>,
  { read, ofVars, varsFolders, isDecrypted }: FilesRead,
): ImportOrigin {
  return {
    files: [...read, ...ofVars, ...(json === undefined ? [] : [resolve(system.cwd, json)])],
    folders: [
      ...foldersOf(ofVars, varsFolders),
      ...foldersOf(read, parentsOfFolders(system, sources)),
    ],
    isDecrypted,
  };
}

/** The folders that lead to files from one of these roots, without the roots. */
function foldersOf(files: readonly string[], roots: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const root of roots)
    for (const file of files)
      for (
        let folder = dirname(file);
        folder.startsWith(root === '/' ? root : `${root}/`) && folder !== root;
        folder = dirname(folder)
      )
        found.add(folder);
  return [...found];
}

/** What the sources are in that are folders: these are sources themselves. */
function parentsOfFolders(system: System, sources: readonly string[]): readonly string[] {
  return sources
    .map((source) => resolve(system.cwd, source))
    .filter((path) => system.kindOf(path) === 'folder')
    .map((path) => dirname(path));
}
