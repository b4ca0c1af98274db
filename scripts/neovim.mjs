/**
 * A Neovim for tests: the machine's where it has one from 0.7 on, else Debian's package, unpacked into `.cache/neovim/`, which
 * needs no root and changes nothing on the machine.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder, cacheRoot } from './cache-folder.mjs';
import { debianPackages, unpackDebian } from './debian-packages.mjs';

const execute = promisify(execFile);

/** How it is started: the program and the environment that it needs. Rejects where none is to be had. */
export async function findNeovim() {
  const own = { command: 'nvim', env: {} };
  if (await isUsable(own)) return own;
  const folder = join(cacheRoot, 'neovim');
  if (!existsSync(folder)) {
    const packages = await debianPackages('neovim');
    await buildFolder(
      folder,
      (place) => unpackDebian(place, packages),
      () => true,
    );
  }
  const libraries = (await readdir(join(folder, 'usr/lib'))).map((name) =>
    join(folder, 'usr/lib', name),
  );
  const unpacked = {
    command: join(folder, 'usr/bin/nvim'),
    env: {
      LD_LIBRARY_PATH: libraries.join(':'),
      VIMRUNTIME: join(folder, 'usr/share/nvim/runtime'),
    },
  };
  if (await isUsable(unpacked)) return unpacked;
  throw new Error('neovim: the package of Debian does not run here');
}

async function isUsable({ command, env }) {
  try {
    const { stdout } = await execute(command, ['--version'], { env: { ...process.env, ...env } });
    const [, major = '0', minor = '0'] = /^NVIM v(\d+)\.(\d+)/.exec(stdout) ?? [];
    return Number(major) > 0 || Number(minor) >= 7;
  } catch {
    return false;
  }
}
