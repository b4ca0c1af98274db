/** What kind of address an address is, by the registries of IANA as `netaddr` has them. */
import {
  holdsNetwork,
  isAllOnes,
  largestOf,
  parseNetwork,
  widthOf,
  type Network,
} from './network.js';

function networks(...texts: readonly string[]): readonly Network[] {
  return texts.flatMap((text) => parseNetwork(text) ?? []);
}

const unreachable = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '::1/128',
  '::/128',
  '::ffff:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
);
const reachable = networks(
  '192.0.0.9/32',
  '192.0.0.10/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:20::/28',
  '2001:30::/28',
);
const loopback = networks('127.0.0.0/8', '::1/128');
const multicast = networks('224.0.0.0/4', 'ff00::/8');
const linkLocal = networks('169.254.0.0/16', 'fe80::/10');
const sixToFour = networks('2002::/16');

function isIn(all: readonly Network[], network: Network): boolean {
  return all.some((each) => holdsNetwork(each, network));
}

/** The address of a network alone. */
export function addressOf({ version, value }: Network): Network {
  return { version, value, prefix: widthOf(version) };
}

export function isGlobal(network: Network): boolean {
  const address = addressOf(network);
  return !isIn(unreachable, address) || isIn(reachable, address);
}

export function isPublic(network: Network): boolean {
  const address = addressOf(network);
  const { value, version } = address;
  return (
    !isMulticast(address) &&
    isGlobal(address) &&
    !isLoopback(address) &&
    !isAllOnes(value ^ largestOf(version)) &&
    !isAllOnes(value)
  );
}

export function isLoopback(network: Network): boolean {
  return isIn(loopback, addressOf(network));
}

export function isLinkLocal(network: Network): boolean {
  return isIn(linkLocal, addressOf(network));
}

export function isSixToFour(network: Network): boolean {
  return isIn(sixToFour, addressOf(network));
}

/** Whether the whole network is. */
export function isMulticast(network: Network): boolean {
  return isIn(multicast, network);
}
