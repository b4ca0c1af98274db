/**
 * Python packages in folders of their own below `.cache/`: installed with pip into a virtual environment, or beside a
 * Python that cannot make one. Nothing outside `.cache/` changes.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, cacheRoot } from './cache-folder.mjs';
import { unpackDebian } from './debian-packages.mjs';

/** Runs a program to its end; `input` is its standard input (none: empty), `inherit` hands it the terminal. */
export function run(command, args, { cwd, env, input, inherit } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: inherit ? ['ignore', 'inherit', 'inherit'] : 'pipe',
    });
    const out = [];
    const err = [];
    child.on('error', (error) => resolve({ code: 127, stdout: '', stderr: error.message }));
    child.on('close', (code, signal) => {
      resolve({ code: code ?? `signal ${signal}`, stdout: textOf(out), stderr: textOf(err) });
    });
    if (inherit) return;
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}

/** Installs packages into an empty folder; says how they are run: `venv`, or `target` with the folder on PYTHONPATH. */
export async function installWithPip(folder, python, requirements) {
  if ((await run(python.path, ['-m', 'venv', folder])).code === 0) {
    await pipInstall(join(folder, 'bin', 'python'), [], requirements, {});
    return { kind: 'venv', python: python.path };
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await pipInstall(python.path, ['--target', folder], requirements, await pipEnvOf(python));
  return { kind: 'target', python: python.path };
}

async function pipInstall(python, options, requirements, env) {
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--retries',
    '2',
    ...options,
    ...requirements,
  ];
  const { code, stderr } = await run(python, args, { env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(`pip: ${lastLine(stderr)}`);
}

/** Where a Python has no pip of its own, the one in Debian's package serves it. */
async function pipEnvOf(python) {
  if ((await run(python.path, ['-m', 'pip', '--version'])).code === 0) return {};
  const folder = join(cacheRoot, 'ansible', 'debian-pip');
  const unpack = (place) =>
    unpackDebian(place, ['python3-pip', 'python3-setuptools', 'python3-wheel']);
  if (!existsSync(folder)) await buildFolder(folder, unpack, () => true);
  return { PYTHONPATH: join(folder, 'usr', 'lib', 'python3', 'dist-packages') };
}

function textOf(chunks) {
  return Buffer.concat(chunks).toString('utf8');
}

function lastLine(text) {
  return (
    text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('WARNING'))
      .at(-1) ?? 'it failed without a word'
  );
}
