/**
 * `group_vars/` and `host_vars/` beside the inventory, against what the inventory gives its hosts. Merged variables are
 * host variables to Ansible: they beat every `group_vars` file, and every `host_vars` file beats them.
 */
import { basename, dirname, extname, join } from 'node:path';
import { readSource } from '../load/read-source.js';
import { parseDocument } from '../syntax/parse.js';
import { displayName } from '../text/display-name.js';
import type { System } from '../system.js';
import { positionAt } from '../text/position.js';
import { ok, type Finding } from './finding.js';

/** What Ansible is given, as far as it matters here. */
export interface Given {
  readonly hostVariables: ReadonlyMap<string, ReadonlySet<string>>;
  /** The hosts of each group, those of its children too. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

/** A variable in a file: its place and name. */
interface Variable {
  readonly name: string;
  readonly place: string;
}

/** `given` is undefined where the inventory is not valid; then only what is there is told. */
export function inspectVarsFiles(
  system: System,
  inventory: string,
  given: Given | undefined,
): readonly Finding[] {
  const folder = dirname(inventory);
  return [
    ...inspectGroups(system, join(folder, 'group_vars'), given),
    ...inspectHosts(system, join(folder, 'host_vars'), given),
  ];
}

function inspectGroups(
  system: System,
  folder: string,
  given: Given | undefined,
): readonly Finding[] {
  const sets = setsIn(system, folder);
  if (sets.size === 0 || given === undefined) return [];
  const findings: Finding[] = [];
  for (const [group, variables] of sets) {
    const hosts = given.groups.get(group);
    if (hosts === undefined) {
      findings.push({
        subject: 'group-vars',
        level: 'note',
        message: `\`group_vars/${group}\` is for a group that this inventory does not have`,
      });
      continue;
    }
    for (const { name, place } of variables) {
      const beaten = hosts.filter((host) => given.hostVariables.get(host)?.has(name) === true);
      if (beaten.length === 0) continue;
      const told = beaten
        .slice(0, 3)
        .map((host) => `\`${host}\``)
        .join(', ');
      findings.push({
        subject: 'group-vars',
        level: 'warning',
        message: `\`${name}\` at ${place} loses to the merged variable of ${beaten.length === hosts.length ? 'every host of the group' : `${told}${beaten.length > 3 ? ` and ${beaten.length - 3} more` : ''}`}`,
        remedy:
          'move it into the inventory, as a variable of a tag, or to `host_vars`, which win; or remove it',
      });
    }
  }
  return findings.length === 0
    ? [ok('group-vars', 'no variable in `group_vars` is also a merged one')]
    : findings;
}

function inspectHosts(
  system: System,
  folder: string,
  given: Given | undefined,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [host, variables] of given === undefined ? [] : setsIn(system, folder)) {
    const merged = given?.hostVariables.get(host);
    if (merged === undefined) {
      findings.push({
        subject: 'host-vars',
        level: 'warning',
        message: `\`host_vars/${host}\` is for a host that this inventory does not have`,
        remedy: 'rename it after a host, or remove it',
      });
    }
    for (const { name, place } of variables) {
      if (merged?.has(name) === true)
        findings.push({
          subject: 'host-vars',
          level: 'note',
          message: `\`${name}\` at ${place} wins over the merged variable of \`${host}\``,
        });
    }
  }
  return findings;
}

/** The variables for each group or host, in the files called like it or in its folder. */
function setsIn(system: System, folder: string): ReadonlyMap<string, readonly Variable[]> {
  const sets = new Map<string, readonly Variable[]>();
  for (const name of system.listFolder(folder) ?? []) {
    const path = join(folder, name);
    const isFolder = system.kindOf(path) === 'folder';
    if (name.startsWith('.') || name.endsWith('~') || !(isFolder || isVarsFile(name))) continue;
    const owner = isFolder ? name : basename(name, extname(name));
    const found = isFolder ? filesBelow(system, path) : [path];
    sets.set(owner, [
      ...(sets.get(owner) ?? []),
      ...found.flatMap((each) => variablesIn(system, each)),
    ]);
  }
  return sets;
}

function isVarsFile(name: string): boolean {
  return ['', '.yml', '.yaml', '.json'].includes(extname(name));
}

function filesBelow(system: System, folder: string, depth = 10): readonly string[] {
  return (system.listFolder(folder) ?? []).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith('.') || name.endsWith('~')) return [];
    if (system.kindOf(path) === 'folder')
      return depth === 0 ? [] : filesBelow(system, path, depth - 1);
    return isVarsFile(name) ? [path] : [];
  });
}

/** The top-level names; none of a file that is encrypted or no YAML, which Ansible itself will judge. */
function variablesIn(system: System, path: string): readonly Variable[] {
  const { value: source } = readSource(system, path);
  const root = source && parseDocument(source).value.root;
  if (root?.kind !== 'map') return [];
  return root.entries.map((entry) => ({
    name: entry.key,
    place: `${displayName(system.cwd, path)}:${positionAt(entry.source, entry.start).line}`,
  }));
}
