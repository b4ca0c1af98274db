/** What the tool has to say about an input: one cause, one diagnostic, always with a place. */
import { isNowhere, type Span } from '../text/source.js';
import { codes, type Code, type Severity } from './codes.js';

/** A second place that a diagnostic speaks of, e.g. the other side of a conflict. */
export interface Related {
  readonly span: Span;
  readonly message: string;
}

/**
 * One finding. `message` is one sentence of fact in lower case without a final period, with the user's own names
 * in backticks; `help` is an imperative or a question that says what to do next.
 */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  readonly related: readonly Related[];
  readonly help?: string;
}

/** A value that is usable even when diagnostics came with it. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds a diagnostic; its severity comes from the table of codes. */
export function diagnostic(
  code: Code,
  span: Span,
  message: string,
  more: { readonly related?: readonly Related[]; readonly help?: string | undefined } = {},
): Diagnostic {
  const base = {
    code,
    severity: codes[code].severity,
    span: spanOf(span),
    message,
    related: more.related ?? [],
  };
  return more.help === undefined ? base : { ...base, help: more.help };
}

/** True if one of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity === 'error');
}

const gravity: Readonly<Record<Severity, number>> = { error: 0, warning: 1, hint: 2 };

/** In file order: by path, then offset, then code; of one place errors before warnings, and hints last. Stable. */
export function inFileOrder(
  diagnostics: readonly Diagnostic[],
  files: readonly string[] = [],
): Diagnostic[] {
  const rank = new Map(files.map((path, index) => [path, index]));
  const fileRank = ({ span }: Diagnostic): number =>
    isNowhere(span) ? -1 : (rank.get(span.source.path) ?? files.length);
  return [...diagnostics].sort(
    (a, b) =>
      fileRank(a) - fileRank(b) ||
      (a.span.source.path < b.span.source.path
        ? -1
        : a.span.source.path > b.span.source.path
          ? 1
          : 0) ||
      a.span.start - b.span.start ||
      gravity[a.severity] - gravity[b.severity] ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

/** A bare span of something that has one (a syntax node, an entry), so that a diagnostic holds no tree. */
function spanOf(span: Span): Span {
  return { source: span.source, start: span.start, end: span.end };
}
