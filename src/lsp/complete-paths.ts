/** Files and folders, where the path of one is written; relative to the file that declares it. */
import { dirname, join } from 'node:path';
import { resolveFrom } from '../load/paths.js';
import { inventoryNames } from '../text/inventory-names.js';
import type { FileKind } from '../schema/locate.js';
import { candidate, matches, type Candidate, type CompletionContext } from './candidate.js';
import type { Step, Where } from './where.js';

/** What a path at a place may name. */
export function pathKindAt(
  kind: FileKind,
  path: readonly Step[],
): 'yaml' | 'any' | 'inventory' | undefined {
  const inService = kind === 'service_file' ? path : path[0] === 'services' ? path.slice(2) : [];
  if (inService.at(-2) === 'template' && inService.at(-1) === 'file') return 'any';
  if (kind === 'service_file') return undefined;
  if (matches(path, ['upstreams', '*', 'source'])) return 'inventory';
  if (
    matches(path, ['include', 0]) ||
    matches(path, ['services', '*', 'file']) ||
    matches(path, ['secret_sources', '*', 'file'])
  )
    return 'yaml';
  return matches(path, ['hosts', 0, 'transport', 'identity_file']) ||
    matches(path, ['state', 'file'])
    ? 'any'
    : undefined;
}

export function completePaths(
  { system, located: { draft } }: CompletionContext,
  where: Where,
): Candidate[] {
  const wanted = where.at === 'value' ? pathKindAt(draft.kind, where.path) : undefined;
  if (wanted === undefined) return [];
  const slash = where.before.lastIndexOf('/') + 1;
  const typed = where.before.slice(slash);
  const start = where.start + slash;
  const { path, link } = draft.source;
  const folders = [path, ...(link === undefined ? [] : [link.target])].map((file) =>
    join(dirname(file), where.before.slice(0, slash)),
  );
  const names = new Set(folders.flatMap((folder) => system.listFolder(folder) ?? []));
  return [...names].flatMap((name): Candidate[] => {
    if (name.startsWith('.') !== typed.startsWith('.')) return [];
    const at = resolveFrom(system, draft.source, `${where.before.slice(0, slash)}${name}`);
    const kind = system.kindOf(at);
    if (at === path || at === link?.target || kind === undefined || kind === 'other') return [];
    if (
      kind === 'file' &&
      (wanted === 'inventory' || (wanted === 'yaml' && !/\.ya?ml$/.test(name)))
    )
      return [];
    const isInventory =
      kind === 'folder' &&
      wanted === 'inventory' &&
      inventoryNames.some((each) => system.kindOf(join(at, each)) === 'file');
    return [
      {
        ...candidate(where, kind === 'file' ? 'file' : 'folder', name, {
          rank: kind === 'file' || isInventory ? 0 : 1,
          insert: kind === 'folder' && wanted !== 'inventory' ? `${name}/` : name,
        }),
        start,
      },
    ];
  });
}
