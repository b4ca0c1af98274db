/**
 * Runs the real Ansible of the user's PATH, with the user's configuration: what it says of the sources, in which order
 * plays take the hosts, and the settings that decide which files it reads. The only reader of inventories here.
 */
import { delimiter, join, resolve } from 'node:path';
import type { ProgramRun, RunOptions, System } from '../system.js';
import { shellWord } from '../text/shell-word.js';
import { readSettings, type AnsibleSettings } from './ansible-settings.js';

export interface AnsibleRequest {
  /** As they are given after `-i`. */
  readonly sources: readonly string[];
  readonly playbookDir: string | undefined;
  /** Options that name vault passwords, passed on as they are. */
  readonly vault: readonly string[];
}

/** What Ansible printed. */
export interface AnsibleReading {
  readonly listed: string;
  readonly exported: string;
  /** Hosts in the order of plays; empty where `ansible` itself is not to be had. */
  readonly order: readonly string[];
  readonly settings: AnsibleSettings;
  /** What it said on standard error. */
  readonly stderr: string;
}

/** Why there is no reading: a program that cannot be started, or one that ended with an error. */
export type ReadingFailure =
  | { readonly program: string; readonly detail: string }
  | { readonly stderr: string; readonly exitCode: number; readonly settings: AnsibleSettings };

/** Nothing of the sources may go unread, whatever the configuration says; no colours, no export by default, and nothing but JSON on standard output. */
export const strict = {
  ANSIBLE_INVENTORY_UNPARSED_FAILED: 'true',
  ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'true',
  ANSIBLE_INVENTORY_EXPORT: 'false',
  ANSIBLE_ASK_VAULT_PASS: 'false',
  ANSIBLE_LOCALHOST_WARNING: 'false',
  ANSIBLE_FORCE_COLOR: 'false',
  ANSIBLE_NOCOLOR: '1',
  ANSIBLE_VERBOSITY: '0',
  ANSIBLE_DEBUG: 'false',
};

const inventory = 'ansible-inventory';

/** Reads the sources. The four programs run side by side. */
export async function readWithAnsible(
  system: System,
  request: AnsibleRequest,
): Promise<AnsibleReading | ReadingFailure> {
  const options: RunOptions = { cwd: system.cwd, env: { ...system.env, ...strict } };
  const sources = request.sources.flatMap((source) => ['-i', source]);
  const common = [...sources, ...request.vault];
  const play = request.playbookDir === undefined ? [] : ['--playbook-dir', request.playbookDir];
  // Without `--playbook-dir` a list takes the files beside the working directory, an export does not.
  const ofExport =
    play.length > 0 || !hasVarsFolders(system, system.cwd) ? play : ['--playbook-dir', system.cwd];
  const [listed, exported, hosts, config] = await Promise.all([
    system.run(inventory, [...common, ...play, '--list'], options),
    system.run(inventory, [...common, ...ofExport, '--list', '--export'], options),
    system.run('ansible', ['all', ...common, ...play, '--list-hosts'], options),
    system.run('ansible-config', ['dump'], options),
  ]);
  const settings = readSettings(outputOf(config));
  for (const run of [listed, exported]) {
    if ('failure' in run) return { program: inventory, detail: run.detail };
    if (run.exitCode !== 0) return { stderr: run.stderr, exitCode: run.exitCode, settings };
  }
  const stderr = [listed, exported].map((run) => ('failure' in run ? '' : run.stderr)).join('\n');
  return {
    listed: outputOf(listed),
    exported: outputOf(exported),
    order: hostsOf(outputOf(hosts)),
    settings,
    stderr,
  };
}

/** What Ansible says of an inventory of ours, copied into an empty folder. */
export interface CopyRequest {
  readonly text: string;
  /** The words that start this program. */
  readonly program: readonly string[];
  readonly vault: readonly string[];
  readonly settings: AnsibleSettings;
}

export type CopyReading =
  | { readonly listed: string }
  | { readonly detail: string; readonly stderr: string; readonly folder: string };

/** Runs `ansible-inventory --list` on a copy of `text`, in an empty folder and with the user's configuration. */
export async function readCopy(system: System, request: CopyRequest): Promise<CopyReading> {
  const made = system.makeTemporaryFolder();
  if ('failure' in made)
    return { detail: `no temporary folder can be made: ${made.detail}`, stderr: '', folder: '' };
  try {
    return await readIn(system, made.path, request);
  } finally {
    system.removeFolder(made.path);
  }
}

async function readIn(
  system: System,
  folder: string,
  { text, program, vault, settings }: CopyRequest,
): Promise<CopyReading> {
  const [programs, copy] = [join(folder, 'programs'), join(folder, 'copy')];
  const failure =
    system.makeFolder(programs) ??
    system.makeFolder(copy) ??
    system.createFile(
      join(programs, 'inventory-script'),
      `#!/bin/sh\nexec ${program.map(shellWord).join(' ')} "$@"\n`,
      0o700,
    ) ??
    system.createFile(join(copy, 'inventory.yaml'), text, 0o700);
  if (failure !== undefined)
    return {
      detail: `the temporary folder cannot be filled: ${failure.detail}`,
      stderr: '',
      folder,
    };
  const env = {
    ...system.env,
    ...strict,
    ...absoluteFiles(system, settings),
    ...(settings.configFile === undefined ? {} : { ANSIBLE_CONFIG: settings.configFile }),
    INVENTORY_SCRIPT_CACHE: '0',
    PATH: [programs, system.env.PATH ?? ''].join(delimiter),
  };
  const run = await system.run(
    inventory,
    ['-i', join(copy, 'inventory.yaml'), ...vault, '--list'],
    { cwd: copy, env },
  );
  if ('failure' in run) return { detail: run.detail, stderr: '', folder };
  return run.exitCode === 0
    ? { listed: run.stdout }
    : { detail: `it ends with exit code ${run.exitCode}`, stderr: run.stderr, folder };
}

/** Files that the environment, or the list of vault passwords, names relative to the working directory. */
function absoluteFiles(system: System, { vaultIds }: AnsibleSettings): Record<string, string> {
  const { env, cwd } = system;
  const named = ['ANSIBLE_VAULT_PASSWORD_FILE', 'ANSIBLE_CONFIG'];
  const files = named.flatMap((name) =>
    env[name] === undefined || /^[/~]/.test(env[name])
      ? []
      : [[name, join(cwd, env[name])] as const],
  );
  return Object.fromEntries(
    vaultIds.length === 0
      ? files
      : [
          ...files,
          ['ANSIBLE_VAULT_IDENTITY_LIST', vaultIds.map((id) => absoluteVaultId(system, id)).join()],
        ],
  );
}

/** `LABEL@FILE` or a file, with the file in full; what is no file here is left as it is. */
export function absoluteVaultId(system: System, id: string): string {
  const [, label = '', path = ''] = /^([^@]*@)?(.*)$/s.exec(id) ?? [];
  const full = resolve(system.cwd, path);
  return label + (path === '' || system.kindOf(full) === undefined ? path : full);
}

function hasVarsFolders(system: System, folder: string): boolean {
  return ['group_vars', 'host_vars'].some((name) => system.kindOf(join(folder, name)) === 'folder');
}

function outputOf(run: ProgramRun): string {
  return 'failure' in run || run.exitCode !== 0 ? '' : run.stdout;
}

/** `ansible all --list-hosts`: a line with their number, then one host a line, indented by four blanks. */
function hostsOf(output: string): readonly string[] {
  return output.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : []));
}
