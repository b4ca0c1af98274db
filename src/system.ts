/**
 * The one door to disk, environment and clock. Everything that touches the world takes a `System`, so that tests
 * run on one in memory. Failures are values: nothing here throws for a missing or unreadable file.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type BigIntStats,
} from 'node:fs';
import {
  makeFolders,
  nodeMachine,
  writeFailureOf,
  type Machine,
  type WriteFailure,
} from './machine.js';

/** Why a file could not be read. */
export type ReadFailure =
  | 'missing'
  | 'folder'
  | 'forbidden'
  | 'not-a-file'
  | 'too-large'
  | 'changed-while-read'
  | 'io-error';

export interface Unreadable {
  readonly failure: ReadFailure;
  readonly detail: string;
}

/**
 * Which content a file has. Equal `id`s: the same file, not changed in between, unless so soon after `changedAt`
 * that its times could not show it.
 */
export interface Stamp {
  /** Device, inode, size, and both times in nanoseconds, as one text. */
  readonly id: string;
  /** The later of the times of its content and of its inode, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** The stamp is that of the file the bytes were read from, taken before they were read. */
export type FileRead = { readonly bytes: Uint8Array; readonly stamp: Stamp } | Unreadable;

export type { WriteFailure };

/** How a program is run; what is not given is as it is for this process. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What it reads from its standard input; nothing by default. */
  readonly input?: string | undefined;
  /** True to give its standard output as bytes, in `output`; `stdout` is empty then. */
  readonly asBytes?: boolean | undefined;
}

/** What a program said and how it ended (a signal counts as 128), or that it could not be started. */
export type ProgramRun =
  | {
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
      readonly output?: Uint8Array;
    }
  | { readonly failure: 'missing' | 'forbidden' | 'io-error'; readonly detail: string };

export interface System {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads a whole file. A file that changes meanwhile is reported, never returned torn. */
  readFile(path: string): FileRead;
  /** What `readFile` would say of a file, without reading it: its stamp, or why it cannot be read. */
  stampOf(path: string): Stamp | Unreadable;
  /** The names in a folder, sorted by code unit; undefined if it is no readable folder. */
  listFolder(path: string): readonly string[] | undefined;
  /** What stands at a path, links followed; undefined if nothing does. */
  kindOf(path: string): 'file' | 'folder' | 'other' | undefined;
  /** The path with all links resolved; the path itself if it does not exist. */
  realPath(path: string): string;
  /** Makes a new file with these permissions; never touches one that exists. undefined means that it is written. */
  createFile(path: string, text: string, mode: number): WriteFailure | undefined;
  /** Makes a folder and those above it; one that exists is fine. undefined means that it is there. */
  makeFolder(path: string): WriteFailure | undefined;
  /** Makes a new empty folder that only this user can read, among the temporary ones; gives its path without links. A signal that ends this process removes it. */
  makeTemporaryFolder(): { readonly path: string } | WriteFailure;
  /** Removes a folder with all that is in it; what cannot be removed stays. */
  removeFolder(path: string): void;
  /** Runs a program, found on the PATH of its environment, to its end. Never rejects. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<ProgramRun>;
  /** The time of day, in milliseconds since 1970. */
  now(): number;
  /** What only commands that change or ask something outside need; loaded at the first call. */
  machine(): Machine;
}

/** Files larger than this many bytes are refused: no inventory is that large, and a string of it may not fit. */
export const maxFileBytes = 256 * 1024 * 1024;

/** The `System` of this process. */
export const nodeSystem: System = {
  get cwd() {
    return process.cwd();
  },
  get env() {
    return process.env;
  },
  readFile: (path) => withFile(path, readOpen),
  stampOf: (path) => withFile(path, (_descriptor, stats) => stampFrom(stats)),
  listFolder(path) {
    try {
      return readdirSync(path).sort();
    } catch {
      return undefined;
    }
  },
  kindOf(path) {
    try {
      const stats = statSync(path);
      return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    } catch {
      return undefined;
    }
  },
  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      return path;
    }
  },
  createFile,
  makeFolder(path) {
    try {
      makeFolders(path);
      return undefined;
    } catch (error) {
      return writeFailureOf(error);
    }
  },
  makeTemporaryFolder() {
    // Before the folder is there: a signal between the two would leave it.
    if (temporaryFolders.size === 0)
      for (const signal of endingSignals) process.once(signal, endWithoutFolders);
    try {
      const path = realpathSync.native(
        mkdtempSync(`${process.env.TMPDIR ?? '/tmp'}/inventory-script-`),
      );
      temporaryFolders.add(path);
      return { path };
    } catch (error) {
      stopWaitingForSignals();
      return writeFailureOf(error);
    }
  },
  removeFolder(path) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // What stays is in the folder for temporary files.
    }
    if (temporaryFolders.delete(path)) stopWaitingForSignals();
  },
  run,
  now: Date.now,
  machine: nodeMachine,
};

/** Those that are not removed yet: what is in them may be secret. */
const temporaryFolders = new Set<string>();
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function stopWaitingForSignals(): void {
  if (temporaryFolders.size === 0)
    for (const signal of endingSignals) process.off(signal, endWithoutFolders);
}

/** Ends as the signal does that came, but leaves no temporary folder behind. */
function endWithoutFolders(signal: NodeJS.Signals): void {
  for (const path of [...temporaryFolders]) nodeSystem.removeFolder(path);
  process.kill(process.pid, signal);
}

/** The module is slow to load, so only what runs programs pays for it. */
function run(
  program: string,
  args: readonly string[],
  { cwd, env, input, asBytes = false }: RunOptions = {},
): Promise<ProgramRun> {
  return new Promise((resolve) => {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(program, args, {
      cwd,
      env: { ...(env ?? process.env) },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // A program that reads no further says so by how it ends.
    child.stdin?.on('error', () => undefined).end(input);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', (error) => {
      const { failure, detail } = writeFailureOf(error);
      resolve(
        failure === 'missing'
          ? { failure, detail: 'no such program' }
          : { failure: failure === 'exists' ? 'io-error' : failure, detail },
      );
    });
    child.on('close', (code) => {
      const output = Buffer.concat(out);
      resolve({
        exitCode: code ?? 128,
        stdout: asBytes ? '' : output.toString(),
        stderr: Buffer.concat(err).toString(),
        ...(asBytes ? { output } : {}),
      });
    });
  });
}

/** Opens a regular file of a size that may be read. Never waits for the writer of a named pipe. */
function withFile<T>(
  path: string,
  use: (descriptor: number, stats: BigIntStats) => T | Unreadable,
): T | Unreadable {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return failureOf(error);
  }
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    return refuse(stats) ?? use(descriptor, stats);
  } catch (error) {
    return failureOf(error);
  } finally {
    closeSync(descriptor);
  }
}

function refuse(stats: BigIntStats): Unreadable | undefined {
  if (stats.isDirectory()) return { failure: 'folder', detail: 'it is a folder' };
  if (!stats.isFile()) return { failure: 'not-a-file', detail: 'it is no regular file' };
  if (stats.size <= BigInt(maxFileBytes)) return undefined;
  return {
    failure: 'too-large',
    detail: `it has ${stats.size} bytes, the limit is ${maxFileBytes}`,
  };
}

function readOpen(descriptor: number, before: BigIntStats): FileRead {
  const bytes = new Uint8Array(Number(before.size) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0 || length === bytes.length) break;
  }
  const after = fstatSync(descriptor, { bigint: true });
  if (
    length !== Number(before.size) ||
    after.size !== before.size ||
    after.mtimeNs !== before.mtimeNs
  ) {
    return { failure: 'changed-while-read', detail: 'it changed while it was read' };
  }
  return { bytes: bytes.subarray(0, length), stamp: stampFrom(before) };
}

function stampFrom({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): Stamp {
  const latest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return {
    id: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
    changedAt: Number(latest / 1_000_000n),
  };
}

function failureOf(error: unknown): Unreadable {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { failure: 'missing', detail: 'no such file' };
    case 'EISDIR':
      return { failure: 'folder', detail: 'it is a folder' };
    case 'EACCES':
    case 'EPERM':
      return { failure: 'forbidden', detail: 'permission denied' };
    case 'ELOOP':
      return { failure: 'io-error', detail: 'its links lead in a circle' };
    case 'ENAMETOOLONG':
      return { failure: 'io-error', detail: 'its path is too long' };
    default:
      return { failure: 'io-error', detail: message.replace(/, \w+(?: '.*')?$/s, '') };
  }
}

function createFile(path: string, text: string, mode: number): WriteFailure | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx', mode);
  } catch (error) {
    return writeFailureOf(error);
  }
  try {
    writeFileSync(descriptor, text);
    return undefined;
  } catch (error) {
    removeQuietly(path);
    return writeFailureOf(error);
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The failure to write is what the caller hears of.
  }
}
