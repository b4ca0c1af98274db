/** What a rule of lint finds: a diagnostic, and what can be taken away without any host noticing. */
import type { Code } from '../diagnostics/codes.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Span } from '../text/source.js';

/** Takes away what is named: the key at a place with its value, or a piece of text. */
export type Removal =
  { readonly kind: 'key'; readonly key: Span } | { readonly kind: 'text'; readonly span: Span };

export interface Fix {
  /** What it does, as a person chooses it: "Remove the tag `old`". */
  readonly title: string;
  readonly removals: readonly Removal[];
}

export interface Finding {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix | undefined;
}

/** The codes whose places hold something that nobody would miss. */
const dead: ReadonlySet<Code> = new Set<Code>([
  'lint/unused-tag',
  'lint/unused-service',
  'lint/unused-secret-source',
  'lint/unused-type',
  'lint/unused-export',
  'lint/unset-variable',
  'lint/value-never-wins',
  'lint/value-repeats',
  'lint/empty-section',
  'lint/empty-group',
  'lint/unused-ignore',
  'upstream/unused',
  'resolve/marker-no-effect',
]);

export function isDead(code: Code): boolean {
  return dead.has(code);
}

/** The finding of something whose key can go with all below it. */
export function removable(found: Diagnostic, title: string): Finding {
  return { diagnostic: found, fix: { title, removals: [{ kind: 'key', key: found.span }] } };
}

export function plain(found: Diagnostic): Finding {
  return { diagnostic: found, fix: undefined };
}
