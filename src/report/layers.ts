/** The layers of one host's variables, lowest first, with the place of every value: what `explain` looks through. */
import type { Inventory } from '../model/inventory.js';
import { serviceVariable } from '../model/safe-name.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import type { Assignment } from '../resolve/services.js';
import { transportVariables } from '../resolve/transport.js';
import type { Entry, MapNode, Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';

/** Where a value comes from. Two layers of one `order` are of one rank: none of them wins. */
export interface Layer {
  readonly kind: 'inventory' | 'tag' | 'host' | 'transport' | 'tool';
  /** The tag's name, for a tag. */
  readonly name: string | undefined;
  /** The tag's order, for a tag. */
  readonly order: number | undefined;
  readonly vars: MapNode;
}

/** The inventory's `vars`, the tags by order, the host's own `vars`, its transport, and what the tool adds. */
export function layersOf({ host, tags, services }: ResolvedHost, inventory: Inventory): readonly Layer[] {
  const { definition } = host;
  const at = definition.name;
  const transport = transportVariables(host);
  const layers: (Layer | undefined)[] = [
    layer('inventory', inventory.vars),
    ...tags.map((tag) => (tag.vars === undefined ? undefined : { kind: 'tag' as const, name: tag.name, order: tag.order, vars: tag.vars })),
    layer('host', definition.vars),
    transport.length === 0 ? undefined : layer('transport', mapNode(at, transport.map(({ name, value }) => entry(name, value)))),
    layer(
      'tool',
      mapNode(at, [
        entry('inventory_services', listNode(at, services.map((assignment) => serviceNode(assignment, inventory)))),
        entry('inventory_tags', listNode(at, tags.map((tag) => textNode(tag.name, at)))),
      ]),
    ),
  ];
  return layers.filter((each) => each !== undefined);
}

/** The phrase for a layer: "tag `home` (order 20)". */
export function describeLayer({ kind, name, order }: Layer): string {
  switch (kind) {
    case 'inventory':
      return "the inventory's vars";
    case 'tag':
      return `tag ${name ?? ''} (order ${order ?? 0})`;
    case 'host':
      return "the host's vars";
    case 'transport':
      return "the host's transport";
    case 'tool':
      return 'inventory-script';
  }
}

function layer(kind: 'inventory' | 'host' | 'transport' | 'tool', vars: MapNode | undefined): Layer | undefined {
  return vars && { kind, name: undefined, order: undefined, vars };
}

function serviceNode({ service, given: at }: Assignment, { ansible }: Inventory): Node {
  return mapNode(at, [
    ...(ansible.serviceGroups ? [entry('definition', textNode(serviceVariable(service.name), at))] : []),
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
