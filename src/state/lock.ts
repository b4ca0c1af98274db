/**
 * The lock of a state: at most one process at a time changes it. Taken for a few minutes; a lock whose owner died or
 * overstayed is claimed before it is taken over; and whoever holds one looks again whether it is still its own before
 * it writes. The backends say how (`file-lock.ts`, `s3.ts`).
 */
import type { System } from '../system.js';
import {
  describeHolder,
  isInForce,
  newRecord,
  recordText,
  staleness,
  type LockRecord,
} from './lock-record.js';
import type { Fault, Slot } from './slot.js';

export interface Lock {
  readonly slot: Slot;
  readonly record: LockRecord;
  readonly text: string;
}

export interface LockRequest {
  /** For what it is taken, e.g. `apply`. */
  readonly operation: string;
  /** The state, as messages call it. */
  readonly place: string;
  /** For how long to wait for another owner, in milliseconds. */
  readonly patience: number;
  /** When the text of the lock was written, where the backend knows. */
  readonly changedAt?: (() => number | undefined) | undefined;
}

/** A lock that its owner overstays is lost; nothing that is done under one takes so long. */
const leaseMilliseconds = 5 * 60_000;
const firstPause = 25;
const longestPause = 500;

export async function takeLock(
  system: System,
  slot: Slot,
  request: LockRequest,
): Promise<{ readonly lock: Lock } | { readonly fault: Fault }> {
  const started = system.now();
  let pause = firstPause;
  for (;;) {
    const record = newRecord(system, request.operation, leaseMilliseconds);
    const lock: Lock = { slot, record, text: recordText(record) };
    const outcome = await tryOnce(system, lock, request);
    if (outcome === 'taken') return { lock };
    if (typeof outcome === 'object' && 'fault' in outcome) return outcome;
    if (system.now() - started >= request.patience) return { fault: held(request.place, outcome) };
    await system.machine().sleep(pause * (0.5 + system.machine().random()));
    pause = Math.min(pause * 2, longestPause);
  }
}

/** The text of the lock that is in the way, where it was not taken; empty if it changed at that moment. */
async function tryOnce(
  system: System,
  { slot, text }: Lock,
  { changedAt }: LockRequest,
): Promise<'taken' | { readonly holder: string } | { readonly fault: Fault }> {
  const made = await slot.create(text);
  if (made === 'done') return 'taken';
  if (made !== 'overtaken') return made;
  const found = await slot.read();
  if (found.kind === 'failed') return { fault: found.fault };
  if (found.kind === 'absent') return { holder: '' };
  if (staleness(system, found.text, changedAt?.()) === undefined) return { holder: found.text };
  const replaced = await slot.replace(found.version, text);
  if (replaced === 'done') return 'taken';
  return replaced === 'overtaken' ? { holder: found.text } : replaced;
}

function held(place: string, outcome: 'taken' | { readonly holder: string }): Fault {
  const holder = outcome === 'taken' ? '' : outcome.holder;
  return {
    code: 'state/locked',
    message: `the state \`${place}\` is locked: ${describeHolder(holder)}`,
    help: 'wait until it is done; if it is certain that nobody works on it, run `inventory-script state unlock --force`',
  };
}

/** Whether the lock is still this one, and will be for a while. */
export async function isStillHeld(system: System, { slot, record, text }: Lock): Promise<boolean> {
  if (!isInForce(system, record)) return false;
  const found = await slot.read();
  return found.kind === 'present' && found.text === text;
}

/** Gives a lock back. One that was lost meanwhile is left to its new owner. */
export async function releaseLock(system: System, { slot, record, text }: Lock): Promise<void> {
  if (!isInForce(system, record)) return;
  const found = await slot.read();
  if (found.kind === 'present' && found.text === text) await slot.remove(found.version);
}
