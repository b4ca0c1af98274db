/**
 * The seal of a file of the cache: the time of its last write, set to a moment before it was made, when it is whole.
 * Whatever writes into it later breaks the seal, however soon.
 */
import type { Disk, OpenFile } from './disk.js';

/** Longer than any clock of a file system errs. */
const aheadMilliseconds = 10_000;

/** Seals a file that is open for writing, and was made at this time; false if that cannot be done. */
export function seal(disk: Disk, descriptor: number, createdAt: number): boolean {
  return disk.setTime(descriptor, createdAt - aheadMilliseconds);
}

/**
 * Whether a file is as it was sealed: nobody has written into it since, and the machine has not been off, so that no
 * part of it can have been lost on the way to the disk.
 */
export function isSealed(disk: Disk, file: OpenFile, createdAt: number, now: number): boolean {
  const age = now - createdAt;
  return (
    Math.abs(file.modifiedAt - (createdAt - aheadMilliseconds)) < 1 &&
    age >= 0 &&
    age < disk.uptime()
  );
}
