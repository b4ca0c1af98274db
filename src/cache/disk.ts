/**
 * The door to the cache's own folder, beside `system.ts` since it works on open files. Nothing here throws: what
 * cannot be done is undefined or false, and the caller goes on without a cache. Only folders and files of the user
 * alone are touched: they hold what inventories hold.
 */
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { isRunning, makeFolders } from '../machine.js';

/** A file that is open for reading. */
export interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  /** When it was last written, in milliseconds since 1970, with fractions. */
  readonly modifiedAt: number;
}

export interface FileInFolder {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: number;
}

export interface Disk {
  /** Whether a folder is there and the user's alone; a text says why it is not to be used. */
  judgeFolder(path: string): 'usable' | 'missing' | { readonly unusable: string };
  /** Makes a folder for the user alone, and those above it. */
  makeFolder(path: string): void;
  /** Opens a file of the user alone; never through a link. */
  open(path: string): OpenFile | undefined;
  /** Fills `target` from a place in the file; false if there is less. */
  readAt(descriptor: number, target: Uint8Array, position: number): boolean;
  /** Makes a new file for the user alone, open for writing. */
  create(path: string): number | undefined;
  write(descriptor: number, bytes: Uint8Array): boolean;
  /** Sets the time of the last write. */
  setTime(descriptor: number, modifiedAt: number): boolean;
  close(descriptor: number): void;
  /** Puts a file in the place of another, in one step. */
  rename(from: string, to: string): boolean;
  remove(path: string): boolean;
  /** Removes a folder with everything in it; false if there is none. */
  removeTree(path: string): boolean;
  /** The files in a folder, by name. */
  list(folder: string): readonly FileInFolder[];
  /** For how long the machine has been running, in milliseconds. */
  uptime(): number;
  /** Whether a process with this id is alive on this machine. */
  isRunning(processId: number): boolean;
}

/** The disk of this machine. */
export const nodeDisk: Disk = {
  judgeFolder(path) {
    return attempt(() => judge(statSync(path))) ?? 'missing';
  },
  makeFolder(path) {
    attempt(() => {
      makeFolders(path, 0o700);
    });
  },
  open(path) {
    const descriptor = attempt(() =>
      openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK),
    );
    if (descriptor === undefined) return undefined;
    const stats = attempt(() => fstatSync(descriptor));
    if (stats?.isFile() === true && isPrivate(stats))
      return { descriptor, size: stats.size, modifiedAt: stats.mtimeMs };
    nodeDisk.close(descriptor);
    return undefined;
  },
  readAt(descriptor, target, position) {
    for (let done = 0; done < target.length;) {
      const from = done;
      const read =
        attempt(() => readSync(descriptor, target, from, target.length - from, position + from)) ??
        0;
      if (read === 0) return false;
      done += read;
    }
    return true;
  },
  create(path) {
    return attempt(() =>
      openSync(
        path,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
        0o600,
      ),
    );
  },
  write(descriptor, bytes) {
    for (let done = 0; done < bytes.length;) {
      const from = done;
      const written = attempt(() => writeSync(descriptor, bytes, from)) ?? 0;
      if (written === 0) return false;
      done += written;
    }
    return true;
  },
  setTime: (descriptor, modifiedAt) =>
    succeeds(() => {
      futimesSync(descriptor, modifiedAt / 1000, modifiedAt / 1000);
    }),
  close(descriptor) {
    attempt(() => {
      closeSync(descriptor);
    });
  },
  rename: (from, to) =>
    succeeds(() => {
      renameSync(from, to);
    }),
  remove: (path) =>
    succeeds(() => {
      unlinkSync(path);
    }),
  removeTree: (path) =>
    succeeds(() => {
      rmSync(path, { recursive: true });
    }),
  list(folder) {
    const names = attempt(() => readdirSync(folder)) ?? [];
    return names.sort().flatMap((name) => {
      const path = join(folder, name);
      const stats = attempt(() => lstatSync(path));
      return stats?.isFile() === true
        ? [{ path, name, size: stats.size, modifiedAt: stats.mtimeMs }]
        : [];
    });
  },
  uptime: () => process.getBuiltinModule('node:os').uptime() * 1000,
  isRunning,
};

function judge(stats: Stats): ReturnType<Disk['judgeFolder']> {
  if (!stats.isDirectory()) return { unusable: 'it is no folder' };
  if (stats.uid !== process.geteuid?.()) return { unusable: 'it belongs to another user' };
  return isPrivate(stats)
    ? 'usable'
    : { unusable: 'others may use it: `chmod 700` it, or remove it' };
}

function isPrivate(stats: Stats): boolean {
  return stats.uid === process.geteuid?.() && (stats.mode & 0o077) === 0;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}

function succeeds(act: () => void): boolean {
  return (
    attempt(() => {
      act();
      return true;
    }) ?? false
  );
}
