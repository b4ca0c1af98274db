/** JSON as Python's `json` module writes and reads it: spaces after separators, `NaN`, ints apart from floats. */
import { compareText, dictFrom } from './compare.js';
import { fail, failOpenly } from './error.js';
import { formatDateTime } from './datetime.js';
import { checkInt, checkText } from './limits.js';
import { deeper, floatText } from './repr.js';
import { force, usable, vaulted, type Run } from './run.js';
import { isDict, isObject, isSequence, list, typeName, type Value } from './values.js';

export interface DumpOptions {
  /** the text of one level of indentation */
  readonly indent: string | undefined;
  readonly sortKeys: boolean;
  readonly ascii: boolean;
  readonly separators: readonly [string, string] | undefined;
}

export function dumpJson(run: Run, value: Value, options: DumpOptions): string {
  const separators = options.separators ?? [options.indent === undefined ? ', ' : ',', ': '];
  const text = dump(run, value, { ...options, separators }, '');
  checkText(text.length);
  return text;
}

type Settings = Omit<DumpOptions, 'separators'> & {
  readonly separators: readonly [string, string];
};

function dump(run: Run, value: Value, options: Settings, margin: string): string {
  const known = usable(value);
  if (typeof known === 'string') return quoteJson(known, options.ascii);
  if (typeof known === 'number') return jsonFloat(known);
  if (known === null || typeof known !== 'object') return known === null ? 'null' : String(known);
  const inner = options.indent === undefined ? '' : margin + options.indent;
  if (isSequence(known)) {
    return deeper(run, () =>
      enclose(
        '[',
        known.items.map((raw) => dump(run, force(run, raw), options, inner)),
        ']',
        options,
        margin,
        inner,
      ),
    );
  }
  if (isDict(known)) {
    const fields = [...known.entries.values()].map((entry) => ({
      key: keyText(entry.key),
      value: entry.value,
    }));
    if (options.sortKeys) fields.sort((a, b) => compareText(a.key, b.key));
    return deeper(run, () =>
      enclose(
        '{',
        fields.map(
          ({ key, value: raw }) =>
            `${quoteJson(key, options.ascii)}${options.separators[1]}${dump(run, force(run, raw), options, inner)}`,
        ),
        '}',
        options,
        margin,
        inner,
      ),
    );
  }
  if (known.kind === 'datetime')
    return quoteJson(formatDateTime(known).replace(' ', 'T'), options.ascii);
  return known.kind === 'vault'
    ? failOpenly('unsupported', vaulted)
    : failOpenly('type', `Object of type ${typeName(known)} is not JSON serializable`);
}

function enclose(
  open: string,
  parts: readonly string[],
  close: string,
  options: Settings,
  margin: string,
  inner: string,
): string {
  if (parts.length === 0) return open + close;
  if (options.indent === undefined) return open + parts.join(options.separators[0]) + close;
  return `${open}\n${inner}${parts.join(`${options.separators[0]}\n${inner}`)}\n${margin}${close}`;
}

function jsonFloat(value: number): string {
  return Number.isNaN(value)
    ? 'NaN'
    : Number.isFinite(value)
      ? floatText(value)
      : value > 0
        ? 'Infinity'
        : '-Infinity';
}

function keyText(key: Value): string {
  if (typeof key === 'string') return key;
  if (key === null) return 'null';
  if (isObject(key))
    return failOpenly('type', `keys must be str, int, float, bool or None, not ${typeName(key)}`);
  return typeof key === 'number' ? jsonFloat(key) : String(key);
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};
const control = /["\\]|\p{Cc}/gu;
const beyondAscii = /["\\]|[^\u0020-\u007e]/g;

function quoteJson(text: string, ascii: boolean): string {
  const body = text.replace(ascii ? beyondAscii : control, (char) =>
    keepsItself(char, ascii)
      ? char
      : (short[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  return `"${body}"`;
}

/** DEL is no control character for JSON, nor are those after it unless everything must be ASCII. */
function keepsItself(char: string, ascii: boolean): boolean {
  return char === '\x7f' || (!ascii && char > '\x7f');
}

interface Reader {
  readonly run: Run;
  readonly text: string;
  position: number;
}

export function parseJson(run: Run, text: string): Value {
  const reader: Reader = { run, text, position: 0 };
  const value = readValue(reader);
  skipSpace(reader);
  return reader.position < text.length ? wrong(reader, 'extra data') : value;
}

function wrong(reader: Reader, message: string): never {
  return fail('value', `invalid JSON: ${message} at character ${reader.position}`);
}

function skipSpace(reader: Reader): void {
  while (' \t\n\r'.includes(reader.text[reader.position] ?? 'x')) reader.position += 1;
}

const words: readonly (readonly [string, Value])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];
const numeral = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const stringBody = /"((?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"/uy;

function readValue(reader: Reader): Value {
  skipSpace(reader);
  const char = reader.text[reader.position];
  if (char === '{') return deeper(reader.run, () => readObject(reader));
  if (char === '[') return deeper(reader.run, () => readArray(reader));
  if (char === '"') return readString(reader);
  for (const [word, value] of words) {
    if (!reader.text.startsWith(word, reader.position)) continue;
    reader.position += word.length;
    return value;
  }
  numeral.lastIndex = reader.position;
  const found = numeral.exec(reader.text);
  if (found === null) return wrong(reader, 'expecting value');
  reader.position += found[0].length;
  return found[1] === undefined && found[2] === undefined
    ? checkInt(BigInt(found[0]))
    : Number(found[0]);
}

function readString(reader: Reader): string {
  stringBody.lastIndex = reader.position;
  const found = stringBody.exec(reader.text);
  if (found === null) return wrong(reader, 'a string is malformed or not closed');
  reader.position += found[0].length;
  return JSON.parse(found[0]) as string;
}

function readArray(reader: Reader): Value {
  const values: Value[] = [];
  reader.position += 1;
  skipSpace(reader);
  if (reader.text[reader.position] === ']') {
    reader.position += 1;
    return list(values);
  }
  for (;;) {
    values.push(readValue(reader));
    if (endOfPart(reader, ']')) return list(values);
  }
}

function readObject(reader: Reader): Value {
  const pairs: [Value, Value][] = [];
  reader.position += 1;
  skipSpace(reader);
  if (reader.text[reader.position] === '}') {
    reader.position += 1;
    return dictFrom(reader.run, pairs);
  }
  for (;;) {
    skipSpace(reader);
    if (reader.text[reader.position] !== '"')
      return wrong(reader, 'expecting a property name in double quotes');
    const key = readString(reader);
    skipSpace(reader);
    if (reader.text[reader.position] !== ':') return wrong(reader, 'expecting `:`');
    reader.position += 1;
    pairs.push([key, readValue(reader)]);
    if (endOfPart(reader, '}')) return dictFrom(reader.run, pairs);
  }
}

function endOfPart(reader: Reader, close: string): boolean {
  skipSpace(reader);
  const char = reader.text[reader.position];
  if (char !== ',' && char !== close) return wrong(reader, `expecting \`,\` or \`${close}\``);
  reader.position += 1;
  return char === close;
}
