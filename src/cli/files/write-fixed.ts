/**
 * Puts changed texts in the place of files, all or none: complete copies are on the disk before the first file is replaced.
 * A byte-order mark stays, and so does all that `replace-file.ts` keeps; a file that somebody changed meanwhile is left
 * alone.
 */
import { basename, dirname, join } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { FixedFile } from '../../lint/fix.js';
import type { System } from '../../system.js';
import { startOf } from '../../text/source.js';
import { prepareReplacement, replaceFile, type Prepared } from '../../replace-file.js';

/** A changed file, and the copy that is to take its place. */
interface PreparedFile {
  readonly file: FixedFile;
  readonly target: string;
  readonly mark: string;
  readonly copy: Prepared;
}

/** What kept the files from being written: then all of them are as they were. Undefined where they are written. */
export async function writeFixed(
  system: System,
  files: readonly FixedFile[],
): Promise<Diagnostic | undefined> {
  const prepared: PreparedFile[] = [];
  for (const file of files) {
    const next = await prepare(system, file);
    if (!('severity' in next)) {
      prepared.push(next);
      continue;
    }
    for (const { copy } of prepared) copy.drop();
    return next;
  }
  for (const [index, { file, copy }] of prepared.entries()) {
    const failure = copy.put();
    if (failure === undefined) continue;
    for (const other of prepared.slice(index + 1)) other.copy.drop();
    for (const done of prepared.slice(0, index)) await restore(system, done);
    return notWritten(file, failure.detail);
  }
  const machine = system.machine();
  for (const folder of new Set(prepared.map(({ target }) => dirname(target))))
    machine.syncFolder(folder);
  return undefined;
}

async function prepare(system: System, file: FixedFile): Promise<PreparedFile | Diagnostic> {
  const { path, before, after } = file;
  const read = system.readFile(path);
  if ('failure' in read) return notWritten(file, read.detail);
  const mark =
    read.bytes[0] === 0xef && read.bytes[1] === 0xbb && read.bytes[2] === 0xbf ? '\ufeff' : '';
  if (new TextDecoder().decode(read.bytes) !== before)
    return notWritten(file, 'it changed meanwhile');
  const target = system.realPath(path);
  const copy = await prepareReplacement(system, {
    path: target,
    text: mark + after,
    scratch: scratchFor(system, target),
  });
  return 'failure' in copy ? notWritten(file, copy.detail) : { file, target, mark, copy };
}

/** Beside the file, in a name that neither Ansible nor a glob of `include` reads. */
function scratchFor(system: System, target: string): string {
  return join(dirname(target), `.${basename(target)}.${system.machine().randomId()}.new`);
}

async function restore(system: System, { file, target, mark }: PreparedFile): Promise<void> {
  await replaceFile(system, {
    path: target,
    text: mark + file.before,
    scratch: scratchFor(system, target),
  });
}

function notWritten({ path, name }: FixedFile, detail: string): Diagnostic {
  return diagnostic(
    'lint/not-written',
    startOf({ path, name, text: '' }),
    `\`${name}\` cannot be written: ${detail}`,
    { help: 'mend that and run again: no file was changed' },
  );
}
