/**
 * The branches and tags of the repository around a folder, as its files name them: completion runs no program. What
 * cannot be read has no names.
 */
import { dirname, join, resolve } from 'node:path';
import type { System } from '../../system.js';
import { byCodePoint } from '../../text/order.js';

const kinds = ['heads', 'tags', 'remotes'] as const;

/** `HEAD`, then every branch and tag by its short name. */
export function revisionsAround(system: System, folder: string): readonly string[] {
  const home = gitFolder(system, folder);
  if (home === undefined) return [];
  const names = new Set(
    kinds.flatMap((kind) => [...namesBelow(system, join(home, 'refs', kind), '', 0)]),
  );
  for (const line of textOf(system, join(home, 'packed-refs')).split('\n')) {
    const [, kind, name] = /^[0-9a-f]+ refs\/(heads|tags|remotes)\/(.+)$/.exec(line) ?? [];
    if (kind !== undefined && name !== undefined) names.add(name);
  }
  return ['HEAD', ...[...names].sort(byCodePoint)];
}

/** Where the names of the repository are: a checkout beside the first one says so in a file. */
function gitFolder(system: System, folder: string): string | undefined {
  const place = join(folder, '.git');
  const kind = system.kindOf(place);
  if (kind === undefined)
    return dirname(folder) === folder ? undefined : gitFolder(system, dirname(folder));
  if (kind === 'folder') return place;
  const own = /^gitdir: (.+)/.exec(textOf(system, place))?.[1];
  if (own === undefined) return undefined;
  const home = resolve(folder, own);
  const common = textOf(system, join(home, 'commondir')).trim();
  return common === '' ? home : resolve(home, common);
}

const deepest = 8;

function* namesBelow(
  system: System,
  folder: string,
  before: string,
  depth: number,
): Generator<string> {
  if (depth > deepest) return;
  for (const name of system.listFolder(join(folder, before)) ?? []) {
    const path = before === '' ? name : `${before}/${name}`;
    if (system.kindOf(join(folder, path)) === 'folder')
      yield* namesBelow(system, folder, path, depth + 1);
    else yield path;
  }
}

function textOf(system: System, path: string): string {
  const read = system.readFile(path);
  return 'failure' in read ? '' : new TextDecoder().decode(read.bytes);
}
