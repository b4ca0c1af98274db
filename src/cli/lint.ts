/**
 * `lint`: what can go and what is doubtful in an inventory that is valid; what makes it invalid where it is not. Told as
 * `validate` tells: diagnostics on standard error, one summary line on standard output. Loaded late.
 */
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { renderGithub } from '../diagnostics/render-github.js';
import { renderJson } from '../diagnostics/render-json.js';
import { renderSarif } from '../diagnostics/render-sarif.js';
import { adoptedFrom, lint } from '../lint/lint.js';
import { lintOptionsFor } from '../lint/known.js';
import { inReadingOrder, validatePath } from '../pipeline.js';
import type { System } from '../system.js';
import { displayName } from '../text/display-name.js';
import type { Given } from './given.js';
import { locateInventory } from './locate.js';
import type { CommandResult } from './output.js';
import { diagnosticsText } from './report-failure.js';
import { nameInRepository } from './validate.js';
import { version } from './version.js';

/** What `lint` takes beside the inventory. */
export interface LintOptions {
  readonly fix: boolean;
  readonly dryRun: boolean;
  /** Absolute paths of folders in which other inventories are that take values or read files of this one. */
  readonly consumers: readonly string[];
}

/** So many findings are told in one run. */
const most = 1000;

export function runLint(system: System, given: Given, { consumers }: LintOptions): CommandResult {
  const located = locateInventory(system, given);
  if ('error' in located) return told(system, given, [located.error], 'no inventory');
  const name = displayName(system.cwd, located.path);
  const resolution = validatePath(system, located.path);
  const findings = lint(resolution, lintOptionsFor(system, resolution, consumers));
  const all = inReadingOrder(resolution.loaded, [...adoptedFrom(resolution), ...findings.map((each) => each.diagnostic)]);
  const diagnostics = given.strict ? all.map(asStrict) : all;
  return told(system, given, diagnostics, `${name}: ${summary(resolution.valid, diagnostics)}`);
}

function told(system: System, given: Given, diagnostics: readonly Diagnostic[], line: string): CommandResult {
  const exitCode = hasErrors(diagnostics) ? 1 : 0;
  if (given.format === 'json') return { exitCode, stdout: renderJson(diagnostics, { hints: diagnostics.filter((each) => each.severity === 'hint').length }), stderr: '' };
  const nameOf = nameInRepository(system);
  if (given.format === 'sarif') return { exitCode, stdout: renderSarif(diagnostics, { version, nameOf }), stderr: '' };
  if (given.format === 'github') return { exitCode, stdout: `${renderGithub(diagnostics, nameOf)}${line}\n`, stderr: '' };
  return { exitCode, stdout: `${line}\n`, stderr: diagnosticsText(system, diagnostics, given.colour, most) };
}

function summary(valid: boolean, diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']): number => diagnostics.filter((each) => each.severity === severity).length;
  const parts = (['error', 'warning', 'hint'] as const).flatMap((severity) => (count(severity) === 0 ? [] : [`${count(severity)} ${severity}${count(severity) === 1 ? '' : 's'}`]));
  if (!valid) return `NOT valid (${parts.join(', ')}), so there is nothing more to say`;
  return parts.length === 0 ? 'nothing to tell' : parts.join(', ');
}

/** Hints stay hints: whoever wants to fail on one gives it a level in `ansible.lint`. */
function asStrict(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;
}
