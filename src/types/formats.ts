/**
 * What text a refined string type accepts, and how messages call it. One table; each judgement is about the whole
 * text, looks nothing up, and takes time in proportion to the text.
 */
import type { BuiltInName } from './type.js';

/** A built-in type whose values are strings of some form. */
export interface Format {
  readonly accepts: (text: string) => boolean;
  /** "an IPv4 address such as `192.0.2.1`". */
  readonly phrase: string;
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const dnsName = new RegExp(`^${label}(?:\\.${label})*$`);
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const dottedQuad = new RegExp(`^${octet}(?:\\.${octet}){3}$`);
const semver =
  /^(?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2}(?:-(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const duration = /^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const macAddress =
  /^(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})$/;
const size = /^(?:[0-9]+|[0-9]+\.[0-9]+) ?(?:[kKMGTPEZY]i?B?|B)?$/;

export const formats: ReadonlyMap<BuiltInName, Format> = new Map<BuiltInName, Format>([
  [
    'ip',
    {
      accepts: (text) => isIpv4(text) || isIpv6(text),
      phrase: 'an IP address such as `192.0.2.1` or `2001:db8::1`',
    },
  ],
  ['ipv4', { accepts: isIpv4, phrase: 'an IPv4 address such as `192.0.2.1`' }],
  ['ipv6', { accepts: isIpv6, phrase: 'an IPv6 address such as `2001:db8::1`' }],
  [
    'cidr',
    { accepts: isCidr, phrase: 'an address with its prefix length, such as `192.0.2.0/24`' },
  ],
  ['hostname', { accepts: isHostname, phrase: 'a host name such as `db1` or `db1.example.org`' }],
  [
    'fqdn',
    {
      accepts: (text) => text.includes('.') && isHostname(text),
      phrase: 'a full host name such as `db1.example.org`',
    },
  ],
  ['url', { accepts: isUrl, phrase: 'a URL such as `https://example.org/`' }],
  ['path', { accepts: isPath, phrase: 'a path such as `/etc/app.conf`' }],
  [
    'mac',
    {
      accepts: (text) => macAddress.test(text),
      phrase: 'a MAC address such as `00:00:5e:00:53:01`',
    },
  ],
  [
    'duration',
    {
      accepts: (text) => duration.test(text),
      phrase: 'a duration such as `5s`, `300ms` or `1h30m`',
    },
  ],
  [
    'size',
    { accepts: (text) => size.test(text), phrase: 'a size such as `512M`, `1.5GiB` or `4096`' },
  ],
  ['email', { accepts: isEmail, phrase: 'an email address such as `admin@example.org`' }],
  [
    'semver',
    {
      accepts: (text) => text.length <= 256 && semver.test(text),
      phrase: 'a semantic version such as `1.2.3`',
    },
  ],
  [
    'mode',
    {
      accepts: (text) => /^0?[0-7]{3,4}$/.test(text),
      phrase: 'an octal file mode such as `"0644"`',
    },
  ],
]);

function isIpv4(text: string): boolean {
  return dottedQuad.test(text);
}

/** RFC 4291, without a zone: that is no part of an address. */
function isIpv6(text: string): boolean {
  if (text.length > 45 || !/^[0-9A-Fa-f:.]+$/.test(text)) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasQuad = last.includes('.') && halves.at(-1) !== '';
  if (hasQuad && !isIpv4(last)) return false;
  if (!(hasQuad ? groups.slice(0, -1) : groups).every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)))
    return false;
  const count = groups.length + (hasQuad ? 1 : 0);
  return halves.length === 2 ? count <= 7 : count === 8;
}

/** Host bits may be set: `192.0.2.1/24` is the address of an interface. */
function isCidr(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^(?:0|[1-9][0-9]{0,2})$/.test(prefix)) return false;
  return (isIpv4(address) && Number(prefix) <= 32) || (isIpv6(address) && Number(prefix) <= 128);
}

/** RFC 1123; the last label of a dotted name is not all digits, or it would read as an address. */
function isHostname(text: string): boolean {
  return text.length <= 253 && dnsName.test(text) && !/\.[0-9]+$/.test(text);
}

/** Any scheme that has `//`; no blanks, no control characters; a host unless it is a file. */
function isUrl(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s\p{Cc}]+$/u.test(text) || !URL.canParse(text))
    return false;
  const { protocol, host } = new URL(text);
  return host !== '' || protocol === 'file:';
}

/** Absolute, relative or from `~`, of a file or a folder; no URL. */
function isPath(text: string): boolean {
  return (
    text !== '' &&
    text.trim() === text &&
    !/\p{Cc}/u.test(text) &&
    !/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)
  );
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || at > 64 || text.length > 254) return false;
  return localPart.test(text.slice(0, at)) && isHostname(text.slice(at + 1));
}
