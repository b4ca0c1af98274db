/**
 * What Ansible gets in the place of values that are not known yet (format reference, section 9). A variable becomes one
 * that fails where a play uses it, and says what it waits for; an entry of a map is left out, so that its siblings stay
 * usable; a list with such an item goes the way of the entry or variable that holds it. So does every connection
 * variable: none is ever left out, since Ansible would then connect elsewhere. `inventory_unknown` names them all.
 * Loaded late: only inventories with upstreams have such values.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { componentData, isSpecial, type Data } from '../model/component-data.js';
import type { Host, HostDefinition, Transport } from '../model/inventory.js';
import { settingOf } from '../model/read.js';
import { safeName } from '../model/safe-name.js';
import type { ComposedVariable } from '../resolve/construct.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { transportVariables } from '../resolve/transport.js';
import type { Variable } from '../resolve/variables.js';
import type { Entry, MapNode, Node, UnknownNode, UnknownReference } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { mayBecomeTemplate } from '../text/template-markers.js';

/** A value that is not known, where a host would have it. */
interface Gap {
  readonly keys: readonly (string | number)[];
  readonly nodes: readonly UnknownNode[];
}

/** A value without what is not known. `waiting`: all of it waits. */
interface Known {
  readonly value: Node;
  readonly waiting: readonly UnknownNode[];
  readonly gaps: readonly Gap[];
}

/** The resolved inventory with known values alone. */
export function knownForAnsible(resolved: ResolvedInventory): ResolvedInventory {
  const known = knownValues();
  const gapsOf = serviceGaps();
  return { ...resolved, hosts: resolved.hosts.map((host) => knownHost(host, known, gapsOf)) };
}

/** One error for each place whose value is not known: what `unknown: error` asks for. */
export function findUnknown(resolved: ResolvedInventory): Diagnostic[] {
  const known = knownValues();
  const gapsOf = serviceGaps();
  const told = new Map<string, Diagnostic>();
  for (const host of resolved.hosts) {
    for (const { nodes } of allGaps(host, known, gapsOf)) {
      for (const node of nodes) {
        const { source, start, end } = node;
        told.set(
          `${source.path} ${start}`,
          diagnostic(
            'upstream/not-known',
            { source, start, end },
            `\`${namesOf([node])}\` is not known yet: ${node.references[0]?.reason ?? ''}`,
            { help: helpFor(node) },
          ),
        );
      }
    }
  }
  return [...told.values()];
}

function helpFor({ references }: UnknownNode): string {
  const upstreams = [...new Set(references.map((each) => each.name.split('.', 1)[0] ?? ''))];
  return `apply the upstream${upstreams.length === 1 ? '' : 's'} ${upstreams.map((each) => `\`${each}\``).join(' and ')} first, or leave out \`unknown: error\``;
}

type KnownOf = (value: Node) => Known;

/** Hosts share values, and each is looked at once. */
function knownValues(): KnownOf {
  const looked = new Map<Node, Known>();
  return (value) => {
    let known = looked.get(value);
    if (known === undefined) looked.set(value, (known = look(value)));
    return known;
  };
}

function look(value: Node): Known {
  if (value.kind === 'unknown') return { value, waiting: [value], gaps: [] };
  if (value.kind === 'list') return lookIntoList(value);
  return value.kind === 'map' ? lookIntoMap(value) : { value, waiting: [], gaps: [] };
}

function lookIntoList(list: Extract<Node, { kind: 'list' }>): Known {
  if (list.words !== undefined) return { value: list, waiting: [], gaps: [] };
  const items = list.items.map(look);
  const waiting = items.flatMap((item) => item.waiting);
  if (waiting.length > 0) return { value: list, waiting, gaps: [] };
  if (items.every((item) => item.gaps.length === 0)) return { value: list, waiting, gaps: [] };
  const { source, start, end } = list;
  const gaps = items.flatMap((item, index) => item.gaps.map((gap) => below(index, gap)));
  return {
    value: { kind: 'list', items: items.map((item) => item.value), source, start, end },
    waiting,
    gaps,
  };
}

function lookIntoMap(map: MapNode): Known {
  const gaps: Gap[] = [];
  const entries: Entry[] = [];
  for (const entry of map.entries) {
    const { value, waiting, gaps: inner } = look(entry.value);
    if (waiting.length > 0) gaps.push({ keys: [entry.key], nodes: waiting });
    else
      entries.push(
        value === entry.value
          ? entry
          : { key: entry.key, value, source: entry.source, start: entry.start, end: entry.end },
      );
    for (const gap of inner) gaps.push(below(entry.key, gap));
  }
  const { source, start, end } = map;
  return {
    value: gaps.length === 0 ? map : { kind: 'map', entries, source, start, end },
    waiting: [],
    gaps,
  };
}

function below(key: string | number, { keys, nodes }: Gap): Gap {
  return { keys: [key, ...keys], nodes };
}

function knownHost(host: ResolvedHost, known: KnownOf, gapsOf: GapsOf): ResolvedHost {
  const gaps = allGaps(host, known, gapsOf);
  if (gaps.length === 0) return host;
  const transport = transportVariables(host.host);
  const isKnown = transport.every(({ value }) => isWhole(known(value)));
  const composed = host.composed.map(({ name, value }): ComposedVariable => ({
    name,
    value: forAnsible(known(value)),
  }));
  const at = host.host.definition.name;
  return {
    ...host,
    host: isKnown
      ? host.host
      : withTransport(
          host.host,
          transport.map(({ name, value }) => ({ name, value: forAnsible(known(value)) })),
        ),
    variables: () =>
      host
        .variables()
        .map((variable): Variable => ({ ...variable, value: forAnsible(known(variable.value)) })),
    composed: [...composed, { name: 'inventory_unknown', value: describeGaps(gaps, at) }].sort(
      (a, b) => byCodePoint(a.name, b.name),
    ),
  };
}

function isWhole({ waiting, gaps }: Known): boolean {
  return waiting.length + gaps.length === 0;
}

/** The transport as the variables that it becomes. */
function withTransport(host: Host, variables: readonly ComposedVariable[]): Host {
  const at = host.definition.transport ?? host.definition.name;
  const connection = variables.find(({ name }) => name === 'ansible_connection')?.value;
  const options = variables
    .filter(({ name }) => name !== 'ansible_connection')
    .map(({ name: key, value }): Entry => ({ key, value, ...bare(at) }));
  const transport: Transport = {
    type: 'plugin',
    connection: settingOf(connection),
    options: { kind: 'map', entries: options, ...bare(at) },
    ...bare(at),
  };
  const definition: HostDefinition = {
    name: host.definition.name,
    tags: host.definition.tags,
    transport,
    vars: host.definition.vars,
  };
  return { ...host, definition };
}

/** The value, or a template that fails where it is used. */
function forAnsible({ value, waiting }: Known): Node {
  if (waiting.length === 0) return value;
  const hint = `known after upstream apply: ${namesOf(waiting)}`.replace(/['\\]|\p{Cc}/gu, '_');
  return { kind: 'string', value: `{{ undef(hint='${hint}') }}`, ...bare(value) };
}

/** Everything that is not known on a host: variables by name, then the fields of its services. */
function allGaps(host: ResolvedHost, known: KnownOf, gapsOf: GapsOf): readonly Gap[] {
  const byName = new Map<string, Node>();
  for (const { name, value } of host.variables()) byName.set(safeName(name), value);
  for (const { name, value } of transportVariables(host.host)) byName.set(name, value);
  for (const { name, value } of host.composed) byName.set(name, value);
  const found: Gap[] = [];
  for (const [name, value] of byName) {
    const { waiting, gaps } = known(value);
    if (waiting.length > 0) found.push({ keys: [name], nodes: waiting });
    for (const gap of gaps) found.push(below(name, gap));
  }
  return [...found, ...host.services.flatMap(({ service }) => gapsOf(service))];
}

type GapsOf = (service: ResolvedHost['services'][number]['service']) => readonly Gap[];

/** The fields of services that are not known, each service looked at once. */
function serviceGaps(): GapsOf {
  const looked = new Map<object, readonly Gap[]>();
  return (service) => {
    let gaps = looked.get(service);
    if (gaps === undefined)
      looked.set(
        service,
        (gaps = gapsInData(componentData(service.components)).map((gap) =>
          below('services', below(service.name, gap)),
        )),
      );
    return gaps;
  };
}

function gapsInData(data: Data): Gap[] {
  if (typeof data !== 'object') return [];
  if (isSpecial(data))
    return data.special.kind === 'unknown' ? [{ keys: [], nodes: [data.special] }] : [];
  if (Array.isArray(data)) return [];
  const pairs =
    data instanceof Map
      ? [...(data as ReadonlyMap<string, Data>)]
      : Object.entries(data as Readonly<Record<string, Data | undefined>>);
  return pairs.flatMap(([key, value]) =>
    value === undefined ? [] : gapsInData(value).map((gap) => below(key, gap)),
  );
}

/** Path → what is waited for, by path. */
function describeGaps(gaps: readonly Gap[], at: Span): MapNode {
  const texts = new Map(gaps.map(({ keys, nodes }) => [gapPath(keys), namesOf(nodes)]));
  const paths = [...texts.keys()].sort(byCodePoint);
  const entries = paths.map((key): Entry => {
    const value = texts.get(key) ?? '';
    return {
      key,
      value: { kind: mayBecomeTemplate(value) ? 'unsafe' : 'string', value, ...bare(at) },
      ...bare(at),
    };
  });
  return { kind: 'map', entries, ...bare(at) };
}

function gapPath(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    const text = pathText([key]);
    return path === '' || text.startsWith('[') ? path + text : `${path}.${text}`;
  }, '');
}

function namesOf(nodes: readonly UnknownNode[]): string {
  const names = new Set(
    nodes.flatMap((node) => node.references.map((each: UnknownReference) => each.name)),
  );
  return [...names].join(', ');
}

function bare({ source, start, end }: Span): Span {
  return { source, start, end };
}
