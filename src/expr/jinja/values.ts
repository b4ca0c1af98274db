/**
 * The values of a Jinja expression, with Python's types: int is a bigint, float is a number, str is a string,
 * bool and None are themselves, everything else is an object with a `kind`.
 * Containers hold `Raw` items: a string that is itself a template stays a `Template` until something reads it.
 * Values are immutable.
 */
import { holdsTemplate } from '../../text/template-markers.js';

export type Scalar = null | boolean | bigint | number | string;

export interface List {
  readonly kind: 'list';
  readonly items: readonly Raw[];
}
export interface Tuple {
  readonly kind: 'tuple';
  readonly items: readonly Raw[];
  readonly names?: readonly string[];
}
export interface Dict {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<Key, Entry>;
}
export interface Range {
  readonly kind: 'range';
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;
}
/** A method or global function that was named but not yet called. */
export interface Callable {
  readonly kind: 'callable';
  readonly name: string;
  readonly self: Value | undefined;
}
/** A name or attribute that is not there, or (with `failure`) a filter that failed and whose result nobody used yet. */
export interface Undefined {
  readonly kind: 'undefined';
  readonly message: string;
  readonly name?: string;
  readonly failure?: Error;
  /** the message holds nothing but words of the expression and names of types */
  readonly isOpen?: boolean;
  /** where the expression read it */
  readonly place?: { readonly start: number; readonly end: number };
}
/**
 * What an inline `if` without `else` gives where its condition is false: Jinja2's own undefined value, which is false and
 * empty as text and as a list; it errs as a result, in arithmetic and where something of it is asked for.
 */
export interface Blank {
  readonly kind: 'blank';
  /** where the `if` stands */
  readonly place: { readonly start: number; readonly end: number };
}
/** A value that is not known yet: reading it makes the whole expression unknown. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: string;
  /** Whatever the giver of the value wants to know of it again. */
  readonly from?: object;
}
/** Text encrypted with ansible-vault: it may be passed on, but not looked into. */
export interface Vault {
  readonly kind: 'vault';
  readonly ciphertext: string;
}
/** Ansible's `omit`. */
export interface Omit {
  readonly kind: 'omit';
}
/** A naive point in time, in milliseconds since the epoch as if UTC, and microseconds below that. */
export interface DateTime {
  readonly kind: 'datetime';
  readonly ms: number;
  readonly micros: number;
  readonly zone?: string;
}
export interface Duration {
  readonly kind: 'timedelta';
  readonly micros: bigint;
}

export type Value =
  | Scalar
  | List
  | Tuple
  | Dict
  | Range
  | Callable
  | Undefined
  | Blank
  | Unknown
  | Vault
  | Omit
  | DateTime
  | Duration;

/** A string that Ansible would template when it is read. */
export interface Template {
  readonly kind: 'template';
  readonly text: string;
}
export type Raw = Value | Template;

/** A dict key by Python's equality: `1`, `1.0` and `True` are one key, `"1"` is another. */
export type Key = string | bigint | number | null;
export interface Entry {
  readonly key: Value;
  readonly value: Raw;
}

export const omit: Omit = { kind: 'omit' };

export function list(items: readonly Raw[]): List {
  return { kind: 'list', items };
}

export function tuple(items: readonly Raw[], names?: readonly string[]): Tuple {
  return names === undefined ? { kind: 'tuple', items } : { kind: 'tuple', items, names };
}

/** A dict with string keys, in the order given. */
export function dictOf(fields: Iterable<readonly [string, Raw]>): Dict {
  const entries = new Map<Key, Entry>();
  for (const [key, value] of fields) entries.set(key, { key, value });
  return { kind: 'dict', entries };
}

/** A trusted string of an inventory: a template if Ansible would see one in it, else plain text. */
export function trusted(text: string): Raw {
  return holdsTemplate(text) ? { kind: 'template', text } : text;
}

/** Without a name in it that a value may have given; `isOpen` where the message holds none at all. */
export function undefinedValue(
  message: string,
  details: Pick<Undefined, 'name' | 'isOpen'> = {},
): Undefined {
  return { kind: 'undefined', message, ...details };
}

export function isObject(value: Raw): value is Exclude<Raw, Scalar> {
  return typeof value === 'object' && value !== null;
}

export function isUndefined(value: Raw): value is Undefined {
  return isObject(value) && value.kind === 'undefined';
}

export function isBlank(value: Raw): value is Blank {
  return isObject(value) && value.kind === 'blank';
}

export function isDict(value: Raw): value is Dict {
  return isObject(value) && value.kind === 'dict';
}

export function isList(value: Raw): value is List {
  return isObject(value) && value.kind === 'list';
}

/** A list or a tuple: what Ansible calls a sequence (a string is none). */
export function isSequence(value: Raw): value is List | Tuple {
  return isObject(value) && (value.kind === 'list' || value.kind === 'tuple');
}

/** `int` in Python's sense, which includes bool. */
export function isInt(value: Raw): value is bigint | boolean {
  return typeof value === 'bigint' || typeof value === 'boolean';
}

export function isNumber(value: Raw): value is bigint | boolean | number {
  return isInt(value) || typeof value === 'number';
}

/** The name of a value's type as Python prints it. */
export function typeName(value: Raw): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  switch (value.kind) {
    case 'list':
    case 'tuple':
    case 'dict':
    case 'range':
    case 'datetime':
    case 'timedelta':
      return value.kind;
    case 'callable':
      return value.self === undefined ? 'function' : 'builtin_function_or_method';
    case 'undefined':
      return 'UndefinedMarker';
    case 'blank':
      return 'Undefined';
    case 'unknown':
      return 'unknown';
    case 'vault':
    case 'template':
      return 'str';
    case 'omit':
      return 'Omit';
  }
}
