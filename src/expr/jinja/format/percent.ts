/** `text % values`, printf style as Python has it. */
import { fail } from '../error.js';
import { toFloat } from '../operators.js';
import { repr, str } from '../repr.js';
import { force, usable, type Run } from '../run.js';
import { isDict, isInt, isNumber, isObject, typeName, type Value } from '../values.js';
import { fixed, general, pad, scientific } from './number.js';

const directive = /%(?:\(([^()]*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]?([^])?/gu;

interface Spec {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
}

export function formatPercent(run: Run, text: string, values: Value): string {
  const positional =
    isObject(values) && values.kind === 'tuple'
      ? values.items.map((item) => usable(force(run, item)))
      : [values];
  let used = 0;
  const state = { mapped: false };
  const next = (): Value => {
    const value = positional[used];
    used += 1;
    return value === undefined ? fail('type', 'not enough arguments for format string') : value;
  };
  const result = text.replace(
    directive,
    (
      _whole,
      key: string | undefined,
      flags: string,
      width?: string,
      precision?: string,
      type?: string,
    ) => {
      if (type === undefined) return fail('value', 'incomplete format');
      if (type === '%') return '%';
      const measured = width === '*' ? wholeNumber(next()) : Number(width ?? 0);
      const exact =
        precision === '*'
          ? wholeNumber(next())
          : precision === undefined
            ? undefined
            : Number(precision);
      const spec: Spec = {
        flags: measured < 0 ? `${flags}-` : flags,
        width: Math.abs(measured),
        precision: exact,
      };
      if (key === undefined) return convert(run, type, next(), spec);
      state.mapped = true;
      return convert(run, type, lookUp(run, values, key), spec);
    },
  );
  if (!state.mapped && used < positional.length && !isContainer(values))
    fail('type', 'not all arguments converted during string formatting');
  return result;
}

/** A dict or list after `%` may stay unused, a tuple or scalar may not. */
function isContainer(values: Value): boolean {
  return isObject(values) && values.kind !== 'tuple';
}

function lookUp(run: Run, values: Value, key: string): Value {
  if (!isDict(values)) return fail('type', 'format requires a mapping');
  const entry = values.entries.get(key);
  return entry === undefined
    ? fail('value', `the format names the key \`${key}\`, which is not there`)
    : usable(force(run, entry.value));
}

function wholeNumber(value: Value): number {
  return isInt(value) ? Number(value) : fail('type', '* wants int');
}

function convert(run: Run, type: string, value: Value, spec: Spec): string {
  const numeric = (text: string): string => padNumber(text, spec);
  const words = (text: string): string => padText(text, spec);
  switch (type) {
    case 's':
      return words(str(run, value));
    case 'r':
      return words(repr(run, value));
    case 'a':
      return fail('unsupported', 'the format `%a` is not supported');
    case 'c':
      return words(character(value));
    case 'd':
    case 'i':
    case 'u':
      return numeric(digits(integer(value, type, true), 10, spec.precision));
    case 'x':
    case 'X':
    case 'o':
      return numeric(based(integer(value, type, false), type, spec));
    case 'f':
    case 'F':
      return numeric(fixed(real(value, type), spec.precision ?? 6));
    case 'e':
      return numeric(scientific(real(value, type), spec.precision ?? 6));
    case 'g':
      return numeric(general(real(value, type), spec.precision ?? 6, spec.flags.includes('#')));
    case 'E':
    case 'G':
      return convert(run, type.toLowerCase(), value, spec).toUpperCase();
    default:
      return fail('value', `unsupported format character '${type}'`);
  }
}

function padNumber(text: string, spec: Spec): string {
  const left = spec.flags.includes('-');
  const zero = spec.flags.includes('0') && !left;
  return pad(signed(text, spec.flags), spec.width, zero ? '=' : left ? '<' : '>', zero ? '0' : ' ');
}

function padText(text: string, spec: Spec): string {
  const cut =
    spec.precision === undefined ? text : Array.from(text).slice(0, spec.precision).join('');
  return pad(cut, spec.width, spec.flags.includes('-') ? '<' : '>', ' ');
}

function signed(text: string, flags: string): string {
  if (text.startsWith('-')) return text;
  return flags.includes('+') ? `+${text}` : flags.includes(' ') ? ` ${text}` : text;
}

function digits(value: bigint, radix: number, precision = 0): string {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size.toString(radix).padStart(precision, '0')}`;
}

function based(value: bigint, type: 'x' | 'X' | 'o', spec: Spec): string {
  const text = digits(value, type === 'o' ? 8 : 16, spec.precision);
  const prefixed = spec.flags.includes('#')
    ? text.replace(/^-?/, (sign) => `${sign}0${type === 'o' ? 'o' : 'x'}`)
    : text;
  return type === 'X' ? prefixed.toUpperCase() : prefixed;
}

function integer(value: Value, type: string, floats: boolean): bigint {
  if (isInt(value)) return BigInt(value);
  if (floats && typeof value === 'number') {
    return Number.isFinite(value)
      ? BigInt(Math.trunc(value))
      : fail('value', 'cannot convert float infinity or NaN to integer');
  }
  return fail(
    'type',
    `%${type} format: ${floats ? 'a real number' : 'an integer'} is required, not ${typeName(value)}`,
  );
}

function real(value: Value, type: string): number {
  return isNumber(value)
    ? toFloat(value)
    : fail('type', `%${type} format: must be real number, not ${typeName(value)}`);
}

function character(value: Value): string {
  if (typeof value === 'string' && Array.from(value).length === 1) return value;
  if (isInt(value) && BigInt(value) >= 0n && BigInt(value) <= 0x10ffffn)
    return String.fromCodePoint(Number(value));
  return fail('type', '%c requires int or char');
}
