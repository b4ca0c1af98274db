/**
 * Ansible's programs by way of a process that has loaded them and forks for each run (`ansible-server.py`): the real
 * Ansible, many times faster. Only its default configuration can be had so, with the settings that an import makes.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createConnection } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeSystem, type ProgramRun, type System } from '../../src/system.js';
import { strict } from '../../src/import/run-ansible.js';
import { temporaryFolder, type Ansible } from './ansible.js';

export interface AnsibleServer {
  /** The system of this process, with the programs of this Ansible, seen from `cwd`. */
  systemIn(cwd: string): System;
  /** The same with its real programs on the PATH, and the `ansible.cfg` in `cwd`. */
  realSystemIn(cwd: string): System;
  stop(): void;
}

const script = fileURLToPath(new URL('./ansible-server.py', import.meta.url));
const programs = new Set(['ansible', 'ansible-config', 'ansible-inventory']);

/** Starts a server and waits until it listens. */
export async function startAnsible(ansible: Ansible): Promise<AnsibleServer> {
  const socket = join(temporaryFolder('ansible'), 'socket');
  const env = { ...ansible.environment, ...strict, PYTHONHASHSEED: '0' };
  const child = spawn(ansible.interpreter, [script, socket], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child);
  const run: System['run'] = (program, args, options = {}) => {
    if (!programs.has(program)) return nodeSystem.run(program, args, options);
    return ask(socket, { program, args, cwd: options.cwd ?? '/', env: options.env ?? env });
  };
  return {
    realSystemIn: (cwd) => ({
      ...nodeSystem,
      cwd,
      env: {
        ...ansible.environment,
        ANSIBLE_CONFIG: undefined,
        PATH: [ansible.programs, ansible.environment.PATH].join(delimiter),
      },
    }),
    systemIn: (cwd) => ({ ...nodeSystem, cwd, env, run }),
    stop: () => {
      child.kill();
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => {
      resolve();
    });
    child.once('exit', (code) => {
      reject(new Error(`the server of Ansible ended with ${code ?? 'a signal'}`));
    });
  });
}

function ask(socket: string, request: object): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const connection = createConnection(socket);
    connection.on('error', reject);
    connection.on('data', (chunk: Buffer) => chunks.push(chunk));
    connection.on('close', () => {
      resolve(JSON.parse(Buffer.concat(chunks).toString()) as ProgramRun);
    });
    connection.write(`${JSON.stringify(request)}\n`);
  });
}
