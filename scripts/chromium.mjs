/**
 * A Chromium for tests: the machine's where it has one that starts, else Debian's `chromium-headless-shell` (or `chromium`)
 * unpacked into `.cache/chromium/`, which needs no root and changes nothing on the machine; root on a machine where the unpacked
 * one does not start has apt install it.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFolder, cacheRoot } from './cache-folder.mjs';
import { debianPackages, unpackDebian } from './debian-packages.mjs';

const execute = promisify(execFile);
const packages = ['chromium-headless-shell', 'chromium'];
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** How it is started: the program and the environment that it needs. Rejects where none is to be had. */
export async function findChromium() {
  const own = await firstUsable(commands.map((command) => ({ command, env: {} })));
  if (own !== undefined) return own;
  const folder = join(cacheRoot, 'chromium');
  if (!existsSync(folder)) {
    const needed = await debianPackages(packages[0]).catch(() => debianPackages(packages[1]));
    await buildFolder(
      folder,
      (place) => unpackDebian(place, needed),
      () => true,
    );
  }
  const unpacked = await firstUsable(await unpackedIn(folder));
  if (unpacked !== undefined) return unpacked;
  if (process.getuid?.() !== 0)
    throw new Error('chromium: the package of Debian does not run here');
  await execute('apt-get', ['install', '-y', '-qq', '--no-install-recommends', packages[0]]);
  const installed = await firstUsable(commands.map((command) => ({ command, env: {} })));
  if (installed === undefined) throw new Error('chromium: the package of Debian does not run here');
  return installed;
}

/** The programs of the unpacked packages, with their own libraries, and with their fonts where the machine has none. */
async function unpackedIn(folder) {
  const lib = join(folder, 'usr/lib');
  const names = await readdir(lib, { recursive: true, withFileTypes: true });
  const libraries = names
    .filter((each) => each.isDirectory())
    .map((each) => join(each.parentPath, each.name));
  const fonts = join(folder, 'fonts.conf');
  const scratch = `${fonts}.${process.pid}`;
  await writeFile(
    scratch,
    `<?xml version="1.0"?>\n<fontconfig><dir>/usr/share/fonts</dir><dir>${join(folder, 'usr/share/fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>\n`,
  );
  await rename(scratch, fonts);
  const env = { LD_LIBRARY_PATH: libraries.join(':'), FONTCONFIG_FILE: fonts };
  return ['chromium/chromium-headless-shell', 'chromium/chromium'].map((name) => ({
    command: join(lib, name),
    env,
  }));
}

async function firstUsable(candidates) {
  for (const each of candidates) if (await isUsable(each)) return each;
  return undefined;
}

/** Whether it shows a page: one whose libraries lack something says its version, and no more. */
async function isUsable({ command, env }) {
  try {
    const { stdout } = await execute(
      command,
      ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'data:text/html,<p>shown</p>'],
      { env: { ...process.env, ...env }, timeout: 30_000 },
    );
    return stdout.includes('<p>shown</p>');
  } catch {
    return false;
  }
}
