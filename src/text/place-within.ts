/** Places inside a written text. */
import type { Span, Spanned } from './source.js';

/**
 * Where in the file a part of a written text stands: exact for plain and simply quoted text on one line, else the
 * whole scalar.
 */
export function placeWithin(
  { value, span }: Spanned<string>,
  { start, end }: { readonly start: number; readonly end: number },
): Span {
  const { source } = span;
  const written = source.text.slice(span.start, span.end);
  const lead =
    written === value
      ? 0
      : /^(["']).*\1$/.test(written) && written.slice(1, -1) === value
        ? 1
        : undefined;
  return lead === undefined
    ? span
    : { source, start: span.start + lead + start, end: span.start + lead + end };
}
