/**
 * The real ansible-cores that tests run against: the oldest supported and the newest to be had, each isolated from
 * the user's and the machine's settings, with `inventory-script` of this checkout on the PATH. Found or installed
 * once per process; what cannot be had is said on stderr.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
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
  /** Runs one of its programs, such as `ansible-inventory`. */
  run(program: string, args: readonly string[], options?: AnsibleRun): Promise<RunResult>;
}

/** The checkout's own folder. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The executable under test. */
export const tool = join(projectRoot, 'bin', 'inventory-script');

let temporaryRoot: string | undefined;
let counter = 0;
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

/** All versions to test with; empty where none is to be had, which a test must count as a failure. */
export function ansibleVersions(): Promise<Ansible[]> {
  versions ??= findVersions();
  return versions;
}

/** Whether a version is `major.minor` or later. */
export function isAtLeast(ansible: Ansible, major: number, minor: number): boolean {
  const [ownMajor = 0, ownMinor = 0] = ansible.version.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

async function findVersions(): Promise<Ansible[]> {
  const { found, missing } = await core.findAnsibles();
  for (const line of missing) process.stderr.write(`ansible-core: not tested with ${line}\n`);
  const home = temporaryFolder('home');
  const programs = temporaryFolder('programs');
  symlinkSync(tool, join(programs, 'inventory-script'));
  const path = [programs, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  return found.map((ansible) => {
    process.stderr.write(`ansible-core: testing with ${ansible.label}\n`);
    return {
      version: ansible.version,
      label: `ansible-core ${ansible.version}`,
      interpreter: ansible.interpreter,
      run: (program, args, options = {}) => runIsolated(ansible, program, args, options, { home, path }),
    };
  });
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
    ANSIBLE_CONFIG: existsSync(config) ? config : '/dev/null',
    ...options.env,
  });
  const line = core.commandOf(ansible, program);
  return await core.run(line.command, [...line.args, ...args], { cwd, env, input: options.input });
}
