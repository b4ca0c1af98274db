/**
 * The Pythons of this machine: on the PATH under their versioned names, in the usual folders, and pyenv's.
 * Each is run once, so a shim that leads nowhere does not count, and one reached by two names counts once.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const question =
  'import os, sys; print(sys.version_info[0], sys.version_info[1], sys.version_info[2], os.path.realpath(sys.executable))';

/** All Pythons 3 from `lowestMinor` on, the newest first; of one minor version the first found. */
export async function findPythons(lowestMinor) {
  const found = new Map();
  for (const path of await candidates()) {
    const python = await ask(path);
    if (python === undefined || python.minor < lowestMinor || found.has(python.minor)) continue;
    found.set(python.minor, python);
  }
  return [...found.values()].sort((a, b) => b.minor - a.minor);
}

/** Those of them whose minor version lies between two, both ends included. */
export function pythonsOf(pythons, lowest, highest) {
  return pythons.filter(({ minor }) => minor >= lowest && minor <= highest);
}

async function candidates() {
  const pyenv = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  const pyenvFolders = (await readdir(pyenv).catch(() => [])).map((name) =>
    join(pyenv, name, 'bin'),
  );
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const folders = new Set([
    '/usr/bin',
    '/usr/local/bin',
    ...onPath,
    '/opt/homebrew/bin',
    ...pyenvFolders,
  ]);
  const paths = [];
  for (const folder of folders) {
    const names = (await readdir(folder).catch(() => [])).filter((name) =>
      /^python3(\.\d+)?$/.test(name),
    );
    paths.push(...names.sort().map((name) => join(folder, name)));
  }
  return paths;
}

async function ask(path) {
  try {
    const { stdout } = await promisify(execFile)(path, ['-c', question], { timeout: 10_000 });
    const [major, minor, micro, executable] = stdout.trim().split(' ');
    if (major !== '3') return undefined;
    return { path: executable, minor: Number(minor), version: `${major}.${minor}.${micro}` };
  } catch {
    return undefined;
  }
}
