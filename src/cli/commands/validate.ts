/**
 * `validate`: one summary line on standard output, diagnostics on standard error. `--format json` and `sarif` print one
 * document on standard output, `github` annotations and then the summary line.
 */
import { hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { renderGithub } from '../../diagnostics/render-github.js';
import { renderJson } from '../../diagnostics/render-json.js';
import { renderSarif } from '../../diagnostics/render-sarif.js';
import { displayName } from '../../text/display-name.js';
import { validatePath, type Resolution } from '../../pipeline.js';
import type { System } from '../../system.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { nameInRepository } from '../terminal/name-in-repository.js';
import { diagnosticsText } from '../terminal/report-failure.js';
import { version } from '../version.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, formatFlag, operands, selected, selection } from '../flags.js';
import { watchedOrOnce } from '../watch/watched-or-once.js';
import type { Selection } from '../../resolve/select.js';
import { escapeControls } from '../../text/terminal.js';

export const validateCommand = defineCommand({
  name: 'validate',
  summary: 'check the inventory with the files it includes and those of its services',
  operands: { FILE: operands.file },
  flags: {
    ...selection,
    strict: flags.strict,
    watch: flags.watch,
    format: formatFlag('text', 'json', 'sarif', 'github'),
  },
  examples: ['inventory-script validate --strict'],
  run: (context, options) =>
    watchedOrOnce(context.system, options.watch, (system) =>
      runValidate(system, { ...context, ...selected(options), ...options }),
    ),
});

/** What `validate` goes by. */
interface ValidateGiven extends Given, Selection {
  readonly strict: boolean;
  readonly format: 'text' | 'json' | 'sarif' | 'github';
}

/** Exit code 0 without errors; `--strict` makes every warning one. */
function runValidate(system: System, given: ValidateGiven): CommandResult {
  const located = locateInventory(system, given, true);
  if ('error' in located) return told(system, given, [located.error], 'no inventory');
  const resolution = validatePath(system, located.path, given);
  const diagnostics = given.strict ? resolution.diagnostics.map(asError) : resolution.diagnostics;
  return told(
    system,
    given,
    diagnostics,
    summary(escapeControls(displayName(system.cwd, located.path)), resolution, diagnostics),
  );
}

function told(
  system: System,
  given: ValidateGiven,
  diagnostics: readonly Diagnostic[],
  line: string,
): CommandResult {
  const exitCode = hasErrors(diagnostics) ? 1 : 0;
  const nameOf = nameInRepository(system);
  if (given.format === 'json') return { exitCode, stdout: renderJson(diagnostics), stderr: '' };
  if (given.format === 'sarif')
    return { exitCode, stdout: renderSarif(diagnostics, { version, nameOf }), stderr: '' };
  if (given.format === 'github')
    return { exitCode, stdout: `${renderGithub(diagnostics, nameOf)}${line}\n`, stderr: '' };
  return {
    exitCode,
    stdout: `${line}\n`,
    stderr: diagnosticsText(system, diagnostics, given.colour),
  };
}

function summary(
  name: string,
  { resolved, loaded }: Resolution,
  diagnostics: readonly Diagnostic[],
): string {
  const { tags, services } = loaded.inventory;
  const errors = diagnostics.filter((each) => each.severity === 'error').length;
  if (loaded.workspace.files.length === 0)
    return `${name}: NOT valid, it could not be read (${count(errors, 'error')})`;
  const found = [count(errors, 'error'), count(diagnostics.length - errors, 'warning')].join(', ');
  return `${name}: ${count(resolved.hosts.length, 'host')}, ${count(tags.size, 'tag')}, ${count(services.size, 'service')}: ${errors === 0 ? 'valid' : 'NOT valid'} (${found})`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function asError(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: 'error' };
}
