/** `validate`: one summary line on standard output, diagnostics on standard error; with `--format json` both on standard output. */
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { renderJson } from '../diagnostics/render-json.js';
import { displayName } from '../load/read-source.js';
import { validatePath, type Resolution } from '../pipeline.js';
import type { System } from '../system.js';
import type { Given } from './given.js';
import { locateInventory } from './locate.js';
import type { CommandResult } from './output.js';
import { diagnosticsText } from './report-failure.js';

/** Exit code 0 without errors; `--strict` makes every warning one. */
export function runValidate(system: System, given: Given): CommandResult {
  const located = locateInventory(system, given);
  if ('error' in located) return told(system, given, [located.error], 'no inventory');
  const resolution = validatePath(system, located.path, given);
  const diagnostics = given.strict ? resolution.diagnostics.map(asError) : resolution.diagnostics;
  return told(system, given, diagnostics, summary(displayName(system.cwd, located.path), resolution, diagnostics));
}

function told(system: System, given: Given, diagnostics: readonly Diagnostic[], line: string): CommandResult {
  const exitCode = hasErrors(diagnostics) ? 1 : 0;
  if (given.format === 'json') return { exitCode, stdout: renderJson(diagnostics), stderr: '' };
  return { exitCode, stdout: `${line}\n`, stderr: diagnosticsText(system, diagnostics, given.colour) };
}

function summary(name: string, { resolved, loaded }: Resolution, diagnostics: readonly Diagnostic[]): string {
  const { tags, services } = loaded.inventory;
  const errors = diagnostics.filter((each) => each.severity === 'error').length;
  if (loaded.workspace.files.length === 0) return `${name}: NOT valid, it could not be read (${count(errors, 'error')})`;
  const found = [count(errors, 'error'), count(diagnostics.length - errors, 'warning')].join(', ');
  return `${name}: ${count(resolved.hosts.length, 'host')}, ${count(tags.size, 'tag')}, ${count(services.size, 'service')}: ${errors === 0 ? 'valid' : 'NOT valid'} (${found})`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function asError(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: 'error' };
}
