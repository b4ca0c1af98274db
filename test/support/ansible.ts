/**
 * The real ansible-cores that tests run against: the oldest supported and the newest to be had, each isolated from
 * the user's and the machine's settings, with `inventory-script` of this checkout on the PATH. Found or installed
 * once per process; what cannot be had is said on stderr.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as core from '../../scripts/ansible-core.mjs';

export type RunResult = core.RunResult;

export interface AnsibleRun {
  /** Where it runs; an `ansible.cfg` there is read, and no other. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; none by default. */
  readonly input?: string;
}

export interface Ansible {
  readonly version: string;
  /** Version and Python, for titles of tests. */
  readonly label: string;
  /** The Python that runs it. */
  readonly interpreter: string;
  /** The environment of its programs where nothing else is asked for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A folder with its programs, as a PATH has them. */
  readonly programs: string;
  /** Runs one of its programs, such as `ansible-inventory`, or `python` with Ansible's modules. */
  run(program: string, args: readonly string[], options?: AnsibleRun): Promise<RunResult>;
}

/** The checkout's own folder. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The executable under test. */
export const tool = join(projectRoot, 'bin', 'inventory-script');

const noConfig = 'no-settings.cfg';

let temporaryRoot: string | undefined;
let counter = 0;
let programs: string | undefined;
let versions: Promise<Ansible[]> | undefined;

/** A new empty folder, outside the checkout, removed when the process ends; its path has no links. */
export function temporaryFolder(name = 'folder'): string {
  if (temporaryRoot === undefined) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'inventory-script-test-')));
    temporaryRoot = root;
    process.on('exit', () => {
      rmSync(root, { recursive: true, force: true });
    });
  }
  counter += 1;
  const folder = join(temporaryRoot, `${name}-${counter}`);
  mkdirSync(folder);
  return folder;
}

/** A PATH on which `inventory-script` is this checkout's, and `node` the one that runs the tests. */
export function toolPath(): string {
  if (programs === undefined) {
    programs = temporaryFolder('programs');
    symlinkSync(tool, join(programs, 'inventory-script'));
  }
  return [programs, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
}

/** All versions to test with; empty where none is to be had, which a test must count as a failure. */
export function ansibleVersions(): Promise<Ansible[]> {
  versions ??= findVersions();
  return versions;
}

/** Versions between the oldest and the newest, for what differs there; those that can be had. */
export async function moreAnsibleVersions(wanted: readonly string[]): Promise<Ansible[]> {
  const known = new Set((await ansibleVersions()).map(({ version }) => version));
  const { found, missing } = await core.findCores(wanted);
  return isolated({ found: found.filter(({ version }) => !known.has(version)), missing });
}

/** Whether a version is `major.minor` or later. */
export function isAtLeast(ansible: Ansible, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = ansible.version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Runs a program that must succeed without any message on stderr; gives its standard output. */
export async function quietly(
  ansible: Ansible,
  program: string,
  args: readonly string[],
  options?: AnsibleRun,
): Promise<string> {
  const { code, stdout, stderr } = await ansible.run(program, args, options);
  if (code !== 0 || stderr !== '') {
    throw new Error(
      `${program} ${args.join(' ')} of ${ansible.label} ended with ${code}\n${stdout.slice(-3000)}\n${stderr}`,
    );
  }
  return stdout;
}

async function findVersions(): Promise<Ansible[]> {
  return isolated(await core.findAnsibles());
}

/** The cores with nothing of the user's or the machine's; what is missing is said on stderr. */
function isolated({ found, missing }: Awaited<ReturnType<typeof core.findAnsibles>>): Ansible[] {
  for (const line of missing) process.stderr.write(`ansible-core: not tested with ${line}\n`);
  const home = temporaryFolder('home');
  writeFileSync(join(home, noConfig), '');
  const place = { home, path: toolPath() };
  return found.map((ansible) => {
    process.stderr.write(`ansible-core: testing with ${ansible.label}\n`);
    return {
      version: ansible.version,
      label: `ansible-core ${ansible.version}`,
      interpreter: ansible.interpreter,
      programs: writePrograms(ansible),
      environment: core.isolatedEnv(ansible, home, {
        PATH: place.path,
        ANSIBLE_CONFIG: join(home, noConfig),
      }),
      run: (program, args, options = {}) => runIsolated(ansible, program, args, options, place),
    };
  });
}

/** Scripts that start a core's programs by name. */
function writePrograms(ansible: core.Ansible): string {
  const folder = temporaryFolder('core');
  for (const program of ['ansible', 'ansible-config', 'ansible-inventory']) {
    const { command, args } = core.commandOf(ansible, program);
    writeFileSync(
      join(folder, program),
      `#!/bin/sh\nexec ${[command, ...args].map((word) => `'${word}'`).join(' ')} "$@"\n`,
      { mode: 0o755 },
    );
  }
  return folder;
}

async function runIsolated(
  ansible: core.Ansible,
  program: string,
  args: readonly string[],
  options: AnsibleRun,
  place: { readonly home: string; readonly path: string },
): Promise<RunResult> {
  const cwd = options.cwd ?? place.home;
  const config = join(cwd, 'ansible.cfg');
  const env = core.isolatedEnv(ansible, place.home, {
    PATH: place.path,
    ANSIBLE_CONFIG: existsSync(config) ? config : join(place.home, noConfig),
    ...options.env,
  });
  const line =
    program === 'python'
      ? { command: ansible.interpreter, args: [] }
      : core.commandOf(ansible, program);
  return await core.run(line.command, [...line.args, ...args], { cwd, env, input: options.input });
}
