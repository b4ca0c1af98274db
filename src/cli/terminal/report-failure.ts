/**
 * Diagnostics on standard error: with source excerpts and colour where a person reads them on a terminal, else one
 * self-contained line each, since Ansible folds what a failing script says.
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { renderText } from '../../diagnostics/render-text.js';
import type { System } from '../../system.js';
import { decideColour } from './colour.js';
import { isTerminal, terminalWidth, type CommandResult } from './output.js';

/** At most this many diagnostics are told in one run; the rest is counted. */
const limit = 50;

/** The text of diagnostics for standard error; '' for none. `colour` is `--color` or `--no-color`, if given; `most` is how many are told. */
export function diagnosticsText(
  system: System,
  diagnostics: readonly Diagnostic[],
  colour?: boolean,
  most = limit,
): string {
  if (diagnostics.length === 0) return '';
  const terminal = isTerminal('stderr');
  return renderText(diagnostics, {
    colour: decideColour({ flag: colour, env: system.env, isTerminal: terminal }),
    excerpts: terminal,
    limit: most,
    width: terminalWidth('stderr'),
  });
}

/** The warnings about upstreams that were never applied: those that everybody sees who looks at values. */
export function notAppliedText(
  system: System,
  diagnostics: readonly Diagnostic[],
  colour?: boolean,
): string {
  return diagnosticsText(
    system,
    diagnostics.filter((each) => each.code === 'upstream/no-state'),
    colour,
  );
}

/** A run that failed: its errors on standard error, warnings left to `validate`. */
export function failure(
  system: System,
  diagnostics: readonly Diagnostic[],
  colour?: boolean,
): CommandResult {
  const errors = diagnostics.filter((each) => each.severity === 'error');
  return { exitCode: 1, stdout: '', stderr: diagnosticsText(system, errors, colour) };
}
