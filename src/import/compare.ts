/**
 * Compares what Ansible says of the sources with what it is told by the result: the variables and groups of every host,
 * the hosts and children of every group. Left out is only what this format adds or cannot keep: `inventory_tags`,
 * `inventory_services`, children of `all` that are also another group's, and the order of hosts in a group.
 */
import { nodeToJson } from '../model/json.js';
import { identical } from '../resolve/unify.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import {
  noVariables,
  type AnsibleDocument,
  type AnsibleGroup,
  type AnsibleInventory,
} from './ansible-document.js';

/** Every difference as a sentence, groups first; none where both are equal. */
export function findDifferences(expected: AnsibleInventory, actual: AnsibleDocument): string[] {
  return [
    ...groupDifferences(expected.groups, actual.groups),
    ...hostDifferences(expected, actual),
  ];
}

function groupDifferences(
  expected: ReadonlyMap<string, AnsibleGroup>,
  actual: ReadonlyMap<string, AnsibleGroup>,
): string[] {
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort(byCodePoint);
  const [before, after] = [nestedNames(expected), nestedNames(actual)];
  return names.flatMap((name) => {
    const [one, other] = [expected.get(name), actual.get(name)];
    if (one === undefined) return [`the group \`${name}\` is new`];
    if (other === undefined) return [`the group \`${name}\` is missing`];
    const hosts =
      name === 'all' ? [] : setDifferences(`the group \`${name}\``, 'host', one.hosts, other.hosts);
    const [children, others] =
      name === 'all'
        ? [topmost(one.children, before), topmost(other.children, after)]
        : [one.children, other.children];
    return [...hosts, ...setDifferences(`the group \`${name}\``, 'child', children, others)];
  });
}

/** Groups that are the child of another group than `all`. */
function nestedNames(groups: ReadonlyMap<string, AnsibleGroup>): ReadonlySet<string> {
  return new Set(
    [...groups.values()].flatMap((group) => (group.name === 'all' ? [] : group.children)),
  );
}

function topmost(children: readonly string[], nested: ReadonlySet<string>): readonly string[] {
  return children.filter((name) => name !== 'ungrouped' && !nested.has(name));
}

function setDifferences(
  owner: string,
  what: string,
  expected: readonly string[],
  actual: readonly string[],
): string[] {
  const [before, after] = [new Set(expected), new Set(actual)];
  return [
    ...expected
      .filter((name) => !after.has(name))
      .map((name) => `${owner} has lost the ${what} \`${name}\``),
    ...actual
      .filter((name) => !before.has(name))
      .map((name) => `${owner} has the ${what} \`${name}\`, which it had not`),
  ];
}

const ours = new Set(['inventory_tags', 'inventory_services']);

function hostDifferences(
  { hosts, final }: AnsibleInventory,
  { hostvars }: AnsibleDocument,
): string[] {
  return hosts.flatMap((host) => {
    const before = final.get(host) ?? noVariables;
    const after = hostvars.get(host) ?? noVariables;
    const found: string[] = [];
    for (const [name, value] of before) {
      const other = after.get(name);
      if (other === undefined) found.push(`host \`${host}\` has lost \`${name}\``);
      else if (!identical(value, other))
        found.push(`host \`${host}\` has \`${name}\` = ${shown(other)}, which was ${shown(value)}`);
    }
    for (const name of after.keys())
      if (!before.has(name) && !ours.has(name))
        found.push(`host \`${host}\` has \`${name}\`, which it had not`);
    return found;
  });
}

/** A value in a message: on one line, without secrets, and not too long. */
function shown(value: Node): string {
  const text = nodeToJson(value, { unit: '', redact: true, markTemplates: false }, '');
  return text.length > 80 ? `\`${text.slice(0, 79)}…\`` : `\`${text}\``;
}
