/**
 * `validate`: one summary line on standard output, diagnostics on standard error. `--format json` and `sarif` print one
 * document on standard output, `github` annotations and then the summary line.
 */
import { isAbsolute, relative } from 'node:path';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { renderGithub } from '../diagnostics/render-github.js';
import { renderJson } from '../diagnostics/render-json.js';
import { renderSarif } from '../diagnostics/render-sarif.js';
import { displayName } from '../text/display-name.js';
import { escapeControls } from '../text/terminal.js';
import { validatePath, type Resolution } from '../pipeline.js';
import type { System } from '../system.js';
import type { Source } from '../text/source.js';
import type { Given } from './given.js';
import { locateInventory } from './locate.js';
import type { CommandResult } from './output.js';
import { diagnosticsText } from './report-failure.js';
import { version } from './version.js';

/** Exit code 0 without errors; `--strict` makes every warning one. */
export function runValidate(system: System, given: Given): CommandResult {
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
  given: Given,
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

/** What a service that shows places in a repository calls a file: relative to the checkout, where a workflow says which. */
export function nameInRepository({ env }: System): (source: Source) => string {
  const checkout = env.GITHUB_WORKSPACE ?? '';
  return ({ path, name }) => {
    const inside = isAbsolute(checkout) ? relative(checkout, path) : '';
    return inside === '' || inside.startsWith('..') ? name : inside;
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
