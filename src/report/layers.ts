/** The layers of one host's variables, lowest first, with the place of every value: what `explain` looks through. */
import type { Inventory } from '../model/inventory.js';
import { serviceVariable, tagGroup } from '../model/safe-name.js';
import type { Membership } from '../resolve/made-groups.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import type { Assignment } from '../resolve/services.js';
import { transportVariables } from '../resolve/transport.js';
import type { Entry, MapNode, Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';

/** Where a value comes from. Two layers of one `order` are of one rank: none of them wins. */
export interface Layer {
  readonly kind:
    'inventory' | 'tag' | 'host' | 'transport' | 'compose' | 'groups' | 'keyed_groups' | 'tool';
  /** The tag's name, for a tag. */
  readonly name: string | undefined;
  /** The tag's order, for a tag. */
  readonly order: number | undefined;
  readonly vars: MapNode;
}

/**
 * The inventory's `vars`, the tags by order, the host's own `vars`, its transport, what expressions made, and what the
 * tool adds. The groups that expressions made stand below `group_names`: name → expression.
 */
export function layersOf(resolved: ResolvedHost, inventory: Inventory): readonly Layer[] {
  const { host, tags, services, composed } = resolved;
  const { definition } = host;
  const at = definition.name;
  const transport = transportVariables(host);
  const ofTags = new Set(tags.map((tag) => tagGroup(tag.name, inventory.ansible)));
  const layers: (Layer | undefined)[] = [
    layer('inventory', inventory.vars),
    ...tags.map((tag) =>
      tag.vars === undefined
        ? undefined
        : { kind: 'tag' as const, name: tag.name, order: tag.order, vars: tag.vars },
    ),
    layer('host', definition.vars),
    transport.length === 0
      ? undefined
      : layer(
          'transport',
          mapNode(
            at,
            transport.map(({ name, value }) => entry(name, value)),
          ),
        ),
    composed.length === 0
      ? undefined
      : layer(
          'compose',
          mapNode(
            at,
            composed.map(({ name, value }) => entry(name, replacing(value))),
          ),
        ),
    ...groupLayers(
      at,
      resolved.madeGroups().filter(({ group }) => !ofTags.has(group)),
    ),
    layer(
      'tool',
      mapNode(at, [
        entry(
          'inventory_services',
          listNode(
            at,
            services.map((assignment) => serviceNode(assignment, inventory)),
          ),
        ),
        entry(
          'inventory_tags',
          listNode(
            at,
            tags.map((tag) => textNode(tag.name, at)),
          ),
        ),
      ]),
    ),
  ];
  return layers.filter((each) => each !== undefined);
}

/** The phrase for a layer: "tag `home` (order 20)". */
export function describeLayer({
  kind,
  name,
  order,
}: Pick<Layer, 'kind' | 'name' | 'order'>): string {
  switch (kind) {
    case 'inventory':
      return "the inventory's vars";
    case 'tag':
      return `tag ${name ?? ''} (order ${order ?? 0})`;
    case 'host':
      return "the host's vars";
    case 'transport':
      return "the host's transport";
    case 'compose':
    case 'groups':
    case 'keyed_groups':
      return `ansible.${kind}`;
    case 'tool':
      return 'inventory-script';
  }
}

/** One layer for `groups`, one for `keyed_groups`. */
function groupLayers(at: Span, memberships: readonly Membership[]): (Layer | undefined)[] {
  const sorted = [...memberships].sort((a, b) => byCodePoint(a.group, b.group));
  return (['groups', 'keyed_groups'] as const).map((section) => {
    const names = sorted
      .filter(({ by }) => by.section === section)
      .map(({ group, by }) => entry(group, textNode(by.text, by.span)));
    return names.length === 0
      ? undefined
      : layer(section, mapNode(at, [entry('group_names', mapNode(at, names))]));
  });
}

/** A composed map replaces what is below it whole. */
function replacing(value: Node): Node {
  return value.kind === 'map' ? { ...value, marker: 'replace' } : value;
}

function layer(kind: Exclude<Layer['kind'], 'tag'>, vars: MapNode | undefined): Layer | undefined {
  return vars && { kind, name: undefined, order: undefined, vars };
}

function serviceNode({ service, given: at }: Assignment, { ansible }: Inventory): Node {
  return mapNode(at, [
    ...(ansible.serviceGroups
      ? [entry('definition', textNode(serviceVariable(service.name), at))]
      : []),
    entry('name', textNode(service.name, at)),
    entry('order', { kind: 'int', value: service.order ?? 0, ...bare(at) }),
    entry('state', textNode(at.state, at)),
  ]);
}

function mapNode(at: Span, entries: readonly Entry[]): MapNode {
  return { kind: 'map', entries, ...bare(at) };
}

function listNode(at: Span, items: readonly Node[]): Node {
  return { kind: 'list', items, ...bare(at) };
}

function textNode(value: string, at: Span): Node {
  return { kind: 'string', value, ...bare(at) };
}

function entry(key: string, value: Node): Entry {
  return { key, value, ...bare(value) };
}

function bare({ source, start, end }: Span): Span {
  return { source, start, end };
}
