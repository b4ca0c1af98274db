/**
 * Where a command's result goes: to standard output, or with `--output` into a file, never over one that exists unless
 * `--force` says so. A new file is no more readable than the inventory that it was made from.
 */
import { dirname, join, resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { System, WriteFailure } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { startOf } from '../../text/source.js';
import type { CommandResult } from '../terminal/output.js';
import { diagnosticsText } from '../terminal/report-failure.js';
import { isReadOnly, replaceFile } from '../../replace-file.js';
import { shellWord } from '../../text/shell-word.js';
import { createDerived, type Origin } from './derived-file.js';

export interface OutputGiven {
  readonly output: string | undefined;
  readonly force: boolean;
  readonly colour: boolean | undefined;
  readonly origin: Origin;
}

/** The result with its text where it belongs; a file that is replaced is replaced in one step. */
export async function writeOutput(
  system: System,
  { output, force, colour, origin }: OutputGiven,
  result: CommandResult & { readonly stdout: string },
): Promise<CommandResult> {
  if (output === undefined || output === '-') return result;
  const fault = await writeText(system, output, result.stdout, { force, origin });
  if (fault === undefined) return { ...result, stdout: '' };
  return {
    exitCode: 1,
    stdout: '',
    stderr: result.stderr + diagnosticsText(system, [fault], colour),
  };
}

/** Writes a text to a new file, or with `force` in the place of one that exists; gives why it could not. */
export async function writeText(
  system: System,
  output: string,
  text: string,
  { force, origin }: Pick<OutputGiven, 'force' | 'origin'>,
): Promise<Diagnostic | undefined> {
  const path = resolve(system.cwd, output);
  if (system.kindOf(path) === 'folder')
    return notWritten(system, output, 'it is a folder', 'name a file in it');
  const failure =
    force && system.kindOf(path) === 'file'
      ? await replace(system, system.realPath(path), text)
      : createDerived(system, { path, text, mode: 0o644 }, origin);
  return failure && notWritten(system, output, failure.detail, helpFor(system, path, failure));
}

function helpFor(system: System, path: string, { failure }: WriteFailure): string | undefined {
  if (failure === 'exists') return 'choose another name, or replace it with `--force`';
  return failure === 'forbidden' && isReadOnly(system, path)
    ? `choose another name, or run \`chmod u+w ${shellWord(path)}\``
    : undefined;
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

function replace(system: System, path: string, text: string): Promise<WriteFailure | undefined> {
  const scratch = join(dirname(path), `.${system.machine().randomId()}.new`);
  return replaceFile(system, { path, text, scratch });
}
