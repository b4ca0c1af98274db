/**
 * The door to what only some commands need of the machine: files that must survive a crash, the network, processes,
 * names and chance. `System.machine()` gives it, loaded at the first call. Failures are values, as in `system.ts`.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  attempt,
  factsOf,
  giveTo,
  setMode,
  writeThrough,
  type FileFacts,
  type WriteFailure,
} from './machine-files.js';

export { writeFailureOf, type FileFacts, type WriteFailure } from './machine-files.js';

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** After so long without the whole answer the request has failed. */
  readonly timeoutMilliseconds: number;
}

export interface HttpResponse {
  readonly status: number;
  /** The value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

/** No answer: none in time, or none at all. */
export interface HttpFailure {
  readonly failure: 'timeout' | 'network' | 'too-large';
  readonly detail: string;
}

export interface Machine {
  /**
   * Makes a new file with exactly these permissions, and returns when it is on the disk; never touches one that
   * exists. Where it fails nothing is left behind.
   */
  createDurably(path: string, text: string, mode: number): WriteFailure | undefined;
  /** Puts a file in the place of another, in one step. */
  rename(from: string, to: string): WriteFailure | undefined;
  /** Removes a file; one that is not there is fine. */
  remove(path: string): WriteFailure | undefined;
  /** Returns when what happened to the names in a folder is on the disk, where the file system can do that. */
  syncFolder(path: string): void;
  /** Where a symbolic link points, as it is written in it; undefined for anything else. */
  linkTarget(path: string): string | undefined;
  /** The permissions of a file; undefined where there is none. */
  modeOf(path: string): number | undefined;
  /** What a file is, links followed; undefined where there is none. */
  factsOf(path: string): FileFacts | undefined;
  /** Gives a file to this owner and group, with exactly these permissions. */
  giveTo(path: string, facts: Omit<FileFacts, 'links'>): WriteFailure | undefined;
  setMode(path: string, mode: number): WriteFailure | undefined;
  /**
   * Gives an existing file another text, and returns when it is on the disk; everything else of the file stays. Where the
   * disk is full the old text stays.
   */
  writeThrough(path: string, text: string): WriteFailure | undefined;
  /** Whether the system starts a file for this user: an exec bit alone does not say so. */
  mayExecute(path: string): boolean;
  /** What is mounted where, as Linux lists it in `mountinfo`; empty elsewhere. */
  mounts(): string;
  /** A whole request; redirects are answers like any other. */
  fetch(request: HttpRequest): Promise<HttpResponse | HttpFailure>;
  /** Everything from standard input, as text. */
  readInput(): string | WriteFailure;
  /** The name of the machine, and of the user of this process. */
  readonly host: string;
  readonly user: string;
  readonly processId: number;
  /** Equal for processes that see each other's ids. */
  readonly processSpace: string;
  /** Whether a process with this id is alive here. */
  isRunning(processId: number): boolean;
  /** A new UUID. */
  randomId(): string;
  /** A number from 0 up to 1, 1 excluded. */
  random(): number;
  /** The SHA-256 digest of a text in UTF-8, in hexadecimal digits. */
  sha256(text: string): string;
  sleep(milliseconds: number): Promise<void>;
}

/** Answers larger than this many bytes are refused. */
const maxAnswerBytes = 64 * 1024 * 1024;

/** The machine that this process runs on. */
export function nodeMachine(): Machine {
  const os = process.getBuiltinModule('node:os');
  const crypto = process.getBuiltinModule('node:crypto');
  const host = os.hostname();
  return {
    createDurably,
    rename: (from, to) =>
      attempt(() => {
        renameSync(from, to);
      }),
    remove,
    syncFolder,
    linkTarget,
    modeOf,
    factsOf,
    giveTo,
    setMode,
    writeThrough,
    mayExecute: (path) =>
      attempt(() => {
        accessSync(path, constants.X_OK);
      }) === undefined,
    mounts,
    fetch: request,
    readInput,
    host,
    user: userName(),
    processId: process.pid,
    processSpace: processSpace() ?? host,
    isRunning,
    randomId: () => crypto.randomUUID(),
    random: Math.random,
    sha256: (text) => crypto.createHash('sha256').update(text).digest('hex'),
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      }),
  };
}

function createDurably(path: string, text: string, mode: number): WriteFailure | undefined {
  let descriptor: number | undefined;
  const failed = attempt(() => {
    descriptor = openSync(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      mode,
    );
  });
  if (descriptor === undefined) return failed;
  const file = descriptor;
  const unfinished =
    protect(file, mode) ??
    attempt(() => {
      const bytes = Buffer.from(text, 'utf8');
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    });
  const unclosed = attempt(() => {
    closeSync(file);
  });
  const failure = unfinished ?? unclosed;
  if (failure !== undefined) remove(path);
  return failure;
}

/** Gives an open file exactly these permissions, or says that it has more. */
function protect(file: number, mode: number): WriteFailure | undefined {
  let kept = 0;
  const failure = attempt(() => {
    if ((fstatSync(file).mode & 0o777) !== mode) fchmodSync(file, mode);
    kept = fstatSync(file).mode & 0o777;
  });
  return (
    failure ??
    ((kept & ~mode) === 0
      ? undefined
      : { failure: 'io-error', detail: 'the file system cannot keep others from reading it' })
  );
}

function remove(path: string): WriteFailure | undefined {
  const failure = attempt(() => {
    unlinkSync(path);
  });
  return failure?.failure === 'missing' ? undefined : failure;
}

/** Some file systems cannot; what was renamed is then as safe as they make it. */
function syncFolder(path: string): void {
  let descriptor: number | undefined;
  attempt(() => {
    descriptor = openSync(path, constants.O_RDONLY);
    fsyncSync(descriptor);
  });
  const opened = descriptor;
  if (opened !== undefined)
    attempt(() => {
      closeSync(opened);
    });
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function modeOf(path: string): number | undefined {
  let mode: number | undefined;
  attempt(() => {
    mode = statSync(path).mode & 0o777;
  });
  return mode;
}

function mounts(): string {
  let text = '';
  attempt(() => {
    text = readFileSync('/proc/self/mountinfo', 'utf8');
  });
  return text;
}

function readInput(): string | WriteFailure {
  let text = '';
  return (
    attempt(() => {
      text = readFileSync(0, 'utf8');
    }) ?? text
  );
}

async function request({
  method,
  url,
  headers,
  body,
  timeoutMilliseconds,
}: HttpRequest): Promise<HttpResponse | HttpFailure> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const text = await textWithin(answer);
    if (text === undefined)
      return { failure: 'too-large', detail: `the answer has more than ${maxAnswerBytes} bytes` };
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name) ?? undefined,
      body: text,
    };
  } catch (error) {
    if (signal.aborted)
      return {
        failure: 'timeout',
        detail: `no answer within ${timeoutMilliseconds / 1000} seconds`,
      };
    return { failure: 'network', detail: causeOf(error) };
  }
}

async function textWithin(answer: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  if (answer.body === null) return text;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What `fetch` says is always "fetch failed"; why stands in its cause. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  return inner instanceof Error && inner.message !== ''
    ? inner.message
    : ((cause as NodeJS.ErrnoException).code ?? cause.name);
}

/** Whether a process with this id is alive on this machine. */
export function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function userName(): string {
  try {
    return process.getBuiltinModule('node:os').userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** On Linux the running kernel and the space of process ids in it: containers may share a host's name, not these. */
function processSpace(): string | undefined {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/**
 * Makes a folder and those above it; one that exists is fine. Node's own `recursive` never ends where a file system denies
 * that a folder can be in it (`/proc`, automounts), and tells a read-only one as a folder that is missing.
 */
export function makeFolders(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path && !existsSync(dirname(path))) {
      makeFolders(dirname(path), mode);
      mkdirSync(path, { mode });
    } else if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw error;
    }
  }
}
