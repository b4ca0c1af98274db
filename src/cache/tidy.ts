/** Keeps the cache's folder within bounds: the oldest entries go, and what runs that died have left behind. */
import type { Disk, FileInFolder } from './disk.js';

/** All entries together, in bytes. */
export const folderLimit = 1024 ** 3;

/** One entry: what is larger is not kept. */
export const entryLimit = folderLimit / 2;

/** Several parts of several versions may be in use. */
const maxCodeFiles = 8;

const entryEnding = '.entry';
const codeEnding = '.code';
const partEnding = '.part';

/** After this time without a write, an unfinished entry belongs to nobody, whatever its process is. */
const abandonedMilliseconds = 60 * 60 * 1000;

/** The file name of the entry with this name. */
export function entryFile(name: string): string {
  return `${name}${entryEnding}`;
}

/** The file name of the compiled code with this name. */
export function codeFile(name: string): string {
  return `${name}${codeEnding}`;
}

/** A new name for the unfinished file that will be at `path`. */
export function partPath(path: string): string {
  return `${path}.${process.pid}.${Math.random().toString(36).slice(2)}${partEnding}`;
}

/** The entries in a folder, the oldest first. */
export function entriesIn(disk: Disk, folder: string): readonly FileInFolder[] {
  const entries = disk.list(folder).filter((each) => each.name.endsWith(entryEnding));
  return entries.sort((a, b) => a.modifiedAt - b.modifiedAt);
}

/** Removes abandoned files, and the oldest entries until the rest is within `limit`. */
export function tidyFolder(disk: Disk, folder: string, now: number, limit = folderLimit): void {
  for (const file of disk.list(folder)) if (isAbandoned(disk, file, now)) disk.remove(file.path);
  const entries = entriesIn(disk, folder);
  let total = entries.reduce((sum, each) => sum + each.size, 0);
  for (const { path, size } of entries) {
    if (total <= limit) break;
    disk.remove(path);
    total -= size;
  }
}

/** Removes all entries, and everything unfinished; gives what was removed. */
export function clearFolder(disk: Disk, folder: string): readonly FileInFolder[] {
  const endings = [entryEnding, partEnding];
  return disk
    .list(folder)
    .filter(
      ({ name, path }) => endings.some((ending) => name.endsWith(ending)) && disk.remove(path),
    );
}

/** Removes abandoned files, and all compiled code but the newest. */
export function tidyCode(disk: Disk, folder: string, now: number): void {
  const files = disk.list(folder);
  for (const file of files) if (isAbandoned(disk, file, now)) disk.remove(file.path);
  const code = files
    .filter(({ name }) => name.endsWith(codeEnding))
    .sort((a, b) => b.modifiedAt - a.modifiedAt);
  for (const { path } of code.slice(maxCodeFiles)) disk.remove(path);
}

function isAbandoned(disk: Disk, { name, modifiedAt }: FileInFolder, now: number): boolean {
  if (!name.endsWith(partEnding)) return false;
  const processId = Number(name.split('.').at(-3));
  return !disk.isRunning(processId) || now - modifiedAt > abandonedMilliseconds;
}
