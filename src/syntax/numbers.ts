/**
 * Numbers as PyYAML's constructor reads them, exactly: text in, value out. Used for plain scalars that resolve to a
 * number and for anything below `!!int` and `!!float`, where Python's `int()` and `float()` have the last word.
 */

/** Python refuses to read or write integers with more decimal digits than this. */
export const mostDigits = 4300;

/** Why a text is no number that Ansible can take. */
export type NumberFailure = 'malformed' | 'too-large' | 'not-finite';

const digitsPerBit = Math.log10(2);
const decimalDigits = /^[+-]?[0-9]+$/;
const floatText = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/;
const notFinite = /^[+-]?(?:\.?inf|infinity|\.?nan)$/;

/** An integer: decimal, `0b`, `0` or `0o` octal, `0x` or base 60, underscores anywhere; bigint where it must be. */
export function parseInteger(text: string): number | bigint | NumberFailure {
  if (text.length < 16 && /^[1-9][0-9]*$/.test(text)) return Number(text);
  const signed = text.replaceAll('_', '');
  const digits = /^[+-]/.test(signed) ? signed.slice(1) : signed;
  const size = magnitude(digits);
  if (typeof size !== 'bigint') return size;
  const value = signed.startsWith('-') ? -size : size;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

/** A float: with its exponent, base 60, underscores anywhere. Never infinite. */
export function parseFloatingPoint(text: string): number | NumberFailure {
  const signed = text.replaceAll('_', '').toLowerCase().trim();
  if (notFinite.test(signed)) return 'not-finite';
  const sign = signed.startsWith('-') ? -1 : 1;
  const digits = /^[+-]/.test(signed) ? signed.slice(1) : signed;
  const value = digits.includes(':')
    ? sexagesimalFloat(digits)
    : floatText.test(digits)
      ? Number(digits)
      : undefined;
  if (value === undefined) return 'malformed';
  return Number.isFinite(value) ? sign * value : 'too-large';
}

function magnitude(digits: string): bigint | NumberFailure {
  if (digits.startsWith('0b')) return inBase('0b', digits.slice(2), /^[01]+$/, 1);
  if (digits.startsWith('0x')) return inBase('0x', digits.slice(2), /^[0-9a-fA-F]+$/, 4);
  if (digits.startsWith('0'))
    return inBase('0o', digits.trimEnd().replace(/^0[oO](?=[0-7])/, ''), /^[0-7]+$/, 3);
  if (digits.includes(':')) return sexagesimal(digits.split(':'));
  return inDecimal(digits);
}

function inBase(
  prefix: string,
  digits: string,
  allowed: RegExp,
  bits: number,
): bigint | NumberFailure {
  if (!allowed.test(digits)) return 'malformed';
  const significant = digits.replace(/^0+(?=.)/, '');
  if ((significant.length - 1) * bits * digitsPerBit > mostDigits) return 'too-large';
  return withinLimit(BigInt(prefix + significant), significant.length * bits * digitsPerBit);
}

/** Compares with the limit only where a rough count of digits says that it may be reached. */
function withinLimit(value: bigint, digitsAtMost: number): bigint | NumberFailure {
  return digitsAtMost > mostDigits && value >= 10n ** BigInt(mostDigits) ? 'too-large' : value;
}

function inDecimal(text: string): bigint | NumberFailure {
  const digits = text.trim();
  if (!decimalDigits.test(digits)) return 'malformed';
  if (digits.replace(/^[+-]/, '').length > mostDigits) return 'too-large';
  return digits.startsWith('+') ? BigInt(digits.slice(1)) : BigInt(digits);
}

function sexagesimal(parts: readonly string[]): bigint | NumberFailure {
  if (parts.length > mostDigits) return 'too-large';
  let value = 0n;
  for (const part of parts) {
    const digit = inDecimal(part);
    if (typeof digit !== 'bigint') return digit;
    value = value * 60n + digit;
  }
  return withinLimit(value, parts.join('').length);
}

/** Adds from the right as PyYAML does, since the order of float additions shows in the last digit. */
function sexagesimalFloat(digits: string): number | undefined {
  let value = 0;
  let base = 1;
  for (const part of digits.split(':').reverse()) {
    if (!floatText.test(part.trim())) return undefined;
    value += Number(part) * base;
    base *= 60;
  }
  return Number.isNaN(value) ? Infinity : value;
}
