/**
 * How evaluation stops: `JinjaError` with a place in the expression (filled in by the node that called),
 * `UnknownSignal` when an unknown value was read. Both are caught at the module's own border.
 */
import type { Unknown } from './values.js';

/** What kind of failure it was; `unsupported` and `limit` are ours, the others Ansible has too. */
export type ErrorKind =
  'syntax' | 'undefined' | 'type' | 'value' | 'limit' | 'unsupported' | 'recursion';

export interface Place {
  readonly start: number;
  readonly end: number;
}

export class JinjaError extends Error {
  place: Place | undefined;
  help: string | undefined;
  /** the message holds nothing but words of the expression and names of types: anybody may see it */
  isOpen = false;
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string, place?: Place, help?: string) {
    // A stack says nothing about an expression, and taking it costs more than most evaluations.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.place = place;
    this.help = help;
  }
}

/** Whether the failure is one that only this module has: nothing may catch it. */
export function isOurs({ kind }: { readonly kind: ErrorKind }): boolean {
  return kind === 'limit' || kind === 'unsupported';
}

export class UnknownSignal extends Error {
  readonly unknown: Unknown;

  constructor(unknown: Unknown) {
    super('unknown value');
    this.unknown = unknown;
  }
}

export function fail(kind: ErrorKind, message: string, help?: string): never {
  throw new JinjaError(kind, message, undefined, help);
}

/** The same for a message that holds nothing but words of the expression and names of types. */
export function failOpenly(kind: ErrorKind, message: string, help?: string): never {
  const error = new JinjaError(kind, message, undefined, help);
  error.isOpen = true;
  throw error;
}

/** Runs `action`; an error in it that has no place yet gets this one. */
export function at<T>(place: Place, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof JinjaError) error.place ??= { start: place.start, end: place.end };
    throw error;
  }
}
