/** The door to chokidar, which only `--watch` loads: says when something happens to one of some paths. */
import { basename, dirname, join } from 'node:path';
import { watch } from 'chokidar';
import type { System } from '../../system.js';

/** Stops watching. */
export type StopWatching = () => Promise<void>;

/**
 * Calls `onEvent` whenever a file or folder of `paths` is changed, replaced, made or removed, or a name appears in or goes
 * from one of `folders`; ready when the promise is. What is watched are the folders that hold them, so that files may
 * be replaced by others and come back; of a folder that is not there, the nearest one above it. `onError` is called where
 * the machine cannot watch (any more).
 */
export async function watchFiles(
  system: System,
  paths: readonly string[],
  folders: readonly string[],
  onEvent: () => void,
  onError: () => void,
): Promise<StopWatching> {
  const watched = new Set<string>();
  const relevant = new Set<string>();
  const listed = new Set<string>();
  for (const path of [...paths, ...paths.map((path) => system.realPath(path))])
    add(system, path, watched, relevant);
  for (const path of folders) {
    const folder = system.realPath(path);
    if (system.kindOf(folder) === 'folder') {
      watched.add(folder);
      listed.add(folder);
    } else add(system, path, watched, relevant);
  }
  const isIgnored = (path: string): boolean =>
    !watched.has(path) && !relevant.has(path) && !listed.has(dirname(path));
  const watcher = watch([...watched], {
    depth: 0,
    ignoreInitial: true,
    followSymlinks: false,
    ignored: isIgnored,
  });
  await new Promise<void>((resolve) => {
    watcher
      .on('all', onEvent)
      .on('ready', resolve)
      .on('error', () => {
        onError();
        resolve();
      });
  });
  return () => watcher.close();
}

/** The folder that holds `path`, or the nearest one above, and the name in it that is waited for. */
function add(system: System, path: string, watched: Set<string>, relevant: Set<string>): void {
  let name = path;
  while (system.kindOf(dirname(name)) !== 'folder' && dirname(name) !== name) name = dirname(name);
  const folder = system.realPath(dirname(name));
  watched.add(folder);
  relevant.add(join(folder, basename(name)));
}
