/**
 * `lint`: what can go and what is doubtful in an inventory that is valid; what makes it invalid where it is not. Told as
 * `validate` tells: diagnostics on standard error, one summary line on standard output; with `--fix` what was taken out
 * before it. Loaded late.
 */
import { hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { renderGithub } from '../../diagnostics/render-github.js';
import { renderJson } from '../../diagnostics/render-json.js';
import { renderSarif } from '../../diagnostics/render-sarif.js';
import { fixInventory, type Fixed } from '../../lint/fix.js';
import { lintOptionsFor } from '../../lint/known.js';
import { findingsWithAdopted } from '../../lint/lint.js';
import { validatePath } from '../../pipeline.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { placeOf } from '../../text/position.js';
import { escapeControls } from '../../text/terminal.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { diagnosticsText } from '../terminal/report-failure.js';
import { nameInRepository } from '../terminal/name-in-repository.js';
import { version } from '../version.js';
import { writeFixed } from '../files/write-fixed.js';

/** What `lint` goes by. */
export interface LintGiven extends Given {
  readonly strict: boolean;
  readonly format: 'text' | 'json' | 'sarif' | 'github';
}

/** What `lint` takes beside the inventory. */
export interface LintOptions {
  readonly fix: boolean;
  readonly dryRun: boolean;
  /** Absolute paths of folders in which other inventories are that take values or read files of this one. */
  readonly consumers: readonly string[];
}

/** So many findings are told in one run. */
const most = 1000;

export async function runLint(
  system: System,
  given: LintGiven,
  { fix, dryRun, consumers }: LintOptions,
): Promise<CommandResult> {
  const located = locateInventory(system, given);
  if ('error' in located)
    return told(system, given, [located.error], {
      lines: [],
      line: 'no inventory',
      fixed: undefined,
    });
  const name = displayName(system.cwd, located.path);
  if (fix)
    return await fixed(system, given, name, fixInventory(system, located.path, consumers), dryRun);
  const resolution = validatePath(system, located.path);
  const options = lintOptionsFor(system, resolution, consumers);
  const found = findingsWithAdopted(resolution, options);
  const canGo = found.filter((each) => each.fix !== undefined).length;
  const broken = options.known.broken.map((each) => displayName(system.cwd, each)).join(', ');
  const hint =
    (canGo === 0 ? '' : `; --fix may take out ${canGo}`) +
    (broken === '' ? '' : `; what ${broken} may use is left out, since it has errors`);
  return report(system, given, name, {
    valid: resolution.valid,
    diagnostics: found.map(({ diagnostic }) => diagnostic),
    lines: [],
    hint,
    fixed: undefined,
  });
}

/** What is still found after it, unless the files could not be written. */
async function fixed(
  system: System,
  given: LintGiven,
  name: string,
  { files, done, resolution, left }: Fixed,
  dryRun: boolean,
): Promise<CommandResult> {
  const failure = dryRun || files.length === 0 ? undefined : await writeFixed(system, files);
  if (failure !== undefined)
    return told(system, given, [failure], {
      lines: [],
      line: `${name}: nothing was taken out`,
      fixed: 0,
    });
  const verb = dryRun ? 'would remove' : 'removed';
  const lines = done.map(({ at, title }) =>
    escapeControls(`${placeOf(at)}: ${title.replace(/^Remove/, verb)}`),
  );
  const head =
    done.length === 0
      ? 'nothing to take out; '
      : `${dryRun ? 'would take out' : 'took out'} ${done.length}; left: `;
  return report(system, given, name, {
    valid: resolution.valid,
    diagnostics: left.map(({ diagnostic }) => diagnostic),
    lines,
    head,
    fixed: done.length,
  });
}

interface Told {
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** What was done, a line each. */
  readonly lines: readonly string[];
  readonly head?: string;
  readonly hint?: string;
  readonly fixed: number | undefined;
}

function report(
  system: System,
  given: LintGiven,
  name: string,
  { valid, diagnostics, lines, head = '', hint = '', fixed: count }: Told,
): CommandResult {
  const all = given.strict ? diagnostics.map(asStrict) : diagnostics;
  return told(system, given, all, {
    lines,
    line: escapeControls(`${name}: ${valid ? head : ''}${summary(valid, all)}${valid ? hint : ''}`),
    fixed: count,
  });
}

function told(
  system: System,
  given: LintGiven,
  diagnostics: readonly Diagnostic[],
  {
    lines,
    line,
    fixed: count,
  }: {
    readonly lines: readonly string[];
    readonly line: string;
    readonly fixed: number | undefined;
  },
): CommandResult {
  const exitCode = hasErrors(diagnostics) ? 1 : 0;
  const hints = diagnostics.filter((each) => each.severity === 'hint').length;
  if (given.format === 'json')
    return {
      exitCode,
      stdout: renderJson(diagnostics, { hints, ...(count === undefined ? {} : { fixed: count }) }),
      stderr: '',
    };
  const nameOf = nameInRepository(system);
  if (given.format === 'sarif')
    return { exitCode, stdout: renderSarif(diagnostics, { version, nameOf }), stderr: '' };
  const text = [...lines, line].map((each) => `${each}\n`).join('');
  if (given.format === 'github')
    return { exitCode, stdout: `${renderGithub(diagnostics, nameOf)}${text}`, stderr: '' };
  return {
    exitCode,
    stdout: text,
    stderr: diagnosticsText(system, diagnostics, given.colour, most),
  };
}

function summary(valid: boolean, diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']): number =>
    diagnostics.filter((each) => each.severity === severity).length;
  const parts = (['error', 'warning', 'hint'] as const).flatMap((severity) =>
    count(severity) === 0
      ? []
      : [`${count(severity)} ${severity}${count(severity) === 1 ? '' : 's'}`],
  );
  if (!valid) return `NOT valid (${parts.join(', ')}), so there is nothing more to say`;
  return parts.length === 0 ? 'nothing to tell' : parts.join(', ');
}

/** Hints stay hints: whoever wants to fail on one gives it a level in `ansible.lint`. */
function asStrict(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;
}
