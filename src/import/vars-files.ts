/**
 * Which files Ansible reads beside the sources, by its own path rules: the variables of groups and hosts, what a folder
 * of sources holds, what it skips there, and what nobody reads. Names and heads of files only; no variable is read.
 */
import { dirname, extname, join, resolve } from 'node:path';
import { regexMatcher } from '../expr/expressions.js';
import type { System } from '../system.js';
import type { AnsibleSettings } from './ansible-settings.js';

/** Files of variables by the name of their group or host, the strongest last. Paths are absolute. */
export interface VarsFiles {
  readonly ofGroups: ReadonlyMap<string, readonly string[]>;
  readonly ofHosts: ReadonlyMap<string, readonly string[]>;
  /** Files and folders in `group_vars` and `host_vars` that no name leads to. */
  readonly unread: readonly UnreadFile[];
}

export interface UnreadFile {
  readonly path: string;
  readonly of: 'group' | 'host';
  /** The name that it would belong to. */
  readonly name: string;
}

/** The folders that have `group_vars` and `host_vars` beside the sources, then that of the playbook. */
export function varsFolders(
  system: System,
  sources: readonly string[],
  playbookDir: string | undefined,
): readonly string[] {
  const folders = sources.flatMap((source) => {
    const path = resolve(system.cwd, source);
    const kind = system.kindOf(path);
    if (kind === undefined && source.includes(',')) return [];
    return [kind === 'folder' ? path : dirname(path)];
  });
  return [...new Set([...folders, resolve(system.cwd, playbookDir ?? '.')])];
}

export function findVarsFiles(
  system: System,
  folders: readonly string[],
  groups: Iterable<string>,
  hosts: Iterable<string>,
  settings: AnsibleSettings,
): VarsFiles {
  const unread: UnreadFile[] = [];
  const find = (
    of: UnreadFile['of'],
    names: ReadonlySet<string>,
  ): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>();
    for (const folder of folders.map((each) => join(each, `${of}_vars`))) {
      const entries = system.listFolder(folder);
      if (entries === undefined) continue;
      const there = new Set(entries);
      const read = new Set<string>();
      for (const name of namesIn(entries, names, settings)) {
        const entry = entryOf(name, there, settings);
        if (entry === undefined) continue;
        read.add(entry);
        found.set(name, [
          ...(found.get(name) ?? []),
          ...filesAt(system, join(folder, entry), settings),
        ]);
      }
      for (const entry of entries)
        if (!read.has(entry) && !entry.startsWith('.'))
          unread.push({ path: join(folder, entry), of, name: nameOf(entry, settings) });
    }
    return found;
  };
  return {
    ofGroups: find('group', new Set(groups)),
    ofHosts: find('host', new Set(hosts)),
    unread,
  };
}

/** The names that some entry may belong to: only these are looked for. */
function namesIn(
  entries: readonly string[],
  names: ReadonlySet<string>,
  settings: AnsibleSettings,
): readonly string[] {
  return [...new Set(entries.flatMap((entry) => [entry, nameOf(entry, settings)]))].filter((name) =>
    names.has(name),
  );
}

function nameOf(entry: string, { varsExtensions }: AnsibleSettings): string {
  const end = varsExtensions.find((each) => entry.endsWith(each) && entry.length > each.length);
  return end === undefined ? entry : entry.slice(0, -end.length);
}

/** The first of `name`, `name.yml` … that exists hides the others. */
function entryOf(
  name: string,
  entries: ReadonlySet<string>,
  { varsExtensions }: AnsibleSettings,
): string | undefined {
  return ['', ...varsExtensions].map((end) => name + end).find((entry) => entries.has(entry));
}

function filesAt(system: System, path: string, settings: AnsibleSettings): readonly string[] {
  if (system.kindOf(path) !== 'folder') return [path];
  return (system.listFolder(path) ?? []).flatMap((entry) => {
    if (entry.startsWith('.') || entry.endsWith('~')) return [];
    const inner = join(path, entry);
    const end = extname(entry);
    if (system.kindOf(inner) === 'folder')
      return end === '' ? filesAt(system, inner, settings) : [];
    return end === '' || settings.varsExtensions.includes(end) ? [inner] : [];
  });
}

/** The files that the sources are, and those that a folder of sources hides from Ansible. */
export interface SourceFiles {
  readonly read: readonly string[];
  readonly skipped: readonly string[];
}

export function findSourceFiles(
  system: System,
  sources: readonly string[],
  settings: AnsibleSettings,
): SourceFiles {
  const [read, skipped]: [string[], string[]] = [[], []];
  const look = (path: string): void => {
    const kind = system.kindOf(path);
    if (kind !== 'folder') {
      if (kind !== undefined) read.push(path);
      return;
    }
    for (const entry of system.listFolder(path) ?? []) {
      const inner = join(path, entry);
      if (/^(?:host_vars|group_vars|vars_plugins)$/.test(entry)) continue;
      if (!isIgnored(entry, settings)) look(inner);
      else if (mayHoldHosts(entry)) skipped.push(inner);
    }
  };
  for (const source of sources) look(resolve(system.cwd, source));
  return { read, skipped };
}

function isIgnored(name: string, { ignoredEnds, ignoredPatterns }: AnsibleSettings): boolean {
  return (
    name.startsWith('.') ||
    ignoredEnds.some((end) => name.endsWith(end)) ||
    ignoredPatterns.some((pattern) => isFoundIn(name, pattern))
  );
}

/** A pattern of the user's configuration; one that Python refuses, or that takes too long, hides nothing here. */
function isFoundIn(name: string, pattern: string): boolean {
  const matcher = regexMatcher(pattern, 'search');
  return typeof matcher === 'function' && matcher(name) === true;
}

/** What version control, editors and documentation leave in a folder is no inventory. */
function mayHoldHosts(name: string): boolean {
  return !/^\.(?:git|hg|svn|keep|placeholder|DS_Store|editorconfig|yamllint|ansible-lint|vscode|idea)|\.(?:md|rst|txt|pyc|pyo|swp|rpm|state\.json)$/.test(
    name,
  );
}

const vaultMark = '$ANSIBLE_VAULT;';

/** Those of the files that are encrypted as a whole. */
export function vaultedFiles(system: System, paths: Iterable<string>): readonly string[] {
  return [...new Set(paths)].filter((path) => {
    const read = system.readFile(path);
    return (
      'bytes' in read &&
      new TextDecoder().decode(read.bytes.subarray(0, vaultMark.length)) === vaultMark
    );
  });
}

/** Every file below `group_vars` and `host_vars` of these folders, read by Ansible or not. */
export function allVarsFiles(system: System, folders: readonly string[]): readonly string[] {
  const below = (path: string): readonly string[] =>
    system.kindOf(path) === 'folder'
      ? (system.listFolder(path) ?? []).flatMap((entry) => below(join(path, entry)))
      : [path];
  return folders.flatMap((folder) =>
    ['group_vars', 'host_vars']
      .map((name) => join(folder, name))
      .filter((path) => system.kindOf(path) === 'folder')
      .flatMap(below),
  );
}
