/**
 * Files of variables that only repeat what the inventory has, as they do right after an import: one finding for all of
 * them. The inventory has such a variable at the tag of its group, or gives every host of the group its value; or a
 * stronger file has another value, which the inventory has in this way.
 */
import { basename, dirname } from 'node:path';
import { displayName } from '../text/display-name.js';
import { groupedBy } from '../text/grouped-by.js';
import { shellWord } from '../text/shell-word.js';
import type { Node } from '../syntax/node.js';
import { identical } from '../resolve/unify.js';
import type { System } from '../system.js';
import type { Finding } from './finding.js';
import type { VarsEntry, VarsFolder } from './read-vars-folder.js';
import type { Given } from './vars-files.js';

export interface VarsFiles {
  readonly groups: VarsFolder;
  readonly hosts: VarsFolder;
}

/** The variables of files that the inventory has too. */
export function findRepeated({ groups, hosts }: VarsFiles, given: Given): ReadonlySet<VarsEntry> {
  const owners = [...groups.owners].filter(([group]) => given.groups.has(group));
  const hostsOf = new Map(owners.map(([group]) => [group, new Set(given.groups.get(group))]));
  const inTags = new Set(
    owners.flatMap(([group, entries]) =>
      entries.filter(({ name, value }) => isWithin(value, given.tagValue(group, name))),
    ),
  );
  const ofHosts = [...hosts.owners].flatMap(([host, entries]) =>
    entries.filter(({ name, value }) => isWithin(value, given.valueOf(host, name))),
  );
  const ofHost = new Set(ofHosts);
  /** True if a host has the value of a group's file from the inventory, or that of a stronger file. */
  const isSettled = (host: string, group: string, { name, value }: VarsEntry): boolean => {
    if (isWithin(value, given.valueOf(host, name))) return true;
    const isSame = (entry: VarsEntry): boolean => entry.name === name;
    if (hosts.owners.get(host)?.some((entry) => isSame(entry) && ofHost.has(entry)) === true)
      return true;
    return owners.some(
      ([other, entries]) =>
        isStronger(given, other, group) &&
        hostsOf.get(other)?.has(host) === true &&
        entries.some((entry) => isSame(entry) && inTags.has(entry)),
    );
  };
  const ofGroups = owners.flatMap(([group, entries]) => {
    const members = [...(hostsOf.get(group) ?? [])];
    return entries.filter(
      (entry) =>
        inTags.has(entry) ||
        (members.length > 0 && members.every((host) => isSettled(host, group, entry))),
    );
  });
  return new Set([...ofGroups, ...ofHosts]);
}

/** True if the tag of one group lies over that of another; every tag lies over `all`. */
function isStronger({ orderOf }: Given, one: string, other: string): boolean {
  const [order, below] = [orderOf(one), orderOf(other)];
  return order !== undefined && below !== undefined && order > below;
}

/** True if a value is another one or, of a map, a part of it. */
function isWithin(value: Node, other: Node | undefined): boolean {
  if (other === undefined) return false;
  if (value.kind !== 'map' || other.kind !== 'map') return identical(value, other);
  const byKey = new Map(other.entries.map((entry) => [entry.key, entry.value]));
  return value.entries.every(({ key, value: part }) => isWithin(part, byKey.get(key)));
}

const maxNames = 3;

/** One finding for the files that hold nothing else, and one for each other file with such variables. */
export function inspectRepeated(
  system: System,
  { groups, hosts }: VarsFiles,
  repeated: ReadonlySet<VarsEntry>,
): readonly Finding[] {
  const entries = [...groups.owners.values(), ...hosts.owners.values()].flat();
  const whole: string[] = [];
  const findings: Finding[] = [];
  for (const [file, variables] of groupedBy(entries, (entry) => entry.file)) {
    const known = variables.filter((entry) => repeated.has(entry));
    if (known.length === variables.length) whole.push(file);
    else if (known.length > 0) findings.push(partly(system, file, known));
  }
  const [first] = whole;
  if (first === undefined) return findings;
  const names = whole.map((file) => displayName(system.cwd, file));
  const verb = names.length === 1 ? 'repeats' : 'repeat';
  return [
    {
      subject: subjectOf(first),
      level: 'warning',
      message: `${listed(names)} ${verb} what the inventory has`,
      remedy: `remove ${names.length === 1 ? 'it' : 'them'}, so that each value is in one place: rm ${names.map(shellWord).join(' ')}`,
    },
    ...findings,
  ];
}

function partly(system: System, file: string, known: readonly VarsEntry[]): Finding {
  const verb = known.length === 1 ? 'repeats' : 'repeat';
  return {
    subject: subjectOf(file),
    level: 'warning',
    message: `${listed(known.map(({ name }) => name))} in \`${displayName(system.cwd, file)}\` ${verb} what the inventory has`,
    remedy: `remove ${known.length === 1 ? 'it' : 'them'} there, so that each value is in one place`,
  };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** A file of `host_vars` may lie in a folder for its host. */
function subjectOf(file: string): Finding['subject'] {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (basename(folder) === 'host_vars') return 'host-vars';
    if (basename(folder) === 'group_vars') break;
  }
  return 'group-vars';
}
