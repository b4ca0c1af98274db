/**
 * From a file's syntax tree to its definitions. Reads what fits and leaves out what does not: `schema/validate.ts`
 * judges the same tree and tells. Never fails.
 */
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import type { Span, Spanned } from '../text/source.js';
import { buildAnsible } from './build-ansible.js';
import { buildComponents } from './build-components.js';
import { buildExports, buildUpstreams } from './build-shared.js';
import { buildState } from './build-state.js';
import type {
  FileDefinitions,
  HostDefinition,
  Name,
  SecretSource,
  Service,
  Tag,
  TagService,
  Transport,
} from './inventory.js';
import {
  childMap,
  entriesOf,
  itemsOf,
  nameListOf,
  nameOf,
  namesOf,
  noNames,
  settingOf,
  textOf,
} from './read.js';

/** The definitions in one inventory or included file whose tree is `root`. */
export function buildDefinitions(path: string, root: MapNode): FileDefinitions {
  return {
    path,
    hostsKey: findEntry(root, 'hosts'),
    hosts: buildHosts(itemsOf(root, 'hosts')),
    includes: itemsOf(root, 'include').flatMap((item) => pathOf(item) ?? []),
    vars: childMap(root, 'vars'),
    tags: entriesOf(root, 'tags').map(buildTag),
    services: entriesOf(root, 'services').map((entry) => buildService(path, entry)),
    secretSources: entriesOf(root, 'secret_sources').map(buildSecretSource),
    types: entriesOf(root, 'types'),
    variables: entriesOf(root, 'variables'),
    upstreams: buildUpstreams(root),
    exports: buildExports(root),
    stateKey: findEntry(root, 'state'),
    state: buildState(childMap(root, 'state')),
    ansible: buildAnsible(childMap(root, 'ansible')),
  };
}

function buildHosts(items: readonly Node[]): HostDefinition[] {
  const hosts: HostDefinition[] = [];
  for (const item of items) {
    const host = buildHost(item);
    if (host !== undefined) hosts.push(host);
  }
  return hosts;
}

function buildHost(node: Node): HostDefinition | undefined {
  if (node.kind !== 'map') return undefined;
  let name: Name = { name: '', source: node.source, start: node.start, end: node.start };
  let tags = noNames;
  let transport: Transport | undefined;
  let vars: MapNode | undefined;
  for (const { key, value } of node.entries) {
    if (key === 'name') name = nameOf(value) ?? standInName(value);
    else if (key === 'tags') tags = value.kind === 'list' ? nameListOf(value) : noNames;
    else if (key === 'transport')
      transport = value.kind === 'map' ? buildTransport(value) : undefined;
    else if (key === 'vars') vars = value.kind === 'map' ? value : undefined;
  }
  return { name, tags, transport, vars };
}

/** For a name that is no string, which is told elsewhere: what was written, so that the host's other faults are told too. */
function standInName({ kind, source, start, end }: Node): Name {
  const isWritten = kind === 'int' || kind === 'float' || kind === 'bool';
  return { name: isWritten ? source.text.slice(start, end) : '', source, start, end };
}

function buildTransport(map: MapNode): Transport | undefined {
  const { source, start, end } = map;
  switch (textOf(findEntry(map, 'type')?.value)) {
    case 'local':
      return { type: 'local', source, start, end };
    case 'ssh':
      return {
        type: 'ssh',
        fields: map.entries.filter((entry) => entry.key !== 'type'),
        source,
        start,
        end,
      };
    case 'plugin': {
      return {
        type: 'plugin',
        connection: settingOf(findEntry(map, 'connection')?.value),
        options: childMap(map, 'options'),
        source,
        start,
        end,
      };
    }
    default:
      return undefined;
  }
}

function buildTag(entry: Entry): Tag {
  const { key: name, value, source, start, end } = entry;
  const map = value.kind === 'map' ? value : undefined;
  const written = map && findEntry(map, 'order')?.value;
  const order = orderOf(written);
  return {
    name,
    source,
    start,
    end,
    order: order ?? 0,
    orderKnown: written === undefined || order !== undefined,
    includes: map ? namesOf(map, 'includes') : [],
    services: map ? entriesOf(map, 'services').map(buildTagService) : [],
    vars: map && childMap(map, 'vars'),
  };
}

function orderOf(node: Node | undefined): number | undefined {
  return node?.kind === 'int' && typeof node.value === 'number' ? node.value : undefined;
}

function buildTagService(entry: Entry): TagService {
  const { key: name, value, source, start, end } = entry;
  const state = value.kind === 'map' ? textOf(findEntry(value, 'state')?.value) : undefined;
  return { name, source, start, end, state: state === 'absent' ? 'absent' : 'present' };
}

function buildService(path: string, entry: Entry): Service {
  const { key: name, value, source, start, end } = entry;
  const map = value.kind === 'map' ? value : undefined;
  const order = map && findEntry(map, 'order')?.value;
  const file = map && findEntry(map, 'file');
  return {
    name,
    source,
    start,
    end,
    order: orderOf(order),
    orderSpan: order,
    file: file && pathOf(file.value),
    components: buildComponents(path, map, map !== undefined && file === undefined),
  };
}

function buildSecretSource(entry: Entry): SecretSource {
  const { key: name, value, source, start, end } = entry;
  const file = value.kind === 'map' ? findEntry(value, 'file')?.value : undefined;
  return { name, source, start, end, file: file && pathOf(file) };
}

/** The path that is written; an empty one, which is told elsewhere, counts as absent. */
function pathOf(node: Node): Spanned<string> | undefined {
  const value = textOf(node);
  return value === undefined || value === '' ? undefined : { value, span: node satisfies Span };
}
