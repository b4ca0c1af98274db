/**
 * Names and values that the inventory format cannot hold unchanged: each is told once, with the reason and the hosts or
 * groups that have it. Judged on what Ansible says, before anything is converted.
 */
import { isHostName } from '../check/hosts.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { safeName } from '../model/safe-name.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { isReservedKey } from '../text/reserved-keys.js';
import type { Span } from '../text/source.js';
import type { AnsibleInventory, Variables } from './ansible-document.js';

/** Deeper values are refused by every reader of the format. */
const deepest = 95;
const tagName = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const ofAnsible = new Set(['all', 'ungrouped', '_meta']);

/** All that cannot be held, in order: groups, hosts, variables, values. `at` is the place of the import as a whole. */
export function checkHeld(inventory: AnsibleInventory, renames: boolean, at: Span): Diagnostic[] {
  return [
    ...checkGroups(inventory, at),
    ...checkHosts(inventory, at),
    ...checkVariables(inventory, renames, at),
  ];
}

function checkGroups({ groups, hosts }: AnsibleInventory, at: Span): Diagnostic[] {
  const names = new Set(hosts);
  return [...groups.values()].flatMap(({ name, children }) => {
    if (name === 'ungrouped' && children.length > 0)
      return [
        nameFault(
          at,
          `\`ungrouped\` has the child group \`${children.join('`, `')}\``,
          'a host of a tag is in a group, so move the child below `all`',
        ),
      ];
    if (ofAnsible.has(name)) return [];
    if (!tagName.test(name))
      return [
        nameFault(
          at,
          `the group \`${name}\` cannot be a tag: a tag starts with an ASCII letter or digit and goes on with letters, digits, \`-\` and \`_\``,
          'rename the group',
        ),
      ];
    if (names.has(name))
      return [
        nameFault(
          at,
          `\`${name}\` is a group and a host: to Ansible the variables of one are those of the other`,
          'rename one of them',
        ),
      ];
    return [];
  });
}

function checkHosts({ hosts }: AnsibleInventory, at: Span): Diagnostic[] {
  return hosts.flatMap((name) => {
    if (ofAnsible.has(name))
      return [
        nameFault(
          at,
          `a host is named \`${name}\`, as a group that Ansible makes itself`,
          'rename the host',
        ),
      ];
    if (isHostName(name)) return [];
    const help = /\s/.test(name)
      ? 'was a list of hosts meant, with a `:` after each name?'
      : 'rename the host, and keep its address in `ansible_host`';
    return [
      nameFault(
        at,
        `the host \`${name}\` cannot be named so: a host has letters, digits, \`-\` and \`_\` (all ASCII), DNS names with single dots, or an IP address`,
        help,
      ),
    ];
  });
}

function nameFault(at: Span, message: string, help: string): Diagnostic {
  return diagnostic('import/name', at, message, { help });
}

/** Where a variable is set. */
interface Owner {
  readonly what: string;
  readonly vars: Variables;
}

function checkVariables(inventory: AnsibleInventory, renames: boolean, at: Span): Diagnostic[] {
  const owners: Owner[] = [
    ...[...inventory.groupVars].map(([name, vars]) => ({ what: `group \`${name}\``, vars })),
    ...inventory.hosts.map((name) => ({
      what: `host \`${name}\``,
      vars: new Map([...(inventory.final.get(name) ?? []), ...(inventory.own.get(name) ?? [])]),
    })),
  ];
  const users = new Map<string, string>();
  const faults = new Map<
    string,
    { readonly fault: string; readonly owner: string; count: number }
  >();
  const seen = new Map<Node, string | undefined>();
  for (const { what, vars } of owners) {
    for (const [name, value] of vars) {
      if (!users.has(name)) users.set(name, what);
      if (!seen.has(value)) seen.set(value, valueFault(value, name, 1));
      const fault = seen.get(value);
      if (fault === undefined) continue;
      const known = faults.get(fault);
      if (known === undefined) faults.set(fault, { fault, owner: what, count: 1 });
      else known.count++;
    }
  }
  return [
    ...checkVariableNames(users, renames, at),
    ...[...faults.values()].map(({ fault, owner, count }) => {
      const more = count === 1 ? '' : ` and ${count - 1} more`;
      return diagnostic('import/value', at, `${fault}, at ${owner}${more}`, {
        help: 'change the value at its source',
      });
    }),
  ];
}

function checkVariableNames(
  users: ReadonlyMap<string, string>,
  renames: boolean,
  at: Span,
): Diagnostic[] {
  const bySafe = new Map<string, string[]>();
  for (const name of users.keys())
    bySafe.set(safeName(name), [...(bySafe.get(safeName(name)) ?? []), name]);
  return [...bySafe]
    .sort(([one], [other]) => byCodePoint(one, other))
    .flatMap(([safe, names]) => {
      const [name = ''] = names;
      const where = `at ${users.get(name) ?? ''}`;
      if (names.length > 1)
        return [
          diagnostic(
            'import/variable',
            at,
            `the variables \`${names.join('` and `')}\` are both \`${safe}\` in a form that Ansible can use`,
            { help: 'rename one of them' },
          ),
        ];
      if (/^inventory_(?:tags|services|secret_sources|unknown|service_.*)$/s.test(safe))
        return [
          diagnostic(
            'import/variable',
            at,
            `inventory-script itself sets the variable \`${safe}\`, ${where}`,
            { help: 'choose another name' },
          ),
        ];
      if (isReservedKey(safe))
        return [
          diagnostic(
            'import/variable',
            at,
            `the variable \`${name}\`, ${where}, starts with \`__ansible_\`, which marks Ansible's own values`,
            { help: 'choose another name' },
          ),
        ];
      if (safe === name || renames) return [];
      return [
        diagnostic(
          'import/variable',
          at,
          `Ansible cannot use the name of the variable \`${name}\`, ${where}, so it would become \`${safe}\``,
          { help: 'rename it, or accept the new name with `--rename-variables`' },
        ),
      ];
    });
}

/** Why a value cannot be held; undefined where it can. */
function valueFault(node: Node, path: string, depth: number): string | undefined {
  if (depth > deepest)
    return `\`${path.slice(0, 60)}…\` is nested more than ${deepest} levels deep`;
  switch (node.kind) {
    case 'float':
      return Number.isFinite(node.value)
        ? undefined
        : `\`${path}\` is \`${String(node.value)}\`, which is no number in JSON`;
    case 'string':
    case 'unsafe':
    case 'vault':
      return /\p{Cs}/u.test(node.value) ? `\`${path}\` holds half of a surrogate pair` : undefined;
    case 'list':
      return first(node.items, (item, index) => valueFault(item, `${path}[${index}]`, depth + 1));
    case 'map':
      return first(
        node.entries,
        ({ key, value }) => keyFault(key, path) ?? valueFault(value, `${path}.${key}`, depth + 1),
      );
    default:
      return undefined;
  }
}

function keyFault(key: string, path: string): string | undefined {
  if (isReservedKey(key))
    return `\`${path}\` has the key \`${key}\`, which marks Ansible's own values`;
  return /\p{Cs}/u.test(key) ? `\`${path}\` has a key with half of a surrogate pair` : undefined;
}

function first<T>(
  items: readonly T[],
  find: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
