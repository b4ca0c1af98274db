/** The files of a folder `group_vars` or `host_vars`, as Ansible reads them: by the group or host that each is for. */
import { basename, extname, join } from 'node:path';
import { readSource } from '../load/read-source.js';
import type { Node } from '../syntax/node.js';
import { parseDocument } from '../syntax/parse.js';
import { displayName } from '../text/display-name.js';
import type { System } from '../system.js';
import { positionAt } from '../text/position.js';

/** A variable in a file. */
export interface VarsEntry {
  readonly name: string;
  readonly value: Node;
  /** Absolute path of the file. */
  readonly file: string;
  /** How messages call its place. */
  readonly place: string;
}

export interface VarsFolder {
  /** The variables of each group or host, in files called like it or in its folder. */
  readonly owners: ReadonlyMap<string, readonly VarsEntry[]>;
  /** What cannot be read, and why: a sentence each. */
  readonly unreadable: readonly string[];
}

/** A folder without files where there is none. */
export function readVarsFolder(system: System, folder: string): VarsFolder {
  const owners = new Map<string, readonly VarsEntry[]>();
  const unreadable: string[] = [];
  for (const name of namesIn(system, folder, unreadable)) {
    const path = join(folder, name);
    const isFolder = system.kindOf(path) === 'folder';
    if (name.startsWith('.') || name.endsWith('~') || !(isFolder || isVarsFile(name))) continue;
    const owner = isFolder ? name : basename(name, extname(name));
    const files = isFolder ? filesBelow(system, path, unreadable) : [path];
    owners.set(owner, [
      ...(owners.get(owner) ?? []),
      ...files.flatMap((file) => variablesIn(system, file, unreadable)),
    ]);
  }
  return { owners, unreadable };
}

function namesIn(system: System, folder: string, unreadable: string[]): readonly string[] {
  const names = system.listFolder(folder);
  if (names === undefined && system.kindOf(folder) === 'folder')
    unreadable.push(`\`${displayName(system.cwd, folder)}\` cannot be listed: permission denied`);
  return names ?? [];
}

function isVarsFile(name: string): boolean {
  return ['', '.yml', '.yaml', '.json'].includes(extname(name));
}

function filesBelow(
  system: System,
  folder: string,
  unreadable: string[],
  depth = 10,
): readonly string[] {
  return namesIn(system, folder, unreadable).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith('.') || name.endsWith('~')) return [];
    if (system.kindOf(path) === 'folder')
      return depth === 0 ? [] : filesBelow(system, path, unreadable, depth - 1);
    return isVarsFile(name) ? [path] : [];
  });
}

/** The top-level names; none of a file that is encrypted or not YAML, which Ansible itself will judge. */
function variablesIn(system: System, path: string, unreadable: string[]): readonly VarsEntry[] {
  const { value: source, diagnostics } = readSource(system, path);
  for (const { code, message } of diagnostics)
    if (code === 'load/unreadable') unreadable.push(message);
  const root = source && parseDocument(source).value.root;
  if (root?.kind !== 'map') return [];
  return root.entries.map((entry) => ({
    name: entry.key,
    value: entry.value,
    file: path,
    place: `${displayName(system.cwd, path)}:${positionAt(entry.source, entry.start).line}`,
  }));
}
