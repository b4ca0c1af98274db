/**
 * One evaluation: what filters, tests and operators may ask for. `force` and `items` are the only ways from a `Raw`
 * to a `Value`; both count steps, stop at unknown values, and `items` also stops at undefined ones.
 */
import { at, fail, failOpenly, JinjaError, UnknownSignal } from './error.js';
import { limits, spend, type Budget } from './limits.js';
import {
  isObject,
  list,
  tuple,
  typeName,
  type Blank,
  type Range,
  type Raw,
  type Template,
  type Undefined,
  type Value,
} from './values.js';

export interface Run {
  readonly budget: Budget;
  depth: number;
  /** The value of a template found in a variable; undefined when it reads something undefined. */
  resolve(template: Template): Value;
  readonly plugins: Plugins;
}

/** Filters and tests by name, for those filters that call others. */
export interface Plugins {
  readonly call: (
    run: Run,
    kind: 'filter' | 'test',
    name: string,
    value: Value,
    args: Arguments,
  ) => Value;
  readonly has: (kind: 'filter' | 'test', name: string) => boolean;
}

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export const noArguments: Arguments = { positional: [], named: new Map() };

export function force(run: Run, raw: Raw): Value {
  if (!isObject(raw)) return raw;
  if (raw.kind === 'template') return force(run, run.resolve(raw));
  if (raw.kind === 'unknown') throw new UnknownSignal(raw);
  return raw;
}

/** Stops at an undefined value, with the message of what was not there. */
export function usable(value: Value): Exclude<Value, Undefined> {
  if (!isObject(value) || value.kind !== 'undefined') return value;
  throw errorOf(value);
}

/** The failure that an undefined value stands for. */
export function errorOf({ failure, message, place, isOpen = false }: Undefined): Error {
  if (failure !== undefined) return failure;
  const error = new JinjaError('undefined', message, place);
  error.isOpen = isOpen;
  return error;
}

/** Stops at what an inline `if` without `else` gave, where even that cannot be used. */
export function blank({ place }: Blank): never {
  return at(place, () =>
    failOpenly('value', 'the condition of an inline `if` without `else` is false', 'add an `else`'),
  );
}

/** The elements Python's `iter()` gives; undefined elements are an error unless `markers` says they may stay. */
export function items(run: Run, iterable: Value, markers = false): readonly Value[] {
  const raws = rawItems(usable(iterable));
  spend(run.budget, raws.length + 1);
  return raws.map((raw) => (markers ? force(run, raw) : usable(force(run, raw))));
}

function rawItems(value: Value): readonly Raw[] {
  if (typeof value === 'string') return characters(value);
  if (isObject(value)) {
    switch (value.kind) {
      case 'list':
      case 'tuple':
        return value.items;
      case 'dict':
        return [...value.entries.values()].map((entry) => entry.key);
      case 'range':
        return rangeItems(value);
      case 'blank':
        return [];
      case 'vault':
        return failOpenly('unsupported', vaulted);
      default:
        break;
    }
  }
  return failOpenly('type', `'${typeName(value)}' object is not iterable`);
}

export const vaulted = 'the value is encrypted with ansible-vault: expressions cannot look into it';

export function isIterable(value: Value): boolean {
  return (
    typeof value === 'string' ||
    (isObject(value) && ['list', 'tuple', 'dict', 'range', 'blank'].includes(value.kind))
  );
}

export function rangeLength(range: Range): bigint {
  const { start, stop, step } = range;
  const span = step > 0n ? stop - start : start - stop;
  const stride = step > 0n ? step : -step;
  return span <= 0n ? 0n : (span + stride - 1n) / stride;
}

function rangeItems(range: Range): bigint[] {
  const length = rangeLength(range);
  if (length > limits.items)
    fail('limit', `the range has ${length} items, more than the limit of ${limits.items}`);
  return Array.from(
    { length: Number(length) },
    (_, index) => range.start + BigInt(index) * range.step,
  );
}

const surrogate = /[\ud800-\udfff]/;

/** The characters of a string as Python counts them: code points. */
export function characters(text: string): string[] {
  return surrogate.test(text) ? Array.from(text) : text.split('');
}

export function textLength(text: string): number {
  return surrogate.test(text) ? Array.from(text).length : text.length;
}

/** `list()` of an iterable. */
export function toList(run: Run, value: Value): Value {
  return list(items(run, value));
}

export function pair(key: Raw, value: Raw): Value {
  return tuple([key, value]);
}
