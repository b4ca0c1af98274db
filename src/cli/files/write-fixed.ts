/**
 * Puts changed texts in the place of files, all or none: complete copies are on the disk before the first file is replaced,
 * each in one step. Permissions, a byte-order mark and links stay; a file that somebody changed meanwhile is left alone.
 */
import { basename, dirname, join } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { FixedFile } from '../../lint/fix.js';
import type { System, WriteFailure } from '../../system.js';
import { startOf } from '../../text/source.js';

interface Prepared extends FixedFile {
  readonly scratch: string;
  readonly mode: number;
  readonly mark: string;
}

/** What kept the files from being written: then all of them are as they were. Undefined where they are written. */
export function writeFixed(system: System, files: readonly FixedFile[]): Diagnostic | undefined {
  const machine = system.machine();
  const prepared: Prepared[] = [];
  const undo = (): void => {
    for (const { scratch } of prepared) machine.remove(scratch);
  };
  for (const file of files) {
    const found = prepare(system, file);
    if (!('severity' in found)) {
      prepared.push(found);
      continue;
    }
    undo();
    return found;
  }
  for (const [at, file] of prepared.entries()) {
    const failure = machine.rename(file.scratch, file.path);
    if (failure === undefined) continue;
    for (const each of prepared.slice(0, at)) restore(system, each);
    undo();
    return notWritten(file, failure.detail);
  }
  for (const folder of new Set(prepared.map(({ path }) => dirname(path))))
    machine.syncFolder(folder);
  return undefined;
}

/** A complete copy beside the file, in a name that neither Ansible nor a glob of `include` reads. */
function prepare(system: System, file: FixedFile): Prepared | Diagnostic {
  const machine = system.machine();
  const { path, before, after } = file;
  const read = system.readFile(path);
  if ('failure' in read) return notWritten(file, read.detail);
  const mark =
    read.bytes[0] === 0xef && read.bytes[1] === 0xbb && read.bytes[2] === 0xbf ? '\ufeff' : '';
  if (new TextDecoder().decode(read.bytes) !== before)
    return notWritten(file, 'it changed meanwhile');
  const mode = machine.modeOf(path) ?? 0o644;
  if ((mode & 0o222) === 0) return notWritten(file, 'it is read-only');
  const scratch = join(dirname(path), `.${basename(path)}.${machine.randomId()}.new`);
  const failure = machine.createDurably(scratch, mark + after, mode);
  return failure === undefined
    ? { ...file, scratch, mode, mark }
    : notWritten(file, failure.detail);
}

function restore(system: System, { path, before, mode, mark, scratch }: Prepared): void {
  const machine = system.machine();
  const failure: WriteFailure | undefined = machine.createDurably(scratch, mark + before, mode);
  if (failure === undefined) machine.rename(scratch, path);
}

function notWritten({ path, name }: FixedFile, detail: string): Diagnostic {
  return diagnostic(
    'lint/not-written',
    startOf({ path, name, text: '' }),
    `\`${name}\` cannot be written: ${detail}`,
    { help: 'mend that and run again: no file was changed' },
  );
}
