/**
 * Random inventories that are valid but for `!append` onto what is no list: tags that share an order set different
 * keys, each service stands in one tag, and tags include only tags that were made before them.
 */
import fc from 'fast-check';

/** An inventory before it is text. Tags and services go by their place in these lists. */
export interface Draft {
  readonly vars: string;
  readonly tags: readonly DraftTag[];
  readonly services: readonly DraftService[];
  readonly hosts: readonly DraftHost[];
}

export interface DraftTag {
  readonly name: string;
  readonly order: number;
  readonly includes: readonly number[];
  readonly vars: string;
}

export interface DraftService {
  readonly tag: number;
  readonly isAbsent: boolean;
}

export interface DraftHost {
  readonly name: string;
  readonly tags: readonly number[];
  readonly vars: string | undefined;
  readonly transport: string | undefined;
}

const names = ['home', 'net', 'hypervisor', 'vmango', 'lanst', 'base'];
const transports = [
  '{type: local}',
  '{type: ssh, host: 192.0.2.7, port: 22}',
  '{type: plugin, connection: winrm, options: {ansible_port: 5986}}',
];

const scalar = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    '1',
    '1.0',
    '-0.0',
    '12345678901234567890123',
    '""',
    '"{{ x }}"',
    '"größe 日本 🙂"',
    '!vault secret',
    '!unsafe "{{ y }}"',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 6 }).map((text) => JSON.stringify(text)),
);

function list(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(values, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`);
}

function map(values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '"c.d"', 'e'), values), {
      maxLength: 3,
      selector: ([key]) => key,
    })
    .map(flowMap);
}

function flowMap(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
}

const plain = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, list(tie('value')), map(tie('value'))),
})).value;
/** A map that keeps lists at some keys, so that `!append` often finds one. */
const marked = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.constant('!unset '),
    list(plain),
    map(tie('value')),
    map(tie('value')).map((text) => `!replace ${text}`),
  ),
})).value;

/** The variables of one layer; top-level keys carry `prefix`, but for a list and a map that all layers share. */
function layer(prefix: string): fc.Arbitrary<string> {
  const own = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('x', 'y', 'z').map((key) => prefix + key),
      marked,
    ),
    { maxLength: 3, selector: ([key]) => key },
  );
  return own.map((pairs) => flowMap([...pairs, ['shared', flowMap([[`of_${prefix}`, '1']])]]));
}

/** The variables of a layer whose order nobody shares: they meet those of other layers. */
const meeting = fc
  .tuple(
    map(marked),
    fc.option(
      list(plain).map((text) => `!append ${text}`),
      { nil: undefined },
    ),
  )
  .map(([values, appended]) =>
    appended === undefined
      ? values
      : `${values.slice(0, -1)}${values === '{}' ? '' : ', '}ports: ${appended}}`,
  );

/** Inventories of up to 6 tags, 3 services and 5 hosts. */
export const draft: fc.Arbitrary<Draft> = fc
  .record({
    vars: map(plain).map((text) => `${text.slice(0, -1)}${text === '{}' ? '' : ', '}ports: [22]}`),
    tags: fc.array(
      fc.record({
        shared: fc.option(fc.constantFrom(5, 15), { nil: undefined }),
        includes: fc.array(fc.nat(5)),
        own: meeting,
      }),
      { maxLength: names.length },
    ),
    layers: fc.tuple(...names.map((name) => layer(`${name}_`))),
    orders: fc.shuffledSubarray(
      names.map((_, at) => at * 10),
      { minLength: names.length },
    ),
    services: fc.array(fc.record({ tag: fc.nat(5), isAbsent: fc.boolean() }), { maxLength: 3 }),
    hosts: fc.array(
      fc.record({
        tags: fc.uniqueArray(fc.nat(5)),
        vars: fc.option(map(marked), { nil: undefined }),
        transport: fc.option(fc.constantFrom(...transports), { nil: undefined }),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ vars, tags, layers, orders, services, hosts }) => ({
    vars,
    tags: tags.map(({ shared, includes, own }, at) => ({
      name: names[at] ?? '',
      order: shared ?? orders[at] ?? 0,
      includes: [...new Set(includes)].filter((each) => each < at),
      vars: shared === undefined ? own : (layers[at] ?? '{}'),
    })),
    services: services.filter(({ tag }) => tag < tags.length),
    hosts: hosts.map((host, at) => ({
      ...host,
      name: `host${at}`,
      tags: host.tags.filter((tag) => tag < tags.length),
    })),
  }));

/** The inventory as YAML. */
export function draftText({ vars, tags, services, hosts }: Draft): string {
  const nameOf = (tag: number): string => tags[tag]?.name ?? '';
  const assigned = (tag: number): string =>
    services
      .flatMap((service, at) =>
        service.tag === tag ? [`s${at}: ${service.isAbsent ? '{state: absent}' : '{}'}`] : [],
      )
      .join(', ');
  return [
    `vars: ${vars}`,
    'tags:',
    ...tags.map(
      (tag, at) =>
        `  ${tag.name}: {order: ${tag.order}, includes: [${tag.includes.map(nameOf).join(', ')}], services: {${assigned(at)}}, vars: ${tag.vars}}`,
    ),
    'services:',
    ...services.map(
      (_, at) => `  s${at}: {order: ${at}, binaries: {tool: {type: deb, package: p${at}}}}`,
    ),
    'hosts:',
    ...hosts.map(
      (host) =>
        `  - {name: ${host.name}, tags: [${host.tags.map(nameOf).join(', ')}]${host.transport === undefined ? '' : `, transport: ${host.transport}`}${host.vars === undefined ? '' : `, vars: ${host.vars}`}}`,
    ),
    '',
  ].join('\n');
}
