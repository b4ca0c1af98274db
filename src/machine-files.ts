/**
 * Files of the user as they are beside their content: owner, group, permissions, and a new text for one that keeps all of
 * it. Failures are values.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';

/** Why a file or folder could not be made, or put in the place of another. */
export interface WriteFailure {
  readonly failure: 'exists' | 'missing' | 'forbidden' | 'io-error';
  readonly detail: string;
  /** True where the file is left with neither its old text nor the new one. */
  readonly isTorn?: boolean;
}

/** What a file is beside its content. */
export interface FileFacts {
  /** Permissions, with the bits for set-user-id, set-group-id and sticky. */
  readonly mode: number;
  /** The ids of its user and its group. */
  readonly owner: number;
  readonly group: number;
  /** How many names it has. */
  readonly links: number;
}

/** What a file is, links followed; undefined where there is none. */
export function factsOf(path: string): FileFacts | undefined {
  let facts: FileFacts | undefined;
  attempt(() => {
    const { mode, uid, gid, nlink } = statSync(path);
    facts = { mode: mode & 0o7777, owner: uid, group: gid, links: nlink };
  });
  return facts;
}

/** Gives a file to this owner and group. The owner first: a change of it takes the bits for set-user-id and set-group-id away. */
export function giveTo(
  path: string,
  { owner, group, mode }: Omit<FileFacts, 'links'>,
): WriteFailure | undefined {
  return attempt(() => {
    const stats = statSync(path);
    if (stats.uid !== owner || stats.gid !== group) chownSync(path, owner, group);
    chmodSync(path, mode);
    if ((statSync(path).mode & 0o7777) !== mode)
      throw Object.assign(new Error('permission denied'), { code: 'EPERM' });
  });
}

export function setMode(path: string, mode: number): WriteFailure | undefined {
  return attempt(() => {
    chmodSync(path, mode);
  });
}

/**
 * Gives an existing file another text. What is longer than the old text goes first: a full disk is found out while the
 * old text is still there.
 */
export function writeThrough(path: string, text: string): WriteFailure | undefined {
  let descriptor: number | undefined;
  const unopened = attempt(() => {
    descriptor = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  });
  if (descriptor === undefined) return unopened;
  const file = descriptor;
  const bytes = Buffer.from(text, 'utf8');
  let old: Buffer | undefined;
  const failure = attempt(() => {
    const before = readFileSync(file);
    old = before;
    writeAt(file, bytes.subarray(before.length), before.length);
    fsyncSync(file);
    writeAt(file, bytes.subarray(0, before.length), 0);
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  });
  const before = old;
  const isTorn =
    failure !== undefined &&
    before !== undefined &&
    attempt(() => {
      writeAt(file, before, 0);
      ftruncateSync(file, before.length);
      fsyncSync(file);
    }) !== undefined;
  const unclosed = attempt(() => {
    closeSync(file);
  });
  return isTorn ? { ...failure, isTorn } : (failure ?? unclosed);
}

function writeAt(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;)
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

/** Does it, and gives the failure of the file system that kept it from being done. */
export function attempt(act: () => void): WriteFailure | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return writeFailureOf(error);
  }
}

/** The failure that an error of the file system stands for; throws any other error again. */
export function writeFailureOf(error: unknown): WriteFailure {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case undefined:
      throw error;
    case 'EEXIST':
      return { failure: 'exists', detail: 'it exists already' };
    case 'ENOENT':
    case 'ENOTDIR':
      return { failure: 'missing', detail: 'no such folder' };
    case 'EACCES':
    case 'EPERM':
      return { failure: 'forbidden', detail: 'permission denied' };
    case 'EROFS':
      return { failure: 'forbidden', detail: 'the file system is read-only' };
    case 'ENOSPC':
      return { failure: 'io-error', detail: 'no space left on the device' };
    case 'EDQUOT':
      return { failure: 'io-error', detail: 'the disk quota is used up' };
    default:
      return { failure: 'io-error', detail: message.replace(/, \w+(?: '.*')?$/s, '') };
  }
}
