/** Filters on URLs. */
import type { Bound, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { str } from '../repr.js';
import { force, items, isIterable, usable, type Run } from '../run.js';
import { dictOf, isDict, typeName, type Value } from '../values.js';

/** Python's `quote`: everything but letters, digits, `_.-~` and the safe characters, by UTF-8 bytes. */
export function percentEncode(text: string, safe: string): string {
  let result = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte);
    result +=
      byte < 128 && (/[A-Za-z0-9_.~-]/.test(char) || safe.includes(char))
        ? char
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return result;
}

function urlEncode(run: Run, value: Value): Value {
  if (typeof value === 'string' || !isIterable(value)) return percentEncode(str(run, value), '/');
  const pairs = isDict(value)
    ? [...value.entries.values()].map((entry) => [entry.key, usable(force(run, entry.value))])
    : items(run, value).map((item) => items(run, item));
  const quote = (each: Value): string => percentEncode(str(run, each), ' ').replaceAll(' ', '+');
  return pairs
    .map((pair) => {
      const [key, inner] = pair;
      if (key === undefined || inner === undefined || pair.length !== 2)
        return fail('value', 'urlencode needs pairs');
      return `${quote(key)}=${quote(inner)}`;
    })
    .join('&');
}

function urlDecode(_run: Run, value: Value): Value {
  if (typeof value !== 'string')
    return fail('type', `urldecode needs a str, not ${typeName(value)}`);
  return value
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
}

export interface UrlParts {
  readonly scheme: string;
  readonly netloc: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

function trimControls(text: string): string {
  let start = 0;
  while (start < text.length && text.charCodeAt(start) <= 0x20) start += 1;
  return text.slice(start);
}

/** Python's `urlsplit`; undefined where it raises. */
export function splitUrl(given: string): UrlParts | undefined {
  let rest = trimControls(given).replace(/[\t\r\n]/g, '');
  const cut = (mark: string): string => {
    const index = rest.indexOf(mark);
    const tail = index < 0 ? '' : rest.slice(index + 1);
    if (index >= 0) rest = rest.slice(0, index);
    return tail;
  };
  const [whole, scheme = ''] = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(rest) ?? [''];
  rest = rest.slice(whole.length);
  let netloc = '';
  if (rest.startsWith('//')) {
    netloc = /^\/\/([^/?#]*)/.exec(rest)?.[1] ?? '';
    rest = rest.slice(2 + netloc.length);
    if (netloc.includes('[') !== netloc.includes(']')) return undefined;
  }
  const fragment = cut('#');
  const query = cut('?');
  return { scheme: scheme.toLowerCase(), netloc, path: rest, query, fragment };
}

function port(netloc: string): bigint | null {
  const text = /:([^:\]]*)$/.exec(netloc.slice(netloc.lastIndexOf('@') + 1))?.[1] ?? '';
  if (text === '') return null;
  if (!/^\d+$/.test(text))
    return fail('value', `Port could not be cast to integer value as '${text}'`);
  return Number(text) <= 65535 ? BigInt(text) : fail('value', 'Port out of range 0-65535');
}

function urlSplit(_run: Run, value: Value, args: Bound): Value {
  if (typeof value !== 'string')
    return fail('type', `urlsplit needs a str, not ${typeName(value)}`);
  const parts = splitUrl(value) ?? fail('value', 'Invalid IPv6 URL');
  const mark = parts.netloc.lastIndexOf('@');
  const user = mark < 0 ? undefined : parts.netloc.slice(0, mark);
  const colon = user?.indexOf(':') ?? -1;
  const host = /^(?:\[([^\]]*)\]|([^:]*))/.exec(parts.netloc.slice(mark + 1));
  const hostname = (host?.[1] ?? host?.[2] ?? '').toLowerCase();
  const fields = new Map<string, Value>([
    ['fragment', parts.fragment],
    ['hostname', hostname === '' ? null : hostname],
    ['netloc', parts.netloc],
    ['password', user === undefined || colon < 0 ? null : user.slice(colon + 1)],
    ['path', parts.path],
    ['port', port(parts.netloc)],
    ['query', parts.query],
    ['scheme', parts.scheme],
    ['username', user === undefined ? null : colon < 0 ? user : user.slice(0, colon)],
  ]);
  const wanted = args.text('query', '');
  if (wanted === '') return dictOf(fields);
  const found = fields.get(wanted);
  return found === undefined ? fail('value', `urlsplit: unknown URL component: ${wanted}`) : found;
}

export const urlFilters: Definitions = {
  urlencode: { takes: '', does: 'quoted for a URL', run: urlEncode },
  urldecode: { takes: '', does: 'the text of a quoted URL part', run: urlDecode },
  urlsplit: { takes: 'query? alias?', does: 'the parts of a URL', run: urlSplit },
};
