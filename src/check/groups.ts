/** The groups that Ansible gets have names of their own: no two fall together, none is a host's or Ansible's own. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Inventory, Name } from '../model/inventory.js';
import { constructedGroup, serviceGroup, tagGroup } from '../model/safe-name.js';
import { isReservedKey } from '../text/reserved-keys.js';

interface Group {
  readonly group: string;
  readonly from: Name;
  /** How messages call what makes the group. */
  readonly maker: string;
}

const ofAnsible = new Set(['all', 'ungrouped', '_meta']);

/** All collisions of group names. Names that are no names are told elsewhere. */
export function checkGroupNames(inventory: Inventory): Diagnostic[] {
  const hosts = new Map(inventory.hosts.map((host) => [host.name, host.definition.name]));
  const first = new Map<string, Group>();
  const ofGroups = groupsOf(inventory).flatMap((group) => {
    if (ofAnsible.has(group.group)) return [reserved(group.from, group.maker, group.group)];
    const before = first.get(group.group);
    if (before !== undefined) return [collision(group, before.from, before.maker)];
    first.set(group.group, group);
    const host = hosts.get(group.group);
    return host === undefined ? [] : [collision(group, host, `host \`${group.group}\``)];
  });
  const ofConditions = inventory.ansible.groups.flatMap((from) => {
    const made: Group = {
      group: constructedGroup(from.name),
      from,
      maker: `the condition \`${from.name}\``,
    };
    if (ofAnsible.has(made.group) || isReservedKey(made.group))
      return [reserved(from, made.maker, made.group)];
    const before = first.get(made.group);
    if (before !== undefined) return [collision(made, before.from, before.maker)];
    const host = hosts.get(made.group);
    return host === undefined ? [] : [collision(made, host, `host \`${made.group}\``)];
  });
  const ofHosts = [...ofAnsible].flatMap((name) => {
    const host = hosts.get(name);
    return host === undefined ? [] : [reserved(host, `host \`${name}\``, name)];
  });
  return [...ofGroups, ...ofConditions, ...ofHosts];
}

function reserved(at: Name, maker: string, group: string): Diagnostic {
  return diagnostic(
    'check/reserved-group',
    at,
    isReservedKey(group)
      ? `${maker} would be the group \`${group}\`, whose name marks Ansible's own values`
      : `${maker} would be the group \`${group}\`, which Ansible makes itself`,
    { help: 'choose another name' },
  );
}

function groupsOf({ tags, services, ansible }: Inventory): Group[] {
  const groups: Group[] = [...tags.values()]
    .filter(hasValidName)
    .map((from) => ({ group: tagGroup(from.name, ansible), from, maker: `tag \`${from.name}\`` }));
  if (!ansible.serviceGroups) return groups;
  const absent = new Set(
    [...tags.values()].flatMap((tag) =>
      tag.services.filter((each) => each.state === 'absent').map((each) => each.name),
    ),
  );
  for (const from of [...services.values()].filter(hasValidName)) {
    groups.push({ group: serviceGroup(from.name), from, maker: `service \`${from.name}\`` });
    if (absent.has(from.name))
      groups.push({
        group: serviceGroup(from.name, 'absent'),
        from,
        maker: `service \`${from.name}\` (where it is absent)`,
      });
  }
  return groups;
}

function hasValidName({ name }: Name): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name);
}

function collision(group: Group, other: Name, maker: string): Diagnostic {
  return diagnostic(
    'check/group-collision',
    group.from,
    `${group.maker} and ${maker} are both \`${group.group}\` to Ansible`,
    {
      related: [{ span: other, message: `${maker} is defined here` }],
      help: 'rename one of them',
    },
  );
}
