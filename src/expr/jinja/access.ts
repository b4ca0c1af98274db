/**
 * `value.name`, `value[key]`, `value[a:b]` by Jinja2's rules: a dot tries Python's attributes and then the items,
 * brackets try the items and then the attributes; what is neither is an undefined value, not an error.
 */
import { hashKey } from './compare.js';
import { durationParts } from './datetime.js';
import { fail, failOpenly } from './error.js';
import { hasAttribute } from './methods/names.js';
import { blank, characters, force, rangeLength, usable, vaulted, type Run } from './run.js';
import {
  isBlank,
  isDict,
  isInt,
  isObject,
  isSequence,
  isUndefined,
  list,
  tuple,
  typeName,
  undefinedValue,
  type Raw,
  type Undefined,
  type Value,
} from './values.js';

export function getAttribute(run: Run, object: Value, name: string): Value {
  if (isUndefined(object)) return object;
  if (isBlank(object)) return blank(object);
  const own = attribute(object, name);
  if (own !== undefined) return own;
  const value = item(run, object, name);
  return value === undefined ? { ...absent(object, name), isOpen: true } : value;
}

/** `isWritten` says that the key is a word of the expression, which a message may show whatever takes part. */
export function getItem(run: Run, object: Value, key: Value, isWritten = false): Value {
  if (isUndefined(object)) return object;
  if (isBlank(object)) return blank(object);
  if (isObject(object) && object.kind === 'vault') return failOpenly('unsupported', vaulted);
  const known = usable(key);
  const value = item(run, object, known);
  if (value !== undefined) return value;
  const own = typeof known === 'string' ? attribute(object, known) : undefined;
  return own === undefined ? { ...absent(object, known), isOpen: isWritten } : own;
}

/** Python's own `object[key]`, which knows no attributes; undefined where Python raises. */
export function subscript(run: Run, object: Value, key: Value): Value | undefined {
  const holder = usable(object);
  if (isObject(holder) && holder.kind === 'vault') return failOpenly('unsupported', vaulted);
  return item(run, holder, usable(key));
}

function absent(object: Value, key: Value): Undefined {
  const text =
    typeof key === 'string' ? `'${key}'` : typeof key === 'bigint' ? key.toString() : typeName(key);
  return undefinedValue(
    `object of type '${typeName(object)}' has no attribute ${text}`,
    typeof key === 'string' ? { name: key } : {},
  );
}

/** What Python itself gives the type: methods, and the few values below; undefined when there is no such thing. */
export function attribute(object: Value, name: string): Value | undefined {
  if (isObject(object)) {
    if (object.kind === 'tuple') {
      const index = object.names?.indexOf(name) ?? -1;
      const raw = index < 0 ? undefined : object.items[index];
      if (raw !== undefined && (!isObject(raw) || raw.kind !== 'template')) return raw;
    }
    if (object.kind === 'datetime') {
      const part = datePart(object.ms, object.micros, name);
      if (part !== undefined) return part;
    }
    if (
      object.kind === 'timedelta' &&
      (name === 'days' || name === 'seconds' || name === 'microseconds')
    )
      return durationParts(object)[name];
    if (object.kind === 'vault') return failOpenly('unsupported', vaulted);
  }
  return hasAttribute(object, name) ? { kind: 'callable', name, self: object } : undefined;
}

function datePart(ms: number, micros: number, name: string): bigint | undefined {
  const date = new Date(ms);
  switch (name) {
    case 'year':
      return BigInt(date.getUTCFullYear());
    case 'month':
      return BigInt(date.getUTCMonth() + 1);
    case 'day':
      return BigInt(date.getUTCDate());
    case 'hour':
      return BigInt(date.getUTCHours());
    case 'minute':
      return BigInt(date.getUTCMinutes());
    case 'second':
      return BigInt(date.getUTCSeconds());
    case 'microsecond':
      return BigInt(date.getUTCMilliseconds() * 1000 + micros);
    default:
      return undefined;
  }
}

/** `object[key]`; undefined where Python raises `LookupError` or `TypeError`. */
function item(run: Run, object: Value, key: Value): Value | undefined {
  if (isDict(object)) {
    if (isObject(key) && (key.kind === 'list' || key.kind === 'dict')) return undefined;
    const entry = object.entries.get(hashKey(run, key));
    return entry === undefined ? undefined : force(run, entry.value);
  }
  if (!isInt(key)) return undefined;
  const index = BigInt(key);
  if (typeof object === 'string') return characters(object).at(Number(index));
  if (isSequence(object)) {
    const raw: Raw | undefined = object.items.at(Number(index));
    return raw === undefined ? undefined : force(run, raw);
  }
  if (isObject(object) && object.kind === 'range') {
    const length = rangeLength(object);
    const from = index < 0n ? index + length : index;
    return from >= 0n && from < length ? object.start + from * object.step : undefined;
  }
  return undefined;
}

/** `value[from:to:step]`. */
export function getSlice(
  object: Value,
  from: Value | undefined,
  to: Value | undefined,
  step: Value | undefined,
): Value {
  if (isUndefined(object)) return object;
  if (isBlank(object)) return blank(object);
  const source =
    typeof object === 'string' ? characters(object) : isSequence(object) ? object.items : undefined;
  if (source === undefined) {
    return isObject(object) && object.kind === 'range'
      ? fail('unsupported', 'slices of a range are not supported: use `list` first')
      : failOpenly('type', `'${typeName(object)}' object is not subscriptable`);
  }
  const stride = bound(step) ?? 1n;
  if (stride === 0n) return fail('value', 'slice step cannot be zero');
  const length = BigInt(source.length);
  const clamp = (value: bigint, low: bigint, high: bigint): bigint =>
    value < low ? low : value > high ? high : value;
  const position = (value: Value | undefined, missing: bigint): bigint => {
    const index = bound(value);
    if (index === undefined) return missing;
    const absolute = index < 0n ? index + length : index;
    return stride > 0n ? clamp(absolute, 0n, length) : clamp(absolute, -1n, length - 1n);
  };
  const start = position(from, stride > 0n ? 0n : length - 1n);
  const stop = position(to, stride > 0n ? length : -1n);
  const taken: Raw[] = [];
  for (let index = start; stride > 0n ? index < stop : index > stop; index += stride)
    taken.push(source[Number(index)] ?? null);
  if (typeof object === 'string') return taken.map(String).join('');
  return isObject(object) && object.kind === 'tuple' ? tuple(taken) : list(taken);
}

function bound(value: Value | undefined): bigint | undefined {
  if (value === undefined || value === null) return undefined;
  // A bound that is undefined is Python's own error, which `default` does not replace.
  const known = isUndefined(value) && value.failure === undefined ? value : usable(value);
  return isInt(known)
    ? BigInt(known)
    : failOpenly('type', 'slice indices must be integers or None');
}
