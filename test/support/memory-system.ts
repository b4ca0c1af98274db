/**
 * A `System` in memory, made from a record of absolute paths: text, bytes, a link, an (empty) folder, or a failure
 * that reading gives. Folders above an entry exist by themselves. What is written later is in `files`.
 */
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Machine } from '../../src/machine.js';
import type {
  FileRead,
  ReadFailure,
  Stamp,
  System,
  Unreadable,
  WriteFailure,
} from '../../src/system.js';

export type MemoryEntry =
  | string
  | Uint8Array
  | { readonly linkTo: string }
  | { readonly folder: true }
  | { readonly failure: ReadFailure; readonly detail?: string };

export interface MemorySystem extends System {
  /** Everything there is, by absolute path: also what `createFile` and `makeFolder` added. */
  readonly files: ReadonlyMap<string, MemoryEntry>;
  /** The permissions that `createFile` was called with, by path. */
  readonly modes: ReadonlyMap<string, number>;
}

export interface MemoryOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The time of day; a fixed one unless given. */
  readonly now?: () => number;
  /** When every file last changed; long before `now` unless given. */
  readonly changedAt?: number;
}

/** A system that holds these entries; `cwd` is `/` and the environment empty unless given. */
export function memorySystem(
  entries: Readonly<Record<string, MemoryEntry>>,
  options: MemoryOptions = {},
): MemorySystem {
  const files = new Map<string, MemoryEntry>(Object.entries(entries));
  const modes = new Map<string, number>();
  const at = (path: string): Found => find(files, posix.resolve(options.cwd ?? '/', path));
  const machine = memoryMachine(files, modes, at);
  return {
    files,
    modes,
    cwd: options.cwd ?? '/',
    env: options.env ?? {},
    readFile: (path) => read(at(path), options.changedAt),
    stampOf: (path) => {
      const found = read(at(path), options.changedAt);
      return 'failure' in found ? found : found.stamp;
    },
    listFolder: (path) => list(files, at(path)),
    kindOf: (path) => kind(at(path)),
    realPath: (path) => {
      const found = at(path);
      return found.entry === undefined ? path : found.path;
    },
    createFile: (path, text, mode) => {
      const failure = refuse(at(path), at(posix.dirname(path)));
      if (failure !== undefined) return failure;
      files.set(at(path).path, text);
      modes.set(at(path).path, mode);
      return undefined;
    },
    makeFolder: (path) => {
      const found = at(path);
      if (found.entry === undefined) files.set(found.path, { folder: true });
      else if (kind(found) !== 'folder') return { failure: 'exists', detail: 'it exists already' };
      return undefined;
    },
    makeTemporaryFolder: () => {
      const path = `/tmp/${files.size}`;
      files.set(path, { folder: true });
      return { path };
    },
    removeFolder: (path) => {
      for (const each of [...files.keys()])
        if (each === path || each.startsWith(`${path}/`)) files.delete(each);
    },
    run: () => Promise.resolve({ failure: 'missing', detail: 'no such program' }),
    now: options.now ?? (() => 1_000_000),
    machine: () => machine,
  };
}

/** A machine whose only process has the id 1, whose ids count up, and that has no network. */
function memoryMachine(
  files: Map<string, MemoryEntry>,
  modes: Map<string, number>,
  at: (path: string) => Found,
): Machine {
  let ids = 0;
  return {
    createDurably: (path, text, mode) => {
      const failure = refuse(at(path), at(posix.dirname(path)));
      if (failure !== undefined) return failure;
      files.set(at(path).path, text);
      modes.set(at(path).path, mode);
      return undefined;
    },
    rename: (from, to) => {
      const [source, target] = [at(from), at(to)];
      if (source.entry === undefined) return { failure: 'missing', detail: 'no such file' };
      files.set(target.path, source.entry);
      files.delete(source.path);
      modes.set(target.path, modes.get(source.path) ?? 0o644);
      return undefined;
    },
    remove: (path) => {
      files.delete(at(path).path);
      return undefined;
    },
    syncFolder: () => undefined,
    linkTarget: (path) => {
      const entry = files.get(path);
      return typeof entry === 'object' && 'linkTo' in entry ? entry.linkTo : undefined;
    },
    modeOf: (path) =>
      at(path).entry === undefined ? undefined : (modes.get(at(path).path) ?? 0o644),
    factsOf: (path) =>
      at(path).entry === undefined
        ? undefined
        : { mode: modes.get(at(path).path) ?? 0o644, owner: 1000, group: 1000, links: 1 },
    giveTo: (path, { mode }) => {
      modes.set(at(path).path, mode);
      return undefined;
    },
    setMode: (path, mode) => {
      modes.set(at(path).path, mode);
      return undefined;
    },
    writeThrough: (path, text) => {
      files.set(at(path).path, text);
      return undefined;
    },
    mayExecute: (path) => ((modes.get(at(path).path) ?? 0o644) & 0o111) !== 0,
    mounts: () => '',
    fetch: () => Promise.resolve({ failure: 'network', detail: 'there is no network' }),
    readInput: () => '',
    host: 'build1',
    user: 'anna',
    processId: 1,
    processSpace: 'build1',
    isRunning: (processId) => processId === 1,
    randomId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    random: () => 0.5,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    sleep: () => Promise.resolve(),
  };
}

/** What stands at a path once links are followed; `entry` is undefined if nothing does. */
interface Found {
  readonly path: string;
  readonly entry: MemoryEntry | undefined;
}

function find(files: ReadonlyMap<string, MemoryEntry>, wanted: string): Found {
  let todo = wanted.split('/').filter((part) => part !== '');
  let path = '/';
  for (let links = 0; ;) {
    const entry = entryAt(files, path);
    if (entry !== undefined && typeof entry === 'object' && 'linkTo' in entry) {
      if (++links > 40) return { path, entry: { failure: 'io-error', detail: 'too many links' } };
      const target = posix.resolve(posix.dirname(path), entry.linkTo);
      todo = [...target.split('/').filter((part) => part !== ''), ...todo];
      path = '/';
      continue;
    }
    const next = todo.shift();
    if (next === undefined) return { path, entry };
    path = posix.join(path, next);
  }
}

function entryAt(files: ReadonlyMap<string, MemoryEntry>, path: string): MemoryEntry | undefined {
  const entry = files.get(path);
  if (entry !== undefined || path === '/') return entry ?? { folder: true };
  for (const each of files.keys()) if (each.startsWith(`${path}/`)) return { folder: true };
  return undefined;
}

function kind({ entry }: Found): ReturnType<System['kindOf']> {
  if (entry === undefined) return undefined;
  if (typeof entry === 'string' || entry instanceof Uint8Array) return 'file';
  if ('folder' in entry) return 'folder';
  if (!('failure' in entry) || entry.failure === 'missing') return undefined;
  return entry.failure === 'not-a-file' ? 'other' : entry.failure === 'folder' ? 'folder' : 'file';
}

function read(found: Found, changedAt: number | undefined): FileRead {
  const bytes = bytesOf(found.entry);
  return bytes instanceof Uint8Array
    ? { bytes, stamp: stampOf(found.path, bytes, changedAt) }
    : bytes;
}

function stampOf(path: string, bytes: Uint8Array, changedAt = 0): Stamp {
  return { id: `${path} ${createHash('sha256').update(bytes).digest('hex')}`, changedAt };
}

function bytesOf(entry: MemoryEntry | undefined): Uint8Array | Unreadable {
  if (entry === undefined) return { failure: 'missing', detail: 'no such file' };
  if (typeof entry === 'string') return new TextEncoder().encode(entry);
  if (entry instanceof Uint8Array) return entry;
  if ('failure' in entry) return { failure: entry.failure, detail: entry.detail ?? entry.failure };
  return { failure: 'folder', detail: 'it is a folder' };
}

function list(
  files: ReadonlyMap<string, MemoryEntry>,
  found: Found,
): readonly string[] | undefined {
  if (kind(found) !== 'folder') return undefined;
  const prefix = found.path === '/' ? '/' : `${found.path}/`;
  const names = new Set<string>();
  for (const path of files.keys()) {
    if (path.startsWith(prefix) && path !== prefix)
      names.add(path.slice(prefix.length).split('/')[0] ?? '');
  }
  return [...names].sort();
}

function refuse(file: Found, folder: Found): WriteFailure | undefined {
  if (file.entry !== undefined) return { failure: 'exists', detail: 'it exists already' };
  const { entry } = folder;
  if (entry === undefined) return { failure: 'missing', detail: 'no such folder' };
  if (typeof entry === 'object' && 'failure' in entry)
    return { failure: 'forbidden', detail: 'permission denied' };
  return undefined;
}
