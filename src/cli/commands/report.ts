/**
 * `report -o FILE`: the whole inventory as one page for people. A broken inventory gives a page too, which shows what is wrong,
 * and exit code 1. An earlier report is replaced in one step; any other file only with `--force`.
 */
import { resolve } from 'node:path';
import { hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { validateApplied, type LoadedInventory, type Resolution } from '../../pipeline.js';
import { isReport, renderPage } from '../../report/page.js';
import { stateDeclarationOf } from '../../state/declaration.js';
import { readState } from '../../state/read-state.js';
import { sourceDigest } from '../../state/source-digest.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { startOf } from '../../text/source.js';
import { escapeControls } from '../../text/terminal.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import { Misuse } from '../arguments/misuse.js';
import type { CommandResult } from '../terminal/output.js';
import { diagnosticsText, failure } from '../terminal/report-failure.js';
import { version } from '../version.js';
import { notWritten, writeText } from '../files/write-output.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, operands, selected, selection } from '../flags.js';
import type { Selection } from '../../resolve/select.js';
import { originOf } from '../files/derived-file.js';

export const reportCommand = defineCommand({
  name: 'report',
  summary: 'write the whole inventory as one page that a browser shows without any network',
  operands: { FILE: operands.file },
  flags: {
    ...selection,
    output: {
      ...flags.output,
      description: 'write the page there, also over an earlier report; - is standard output',
    },
    force: { kind: 'switch', description: 'write over any other file, too' },
  },
  examples: ['inventory-script report -o report.html'],
  run: (context, options) =>
    runReport(context.system, { ...context, ...selected(options) }, options),
});

interface ReportOptions {
  /** `-` is standard output. */
  readonly output: string | undefined;
  readonly force: boolean;
}

async function runReport(
  system: System,
  given: Given & Selection,
  { output, force }: ReportOptions,
): Promise<CommandResult> {
  if (output === undefined)
    throw new Misuse('report needs -o FILE; -o - writes to standard output');
  if (output === '') throw new Misuse('a name is empty');
  const located = locateInventory(system, given, true);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const place = output === '-' ? 'free' : placeAt(system, output, force);
  if (typeof place !== 'string') return failure(system, [place], given.colour);
  const resolution = await validateApplied(system, located.path, given);
  const { diagnostics, loaded, resolved } = resolution;
  const unknown = diagnostics.filter((each) => each.code === 'resolve/unknown-selection');
  if (unknown.length > 0) return failure(system, unknown, given.colour);
  const name = displayName(system.cwd, located.path);
  const page = renderPage(
    {
      tool: `inventory-script ${version}`,
      name,
      resolved,
      documents: loaded.workspace.documents,
      states: loaded.workspace.upstreams?.states,
      exports: loaded.exports,
      own: await ownApplied(system, loaded),
      diagnostics,
      nameOf: (path) => displayName(system.cwd, path),
    },
    (text) => Buffer.from(system.machine().sha256(text), 'hex').toString('base64'),
  );
  const stderr = diagnosticsText(
    system,
    diagnostics.filter((each) => each.severity === 'error' || each.code === 'upstream/no-state'),
    given.colour,
  );
  const exitCode = hasErrors(diagnostics) ? 1 : 0;
  if (output === '-') return { exitCode, stdout: page, stderr };
  const failed = await writeText(system, output, page, {
    force: place === 'replaceable',
    origin: originOf(loaded),
  });
  if (failed !== undefined) return failure(system, [failed], given.colour);
  return { exitCode, stdout: `wrote ${escapeControls(output)}: ${summary(resolution)}\n`, stderr };
}

/** The state of the inventory itself, which only inventories with exports have. */
async function ownApplied(
  system: System,
  { workspace, exports }: LoadedInventory,
): ReturnType<typeof readApplied> {
  return exports.length === 0 ? undefined : await readApplied(system, workspace, exports);
}

async function readApplied(
  system: System,
  { files, documents }: LoadedInventory['workspace'],
  exports: LoadedInventory['exports'],
): Promise<Parameters<typeof renderPage>[0]['own']> {
  const [file] = files;
  const source = documents[0]?.source;
  const declaration = file && source && stateDeclarationOf(file, startOf(source));
  if (declaration === undefined) return undefined;
  const read = await readState(system, declaration);
  const digest = read.kind === 'present' ? read.state.sourceDigest : undefined;
  return {
    read,
    isOutdated:
      digest !== undefined &&
      digest !==
        sourceDigest(
          system,
          exports.map((each) => ({ ...each, waits: undefined })),
        ),
  };
}

function summary({ resolved, loaded, diagnostics }: Resolution): string {
  const count = (number: number, noun: string): string =>
    `${number} ${noun}${number === 1 ? '' : 's'}`;
  const { tags, services } = loaded.inventory;
  const errors = diagnostics.filter((each) => each.severity === 'error').length;
  const found = `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}`;
  return `${count(resolved.hosts.length, 'host')}, ${count(tags.size, 'tag')}, ${count(services.size, 'service')} (${found})`;
}

/** Whether something stands where the page is to be, and why that may not be replaced. */
function placeAt(
  system: System,
  output: string,
  force: boolean,
): 'free' | 'replaceable' | Diagnostic {
  const target = resolve(system.cwd, output);
  switch (system.kindOf(target)) {
    case undefined:
      return 'free';
    case 'folder':
      return notWritten(system, output, 'it is a folder', 'name a file in it');
    case 'other':
      return notWritten(
        system,
        output,
        'it is no regular file',
        'write to standard output with `-o -`',
      );
    case 'file':
      if (force || isReplaceable(system, target)) return 'replaceable';
      return notWritten(
        system,
        output,
        'it exists already, and is no report of an inventory',
        'choose another name, or replace it with `--force`',
      );
  }
}

/** An earlier report is, and an empty file. */
function isReplaceable(system: System, path: string): boolean {
  const read = system.readFile(path);
  return (
    'bytes' in read &&
    (read.bytes.length === 0 || isReport(new TextDecoder().decode(read.bytes.subarray(0, 600))))
  );
}
