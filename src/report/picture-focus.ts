/**
 * The part of a picture around something that is named: what it leads to (the tags of a host, their services), and what
 * leads to it (the tags that give a service, and their hosts).
 */
import type { ReadInventory } from '../ansible/read-back.js';
import { serviceGroup, tagGroup } from '../model/safe-name.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import { suggestion } from '../text/suggest.js';
import type { Picture } from './picture.js';

/** What a name means. A group that belongs to a tag or a service means that one. */
export interface Focus {
  readonly kind: 'host' | 'tag' | 'service' | 'upstream' | 'group';
  readonly name: string;
}

const kinds = ['host', 'tag', 'service', 'upstream', 'group'] as const;

/** Everything that has the name; `KIND:NAME` means only one kind. A fault where nothing has it. */
export function findFocus(
  written: string,
  { inventory }: ResolvedInventory,
  read: ReadInventory,
): readonly Focus[] | { readonly fault: string; readonly help: string | undefined } {
  const [, only, rest] = /^(host|tag|service|upstream|group):(.*)$/s.exec(written) ?? [];
  const name = rest ?? written;
  const owners = new Map<string, Focus>();
  for (const tag of inventory.tags.keys())
    owners.set(tagGroup(tag, inventory.ansible), { kind: 'tag', name: tag });
  if (inventory.ansible.serviceGroups)
    for (const service of inventory.services.keys())
      for (const state of ['present', 'absent'] as const)
        owners.set(serviceGroup(service, state), { kind: 'service', name: service });
  const known: Readonly<Record<Focus['kind'], Iterable<string>>> = {
    host: inventory.hosts.map((host) => host.name),
    tag: inventory.tags.keys(),
    service: inventory.services.keys(),
    upstream: inventory.upstreams.map((each) => each.name),
    group: read.groups.keys(),
  };
  const asked = kinds.filter((kind) => only === undefined || kind === only);
  const names = asked.map((kind) => [kind, new Set(known[kind])] as const);
  const found = names
    .filter(([, all]) => all.has(name))
    .map(([kind]): Focus =>
      kind === 'group' ? (owners.get(name) ?? { kind, name }) : { kind, name },
    );
  const distinct = found.filter(
    (each, at) =>
      found.findIndex((other) => other.kind === each.kind && other.name === each.name) === at,
  );
  if (distinct.length > 0) return distinct;
  const what = only ?? 'host, tag, service, upstream or group';
  return {
    fault: `there is no ${what} \`${name}\``,
    help: suggestion(name, new Set(names.flatMap(([, all]) => [...all]))),
  };
}

/** The nodes of what is focused, in a picture that was built with its hosts alone and its groups drawn. */
export function nodesOf(focus: readonly Focus[], { nodes }: Picture): ReadonlySet<string> {
  const ids = focus.map(({ kind, name }) =>
    kind === 'host'
      ? nodes.find((node) => node.kind === 'hosts' && node.hosts === 1 && node.names[0] === name)
          ?.id
      : `${kind}:${name}`,
  );
  return new Set(ids.filter((id) => id !== undefined));
}

/** Only what is connected with these nodes: forth from them, and back from them. */
export function around({ nodes, arrows, remarks }: Picture, centre: ReadonlySet<string>): Picture {
  const reached = new Set<string>();
  for (const [from, to] of [
    ['from', 'to'],
    ['to', 'from'],
  ] as const) {
    const next = new Map<string, string[]>();
    for (const arrow of arrows)
      next.set(arrow[from], [...(next.get(arrow[from]) ?? []), arrow[to]]);
    const way = new Set(centre);
    for (const id of way) for (const each of next.get(id) ?? []) way.add(each);
    for (const id of way) reached.add(id);
  }
  return {
    nodes: nodes.filter((node) => reached.has(node.id)),
    arrows: arrows.filter(({ from, to }) => reached.has(from) && reached.has(to)),
    remarks,
  };
}
