/**
 * IP networks as Python's `netaddr` has them: an address with a prefix, whose host bits are kept (`10.0.0.1/24`). Reads
 * what netaddr reads, netmasks and hostmasks after the slash too, and writes what it writes.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { parseInt10 } from '../filters/numbers.js';

export interface Network {
  readonly version: 4 | 6;
  readonly value: bigint;
  readonly prefix: number;
}

/** The number of bits of an address. */
export function widthOf(version: Network['version']): number {
  return version === 4 ? 32 : 128;
}

export function largestOf(version: Network['version']): bigint {
  return (1n << BigInt(widthOf(version))) - 1n;
}

/** `10.0.0.1`, `10.0.0.1/24`, `fe80::/10`, `10.0.0.1/255.255.255.0`; undefined where netaddr raises. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const version = isIPv4(address) ? 4 : 6;
  const value = parseAddress(address, version);
  if (value === undefined) return undefined;
  const prefix = slash < 0 ? widthOf(version) : parsePrefix(text.slice(slash + 1), version);
  return prefix === undefined ? undefined : networkOf(version, value, prefix);
}

/** A network, if its parts are in bounds. */
export function networkOf(
  version: Network['version'],
  value: bigint,
  prefix: number,
): Network | undefined {
  const fits =
    value >= 0n && value <= largestOf(version) && prefix >= 0 && prefix <= widthOf(version);
  return fits ? { version, value, prefix } : undefined;
}

function parseAddress(text: string, version: Network['version']): bigint | undefined {
  if (version === 4) return isIPv4(text) ? ipv4Value(text) : undefined;
  return isIPv6(text) && !text.includes('%') ? ipv6Value(text) : undefined;
}

function parsePrefix(text: string, version: Network['version']): number | undefined {
  const length = parseInt10(text);
  if (length !== undefined) return Number(length);
  const mask = parseAddress(text, version);
  if (mask === undefined) return undefined;
  const inverted = mask ^ largestOf(version);
  if (isAllOnes(inverted)) return widthOf(version) - bitCount(inverted);
  return isAllOnes(mask) ? widthOf(version) - bitCount(mask) : undefined;
}

/** Whether the bits of a number are ones up to its highest. */
export function isAllOnes(value: bigint): boolean {
  return ((value + 1n) & value) === 0n;
}

function bitCount(ones: bigint): number {
  return ones === 0n ? 0 : ones.toString(2).length;
}

function ipv4Value(text: string): bigint {
  return text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

function ipv6Value(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const left = wordsOf(head);
  const right = wordsOf(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const words = [...left, ...Array.from({ length: gap }, () => 0n), ...right];
  return words.reduce((value, word) => (value << 16n) | word, 0n);
}

function wordsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [BigInt(`0x${part}`)];
    const value = ipv4Value(part);
    return [value >> 16n, value & 0xffffn];
  });
}

/** An address as text: the shortest form of IPv6, with dots where it holds an IPv4 address. */
export function addressText(value: bigint, version: Network['version']): string {
  if (version === 4)
    return [24n, 16n, 8n, 0n].map((shift) => ((value >> shift) & 0xffn).toString()).join('.');
  const words = Array.from({ length: 8 }, (_, index) =>
    Number((value >> BigInt(112 - 16 * index)) & 0xffffn),
  );
  const run = longestZeros(words);
  const holdsIpv4 =
    run.start === 0 && (run.length === 6 || (run.length === 5 && words[5] === 0xffff));
  const parts = (from: number, to: number): string =>
    words
      .slice(from, to)
      .map((word) => word.toString(16))
      .join(':');
  if (holdsIpv4)
    return `${run.length === 6 ? '::' : '::ffff:'}${addressText(value & 0xffff_ffffn, 4)}`;
  return run.length < 2
    ? parts(0, 8)
    : `${parts(0, run.start)}::${parts(run.start + run.length, 8)}`;
}

/** The first of the longest runs of zeros. */
function longestZeros(words: readonly number[]): {
  readonly start: number;
  readonly length: number;
} {
  let longest = { start: 0, length: 0 };
  for (const [start] of words.entries()) {
    const end = words.findIndex((word, index) => index >= start && word !== 0);
    const length = (end < 0 ? words.length : end) - start;
    if (length > longest.length) longest = { start, length };
  }
  return longest;
}

/** An address by its number alone, IPv4 as long as it is small enough; undefined where there is no such address. */
export function numberedAddress(value: bigint): string | undefined {
  if (value < 0n || value > largestOf(6)) return undefined;
  return addressText(value, value <= largestOf(4) ? 4 : 6);
}

export function networkText({ version, value, prefix }: Network): string {
  return `${addressText(value, version)}/${prefix}`;
}

export function hostmask({ version, prefix }: Network): bigint {
  return (1n << BigInt(widthOf(version) - prefix)) - 1n;
}

export function netmask(network: Network): bigint {
  return largestOf(network.version) ^ hostmask(network);
}

export function firstAddress(network: Network): bigint {
  return network.value & netmask(network);
}

export function lastAddress(network: Network): bigint {
  return network.value | hostmask(network);
}

/** The number of addresses. */
export function sizeOf(network: Network): bigint {
  return hostmask(network) + 1n;
}

/** Whether all addresses of `inner` are in `outer`. */
export function holdsNetwork(outer: Network, inner: Network): boolean {
  return (
    outer.version === inner.version &&
    outer.prefix <= inner.prefix &&
    (inner.value & netmask(outer)) === firstAddress(outer)
  );
}
