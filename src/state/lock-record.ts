/** Who holds a lock, for what, and until when: the text of a lock, and what can be said of it. */
import type { System } from '../system.js';

export interface LockRecord {
  /** Of this one taking. */
  readonly id: string;
  /** `user@host`. */
  readonly owner: string;
  readonly operation: string;
  /** RFC 3339, in UTC. */
  readonly created: string;
  readonly expires: string;
  readonly processId: number;
  readonly processSpace: string;
}

/** Clocks of two machines may differ by so much: a lock is taken from its owner only so long after it expired. */
const clockTolerance = 15_000;
/** A lock without a readable record is one that is just being written, or was left behind then. */
const writingTime = 10_000;

/** A new record of this process. */
export function newRecord(system: System, operation: string, milliseconds: number): LockRecord {
  const machine = system.machine();
  const now = system.now();
  return {
    id: machine.randomId(),
    owner: `${machine.user}@${machine.host}`,
    operation,
    created: timeText(now),
    expires: timeText(now + milliseconds),
    processId: machine.processId,
    processSpace: machine.processSpace,
  };
}

export function recordText(record: LockRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** The record in a text; undefined where it holds none. */
export function parseRecord(text: string): LockRecord | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof data !== 'object' || data === null) return undefined;
  const record = data as Record<string, unknown>;
  const isWhole =
    ['id', 'owner', 'operation', 'created', 'expires', 'processSpace'].every(
      (name) => typeof record[name] === 'string',
    ) &&
    typeof record.processId === 'number' &&
    !Number.isNaN(Date.parse(String(record.expires)));
  return isWhole ? (data as LockRecord) : undefined;
}

/** Why a lock holds no longer; undefined while it does. `changedAt` is when its text was written, if that is known. */
export function staleness(
  system: System,
  text: string,
  changedAt: number | undefined,
): 'dead' | 'expired' | 'garbled' | undefined {
  const record = parseRecord(text);
  if (record === undefined)
    return changedAt === undefined || system.now() > changedAt + writingTime
      ? 'garbled'
      : undefined;
  const machine = system.machine();
  if (record.processSpace === machine.processSpace && !machine.isRunning(record.processId))
    return 'dead';
  return system.now() > Date.parse(record.expires) + clockTolerance ? 'expired' : undefined;
}

/** Whether the owner itself may still rely on it. */
export function isInForce(system: System, record: LockRecord): boolean {
  return system.now() < Date.parse(record.expires);
}

/** "held by `anna@build1` for `apply` since …": for messages. */
export function describeHolder(text: string): string {
  const record = parseRecord(text);
  if (record === undefined) return 'held by somebody whose record cannot be read';
  return `held by \`${record.owner}\` (process ${record.processId}) for \`${record.operation}\` since ${record.created}, until ${record.expires}`;
}

/** A time as RFC 3339 in UTC, to the second. */
export function timeText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
