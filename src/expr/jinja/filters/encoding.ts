/** Filters between values and encoded text: JSON, base64, digests, UUIDs. */
import { namedOr, type Bound, type Definition, type Definitions } from '../bind.js';
import { truthy } from '../compare.js';
import { fail } from '../error.js';
import { digest } from '../hash.js';
import { dumpJson, parseJson, type DumpOptions } from '../json.js';
import { str } from '../repr.js';
import { items, type Run } from '../run.js';
import { isInt, typeName, type Value } from '../values.js';

const jsonOptions: readonly string[] = ['indent', 'sort_keys', 'separators', 'ensure_ascii'];

function jsonSettings(
  run: Run,
  args: Bound,
  preset: { indent: string | undefined; sortKeys: boolean },
): DumpOptions {
  for (const key of args.named.keys()) {
    if (!jsonOptions.includes(key))
      fail(
        'unsupported',
        `the JSON option \`${key}\` is not supported`,
        `known: ${jsonOptions.join(', ')}`,
      );
  }
  const indent = args.named.get('indent');
  const separators = namedOr(args, 'separators', null);
  const pair = separators === null ? undefined : items(run, separators);
  if (pair !== undefined && (pair.length !== 2 || pair.some((each) => typeof each !== 'string')))
    fail('type', '`separators` must be two texts');
  const [between = ', ', colon = ': '] = (pair ?? []).map(String);
  return {
    indent: indent === undefined ? preset.indent : indentText(indent),
    sortKeys: truthy(namedOr(args, 'sort_keys', preset.sortKeys)),
    ascii: truthy(namedOr(args, 'ensure_ascii', true)),
    separators: pair === undefined ? undefined : [between, colon],
  };
}

function indentText(value: Value): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return value;
  return isInt(value)
    ? ' '.repeat(Math.max(0, Math.min(100, Number(value))))
    : fail('type', '`indent` must be an int or a str');
}

function toJson(run: Run, value: Value, args: Bound): Value {
  return dumpJson(run, value, jsonSettings(run, args, { indent: undefined, sortKeys: false }));
}

function toNiceJson(run: Run, value: Value, args: Bound): Value {
  const indent = args.given('indent');
  const sortKeys = args.or('sort_keys', true);
  const settings = jsonSettings(run, args, {
    indent: indent === undefined ? '    ' : indentText(indent),
    sortKeys: truthy(sortKeys),
  });
  return dumpJson(run, value, { ...settings, separators: [',', ': '] });
}

function fromJson(run: Run, value: Value): Value {
  return typeof value === 'string'
    ? parseJson(run, value)
    : fail('type', `the JSON object must be str, bytes or bytearray, not ${typeName(value)}`);
}

function bytes(text: string, encoding: string): Uint8Array {
  const name = encoding.toLowerCase().replace(/[-_]/g, '');
  if (name === 'utf8') return Buffer.from(text, 'utf8');
  if (name === 'utf16le') return Buffer.from(text, 'utf16le');
  if (name === 'ascii' || name === 'latin1' || name === 'iso88591') {
    const most = name === 'ascii' ? 0x7f : 0xff;
    if (Array.from(text).some((char) => (char.codePointAt(0) ?? 0) > most))
      return fail('value', `the text cannot be encoded as ${encoding}`);
    return Buffer.from(text, 'latin1');
  }
  return fail('unsupported', `the encoding \`${encoding}\` is not supported`);
}

function base64Encode(run: Run, value: Value, args: Bound): Value {
  const encoded = Buffer.from(bytes(str(run, value), args.text('encoding', 'utf-8'))).toString(
    'base64',
  );
  return args.flag('urlsafe') ? encoded.replaceAll('+', '-').replaceAll('/', '_') : encoded;
}

/** Like Python, skips what is not in the alphabet and demands the padding. */
function base64Decode(run: Run, value: Value, args: Bound): Value {
  const given = str(run, value);
  const standard = args.flag('urlsafe') ? given.replaceAll('-', '+').replaceAll('_', '/') : given;
  const alphabet = standard.replace(/[^A-Za-z0-9+/=]/g, '');
  const data = alphabet.replace(/=+$/, '');
  if (data.includes('='))
    return fail('unsupported', 'base64 text with padding in its middle is not supported');
  const rest = data.length % 4;
  if (rest === 1)
    return fail(
      'value',
      'Invalid base64-encoded string: the number of data characters cannot be 1 more than a multiple of 4',
    );
  if (rest > 0 && alphabet.length - data.length < 4 - rest)
    return fail('value', 'Incorrect padding');
  const decoded = Buffer.from(data, 'base64');
  const encoding = args.text('encoding', 'utf-8').toLowerCase().replace(/[-_]/g, '');
  if (encoding === 'latin1' || encoding === 'iso88591') return decoded.toString('latin1');
  if (encoding === 'utf16le') return decoded.toString('utf16le');
  if (encoding !== 'utf8' && encoding !== 'ascii')
    return fail('unsupported', `the encoding \`${encoding}\` is not supported`);
  const text = decoded.toString('utf8');
  return text.includes('\ufffd') ? fail('unsupported', 'the decoded bytes are no text') : text;
}

function hashing(algorithm: string): Definition {
  return {
    takes: '',
    does: `the ${algorithm} digest`,
    run: (run, value) => digest(algorithm, str(run, value)) ?? '',
  };
}

function hash(run: Run, value: Value, args: Bound): Value {
  const algorithm = args.text('hashtype', 'sha1');
  return (
    digest(algorithm, str(run, value)) ?? fail('value', `unsupported hash type \`${algorithm}\``)
  );
}

const ansibleNamespace = '361E6D51-FAEC-444A-9079-341386DA8E2E';

function toUuid(run: Run, value: Value, args: Bound): Value {
  const namespace = args.asText('namespace', ansibleNamespace);
  const hex = namespace.replace(/^(?:urn:)?(?:uuid:)?/, '').replace(/[-{}]/g, '');
  if (!/^[0-9a-fA-F]{32}$/.test(hex))
    return fail(
      'value',
      `Invalid value '${namespace}' for 'namespace': badly formed hexadecimal UUID string`,
    );
  const data = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(str(run, value), 'utf8')]);
  const sha = digest('sha1', data) ?? '';
  const variant = ((parseInt(sha.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${sha.slice(0, 8)}-${sha.slice(8, 12)}-5${sha.slice(13, 16)}-${variant}${sha.slice(18, 20)}-${sha.slice(20, 32)}`;
}

export const encodingFilters: Definitions = {
  to_json: { takes: '**', does: 'as JSON', run: toJson },
  to_nice_json: { takes: 'indent? sort_keys? **', does: 'as JSON for people', run: toNiceJson },
  from_json: { takes: '', does: 'the value of JSON text', run: fromJson },
  b64encode: { takes: 'encoding? urlsafe?', does: 'as base64', run: base64Encode },
  b64decode: { takes: 'encoding? urlsafe?', does: 'the text in base64', run: base64Decode },
  hash: { takes: 'hashtype?', does: 'a digest', run: hash },
  md5: hashing('md5'),
  sha1: hashing('sha1'),
  checksum: hashing('sha1'),
  to_uuid: { takes: 'namespace?', does: 'a UUID made from the text', run: toUuid },
};
