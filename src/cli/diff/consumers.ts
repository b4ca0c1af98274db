/**
 * Who uses the exports of an inventory: every inventory below some folders, as the newer side has them, is read for
 * references to it. What is wrong in them is their own affair.
 */
import { dirname, join, resolve } from 'node:path';
import type { ExportUse } from '../../diff/exports.js';
import type { GitFailure } from '../../git/repository.js';
import type { RevisionTree } from '../../git/revision-tree.js';
import { loadWorkspace } from '../../load/load.js';
import type { ParseText } from '../../syntax/parse.js';
import type { System } from '../../system.js';
import { byCodePoint } from '../../text/order.js';
import { placeOf } from '../../text/position.js';
import { pathFrom } from '../../text/path-from.js';

/** The references to exports of the inventory at `path`, in the order of files and places. */
export async function findUses(
  system: System,
  tree: RevisionTree | undefined,
  folders: readonly string[],
  path: string,
  parse: ParseText,
): Promise<readonly ExportUse[] | GitFailure> {
  const files = tree?.system ?? system;
  const roots = folders.map((each) => resolve(system.cwd, each));
  const missing = roots.findIndex((each) => files.kindOf(each) !== 'folder');
  if (missing >= 0)
    return { problem: `there is no folder \`${folders[missing] ?? ''}\` to look for consumers` };
  await tree?.prefetch(
    (each) => roots.some((root) => each.startsWith(`${root}/`)) && /\.ya?ml$/.test(each),
  );
  let uses: readonly ExportUse[];
  do {
    const found = [
      ...new Set(roots.flatMap((root) => [...inventoriesBelow(files, root, [])])),
    ].sort(byCodePoint);
    uses = found
      .filter((each) => each !== path)
      .flatMap((each) => usesIn(files, each, path, parse));
  } while ((await tree?.fetchWanted()) === true);
  return uses;
}

/** Every file that declares upstreams. Hidden folders and those of packages are left out. */
function* inventoriesBelow(
  files: System,
  folder: string,
  above: readonly string[],
): Generator<string> {
  const real = files.realPath(folder);
  if (above.includes(real)) return;
  for (const name of files.listFolder(folder) ?? []) {
    const path = join(folder, name);
    if (/\.ya?ml$/.test(name) && declaresUpstreams(files, path)) yield path;
    else if (!name.startsWith('.') && name !== 'node_modules' && files.kindOf(path) === 'folder')
      yield* inventoriesBelow(files, path, [...above, real]);
  }
}

function declaresUpstreams(files: System, path: string): boolean {
  const read = files.readFile(path);
  return (
    'bytes' in read &&
    /^(?:upstreams|["']upstreams["'])\s*:/m.test(new TextDecoder().decode(read.bytes))
  );
}

function usesIn(files: System, consumer: string, path: string, parse: ParseText): ExportUse[] {
  const { files: definitions, upstreams } = loadWorkspace(files, consumer, { parse }).value;
  const folder = files.realPath(dirname(path));
  const names = new Set(
    (definitions[0]?.upstreams ?? []).flatMap(({ name, directory }) =>
      directory !== undefined &&
      files.realPath(pathFrom(directory.span.source, directory.value)) === folder
        ? [name]
        : [],
    ),
  );
  const uses = (upstreams?.uses ?? [])
    .filter(({ upstream }) => names.has(upstream))
    .map(({ name, exported, at }) => ({ exported, reference: name, place: at() }));
  return [...new Map(uses.map((each) => [placeOf(each.place), each])).values()];
}
