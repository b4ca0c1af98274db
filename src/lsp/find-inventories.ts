/**
 * Which files may be inventories: those beside and above a file, and all that lie in the folders that the client works in.
 * Looks at names and first words only; whether an inventory holds a file, its own reading says.
 */
import { dirname, join } from 'node:path';
import type { Stamp, System } from '../system.js';
import { inventoryNames } from '../text/inventory-names.js';

/** How many files of one folder are looked at for an inventory that includes another file. */
const mostNeighbours = 60;
const mostFoldersAbove = 8;
/** Where looking through the client's folders ends. */
const mostFolders = 3000;
const mostInventories = 300;
const mostBytes = 4 * 1024 * 1024;
const skipped = new Set(['node_modules', '__pycache__', 'venv']);

/** Inventories that may hold the file at `path`, the nearest first; `folders` are the ones above which none is looked for. */
export function* inventoriesAbove(
  system: System,
  path: string,
  folders: readonly string[],
): Generator<string> {
  let folder = dirname(path);
  for (let count = 0; count < mostFoldersAbove; count++) {
    const names = system.listFolder(folder) ?? [];
    for (const name of inventoryNames) if (names.includes(name)) yield join(folder, name);
    const others = names
      .filter((name) => isYaml(name) && !isInventoryName(name))
      .slice(0, mostNeighbours);
    for (const name of others)
      if (includesOthers(system, join(folder, name))) yield join(folder, name);
    if (folders.includes(folder) || dirname(folder) === folder) return;
    folder = dirname(folder);
  }
}

/** The client's folders, those around a file first, from the inside out: what is near is found though there is very much. */
export function foldersAround(path: string, folders: readonly string[]): readonly string[] {
  const home = folders.find((folder) =>
    path.startsWith(folder.endsWith('/') ? folder : `${folder}/`),
  );
  const around: string[] = [];
  if (home !== undefined)
    for (let folder = dirname(path); folder.length > home.length; folder = dirname(folder))
      around.push(folder);
  return [...around, ...folders];
}

/** Looks through folders, one after the other; what a file is, is remembered until the file changes. */
export type FindInventories = (folders: readonly string[]) => readonly string[];

export function inventoryFinder(system: System): FindInventories {
  const known = new Map<string, { readonly stamp: string; readonly isInventory: boolean }>();
  const isInventory = (path: string): boolean => {
    const stamp = stampText(system.stampOf(path));
    const before = known.get(path);
    if (before?.stamp === stamp) return before.isInventory;
    const found = includesOthers(system, path) || looksLikeInventory(textAt(system, path) ?? '');
    known.set(path, { stamp, isInventory: found });
    return found;
  };
  return (folders) => {
    const found = new Set<string>();
    const seen = new Set<string>();
    const open = [...folders].reverse();
    for (
      let folder = open.pop();
      folder !== undefined && seen.size < mostFolders && found.size < mostInventories;
      folder = open.pop()
    ) {
      const real = system.realPath(folder);
      if (seen.has(real)) continue;
      seen.add(real);
      for (const name of system.listFolder(folder) ?? []) {
        if (name.startsWith('.') || skipped.has(name)) continue;
        const path = join(folder, name);
        if (isYaml(name)) {
          if (isInventoryName(name) || isInventory(path)) found.add(path);
        } else if (system.kindOf(path) === 'folder') open.push(path);
      }
    }
    return [...found];
  };
}

export function isInventoryName(name: string): boolean {
  return (inventoryNames as readonly string[]).includes(name);
}

/** True for a text that says whose it is. */
export function isOwnText(text: string): boolean {
  return /^plugin:[ \t]*["']?inventory-script\b/m.test(text);
}

/** True for a text that is nobody else's: a map with hosts in a list, or with sections that only inventories have. */
function looksLikeInventory(text: string): boolean {
  return (
    /^hosts:[ \t]*(?:\[|#.*$|$)/m.test(text) &&
    /^(?:tags|services|upstreams|exports|include|secret_sources|variables):/m.test(text) &&
    !/^all:/m.test(text)
  );
}

/** True for a text that may be an inventory, if it is no part of one. */
export function mayBeEntry(text: string): boolean {
  return looksLikeInventory(text) || /^include:/m.test(text);
}

/** True for a text that an inventory may include or name as a service's file: no list, as plays and tasks are. */
export function looksLikePart(text: string): boolean {
  return !/^- /m.test(text);
}

/** True for a file that says by its first lines that it may be an inventory with other files. */
function includesOthers(system: System, path: string): boolean {
  return /^(?:include|plugin:[ \t]*["']?inventory-script)\b/m.test(textAt(system, path) ?? '');
}

function textAt(system: System, path: string): string | undefined {
  const read = system.readFile(path);
  return 'failure' in read || read.bytes.length > mostBytes
    ? undefined
    : new TextDecoder().decode(read.bytes);
}

function stampText(stamp: Stamp | object): string {
  return JSON.stringify(stamp);
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}
