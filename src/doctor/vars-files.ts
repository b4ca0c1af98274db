/**
 * `group_vars/` and `host_vars/` beside the inventory, against what the inventory gives its hosts. Merged variables are
 * host variables to Ansible: they beat every `group_vars` file, and every `host_vars` file beats them.
 */
import { dirname, join } from 'node:path';
import type { Node } from '../syntax/node.js';
import type { System } from '../system.js';
import { ok, type Finding } from './finding.js';
import { readVarsFolder, type VarsEntry, type VarsFolder } from './read-vars-folder.js';
import { findRepeated, inspectRepeated } from './repeated-vars.js';

/** What Ansible is given, as far as it matters here. */
export interface Given {
  readonly hostVariables: ReadonlyMap<string, ReadonlySet<string>>;
  /** The hosts of each group, those of its children too. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The value of a host's variable, by the name that Ansible gets. */
  readonly valueOf: (host: string, name: string) => Node | undefined;
  /** The value that the tag of a group sets, or `vars` for the group `all`. */
  readonly tagValue: (group: string, name: string) => Node | undefined;
  /** The order of the tag of a group; that of `all` lies below every other. */
  readonly orderOf: (group: string) => number | undefined;
}

/** `given` is undefined where the inventory is not valid; then only what is there is told. */
export function inspectVarsFiles(
  system: System,
  inventory: string,
  given: Given | undefined,
): readonly Finding[] {
  const folder = dirname(inventory);
  const files = {
    groups: readVarsFolder(system, join(folder, 'group_vars')),
    hosts: readVarsFolder(system, join(folder, 'host_vars')),
  };
  const unreadable = [
    ...files.groups.unreadable.map((detail) => unreadableFinding('group-vars', detail)),
    ...files.hosts.unreadable.map((detail) => unreadableFinding('host-vars', detail)),
  ];
  if (given === undefined) return unreadable;
  const repeated = findRepeated(files, given);
  return [
    ...unreadable,
    ...inspectRepeated(system, files, repeated),
    ...inspectGroups(files.groups.owners, given, repeated),
    ...inspectHosts(files.hosts.owners, given, repeated),
  ];
}

/** Ansible stops at a file that it may not read, whatever reads it here. */
function unreadableFinding(subject: Finding['subject'], message: string): Finding {
  return { subject, level: 'error', message, remedy: 'let the user who runs Ansible read it' };
}

function inspectGroups(
  sets: VarsFolder['owners'],
  given: Given,
  repeated: ReadonlySet<VarsEntry>,
): readonly Finding[] {
  if (sets.size === 0) return [];
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
    for (const variable of variables) {
      if (repeated.has(variable)) continue;
      const { name, place } = variable;
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
  return findings.length === 0 && repeated.size === 0
    ? [ok('group-vars', 'no variable in `group_vars` is also a merged one')]
    : findings;
}

function inspectHosts(
  sets: VarsFolder['owners'],
  given: Given,
  repeated: ReadonlySet<VarsEntry>,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [host, variables] of sets) {
    const merged = given.hostVariables.get(host);
    if (merged === undefined) {
      findings.push({
        subject: 'host-vars',
        level: 'warning',
        message: `\`host_vars/${host}\` is for a host that this inventory does not have`,
        remedy: 'rename it after a host, or remove it',
      });
    }
    for (const variable of variables) {
      const { name, place } = variable;
      if (merged?.has(name) === true && !repeated.has(variable))
        findings.push({
          subject: 'host-vars',
          level: 'note',
          message: `\`${name}\` at ${place} wins over the merged variable of \`${host}\``,
        });
    }
  }
  return findings;
}
