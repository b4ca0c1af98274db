/**
 * A file of the cache that is being written: under a name of its own, until it is whole and takes its place in one
 * step. Where anything fails there is no file, and no error.
 */
import type { Disk } from './disk.js';
import { seal } from './seal.js';
import { partPath } from './tidy.js';

export interface Draft {
  readonly disk: Disk;
  readonly path: string;
  /** Undefined once the draft is given up, or in its place. */
  descriptor: number | undefined;
}

/** Starts what will be the file at `target`; undefined where no file can be made. */
export function startDraft(disk: Disk, target: string): Draft | undefined {
  const path = partPath(target);
  const descriptor = disk.create(path);
  return descriptor === undefined ? undefined : { disk, path, descriptor };
}

export function append(draft: Draft, bytes: Uint8Array): void {
  if (draft.descriptor !== undefined && !draft.disk.write(draft.descriptor, bytes)) giveUp(draft);
}

/** Seals the draft and puts it in the place of what is at `target`; false where it was given up. */
export function putInPlace(draft: Draft, target: string, createdAt: number): boolean {
  const { disk, path, descriptor } = draft;
  if (descriptor === undefined) return false;
  if (!seal(disk, descriptor, createdAt)) {
    giveUp(draft);
    return false;
  }
  disk.close(descriptor);
  draft.descriptor = undefined;
  if (disk.rename(path, target)) return true;
  disk.remove(path);
  return false;
}

export function giveUp(draft: Draft): void {
  if (draft.descriptor === undefined) return;
  draft.disk.close(draft.descriptor);
  draft.descriptor = undefined;
  draft.disk.remove(draft.path);
}
