/**
 * Folders below the project's ignored `.cache/`, for what is installed: each is built beside its place and renamed when
 * complete, so two runs never meet in one.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's ignored folder for what is installed. */
export const cacheRoot = join(dirname(dirname(fileURLToPath(import.meta.url))), '.cache');

/** Builds a folder under another name and puts it in its place. One that came there meanwhile stays, if it is good. */
export async function buildFolder(folder, build, isGood) {
  await sweep(dirname(folder));
  const place = `${folder}.building-${process.pid}-${Date.now()}`;
  await mkdir(place, { recursive: true });
  try {
    await build(place);
    await rename(place, folder).catch(async (error) => {
      if (!existsSync(folder)) throw error;
      if (await isGood()) return;
      await rm(folder, { recursive: true, force: true });
      await rename(place, folder);
    });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Removes what runs that were stopped left behind, once it is an hour old. */
async function sweep(cacheFolder) {
  for (const name of await readdir(cacheFolder).catch(() => [])) {
    const path = join(cacheFolder, name);
    const stats = name.includes('.building-') ? await stat(path).catch(() => undefined) : undefined;
    if (stats !== undefined && Date.now() - stats.mtimeMs > 3_600_000)
      await rm(path, { recursive: true, force: true });
  }
}
