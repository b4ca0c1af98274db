/**
 * The lock file beside a state file. It is made by exclusive creation. A lock that holds no longer is never just
 * removed, since two who see it could then remove each other's new one: whoever takes it over first claims it, by
 * exclusive creation of a file that is named after the very text of that lock. A claim whose owner died is itself
 * claimed in the same way. Only who holds the last claim, and still finds the old lock there, puts its own in its place.
 */
import { basename, dirname, join } from 'node:path';
import type { System, WriteFailure } from '../system.js';
import { newRecord, recordText, staleness } from './lock-record.js';
import type { Fault, Slot, SlotRead, SlotWrite } from './slot.js';

/** A claim is held for as long as two files take to be written. */
const claimMilliseconds = 30_000;
/** More dead claims upon claims than this are a riddle that a person must solve. */
const maxClaims = 20;

export function fileLock(system: System, path: string): Slot {
  return {
    read: () => Promise.resolve(read(system, path)),
    create: (text) => Promise.resolve(create(system, path, text)),
    replace: (version, text) => Promise.resolve(exchange(system, path, version, text)),
    remove: (version) => Promise.resolve(exchange(system, path, version, undefined)),
  };
}

/** When the lock file was written; undefined if it is not there. */
export function lockFileTime(system: System, path: string): number | undefined {
  const stamp = system.stampOf(path);
  return 'failure' in stamp ? undefined : stamp.changedAt;
}

function read(system: System, path: string): SlotRead {
  const found = system.readFile(path);
  if (!('failure' in found)) {
    const text = new TextDecoder().decode(found.bytes);
    return { kind: 'present', text, version: text };
  }
  if (found.failure === 'missing') return { kind: 'absent' };
  // It is being written at this moment.
  if (found.failure === 'changed-while-read') return { kind: 'present', text: '', version: '' };
  return {
    kind: 'failed',
    fault: {
      code: 'state/unreadable',
      message: `the lock \`${path}\` cannot be read: ${found.detail}`,
    },
  };
}

function create(system: System, path: string, text: string): SlotWrite {
  let failure = system.machine().createDurably(path, text, 0o644);
  if (failure?.failure === 'missing')
    failure = system.makeFolder(dirname(path)) ?? system.machine().createDurably(path, text, 0o644);
  if (failure === undefined) return 'done';
  return failure.failure === 'exists' ? 'overtaken' : { fault: cannotWrite(path, failure) };
}

/** Removes what processes left behind that died while they took a lock over. Only for who holds the lock. */
export function tidyLock(system: System, path: string): void {
  const start = `${basename(path)}.`;
  for (const name of system.listFolder(dirname(path)) ?? []) {
    if (!name.startsWith(start)) continue;
    const leftover = join(dirname(path), name);
    const found = read(system, leftover);
    const isClaim = name.startsWith(`${start}claim-`);
    if (!isClaim && !name.endsWith('.new')) continue;
    if (
      found.kind === 'present' &&
      staleness(system, found.text, lockFileTime(system, leftover)) !== undefined
    )
      system.machine().remove(leftover);
  }
}

/** Puts `text`, or nothing, in the place of the lock whose text is `old`. */
function exchange(system: System, path: string, old: string, text: string | undefined): SlotWrite {
  const claims = claim(system, path, old);
  if (!Array.isArray(claims)) return claims;
  const machine = system.machine();
  const current = read(system, path);
  let result: SlotWrite = 'overtaken';
  if (current.kind === 'present' && current.version === old) {
    const scratch = `${path}.${machine.randomId()}.new`;
    const failure =
      text === undefined
        ? machine.remove(path)
        : (machine.createDurably(scratch, text, 0o644) ?? machine.rename(scratch, path));
    if (failure !== undefined) machine.remove(scratch);
    result = failure === undefined ? 'done' : { fault: cannotWrite(path, failure) };
  }
  for (const each of claims) machine.remove(each);
  return result;
}

/** The claims upon the lock with this text, the last of them ours; or why there are none. */
function claim(system: System, path: string, text: string): string[] | Exclude<SlotWrite, 'done'> {
  const claims: string[] = [];
  const own = recordText(newRecord(system, 'take over the lock', claimMilliseconds));
  for (let claimed = text; claims.length < maxClaims;) {
    const name = `${path}.claim-${system.machine().sha256(claimed).slice(0, 16)}`;
    claims.push(name);
    const made = create(system, name, own);
    if (made === 'done') return claims;
    if (made !== 'overtaken') return made;
    const other = read(system, name);
    if (other.kind === 'failed') return { fault: other.fault };
    if (
      other.kind === 'absent' ||
      staleness(system, other.text, lockFileTime(system, name)) === undefined
    )
      return 'overtaken';
    claimed = other.text;
  }
  return {
    fault: {
      code: 'state/locked',
      message: `the lock \`${path}\` was claimed ${maxClaims} times by processes that died`,
      help: `remove the files in \`${dirname(path)}\` whose names begin like it`,
    },
  };
}

function cannotWrite(path: string, { failure, detail }: WriteFailure): Fault {
  const help =
    failure === 'forbidden'
      ? `make \`${dirname(path)}\` writable for you, or keep the state elsewhere with \`state: {type: file, file: …}\``
      : undefined;
  return {
    code: 'state/unwritable',
    message: `the lock \`${path}\` cannot be written: ${detail}; the state is as it was`,
    help,
  };
}
