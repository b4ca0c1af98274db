/** What `ipaddr` answers to a query by name: `null` and `false` as in `ansible.utils`, which are both no answer. */
import { fail } from '../error.js';
import type { Value } from '../values.js';
import {
  addressText,
  firstAddress,
  hostmask,
  lastAddress,
  largestOf,
  netmask,
  networkOf,
  networkText,
  numberedAddress,
  sizeOf,
  widthOf,
  type Network,
} from './network.js';
import { isGlobal, isLinkLocal, isLoopback, isMulticast, isPublic, isSixToFour } from './ranges.js';

/** A value that was asked about: as it was written, and whether it names a network or an address alone. */
export interface Asked {
  readonly network: Network;
  readonly isNetwork: boolean;
  readonly text: string;
}

type Query = (asked: Asked) => Value;

function ip({ version, value }: Network): string {
  return addressText(value, version);
}

/** An address of the same version. */
function textOf({ version }: Network, value: bigint): string {
  return addressText(value, version);
}

function numbered(value: bigint): string {
  return numberedAddress(value) ?? fail('value', 'the address is out of bounds');
}

function isFirst(network: Network): boolean {
  return network.value === firstAddress(network);
}

function hasBroadcast(network: Network): boolean {
  return widthOf(network.version) - network.prefix > 1;
}

function withPrefix(network: Network): string {
  return networkText(network);
}

/** The value as it was, where `holds` is true of its network. */
function keeping(holds: (network: Network) => boolean): Query {
  return ({ network, text }) => (holds(network) ? text : null);
}

/** A query that needs a prefix. */
function ofNetwork(answer: (network: Network) => Value): Query {
  return ({ network, isNetwork }) =>
    isNetwork ? answer(network) : fail('value', 'Not a network address');
}

function usable(network: Network): readonly [bigint, bigint] {
  const [first, last] = [firstAddress(network), lastAddress(network)];
  return sizeOf(network) === 2n ? [first, last] : [first + 1n, last - 1n];
}

/** The address beside this one, if hosts may have it. */
function neighbour(step: 1n | -1n): Query {
  return ofNetwork((network) => {
    if (sizeOf(network) === 1n) return null;
    const [first, last] = usable(network);
    const next = network.value + step;
    const text = numbered(next);
    return next >= first && next <= last ? text : null;
  });
}

const address: Query = ({ network }) => {
  if (sizeOf(network) === 1n) return ip(network);
  const isHost = !isFirst(network) || !hasBroadcast(network) || network.version === 6;
  return isHost ? ip(network) : null;
};

const hostWithPrefix: Query = ({ network }) => {
  const isEdge = isFirst(network) || network.value === lastAddress(network);
  return sizeOf(network) > 2n && isEdge ? false : withPrefix(network);
};

/** The address and something of its network, where it is a host's. */
function hostAnd(more: (network: Network) => string): Query {
  return ({ network }) => {
    const size = sizeOf(network);
    return size === 2n || (size > 1n && !isFirst(network)) ? ip(network) + more(network) : null;
  };
}

const peer = ofNetwork((network) => {
  const size = sizeOf(network);
  if (size === 2n) return numbered(network.value ^ 1n);
  if (size !== 4n) return fail('value', 'Not a point-to-point network');
  const place = network.value % 4n;
  if (place === 0n) return fail('value', 'Network address of /30 has no peer');
  return place === 3n
    ? fail('value', 'Broadcast address of /30 has no peer')
    : numbered(network.value ^ 3n);
});

const toSixToFour: Query = ({ network, isNetwork, text }) => {
  if (network.version === 6)
    return isSixToFour(network) && (!isNetwork || !isFirst(network)) ? text : false;
  if (sizeOf(network) > 1n && isFirst(network)) return false;
  if (!isPublic(network) && isGlobal(network)) return false;
  const hex = network.value.toString(16).padStart(8, '0');
  return `2002:${hex.slice(0, 4)}:${hex.slice(4)}::1/48`;
};

const toIpv4: Query = ({ network, text }) => {
  if (network.version === 4) return text;
  const { value, prefix } = network;
  const mapped = value <= largestOf(4) ? value : value - 0xffff_0000_0000n;
  const result =
    value > 0xffff_ffff_ffffn || mapped < 0n ? undefined : networkOf(4, mapped, prefix - 96);
  return result === undefined ? false : networkText(result);
};

const toIpv6: Query = ({ network: { version, value, prefix }, text }) =>
  version === 6
    ? text
    : networkText({ version: 6, value: 0xffff_0000_0000n + value, prefix: prefix + 96 });

const reverseName: Query = ({ network }) => {
  if (network.version === 4) return `${ip(network).split('.').reverse().join('.')}.in-addr.arpa.`;
  const digits = Array.from(network.value.toString(16).padStart(32, '0')).reverse();
  return `${digits.join('.')}.ip6.arpa.`;
};

const subnet: Query = ({ network }) => networkText({ ...network, value: firstAddress(network) });
const networkAddress: Query = ({ network }) => textOf(network, firstAddress(network));
const hostmaskText: Query = ({ network }) => textOf(network, hostmask(network));

const queries: ReadonlyMap<string, Query> = new Map<string, Query>([
  ['', ({ network, isNetwork }) => (isNetwork ? networkText(network) : ip(network))],
  ['6to4', toSixToFour],
  ['address', address],
  ['address/prefix', hostWithPrefix],
  ['bool', () => true],
  [
    'broadcast',
    ({ network }) => (sizeOf(network) > 2n ? textOf(network, lastAddress(network)) : null),
  ],
  ['cidr', ({ network }) => networkText(network)],
  [
    'first_usable',
    ofNetwork((network) =>
      sizeOf(network) === 1n
        ? null
        : numbered(firstAddress(network) + (sizeOf(network) === 2n ? 0n : 1n)),
    ),
  ],
  ['gateway', hostWithPrefix],
  ['gw', hostWithPrefix],
  [
    'host',
    ({ network }) =>
      sizeOf(network) === 1n || !isFirst(network) || !hasBroadcast(network)
        ? withPrefix(network)
        : null,
  ],
  ['host/prefix', hostWithPrefix],
  ['hostmask', hostmaskText],
  ['hostnet', hostWithPrefix],
  [
    'int',
    ({ network: { value, prefix }, isNetwork }) => (isNetwork ? `${value}/${prefix}` : value),
  ],
  ['ip', address],
  ['ip/prefix', hostAnd(({ prefix }) => `/${prefix}`)],
  ['ip_netmask', hostAnd((network) => ` ${textOf(network, netmask(network))}`)],
  ['ipv4', toIpv4],
  ['ipv6', toIpv6],
  [
    'last_usable',
    ofNetwork((network) => (sizeOf(network) > 1n ? numbered(usable(network)[1]) : null)),
  ],
  ['link-local', keeping(isLinkLocal)],
  ['lo', keeping(isLoopback)],
  ['loopback', keeping(isLoopback)],
  ['multicast', keeping(isMulticast)],
  [
    'net',
    ({ network }) => (sizeOf(network) > 1n && isFirst(network) ? networkText(network) : null),
  ],
  ['next_usable', neighbour(1n)],
  ['netmask', ({ network }) => textOf(network, netmask(network))],
  ['network', networkAddress],
  ['network_id', networkAddress],
  ['network/prefix', subnet],
  [
    'network_netmask',
    ({ network }) =>
      `${textOf(network, firstAddress(network))} ${textOf(network, netmask(network))}`,
  ],
  [
    'network_wildcard',
    ({ network }) =>
      `${textOf(network, firstAddress(network))} ${textOf(network, hostmask(network))}`,
  ],
  ['peer', peer],
  ['prefix', ({ network }) => BigInt(network.prefix)],
  ['previous_usable', neighbour(-1n)],
  ['private', keeping((network) => !isGlobal(network))],
  ['public', keeping(isPublic)],
  [
    'range_usable',
    ofNetwork((network) => (sizeOf(network) > 1n ? usable(network).map(numbered).join('-') : null)),
  ],
  ['revdns', reverseName],
  ['router', hostWithPrefix],
  ['size', ({ network }) => sizeOf(network)],
  [
    'size_usable',
    ({ network }) => {
      const size = sizeOf(network);
      if (size === 1n) return 0n;
      return size === 2n ? 2n : size - 2n;
    },
  ],
  ['subnet', subnet],
  ['type', ({ network }) => (sizeOf(network) > 1n && isFirst(network) ? 'network' : 'address')],
  ['unicast', keeping((network) => !isMulticast(network))],
  ['version', ({ network }) => BigInt(network.version)],
  ['wildcard', hostmaskText],
  [
    'wrap',
    ({ network, isNetwork, text }) => {
      if (network.version === 4) return text;
      return `[${ip(network)}]${isNetwork ? `/${network.prefix}` : ''}`;
    },
  ],
]);

export function queryNamed(name: string): Query | undefined {
  return queries.get(name);
}
