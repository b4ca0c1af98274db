/** Truth, equality, order, membership and dict keys by Python's rules. */
import { failOpenly } from './error.js';
import { deeper } from './repr.js';
import { force, items, rangeLength, usable, vaulted, type Run } from './run.js';
import {
  isBlank,
  isDict,
  isInt,
  isNumber,
  isObject,
  isSequence,
  typeName,
  type Dict,
  type Entry,
  type Key,
  type List,
  type Raw,
  type Scalar,
  type Tuple,
  type Undefined,
  type Value,
} from './values.js';

/** `bool(value)`. */
export function truthy(value: Value): boolean {
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  switch (value.kind) {
    case 'list':
    case 'tuple':
      return value.items.length > 0;
    case 'dict':
      return value.entries.size > 0;
    case 'range':
      return rangeLength(value) > 0n;
    case 'timedelta':
      return value.micros !== 0n;
    case 'undefined':
      return truthy(usable(value));
    case 'blank':
      return false;
    case 'vault':
      return failOpenly('unsupported', vaulted);
    case 'callable':
    case 'unknown':
    case 'omit':
    case 'datetime':
      return true;
  }
}

/** `a == b`. */
export function equals(run: Run, a: Raw, b: Raw): boolean {
  const left = usable(force(run, a));
  const right = usable(force(run, b));
  if (isNumber(left) && isNumber(right)) return sameNumber(left, right);
  if (!isObject(left) || !isObject(right)) {
    if ((isObject(left) && left.kind === 'vault') || (isObject(right) && right.kind === 'vault'))
      failOpenly('unsupported', vaulted);
    return left === right;
  }
  return left.kind === right.kind && sameObject(run, left, right);
}

type ValueObject = Exclude<Value, Scalar | Undefined>;

function sameObject(run: Run, left: ValueObject, right: ValueObject): boolean {
  if (isSequence(left) && isSequence(right)) return deeper(run, () => sameItems(run, left, right));
  if (isDict(left) && isDict(right)) return deeper(run, () => sameEntries(run, left, right));
  if (left.kind === 'datetime' && right.kind === 'datetime')
    return left.ms === right.ms && left.micros === right.micros;
  if (left.kind === 'timedelta' && right.kind === 'timedelta') return left.micros === right.micros;
  if (left.kind === 'range' && right.kind === 'range') {
    const length = rangeLength(left);
    if (length !== rangeLength(right)) return false;
    return (
      length === 0n || (left.start === right.start && (length === 1n || left.step === right.step))
    );
  }
  if (left.kind === 'blank') return true;
  return left.kind === 'vault' ? failOpenly('unsupported', vaulted) : left === right;
}

function sameNumber(a: bigint | boolean | number, b: bigint | boolean | number): boolean {
  const left = typeof a === 'boolean' ? BigInt(a) : a;
  const right = typeof b === 'boolean' ? BigInt(b) : b;
  if (typeof left === typeof right) return left === right;
  return compareNumbers(left, right) === 0;
}

function sameItems(run: Run, a: List | Tuple, b: List | Tuple): boolean {
  if (a.items.length !== b.items.length) return false;
  return a.items.every((item, index) => equals(run, item, b.items[index] ?? null));
}

function sameEntries(run: Run, a: Dict, b: Dict): boolean {
  if (a.entries.size !== b.entries.size) return false;
  for (const [key, entry] of a.entries) {
    const other = b.entries.get(key);
    if (other === undefined || !equals(run, entry.value, other.value)) return false;
  }
  return true;
}

/** Negative, zero or positive; NaN when a NaN is involved, so that every comparison with it is false. */
export function compareNumbers(a: bigint | number, b: bigint | number): number {
  return a < b ? -1 : a > b ? 1 : Number.isNaN(a) || Number.isNaN(b) ? NaN : 0;
}

/** Negative, zero or positive as `a` sorts to `b`; types without an order between them are an error naming `operator`. */
export function order(run: Run, a: Raw, b: Raw, operator = '<'): number {
  const left = usable(force(run, a));
  const right = usable(force(run, b));
  if (isNumber(left) && isNumber(right)) {
    return compareNumbers(
      typeof left === 'boolean' ? BigInt(left) : left,
      typeof right === 'boolean' ? BigInt(right) : right,
    );
  }
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (isSequence(left) && isSequence(right) && left.kind === right.kind) {
    return deeper(run, () => orderItems(run, left, right, operator));
  }
  if (isObject(left) && isObject(right)) {
    if (left.kind === 'datetime' && right.kind === 'datetime')
      return left.ms - right.ms || left.micros - right.micros;
    if (left.kind === 'timedelta' && right.kind === 'timedelta')
      return compareNumbers(left.micros, right.micros);
  }
  return failOpenly(
    'type',
    `'${operator}' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`,
  );
}

/** By code points, as Python does. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    const surrogates = left >= 0xd800 && right >= 0xd800;
    return surrogates ? (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0) : left - right;
  }
  return a.length - b.length;
}

function orderItems(run: Run, a: List | Tuple, b: List | Tuple, operator: string): number {
  const length = Math.min(a.items.length, b.items.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.items[index] ?? null;
    const right = b.items[index] ?? null;
    if (!equals(run, left, right)) return order(run, left, right, operator);
  }
  return a.items.length - b.items.length;
}

/** `needle in container`. */
export function contains(run: Run, container: Value, needle: Value): boolean {
  const holder = usable(container);
  if (typeof holder === 'string') {
    if (typeof needle === 'string') return holder.includes(needle);
    return failOpenly(
      'type',
      `'in <string>' requires string as left operand, not ${typeName(usable(needle))}`,
    );
  }
  if (isDict(holder)) return holder.entries.has(hashKey(run, needle));
  if (isObject(holder) && holder.kind === 'range') {
    const number = usable(needle);
    if (!isInt(number)) return false;
    const offset = BigInt(number) - holder.start;
    return (
      offset % holder.step === 0n &&
      offset / holder.step >= 0n &&
      offset / holder.step < rangeLength(holder)
    );
  }
  if (isBlank(holder)) return false;
  if (!isSequence(holder)) {
    if (isObject(holder) && holder.kind === 'vault') failOpenly('unsupported', vaulted);
    return failOpenly('type', `argument of type '${typeName(holder)}' is not iterable`);
  }
  return items(run, holder, true).some((item) => equals(run, item, needle));
}

/** The key under which a dict or set keeps `value`; lists and dicts are unhashable. */
export function hashKey(run: Run, value: Value): Key {
  const known = usable(value);
  if (typeof known === 'string' || typeof known === 'bigint' || known === null) return known;
  if (typeof known === 'boolean') return BigInt(known);
  if (typeof known === 'number') return Number.isInteger(known) ? BigInt(known) : known;
  if (known.kind === 'tuple') {
    const parts = known.items.map((item) => {
      const key = hashKey(run, usable(force(run, item)));
      return `${typeof key}:${String(key).length}:${String(key)}`;
    });
    return `\0tuple:${parts.join(',')}`;
  }
  if (known.kind === 'blank') return '\0blank';
  if (known.kind === 'list' || known.kind === 'dict')
    return failOpenly('type', `unhashable type: '${known.kind}'`);
  return failOpenly('unsupported', `a value of type ${typeName(known)} cannot be a key here`);
}

/** A dict with any hashable keys, in the order given; a repeated key keeps its first place and takes the last value. */
export function dictFrom(run: Run, pairs: Iterable<readonly [Value, Raw]>): Dict {
  const entries = new Map<Key, Entry>();
  for (const [key, value] of pairs) {
    const hash = hashKey(run, key);
    entries.set(hash, { key: entries.get(hash)?.key ?? key, value });
  }
  return { kind: 'dict', entries };
}

/** Stable, by `order` on the keys given. */
export function sorted<T>(
  run: Run,
  elements: readonly T[],
  key: (element: T) => Value,
  reverse = false,
): T[] {
  const keyed = elements.map((element) => ({ element, key: key(element) }));
  keyed.sort((a, b) => (reverse ? order(run, b.key, a.key) : order(run, a.key, b.key)) || 0);
  if (keyed.length === 1) return [...elements];
  return keyed.map((each) => each.element);
}
