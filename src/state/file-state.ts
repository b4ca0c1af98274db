/**
 * A state in a local file. It is replaced by a file that is complete on the disk, in one step: whoever reads, and whatever
 * crashes, finds the old text or the new one. Its owner and its links stay (`replace-file.ts`). Only who holds the lock
 * writes; a link is followed, not replaced.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { isReadOnly, replaceFile } from '../replace-file.js';
import type { System, WriteFailure } from '../system.js';
import { fileLock, tidyLock } from './file-lock.js';
import { shellWord } from '../text/shell-word.js';
import type { Backend, Fault, Slot, SlotRead, SlotWrite } from './slot.js';

/** What scratch files are called that hold a state to be: `<state>.<random>.new`. */
const scratchEnd = '.new';

/** The backend of the state file at `path` (absolute). */
export function fileBackend(system: System, path: string): Backend {
  return {
    place: path,
    state: (isPrivate) => stateFile(system, path, isPrivate),
    lock: fileLock(system, lockPath(system, path)),
  };
}

/** The lock lies beside the file itself, so that all who reach it by links share it. */
export function lockPath(system: System, path: string): string {
  return `${finalPath(system, path)}.lock`;
}

/** Where a path leads once its links are followed, also if nothing is there yet. */
function finalPath(system: System, path: string): string {
  let final = path;
  for (let links = 0; links < 40; links++) {
    const target = system.machine().linkTarget(final);
    if (target === undefined) break;
    final = resolve(dirname(final), target);
  }
  return join(system.realPath(dirname(final)), basename(final));
}

function stateFile(system: System, path: string, isPrivate: boolean): Slot {
  const put = async (expected: string | undefined, text: string): Promise<SlotWrite> => {
    const found = readStateFile(system, path);
    if (found.kind === 'failed') return { fault: found.fault };
    if ((found.kind === 'present' ? found.version : undefined) !== expected) return 'overtaken';
    return await write(system, finalPath(system, path), text, isPrivate);
  };
  return {
    read: () => Promise.resolve(readStateFile(system, path)),
    create: (text) => put(undefined, text),
    replace: put,
    remove: () => Promise.reject(new Error('a state is never removed')),
  };
}

export function readStateFile(system: System, path: string): SlotRead {
  const found = system.readFile(path);
  if ('failure' in found) {
    if (found.failure === 'missing') return { kind: 'absent' };
    return {
      kind: 'failed',
      fault: {
        code: 'state/unreadable',
        message: `the state \`${path}\` cannot be read: ${found.detail}`,
      },
    };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(found.bytes);
  } catch {
    return {
      kind: 'failed',
      fault: { code: 'state/invalid', message: `the state \`${path}\` is not UTF-8 text` },
    };
  }
  return { kind: 'present', text, version: text };
}

async function write(
  system: System,
  path: string,
  text: string,
  isPrivate: boolean,
): Promise<SlotWrite> {
  const machine = system.machine();
  const folder = dirname(path);
  removeLeftovers(system, path);
  tidyLock(system, `${path}.lock`);
  const scratch = `${path}.${machine.randomId()}${scratchEnd}`;
  const failure =
    machine.factsOf(path) === undefined
      ? create(system, path, text, { scratch, mode: isPrivate ? 0o600 : 0o644 })
      : await replaceFile(system, { path, text, scratch, isPrivate });
  if (failure !== undefined) return { fault: cannotWrite(system, path, failure) };
  machine.syncFolder(folder);
  return 'done';
}

function create(
  system: System,
  path: string,
  text: string,
  { scratch, mode }: { readonly scratch: string; readonly mode: number },
): WriteFailure | undefined {
  const machine = system.machine();
  const failure = machine.createDurably(scratch, text, mode) ?? machine.rename(scratch, path);
  if (failure !== undefined) machine.remove(scratch);
  return failure;
}

/** What those who were killed while they wrote left behind; nobody else writes, since the lock is ours. */
function removeLeftovers(system: System, path: string): void {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  for (const name of system.listFolder(folder) ?? []) {
    const isScratch =
      name.startsWith(start) &&
      name.endsWith(scratchEnd) &&
      /^[0-9a-f-]{36}$/.test(name.slice(start.length, -scratchEnd.length));
    if (isScratch) system.machine().remove(join(folder, name));
  }
}

function cannotWrite(
  system: System,
  path: string,
  { failure, detail, isTorn = false }: WriteFailure,
): Fault {
  const remedy = isReadOnly(system, path)
    ? `run \`chmod u+w ${shellWord(path)}\``
    : `make \`${dirname(path)}\` writable for you`;
  return {
    code: 'state/unwritable',
    message: `the state \`${path}\` cannot be written: ${detail}${isTorn ? '' : '; what was there is still there'}`,
    help:
      failure === 'forbidden'
        ? `${remedy}, or keep the state elsewhere with \`state: {type: file, file: …}\``
        : undefined,
  };
}
