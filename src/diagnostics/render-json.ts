/**
 * Diagnostics as JSON for programs. The shape is stable; fields may be added:
 *   {"diagnostics": [{"code", "severity": "error" | "warning" | "hint", "message", "help"?, "file", "line", "column",
 *     "endLine", "endColumn", "related": [{"message", "file", "line", "column", "endLine", "endColumn"}]}],
 *    "errors": N, "warnings": N} (with "hints": N where there may be some)
 * Lines and columns count from 1, columns in characters; the end is the first place behind. `file` is called as in
 * messages: relative to the working directory where it lies below it, else absolute. What is about the command line has no
 * `file` and no position.
 */
import { positionAt } from '../text/position.js';
import { isNowhere, type Span } from '../text/source.js';
import { escapeJson } from '../text/terminal.js';
import type { Severity } from './codes.js';
import type { Diagnostic } from './diagnostic.js';

/** All diagnostics in the order given, 2 spaces, one final line break; `more` are fields beside theirs. */
export function renderJson(
  diagnostics: readonly Diagnostic[],
  more: Readonly<Record<string, string | number | boolean | null>> = {},
): string {
  const count = (severity: Severity): number =>
    diagnostics.filter((each) => each.severity === severity).length;
  const document = {
    diagnostics: diagnostics.map(describe),
    errors: count('error'),
    warnings: count('warning'),
    ...more,
  };
  return `${jsonForTerminals(document)}\n`;
}

function describe({ code, severity, message, help, span, related }: Diagnostic): object {
  return {
    code,
    severity,
    message,
    ...(help === undefined ? {} : { help }),
    ...(isNowhere(span) ? {} : place(span)),
    related: related.map((each) => ({ message: each.message, ...place(each.span) })),
  };
}

function place({ source, start, end }: Span): object {
  const from = positionAt(source, start);
  const to = positionAt(source, Math.max(start, end));
  return {
    file: source.name,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}

/** A document as JSON with 2 spaces, in which what a terminal would obey is escaped, too. */
export function jsonForTerminals(document: object): string {
  return escapeJson(JSON.stringify(document, undefined, 2));
}
