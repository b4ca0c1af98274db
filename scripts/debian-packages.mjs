/**
 * Debian packages without installing them: downloaded by apt and unpacked into a folder, which needs no root and
 * changes nothing on the machine.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The package and those of its dependencies that the machine lacks. Rejects where there is no apt or no such package. */
export async function debianPackages(name) {
  try {
    return await simulate(name);
  } catch (error) {
    if (process.getuid?.() !== 0) throw reasonOf(error);
    await execute('apt-get', ['update', '-qq']).catch(() => undefined);
    return await simulate(name).catch((again) => Promise.reject(reasonOf(again)));
  }
}

/** Downloads packages and unpacks them into a folder. */
export async function unpackDebian(folder, packages) {
  const debs = join(folder, 'debs');
  await mkdir(debs, { recursive: true });
  try {
    await execute('apt-get', ['download', '-qq', ...packages], { cwd: debs });
    for (const deb of await readdir(debs)) await execute('dpkg', ['-x', join(debs, deb), folder]);
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await rm(debs, { recursive: true, force: true });
  }
}

async function simulate(name) {
  const { stdout } = await execute('apt-get', [
    'install',
    '--simulate',
    '--no-install-recommends',
    name,
  ]);
  return [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, found]) => found);
}

function reasonOf(error) {
  if (error.code === 'ENOENT') return new Error('apt: not on this machine');
  const line = String(error.stderr ?? error.message)
    .trim()
    .split('\n')
    .find((text) => text.startsWith('E:'));
  return new Error(`apt: ${line?.slice(3) ?? error.message.split('\n')[0]}`);
}
