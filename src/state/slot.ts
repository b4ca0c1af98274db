/**
 * A place that holds one text and changes as a whole: the state itself, or the lock beside it. What a write needs to
 * be safe, that nobody came in between, is said by versions. Each kind of backend has its own (`file-state.ts`,
 * `file-lock.ts`, `s3.ts`); nothing here throws for what is outside of the program.
 */
import type { Code } from '../diagnostics/codes.js';

/** Why a place could not be read or written, for a person who knows which state is meant. */
export interface Fault {
  readonly code: Code;
  readonly message: string;
  readonly help?: string | undefined;
}

export type SlotRead =
  | { readonly kind: 'absent' }
  | { readonly kind: 'present'; readonly text: string; readonly version: string }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** `overtaken`: what was expected to be there is not, and nothing was changed. */
export type SlotWrite = 'done' | 'overtaken' | { readonly fault: Fault };

export interface Slot {
  read(): Promise<SlotRead>;
  /** Writes where nothing is. */
  create(text: string): Promise<SlotWrite>;
  /** Writes in the place of the text of this version. */
  replace(version: string, text: string): Promise<SlotWrite>;
  /** Removes the text of this version. */
  remove(version: string): Promise<SlotWrite>;
}

/** Where a state and its lock are. */
export interface Backend {
  /** How messages call the state. */
  readonly place: string;
  /** The state. With `isPrivate` nobody but the user may read what is written. */
  readonly state: (isPrivate: boolean) => Slot;
  readonly lock: Slot;
}
