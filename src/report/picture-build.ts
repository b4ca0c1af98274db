/** The whole picture of a resolved inventory: tags, services and upstreams as they are declared, its hosts by the tags that they list. */
import type { ReadInventory } from '../ansible/read-back.js';
import type { Document } from '../syntax/node.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import type { ArrowKind, Picture, PictureArrow, PictureNode } from './picture.js';
import { upstreamUses, type UpstreamUses } from './upstream-uses.js';

export interface PictureSource {
  readonly resolved: ResolvedInventory;
  /** The files of the inventory as they are written. */
  readonly documents: readonly Document[];
  /** Upstreams of which it is known that they were never applied. */
  readonly notApplied: ReadonlySet<string>;
  /** Groups that are drawn, too: they belong to no tag and no service. */
  readonly groups: readonly string[];
  readonly read: ReadInventory;
  /** Hosts that are drawn each by itself. */
  readonly alone: ReadonlySet<string>;
}

const noUses: UpstreamUses = {
  tags: new Map(),
  services: new Map(),
  hosts: new Map(),
  inventory: new Set(),
};

export function buildPicture(source: PictureSource): Picture {
  const { inventory } = source.resolved;
  const uses =
    inventory.upstreams.length === 0 ? noUses : upstreamUses(source.documents, inventory);
  const parts = [
    hostParts(source, uses),
    groupParts(source),
    tagParts(source, uses),
    serviceParts(source, uses),
    upstreamParts(source, uses),
  ];
  const nodes = parts.flatMap((part) => part.nodes);
  const known = new Set(nodes.map((node) => node.id));
  const arrows = new Map(
    parts
      .flatMap((part) => part.arrows)
      .map((arrow) => [`${arrow.from}\n${arrow.kind}\n${arrow.to}`, arrow]),
  );
  return {
    nodes,
    arrows: [...arrows.values()].filter(({ from, to }) => known.has(from) && known.has(to)),
    remarks: [],
  };
}

interface Part {
  readonly nodes: readonly PictureNode[];
  readonly arrows: readonly PictureArrow[];
}

function arrowsTo(
  from: string,
  kind: ArrowKind,
  what: PictureNode['kind'],
  names: Iterable<string>,
): readonly PictureArrow[] {
  return Array.from(names, (name) => ({ from, to: `${what}:${name}`, kind }));
}

function hostParts(source: PictureSource, uses: UpstreamUses): Part {
  const sets = hostSets(source, uses);
  return {
    nodes: sets.map((set) => set.node),
    arrows: sets.flatMap(({ node: { id }, tags, groups, upstreams }) => [
      ...arrowsTo(id, 'has', 'tag', tags),
      ...arrowsTo(id, 'has', 'group', groups),
      ...arrowsTo(id, 'uses', 'upstream', upstreams),
    ]),
  };
}

function groupParts({ groups, read }: PictureSource): Part {
  return {
    nodes: groups.map((name) => ({
      id: `group:${name}`,
      kind: 'group',
      names: [name],
      hosts: read.membersOf(name).length,
      order: undefined,
      notes: [],
    })),
    arrows: groups.flatMap((name) =>
      (read.groups.get(name)?.children ?? []).map((child): PictureArrow => ({
        from: `group:${child}`,
        to: `group:${name}`,
        kind: 'includes',
      })),
    ),
  };
}

function tagParts({ resolved: { inventory, hosts } }: PictureSource, uses: UpstreamUses): Part {
  const counts = countBy(hosts, (host) => host.tags.map((tag) => tag.name));
  const tags = [...inventory.tags.values()];
  return {
    nodes: tags.map(({ name, order }) => ({
      id: `tag:${name}`,
      kind: 'tag',
      names: [name],
      hosts: counts.get(name) ?? 0,
      order,
      notes: [],
    })),
    arrows: tags.flatMap(({ name, includes, services }) => {
      const named = (state: string): readonly string[] =>
        services.filter((each) => each.state === state).map((each) => each.name);
      const id = `tag:${name}`;
      return [
        ...arrowsTo(
          id,
          'includes',
          'tag',
          includes.map((each) => each.name),
        ),
        ...arrowsTo(id, 'gives', 'service', named('present')),
        ...arrowsTo(id, 'removes', 'service', named('absent')),
        ...arrowsTo(id, 'uses', 'upstream', uses.tags.get(name) ?? []),
      ];
    }),
  };
}

function serviceParts({ resolved: { inventory, hosts } }: PictureSource, uses: UpstreamUses): Part {
  const counts = countBy(hosts, (host) =>
    host.services
      .filter(({ given }) => given.state === 'present')
      .map(({ service }) => service.name),
  );
  const services = [...inventory.services.values()];
  return {
    nodes: services.map(({ name, order }) => ({
      id: `service:${name}`,
      kind: 'service',
      names: [name],
      hosts: counts.get(name) ?? 0,
      order,
      notes: [],
    })),
    arrows: services.flatMap(({ name }) =>
      arrowsTo(`service:${name}`, 'uses', 'upstream', uses.services.get(name) ?? []),
    ),
  };
}

function upstreamParts(
  { resolved: { inventory }, notApplied }: PictureSource,
  uses: UpstreamUses,
): Part {
  const own: PictureNode = {
    id: 'inventory:',
    kind: 'inventory',
    names: ['this inventory'],
    hosts: 0,
    order: undefined,
    notes: ['variables of every host, exports'],
  };
  const upstreams = inventory.upstreams.map(({ name, directory }): PictureNode => ({
    id: `upstream:${name}`,
    kind: 'upstream',
    names: [name],
    hosts: 0,
    order: undefined,
    notes: [
      ...(directory === undefined ? [] : [directory.value]),
      ...(notApplied.has(name) ? ['never applied'] : []),
    ],
  }));
  return {
    nodes: [...(uses.inventory.size > 0 ? [own] : []), ...upstreams],
    arrows: arrowsTo('inventory:', 'uses', 'upstream', uses.inventory),
  };
}

interface HostSet {
  readonly node: PictureNode;
  readonly tags: readonly string[];
  readonly groups: readonly string[];
  readonly upstreams: readonly string[];
}

/** Hosts that list the same tags, are in the same of the drawn groups and use the same upstreams, in file order. */
function hostSets(
  { resolved, groups, read, alone }: PictureSource,
  uses: UpstreamUses,
): readonly HostSet[] {
  const members = groups.map((group) => [group, new Set(read.membersOf(group))] as const);
  const sets = new Map<
    string,
    {
      readonly hosts: ResolvedHost[];
      readonly tags: readonly string[];
      readonly groups: readonly string[];
      readonly upstreams: readonly string[];
    }
  >();
  for (const host of resolved.hosts) {
    const { name, definition } = host.host;
    const tags = [...new Set(definition.tags.names)].sort(byCodePoint);
    const within = members.filter(([, names]) => names.has(name)).map(([group]) => group);
    const upstreams = [...(uses.hosts.get(definition.name.name) ?? [])];
    const key = alone.has(name)
      ? `host ${name}`
      : [tags, within, upstreams].map((each) => each.join(',')).join('\n');
    const known = sets.get(key);
    if (known === undefined) sets.set(key, { hosts: [host], tags, groups: within, upstreams });
    else known.hosts.push(host);
  }
  const whole = countBy(resolved.inventory.hosts, (host) => [host.definition.name.name]);
  return [...sets.values()].map(({ hosts, ...set }, at) => ({
    ...set,
    node: {
      id: `hosts:${at}`,
      kind: 'hosts',
      names: writtenNames(hosts, whole),
      hosts: hosts.length,
      order: undefined,
      notes: [],
    },
  }));
}

/** The names of hosts; those of a range that are all there are written as the range. */
function writtenNames(
  hosts: readonly ResolvedHost[],
  whole: ReadonlyMap<string, number>,
): readonly string[] {
  const here = countBy(hosts, ({ host }) => [host.definition.name.name]);
  return [
    ...new Set(
      hosts.map(({ host }) => {
        const written = host.definition.name.name;
        return here.get(written) === whole.get(written) ? written : host.name;
      }),
    ),
  ];
}

function countBy<T>(
  items: Iterable<T>,
  keysOf: (item: T) => readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items)
    for (const key of keysOf(item)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
