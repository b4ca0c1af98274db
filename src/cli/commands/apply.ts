/**
 * `apply`: publishes the exports of an inventory into its state; with `--all` first those of all its upstreams, in
 * order. All or nothing for each: with an error nothing is written, the old state stays, and the exit code is 1.
 */
import { resolve } from 'node:path';
import { diagnostic, hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { changeText } from '../../state/changes.js';
import { changeState, type Changed } from '../../state/change-state.js';
import { placeOfState, type StateDeclaration } from '../../state/declaration.js';
import { parseSet, parseSetFile, type GivenValue } from '../../state/given.js';
import {
  publish,
  type DeclaredExport,
  type Publication,
  type Published,
} from '../../state/publish.js';
import { sourceDigest } from '../../state/source-digest.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { startOf, type Source } from '../../text/source.js';
import { escapeControls } from '../../text/terminal.js';
import { applyAll, type Applied } from '../apply/apply-all.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import { Misuse } from '../arguments/misuse.js';
import type { CommandResult } from '../terminal/output.js';
import { openOwnState } from '../inventory/own-state.js';
import { diagnosticsText } from '../terminal/report-failure.js';
import { version } from '../version.js';
import { defineCommand } from '../arguments/define-command.js';
import { operands } from '../flags.js';

export const applyCommand = defineCommand({
  name: 'apply',
  summary: 'publish the exports of the inventory, so that other inventories can use them',
  operands: { FILE: operands.file },
  flags: {
    set: {
      kind: 'texts',
      value: 'NAME=VALUE',
      description:
        'the value of an export that only the outside knows: text, or JSON for numbers, lists and maps',
    },
    'set-file': {
      kind: 'texts',
      value: 'FILE',
      description:
        'values from a JSON file, also one that `terraform output -json` printed; - is standard input',
      offers: 'files',
    },
    all: {
      kind: 'switch',
      description:
        'first apply all upstreams, in order; the dependents of one that fails are left out',
    },
    'allow-sensitive': {
      kind: 'switch',
      description: 'write sensitive values in clear, to a local file that only you can read',
    },
    'lock-timeout': {
      kind: 'text',
      value: 'SECONDS',
      description: "for how long to wait for somebody else's lock; default 10",
    },
  },
  examples: ['inventory-script apply --set vpc_id=vpc-0a1b'],
  run: (context, options) =>
    runApply(context.system, context, {
      sets: options.set,
      setFiles: options['set-file'],
      all: options.all,
      allowSensitive: options['allow-sensitive'],
      lockTimeout: secondsOf(options['lock-timeout'] ?? '10'),
    }),
});

function secondsOf(lockTimeout: string): number {
  if (!/^\d{1,5}$/.test(lockTimeout))
    throw new Misuse(
      `--lock-timeout takes a number of seconds, not ${JSON.stringify(lockTimeout)}`,
    );
  return Number(lockTimeout);
}

/** What `apply` takes beside the inventory. */
interface ApplyOptions {
  /** `name=value` as written, in order. */
  readonly sets: readonly string[];
  /** Files of values; `-` is standard input. */
  readonly setFiles: readonly string[];
  readonly all: boolean;
  readonly allowSensitive: boolean;
  /** Seconds to wait for somebody else's lock. */
  readonly lockTimeout: number;
}

async function runApply(
  system: System,
  given: Given,
  options: ApplyOptions,
): Promise<CommandResult> {
  const located = locateInventory(system, given);
  if ('error' in located) return failed(system, given, [located.error]);
  const values = gatherValues(system, options);
  if (hasErrors(values.diagnostics)) return failed(system, given, values.diagnostics);
  if (options.all)
    return await applyAll(system, given, located.path, (path) =>
      applyInventory(system, path, path === located.path ? values.value : [], options),
    );
  const { isApplied, stdout, diagnostics } = await applyInventory(
    system,
    located.path,
    values.value,
    options,
  );
  return {
    exitCode: isApplied ? 0 : 1,
    stdout,
    stderr: diagnosticsText(system, diagnostics, given.colour),
  };
}

function failed(system: System, given: Given, diagnostics: readonly Diagnostic[]): CommandResult {
  return { exitCode: 1, stdout: '', stderr: diagnosticsText(system, diagnostics, given.colour) };
}

/** Everything that is given, in the order of the command line. */
function gatherValues(
  system: System,
  { sets, setFiles }: ApplyOptions,
): { readonly value: readonly GivenValue[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const value = sets.map((each) => {
    const parsed = parseSet(each);
    if (parsed === undefined)
      throw new Misuse(`--set takes NAME=VALUE, not ${JSON.stringify(each)}`);
    return parsed;
  });
  if (setFiles.filter((each) => each === '-').length > 1)
    throw new Misuse('standard input can be read once: --set-file - is given twice');
  for (const file of setFiles) {
    const source = readSetFile(system, file);
    if ('severity' in source) {
      diagnostics.push(source);
      continue;
    }
    const parsed = parseSetFile(source);
    value.push(...parsed.value);
    diagnostics.push(...parsed.diagnostics);
  }
  return { value, diagnostics };
}

function readSetFile(system: System, file: string): Source | Diagnostic {
  if (file === '-') {
    const text = system.machine().readInput();
    const source: Source = {
      path: '-',
      name: 'standard input',
      text: typeof text === 'string' ? text : '',
    };
    return typeof text === 'string'
      ? source
      : diagnostic(
          'state/set-file',
          startOf(source),
          `standard input cannot be read: ${text.detail}`,
        );
  }
  const path = resolve(system.cwd, file);
  const source: Source = { path, name: displayName(system.cwd, path), text: '' };
  const read = system.readFile(path);
  if ('failure' in read)
    return diagnostic(
      'state/set-file',
      startOf(source),
      `cannot read \`${source.name}\`: ${read.detail}`,
    );
  try {
    return { ...source, text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes) };
  } catch {
    return diagnostic('state/set-file', startOf(source), `\`${source.name}\` is not UTF-8 text`);
  }
}

/** Applies one inventory. */
async function applyInventory(
  system: System,
  path: string,
  given: readonly GivenValue[],
  options: Pick<ApplyOptions, 'allowSensitive' | 'lockTimeout'>,
): Promise<Applied> {
  const own = await openOwnState(system, path, 'applied');
  if ('diagnostics' in own)
    return {
      isApplied: false,
      stdout: '',
      diagnostics: own.diagnostics.filter((each) => each.severity === 'error'),
    };
  const { declared, declaration } = own;
  const { value, diagnostics } = await changeState<Published>(system, {
    declaration,
    operation: 'apply',
    patience: options.lockTimeout * 1000,
    tool: `inventory-script ${version}`,
    sourceDigest: sourceDigest(system, declared),
    plan: (previous) =>
      publish({ declared, given, previous, clear: clearness(declaration, options) }),
  });
  if (value === undefined)
    return { isApplied: false, stdout: '', diagnostics: [...own.notApplied, ...diagnostics] };
  return { isApplied: true, stdout: report(system, path, declared, value), diagnostics: [] };
}

function clearness(
  declaration: StateDeclaration,
  { allowSensitive }: Pick<ApplyOptions, 'allowSensitive'>,
): Publication['clear'] {
  const place = placeOfState(declaration);
  if (declaration.type !== 'file')
    return {
      refusal: `would be kept in clear in ${place}`,
      help: 'encrypt the value (`ansible-vault encrypt_string`), or keep the state in a local file with `--allow-sensitive`',
    };
  if (allowSensitive) return 'allowed';
  return {
    refusal: `would be written in clear to \`${place}\``,
    help: 'pass `--allow-sensitive` for a file that only you can read, or encrypt the value (`ansible-vault encrypt_string`)',
  };
}

function report(
  system: System,
  path: string,
  declared: readonly DeclaredExport[],
  { plan, place, changes, serial }: Changed<Published>,
): string {
  const name = displayName(system.cwd, path);
  const where = place.startsWith('/') ? displayName(system.cwd, place) : place;
  const state = serial === undefined ? 'there is no state' : `serial ${serial} in ${where}`;
  const head =
    declared.length === 0 && changes.length === 0
      ? `no exports are declared; ${state}`
      : `${changesText(changes.length)}; ${state}`;
  return [
    `${name}: ${head}`,
    ...changes.map((change) => `  ${changeText(change)}`),
    ...plan.unknown.map((each) => `  not known yet: ${each} (give it with --set ${each}=…)`),
    ...(plan.leftOut.length === 0
      ? []
      : [`  left out, since no such exports are declared: ${plan.leftOut.join(', ')}`]),
  ]
    .map((line) => `${escapeControls(line)}\n`)
    .join('');
}

function changesText(count: number): string {
  return count === 0 ? 'no export changed' : `${count} export${count === 1 ? '' : 's'} changed`;
}
