/**
 * The groups and hosts of an inventory as the tree that `ansible-inventory --graph` prints, byte for byte; with variables
 * as its `--vars` prints them, but for values that nobody may see, which are `<redacted>`.
 */
import type { ReadInventory } from '../ansible/read-back.js';
import { pythonText, pythonTextOfData } from '../ansible/python-text.js';
import type { Inventory } from '../model/inventory.js';
import { serviceGroup, tagGroup } from '../model/safe-name.js';
import { servicesData } from '../resolve/service-data.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { transportVariables } from '../resolve/transport.js';
import { byCodePoint } from '../text/order.js';
import { escapeControls } from '../text/terminal.js';
import type { Focus } from './picture-focus.js';

/** What a line of the tree shows. */
export type TreePart = 'frame' | 'group' | 'host' | 'variable';

export interface TreeOptions {
  /** The group to begin with. */
  readonly group: string;
  /** The hosts with their variables, if these are to be shown. */
  readonly variables: ResolvedInventory | undefined;
  /** Which part is shown; undefined for all. */
  readonly only: Branches | undefined;
  readonly paint: (part: TreePart, text: string) => string;
  /** True to escape what a terminal would obey, which Ansible prints raw. */
  readonly isForTerminal: boolean;
}

/** A part of the tree. */
export interface Branches {
  readonly groups: ReadonlySet<string>;
  /** Groups of which all hosts are shown. */
  readonly whole: ReadonlySet<string>;
  /** Hosts that are shown in every group. */
  readonly hosts: ReadonlySet<string>;
}

/** The tree in lines, with a final line break. */
export function graphText(
  inventory: ReadInventory,
  { group: start, variables, only, paint, isForTerminal }: TreeOptions,
): string {
  const lines: string[] = [];
  const variablesOf = variables === undefined ? undefined : variableLines(inventory, variables);
  const line = (depth: number, part: TreePart, text: string): void => {
    const painted = paint(part, isForTerminal ? escapeControls(text) : text);
    lines.push(depth === 0 ? painted : `${paint('frame', `${'  |'.repeat(depth)}--`)}${painted}`);
  };
  const write = (name: string, depth: number): void => {
    const group = inventory.groups.get(name);
    if (group === undefined || (only !== undefined && !only.groups.has(name))) return;
    line(depth, 'group', `@${name}:`);
    for (const child of group.children) write(child, depth + 1);
    if (name !== 'all') {
      for (const host of group.hosts) {
        if (only !== undefined && !only.hosts.has(host) && !only.whole.has(name)) continue;
        line(depth + 1, 'host', host);
        for (const text of variablesOf?.host(host) ?? []) line(depth + 2, 'variable', text);
      }
    }
    for (const text of variablesOf?.group(name) ?? []) line(depth + 1, 'variable', text);
  };
  write(start, 0);
  return `${lines.join('\n')}\n`;
}

/** The groups and hosts that lead to what is focused, and those below it; none for upstreams. */
export function branchesOf(
  focus: readonly Focus[],
  { ansible }: Inventory,
  read: ReadInventory,
): Branches {
  const hosts = new Set(focus.filter(({ kind }) => kind === 'host').map(({ name }) => name));
  const below = focus.flatMap(({ kind, name }) => {
    if (kind === 'group') return [name];
    if (kind === 'tag') return [tagGroup(name, ansible)];
    return kind === 'service' ? [serviceGroup(name), serviceGroup(name, 'absent')] : [];
  });
  const whole = new Set(below.filter((name) => read.groups.has(name)));
  for (const name of whole)
    for (const child of read.groups.get(name)?.children ?? []) whole.add(child);
  const groups = [...read.groups.values()]
    .filter((group) => whole.has(group.name) || leadsTo(read, group.name, whole, hosts))
    .map((group) => group.name);
  return { groups: new Set(groups), whole, hosts };
}

/** Whether a group has one of the groups below it, or one of the hosts in it. */
function leadsTo(
  read: ReadInventory,
  name: string,
  groups: ReadonlySet<string>,
  hosts: ReadonlySet<string>,
): boolean {
  const way = new Set([name]);
  for (const each of way) for (const child of read.groups.get(each)?.children ?? []) way.add(child);
  return (
    [...way].some((each) => groups.has(each)) ||
    read.membersOf(name).some((host) => hosts.has(host))
  );
}

interface VariableLines {
  readonly group: (name: string) => readonly string[];
  readonly host: (name: string) => readonly string[];
}

/** `{name = value}` for each variable, by name; a host has those of its groups, too. */
function variableLines(inventory: ReadInventory, resolved: ResolvedInventory): VariableLines {
  const hosts = new Map(resolved.hosts.map((each) => [each.host.name, each]));
  const ofGroups = new Map(
    [...inventory.groups.values()].map(({ name, vars }) => [
      name,
      Object.entries(vars ?? {}).map(([key, value]) => [key, pythonTextOfData(value)] as const),
    ]),
  );
  const inherited = new Map<string, Map<string, string>>();
  for (const [group, variables] of ofGroups) {
    if (variables.length === 0) continue;
    for (const host of inventory.membersOf(group)) {
      const known = inherited.get(host) ?? new Map<string, string>();
      inherited.set(host, known);
      for (const [key, text] of variables) known.set(key, text);
    }
  }
  const linesOf = (variables: Iterable<readonly [string, string]>): readonly string[] =>
    [...variables]
      .filter(([key]) => !internal.has(key))
      .sort(([a], [b]) => byCodePoint(a, b))
      .map(([key, text]) => `{${key} = ${text}}`);
  const known = new Map<string, readonly string[]>();
  return {
    group: (name) => linesOf(ofGroups.get(name) ?? []),
    host: (name) => {
      let lines = known.get(name);
      const host = hosts.get(name);
      if (lines === undefined)
        known.set(
          name,
          (lines =
            host === undefined
              ? []
              : linesOf(
                  new Map([...(inherited.get(name) ?? []), ...ownVariables(host, resolved)]),
                )),
        );
      return lines;
    },
  };
}

/** What `ansible-inventory` never shows, whoever sets it. */
const internal: ReadonlySet<string> = new Set(
  (
    'ansible_async_path ansible_collection_name ansible_config_file ansible_dependent_role_names ansible_diff_mode ansible_facts ansible_forks ' +
    'ansible_inventory_sources ansible_limit ansible_play_batch ansible_play_hosts ansible_play_hosts_all ansible_play_role_names ' +
    'ansible_playbook_python ansible_role_name ansible_role_names ansible_run_tags ansible_skip_tags ansible_verbosity ansible_version group_names ' +
    'groups hostvars inventory_dir inventory_file inventory_hostname inventory_hostname_short omit play_hosts playbook_dir role_name role_names role_path role_uuid'
  ).split(' '),
);

/** What `--list` gives the host itself. */
function ownVariables(
  host: ResolvedHost,
  { inventory, names }: ResolvedInventory,
): (readonly [string, string])[] {
  return [
    ...host.variables().map(({ rank, value }) => [names[rank] ?? '', pythonText(value)] as const),
    ...transportVariables(host.host).map(({ name, value }) => [name, pythonText(value)] as const),
    ['inventory_services', pythonTextOfData(servicesData(host.services, inventory.ansible))],
    ['inventory_tags', pythonTextOfData(host.tags.map((tag) => tag.name))],
    ...host.composed.map(({ name, value }) => [name, pythonText(value)] as const),
  ];
}
