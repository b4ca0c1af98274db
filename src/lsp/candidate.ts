/** What completion offers, and where: shared by all that offers something. */
import type { System } from '../system.js';
import type { Analysis } from './analysis.js';
import type { NameKind } from './mentions.js';
import { stepsBelowVars } from './expected-type.js';
import type { Located } from './session.js';
import type { Step, Where } from './where.js';

export interface Candidate {
  readonly label: string;
  readonly kind:
    'field' | 'value' | 'reference' | 'file' | 'folder' | 'type' | 'variable' | NameKind;
  readonly detail?: string | undefined;
  readonly documentation?: string | undefined;
  /** What replaces the text from `start` to `end`. */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  /** What the typed text is compared with; the label unless given. */
  readonly filter?: string | undefined;
  /** Smaller ones come first. */
  readonly rank: number;
}

/** What completion may look at. */
export interface CompletionContext {
  readonly system: System;
  readonly located: Located;
  readonly analyses: readonly Analysis[];
}

/** A candidate for the word at hand. */
export function candidate(
  where: Where,
  kind: Candidate['kind'],
  label: string,
  more: Partial<Pick<Candidate, 'detail' | 'documentation' | 'insert' | 'rank' | 'filter'>> = {},
): Candidate {
  return { label, kind, insert: label, start: where.start, end: where.end, rank: 1, ...more };
}

/** A key with its colon, unless that is there. */
export function keyed(where: Where, name: string, value = ''): string {
  return where.isClosed && where.at === 'key' ? name : `${name}: ${value}`;
}

/** Whether keys lead to a place: `*` is any key, 0 any item. */
export function matches(path: readonly Step[], pattern: readonly Step[]): boolean {
  return (
    path.length === pattern.length && pattern.every((step, at) => step === '*' || step === path[at])
  );
}

/** The keys below `vars` that lead to a place; undefined elsewhere. */
export function variableKeys(path: readonly Step[]): readonly string[] | undefined {
  const keys = stepsBelowVars(path);
  return keys?.every((key) => typeof key === 'string') === true ? keys : undefined;
}
