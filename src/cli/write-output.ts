/** Where a command's result goes: to standard output, or with `--output` into a file, never over one that exists unless `--force` says so. */
import { dirname, join, resolve } from 'node:path';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { System } from '../system.js';
import { displayName } from '../text/display-name.js';
import { startOf } from '../text/source.js';
import type { CommandResult } from './output.js';
import { diagnosticsText } from './report-failure.js';

export interface OutputGiven {
  readonly output: string | undefined;
  readonly force: boolean;
  readonly colour: boolean | undefined;
}

/** The result with its text where it belongs; a file that is replaced is replaced in one step. */
export function writeOutput(system: System, { output, force, colour }: OutputGiven, result: CommandResult & { readonly stdout: string }): CommandResult {
  if (output === undefined) return result;
  const path = resolve(system.cwd, output);
  const failure = force && system.kindOf(path) === 'file' ? replace(system, path, result.stdout) : system.createFile(path, result.stdout, 0o644);
  if (failure === undefined) return { ...result, stdout: '' };
  const name = displayName(system.cwd, path);
  const help = failure.failure === 'exists' ? 'choose another name, or replace it with `--force`' : undefined;
  const told = diagnostic('report/not-written', startOf({ path, name, text: '' }), `\`${name}\` cannot be written: ${failure.detail}`, { help });
  return { exitCode: 1, stdout: '', stderr: result.stderr + diagnosticsText(system, [told], colour) };
}

/** Through a link: what it points to is replaced. */
function replace(system: System, path: string, text: string): ReturnType<System['createFile']> {
  const machine = system.machine();
  const target = system.realPath(path);
  const scratch = join(dirname(target), `.${machine.randomId()}.new`);
  const failure = system.createFile(scratch, text, machine.modeOf(target) ?? 0o644) ?? machine.rename(scratch, target);
  if (failure !== undefined) machine.remove(scratch);
  return failure;
}
