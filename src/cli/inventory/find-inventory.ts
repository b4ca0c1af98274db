/**
 * Which inventory is meant: format reference, section 12, "Finding the inventory". In: what was named, and the path
 * the program was started by. Out: an absolute path, or why there is none, which `locate.ts` puts into words. A named
 * file may still be unreadable; that is told by the one who reads it.
 */
import { dirname, join, resolve } from 'node:path';
import type { System } from '../../system.js';
import { inventoryNames } from '../../text/inventory-names.js';

export interface FindRequest {
  /** FILE or `-i FILE`, if given. */
  readonly file?: string | undefined;
  /** The path by which the program was started: a symlink's own path. */
  readonly scriptPath: string;
  /** Words that may have been meant where a file is not there. */
  readonly commandNames?: readonly string[] | undefined;
}

/** Why no inventory was found; `namedBy` is the environment variable that named it, if one did. */
export type NotFound =
  | {
      readonly cause: 'missing';
      readonly place: string;
      readonly written: string;
      readonly namedBy: string | undefined;
    }
  | {
      readonly cause: 'empty-folder';
      readonly folder: string;
      readonly namedBy: string | undefined;
    }
  | { readonly cause: 'ambiguous'; readonly folder: string }
  | { readonly cause: 'nothing-named'; readonly folders: ReadonlyMap<string, string> };

/** The environment variable that names the inventory. */
export const fileVariable = 'INVENTORY_SCRIPT_FILE';

export function findInventory(
  system: System,
  request: FindRequest,
): { readonly path: string } | NotFound {
  if (request.file !== undefined) return findNamed(system, request.file, undefined);
  const fromEnvironment = system.env[fileVariable] ?? '';
  if (fromEnvironment !== '') return findNamed(system, fromEnvironment, fileVariable);
  const folders = placesOf(system, request.scriptPath);
  for (const folder of folders.keys()) {
    const found = lookIn(system, folder);
    if (found !== undefined) return found;
  }
  return { cause: 'nothing-named', folders };
}

/** A file, or a folder with an inventory in it, that the user named: on the command line or by `namedBy`. */
function findNamed(
  system: System,
  written: string,
  namedBy: string | undefined,
): { readonly path: string } | NotFound {
  const path = resolve(system.cwd, written);
  const kind = system.kindOf(path);
  if (kind === 'folder')
    return lookIn(system, path) ?? { cause: 'empty-folder', folder: path, namedBy };
  if (kind !== undefined) return { path };
  const read = system.readFile(path);
  return 'failure' in read && read.failure === 'missing'
    ? { cause: 'missing', place: path, written, namedBy }
    : { path };
}

/** The folders to look in when nothing is named, in order, each with what it is. */
function placesOf(system: System, scriptPath: string): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  const add = (folder: string, what: string): void => {
    if (!folders.has(folder)) folders.set(folder, what);
  };
  add(dirname(resolve(system.cwd, scriptPath)), 'beside the script');
  const real = dirname(system.realPath(resolve(system.cwd, scriptPath)));
  if (!real.split(/[/\\]/).includes('node_modules'))
    add(real, 'beside the file that the script links to');
  add(system.cwd, 'the working directory');
  return folders;
}

function lookIn(system: System, folder: string): { readonly path: string } | NotFound | undefined {
  const [first, second] = inventoryNames
    .map((name) => join(folder, name))
    .filter((path) => isThere(system, path));
  if (first === undefined) return undefined;
  return second === undefined ? { path: first } : { cause: 'ambiguous', folder };
}

function isThere(system: System, path: string): boolean {
  const kind = system.kindOf(path);
  return kind === 'file' || kind === 'other';
}
