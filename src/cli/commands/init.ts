/**
 * `inventory-script init [DIR]`: writes a first inventory, the `ansible.cfg` that makes a failing inventory stop a play,
 * and a `.gitignore`. Asks nothing, and never overwrites: what exists is kept and named, what is missing is written; a
 * `.gitignore` that exists is the user's own, and no word is lost about it. The exit code is 1 unless inventory and
 * settings are in place afterwards, with an inventory that is new.
 */
import { join, resolve } from 'node:path';
import { displayName } from '../../text/display-name.js';
import type { System } from '../../system.js';
import { shellWord } from '../../text/shell-word.js';
import { escapeControls } from '../../text/terminal.js';
import type { CommandResult } from '../terminal/output.js';
import { starterConfig, starterIgnore, starterInventory } from '../init/starter.js';
import { defineCommand } from '../arguments/define-command.js';

export const initCommand = defineCommand({
  name: 'init',
  summary:
    'write a commented inventory.yaml, an ansible.cfg that stops at a failing inventory, and a .gitignore',
  operands: {
    DIR: {
      description: 'the folder to write to, by default the working directory',
      isOptional: true,
      offers: 'folders',
    },
  },
  flags: {},
  examples: ['inventory-script init fleet'],
  isAboutInventory: false,
  isQuick: true,
  run: ({ system }, { DIR: directory }) => runInit(system, directory),
});

/** What became of one file: written, kept since it existed, or not to be written for this reason. */
type Fate = 'written' | 'kept' | { readonly failure: string };

const inventoryNames = ['inventory.yaml', 'inventory.yml'] as const;
const configName = 'ansible.cfg';
const ignoreName = '.gitignore';

export function runInit(system: System, directory = '.'): CommandResult {
  const folder = resolve(system.cwd, directory);
  const failure = system.makeFolder(folder);
  if (failure !== undefined)
    return failed(`the folder \`${escapeControls(directory)}\` cannot be made: ${failure.detail}`);
  const existing = inventoryNames.find((name) => system.kindOf(join(folder, name)) !== undefined);
  const inventory =
    existing === undefined
      ? write(system, join(folder, inventoryNames[0]), starterInventory, 0o755)
      : 'kept';
  const config = write(system, join(folder, configName), starterConfig, 0o644);
  const ignore = write(system, join(folder, ignoreName), starterIgnore, 0o644);
  const shown = (name: string): string =>
    escapeControls(displayName(system.cwd, join(folder, name)));
  const inventoryName = shown(existing ?? inventoryNames[0]);
  const notes = [
    ...describe(inventoryName, inventory, 'it is left as it is'),
    ...(isConfigComplete(system, folder, config)
      ? []
      : describe(
          shown(configName),
          config,
          'add to it: [inventory] any_unparsed_is_failed = true',
        )),
    ...(ignore === 'kept' ? [] : describe(shown(ignoreName), ignore, '')),
  ];
  const fates = [
    [inventoryName, inventory],
    [shown(configName), config],
    [shown(ignoreName), ignore],
  ] as const;
  const written = fates.flatMap(([name, fate]) => (fate === 'written' ? name : []));
  return {
    exitCode: notes.length === 0 ? 0 : 1,
    stdout:
      written.map((name) => `wrote ${name}\n`).join('') +
      (inventory === 'written' ? nextSteps(system, folder) : ''),
    stderr: notes.map((note) => `inventory-script: ${note}\n`).join(''),
  };
}

function write(system: System, path: string, text: string, mode: number): Fate {
  const failure = system.createFile(path, text, mode);
  if (failure === undefined) return 'written';
  return failure.failure === 'exists' ? 'kept' : { failure: failure.detail };
}

function describe(name: string, fate: Fate, advice: string): string[] {
  if (fate === 'written') return [];
  return [
    fate === 'kept'
      ? `\`${name}\` exists already; ${advice}`
      : `\`${name}\` cannot be written: ${fate.failure}`,
  ];
}

/** An `ansible.cfg` that exists and has the setting needs no word. */
function isConfigComplete(system: System, folder: string, fate: Fate): boolean {
  if (fate !== 'kept') return false;
  const read = system.readFile(join(folder, configName));
  if ('failure' in read) return false;
  let section = '';
  for (const line of new TextDecoder().decode(read.bytes).split(/\r?\n/)) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? section;
    if (
      section === 'inventory' &&
      /^\s*any_unparsed_is_failed\s*[=:]\s*(true|yes|on|1|t|y)\s*([#;].*)?$/i.test(line)
    )
      return true;
  }
  return false;
}

function nextSteps(system: System, folder: string): string {
  const enter = folder === system.cwd ? [] : [`cd ${shellWord(displayName(system.cwd, folder))}`];
  const steps = [
    ...enter,
    './inventory.yaml validate',
    './inventory.yaml explain gena',
    'ansible-inventory -i inventory.yaml --graph',
  ];
  return `\nnext:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

function failed(cause: string): CommandResult {
  return { exitCode: 1, stdout: '', stderr: `inventory-script: ${cause}\n` };
}
