/**
 * Which inventories the open files belong to: those that hold them, and the files that are inventories themselves. Depends on
 * the texts as they are, not on the order in which they were opened.
 */
import { basename } from 'node:path';
import {
  foldersAround,
  inventoriesAbove,
  isInventoryName,
  isOwnText,
  looksLikePart,
  mayBeEntry,
} from './find-inventories.js';
import { draftIn, isHeld, openRoot, readOther, type World } from './world.js';

/** What a text may be: a file is looked at anew when that changes. */
export function roleOf(text: string): string {
  const top = text.match(/^(?:[a-z]|- ).*/gm)?.join('\n') ?? '';
  return [isOwnText(top), mayBeEntry(top), looksLikePart(top)].join();
}

/** Finds the inventories of a file: those beside and above it, and if it may be a part of one, those of the client's folders. */
export function place(world: World, path: string): void {
  const { system, roots, buffers, inventory, folders } = world;
  const text = buffers.get(path)?.text ?? '';
  if (isSurelyEntry(world, path, text)) {
    openRoot(world, path);
    return;
  }
  const own = system.realPath(path);
  const candidates = [
    ...(inventory === undefined ? [] : [inventory]),
    ...inventoriesAbove(system, path, folders),
    ...(looksLikePart(text) ? world.find(foldersAround(path, folders)) : []),
  ];
  const holders = [...new Set(candidates)].flatMap((candidate) => {
    const key = system.realPath(candidate);
    const names =
      key === own ? undefined : (roots.get(key)?.analysis ?? readOther(world, candidate));
    return names !== undefined && draftIn(world, names, path) !== undefined ? [names] : [];
  });
  // What another one of them includes is a part of that.
  const whole = holders.filter(
    (each) =>
      isInventoryName(basename(each.path)) ||
      !holders.some((other) => other !== each && draftIn(world, other, each.path) !== undefined),
  );
  for (const each of whole.length > 0 ? whole : holders.slice(0, 1)) openRoot(world, each.path);
  if (mayBeEntry(text) && !isHeld(world, path)) openRoot(world, path);
}

/** Forgets inventories that no open file needs; opens those that the others take values from. */
export function prune(world: World): void {
  const { system, roots } = world;
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
  for (const key of [...roots.keys()]) if (isNeeded(world, key)) want(key);
  for (const key of [...roots.keys()]) if (!wanted.has(key)) roots.delete(key);
}

/** True where an open file is in the inventory; its own text alone makes it none that it is not. */
function isNeeded(world: World, key: string): boolean {
  const { roots, buffers } = world;
  const root = roots.get(key);
  if (root === undefined) return false;
  const { analysis } = root;
  const open = [...buffers.values()].filter(
    (each) => each.path === analysis.path || draftIn(world, analysis, each.path) !== undefined,
  );
  const own = open.find((each) => each.path === analysis.path || each.real === key);
  if (own === undefined) return open.some((each) => !isSurelyEntry(world, each.path, each.text));
  if (isSurelyEntry(world, own.path, own.text)) return true;
  const isPart = [...roots].some(
    ([other, { analysis: of }]) => other !== key && draftIn(world, of, own.path) !== undefined,
  );
  return !isPart && mayBeEntry(own.text);
}

/** True for a file that says by its name or its text that it is an inventory; which others include it does not matter then. */
function isSurelyEntry({ inventory }: World, path: string, text: string): boolean {
  return path === inventory || isInventoryName(basename(path)) || isOwnText(text);
}
