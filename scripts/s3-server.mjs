/**
 * A real S3-compatible server for tests: moto's, which knows conditional writes, missing buckets, signatures and
 * policies. Installed with pip into `.cache/moto/`; started on a free port of this machine.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, cacheRoot } from './cache-folder.mjs';
import { installWithPip, run } from './pip-install.mjs';
import { findPythons } from './pythons.mjs';

/** What the server needs of moto's many parts. `If-Match` on writes is known since 5.1. */
const requirements = ['moto[s3]>=5.1.5,<6', 'flask', 'flask-cors'];
const lowestMinor = 9;
const marker = 'complete.json';

/** Starts a server; gives its URL and a function that ends it. Rejects where none can be had. */
export async function startS3Server() {
  const install = await findS3Server();
  const { command, env } = commandOf(install);
  const child = spawn(command, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
    env: { ...process.env, ...env, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.on('close', () => resolve());
      child.kill('SIGKILL');
    });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk) => {
      said += chunk;
      const found = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('close', () => reject(new Error(`the S3 server ended: ${said.slice(-2000)}`)));
  });
  return { url, stop };
}

/** The server, installed if need be. Rejects where none can be had. */
export async function findS3Server() {
  const reasons = [];
  for (const python of (await findPythons(lowestMinor)).slice(0, 3)) {
    const folder = join(cacheRoot, 'moto', `python3.${python.minor}`);
    try {
      const cached = await readInstall(folder);
      if (cached !== undefined) return cached;
      process.stderr.write(
        `s3: installing moto for Python ${python.version} into .cache/moto/python3.${python.minor} …\n`,
      );
      const build = async (place) => {
        const made = await installWithPip(place, python, requirements);
        await writeFile(join(place, marker), JSON.stringify(made));
      };
      await buildFolder(folder, build, async () => (await readInstall(folder)) !== undefined);
      const made = await readInstall(folder);
      if (made !== undefined) return made;
      reasons.push('what was installed does not run');
    } catch (error) {
      reasons.push(error.message);
    }
  }
  throw new Error(`there is no S3 server to test with: ${reasons.join('; ') || 'no Python 3'}`);
}

async function readInstall(folder) {
  if (!existsSync(join(folder, marker))) return undefined;
  const install = { ...JSON.parse(await readFile(join(folder, marker), 'utf8')), folder };
  const { command, env } = commandOf(install);
  const { code } = await run(command, ['-c', 'import moto.server'], {
    env: { ...process.env, ...env },
  });
  return code === 0 ? install : undefined;
}

function commandOf({ kind, folder, python }) {
  return kind === 'venv'
    ? { command: join(folder, 'bin', 'python'), env: {} }
    : { command: python, env: { PYTHONPATH: folder } };
}
