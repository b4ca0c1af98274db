/** The filters `ipaddr`, `ipv4` and `ipv6` of `ansible.utils`: a value is an address or a network, or it is `false`. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { truthy } from '../compare.js';
import { fail } from '../error.js';
import {
  addressText,
  firstAddress,
  holdsNetwork,
  lastAddress,
  networkOf,
  networkText,
  parseNetwork,
  sizeOf,
  type Network,
} from '../ip/network.js';
import { queryNamed, type Asked } from '../ip/queries.js';
import { str } from '../repr.js';
import { items, type Run } from '../run.js';
import { isInt, isList, isSequence, typeName, type Value } from '../values.js';
import { parseFloatText, parseInt10 } from './numbers.js';

/** Which addresses count; undefined for both. */
type Version = bigint | undefined;

function filterOf(name: string, does: string, takes: string, version: Version): Definition {
  return {
    takes,
    does,
    run: (run, value, args) => {
      if (typeof value !== 'string' && !isInt(value) && !isList(value))
        return fail('type', `Unrecognized type <${typeName(value)}> for ${name} filter <value>`);
      const query = args.or('query', null);
      return answer(
        run,
        value,
        query === null ? '' : str(run, query),
        version ?? versionArgument(args),
      );
    },
  };
}

function versionArgument(args: Bound): Version {
  const given = args.or('version', null);
  if (given === null) return undefined;
  const number = typeof given === 'string' ? parseInt10(given) : isInt(given) && BigInt(given);
  if (typeof number !== 'bigint') return fail('type', 'argument `version` must be an int');
  return number === 0n ? undefined : number;
}

function answer(run: Run, value: Value, query: string, version: Version): Value {
  if (isSequence(value)) {
    const answers = items(run, value).map((item) => answer(run, item, query, version));
    return { kind: 'list', items: answers.filter(truthy) };
  }
  if (!truthy(value) || value === true) return false;
  const text = str(run, value);
  const asked = /^\p{Nd}+$/u.test(text)
    ? askedNumber(text, version)
    : typeof value === 'string'
      ? askedText(value)
      : undefined;
  if (asked === undefined) return false;
  if (version !== undefined && BigInt(asked.network.version) !== version) return false;
  const named = queryNamed(query);
  if (named !== undefined) return named(asked);
  const range = rangeOf(query);
  if (range === undefined) return byIndex(asked, query);
  return holdsNetwork(range, asked.network) ? asked.text : null;
}

/** A number is an IPv4 address if it is small enough, unless IPv6 is asked for. */
function askedNumber(digits: string, version: Version): Asked | undefined {
  const value = parseInt10(digits);
  if (value === undefined) return undefined;
  const network =
    (version === 6n ? undefined : networkOf(4, value, 32)) ?? networkOf(6, value, 128);
  return network && { network, isNetwork: false, text: networkText(network) };
}

function askedText(text: string): Asked | undefined {
  const network = parseNetwork(text);
  if (network !== undefined) return { network, isNetwork: text.includes('/'), text };
  const [address, prefix, ...more] = text.split('/').map((part) => parseInt10(part));
  if (address === undefined || prefix === undefined || more.length > 0) return undefined;
  const numeric = networkOf(4, address, Number(prefix)) ?? networkOf(6, address, Number(prefix));
  return numeric && { network: numeric, isNetwork: true, text: networkText(numeric) };
}

/** The network that a query names, in which a value has to be. */
function rangeOf(query: string): Network | undefined {
  return /^\d+$/.test(query) ? undefined : parseNetwork(query);
}

/** The address at an index of the network, from its end where it is negative. */
function byIndex({ network, isNetwork }: Asked, query: string): Value {
  if (parseFloatText(query) === undefined) return fail('value', 'unknown filter type of `ipaddr`');
  const size = sizeOf(network);
  if (size === 1n)
    return isNetwork ? networkText(network) : addressText(network.value, network.version);
  const index = parseInt10(query);
  if (index === undefined || index >= size || index < -size) return false;
  const value = index < 0n ? lastAddress(network) + index + 1n : firstAddress(network) + index;
  return `${addressText(value, network.version)}/${network.prefix}`;
}

export const ipFilters: Definitions = {
  ipaddr: filterOf(
    'ipaddr',
    'an IP address or network, or what a query asks of it',
    'query? version? alias?',
    undefined,
  ),
  ipv4: filterOf('ipv4', 'an IPv4 address or network, or what a query asks of it', 'query?', 4n),
  ipv6: filterOf('ipv6', 'an IPv6 address or network, or what a query asks of it', 'query?', 6n),
};
