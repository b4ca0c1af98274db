/**
 * What `ansible-inventory` printed → groups, hosts and variables. The inventory that the user has is two documents,
 * `--list` (every variable of every host) and `--list --export` (the variables of groups, and the hosts' own).
 */
import type { Node } from '../syntax/node.js';
import { entriesOf, textsOf, valueAt } from './exact-json.js';

export type Variables = ReadonlyMap<string, Node>;

/** One group: its own hosts and children, in Ansible's order. */
export interface AnsibleGroup {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly children: readonly string[];
}

/** One document: groups, empty ones that some group names too, and what stands in `_meta.hostvars`. */
export interface AnsibleDocument {
  readonly groups: ReadonlyMap<string, AnsibleGroup>;
  readonly hostvars: ReadonlyMap<string, Variables>;
  /** Group → its variables; empty in `--list`. */
  readonly groupVars: ReadonlyMap<string, Variables>;
}

/** Both documents of one inventory. */
export interface AnsibleInventory {
  readonly groups: ReadonlyMap<string, AnsibleGroup>;
  readonly groupVars: ReadonlyMap<string, Variables>;
  /** Every host, in the order of plays. */
  readonly hosts: readonly string[];
  /** Host → the variables that stand at the host itself. */
  readonly own: ReadonlyMap<string, Variables>;
  /** Host → all its variables. */
  readonly final: ReadonlyMap<string, Variables>;
}

export const noVariables: Variables = new Map();

/** Reads a document; `all` and `ungrouped` are always among its groups. */
export function readAnsibleDocument(root: Node): AnsibleDocument {
  const groups = new Map<string, AnsibleGroup>();
  const groupVars = new Map<string, Variables>();
  for (const { key: name, value } of entriesOf(root)) {
    if (name === '_meta') continue;
    groups.set(name, {
      name,
      hosts: textsOf(valueAt(value, 'hosts')),
      children: textsOf(valueAt(value, 'children')),
    });
    groupVars.set(name, variablesOf(valueAt(value, 'vars')));
  }
  const named = [...groups.values()].flatMap((group) => group.children);
  for (const name of ['all', 'ungrouped', ...named])
    if (!groups.has(name)) groups.set(name, { name, hosts: [], children: [] });
  const hostvars = entriesOf(valueAt(valueAt(root, '_meta'), 'hostvars'));
  return {
    groups,
    groupVars,
    hostvars: new Map(hostvars.map(({ key, value }) => [key, variablesOf(value)])),
  };
}

/** Joins the two documents; hosts that `order` does not know come last. */
export function joinDocuments(
  listed: AnsibleDocument,
  exported: AnsibleDocument,
  order: readonly string[],
): AnsibleInventory {
  const known = new Set([...listed.groups.values()].flatMap((group) => group.hosts));
  const hosts = new Set([...order.filter((name) => known.has(name)), ...known]);
  return {
    groups: listed.groups,
    groupVars: exported.groupVars,
    hosts: [...hosts],
    own: exported.hostvars,
    final: listed.hostvars,
  };
}

function variablesOf(node: Node | undefined): Variables {
  return new Map(entriesOf(node).map(({ key, value }) => [key, value]));
}
