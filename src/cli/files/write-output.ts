/** Where a command's result goes: to standard output, or with `--output` into a file, never over one that exists unless `--force` says so. */
import { dirname, join, resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { startOf } from '../../text/source.js';
import type { CommandResult } from '../terminal/output.js';
import { diagnosticsText } from '../terminal/report-failure.js';

export interface OutputGiven {
  readonly output: string | undefined;
  readonly force: boolean;
  readonly colour: boolean | undefined;
}

/** The result with its text where it belongs; a file that is replaced is replaced in one step. */
export function writeOutput(
  system: System,
  { output, force, colour }: OutputGiven,
  result: CommandResult & { readonly stdout: string },
): CommandResult {
  if (output === undefined || output === '-') return result;
  const told = writeText(system, output, result.stdout, force);
  if (told === undefined) return { ...result, stdout: '' };
  return {
    exitCode: 1,
    stdout: '',
    stderr: result.stderr + diagnosticsText(system, [told], colour),
  };
}

/** Writes a text to a new file, or with `force` in the place of one that exists; gives why it could not. */
export function writeText(
  system: System,
  output: string,
  text: string,
  force: boolean,
): Diagnostic | undefined {
  const path = resolve(system.cwd, output);
  if (system.kindOf(path) === 'folder')
    return notWritten(system, output, 'it is a folder', 'name a file in it');
  const failure =
    force && system.kindOf(path) === 'file'
      ? replace(system, path, text)
      : system.createFile(path, text, 0o644);
  return (
    failure &&
    notWritten(
      system,
      output,
      failure.detail,
      failure.failure === 'exists'
        ? 'choose another name, or replace it with `--force`'
        : undefined,
    )
  );
}

export function notWritten(
  system: System,
  output: string,
  detail: string,
  help?: string,
): Diagnostic {
  const path = resolve(system.cwd, output);
  const name = displayName(system.cwd, path);
  return diagnostic(
    'report/not-written',
    startOf({ path, name, text: '' }),
    `\`${name}\` cannot be written: ${detail}`,
    { help },
  );
}

/** Through a link: what it points to is replaced. */
function replace(system: System, path: string, text: string): ReturnType<System['createFile']> {
  const machine = system.machine();
  const target = system.realPath(path);
  const scratch = join(dirname(target), `.${machine.randomId()}.new`);
  const failure =
    system.createFile(scratch, text, machine.modeOf(target) ?? 0o644) ??
    machine.rename(scratch, target);
  if (failure !== undefined) machine.remove(scratch);
  return failure;
}
