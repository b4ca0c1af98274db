/** Types of `ansible-core.mjs`. */
export interface Ansible {
  /** How it was come by. */
  readonly kind: 'venv' | 'target' | 'debian' | 'machine';
  readonly folder: string;
  readonly version: string;
  /** For people: version and Python. */
  readonly label: string;
  /** The Python that runs it. */
  readonly interpreter: string;
}

export interface RunOptions {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly input?: string | undefined;
  readonly inherit?: boolean | undefined;
}

export interface RunResult {
  /** The exit code; 127 where the program cannot be started, `signal NAME` where it was killed. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export function findAnsibles(
  say?: (line: string) => void,
): Promise<{ found: Ansible[]; missing: string[] }>;
export function findCores(
  minors: readonly string[],
  say?: (line: string) => void,
): Promise<{ found: Ansible[]; missing: string[] }>;
export function findAnyAnsible(say?: (line: string) => void): Promise<Ansible | undefined>;
export function run(
  command: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<RunResult>;
export function commandOf(ansible: Ansible, program: string): Command;
export function isolatedEnv(
  ansible: Ansible,
  home: string,
  more?: Readonly<Record<string, string>>,
): Record<string, string | undefined>;
