/** Floats in the forms of `%f`, `%e`, `%g` and of format specifications, as C and Python print them. */
import { checkText } from '../limits.js';
import { fail } from '../error.js';

/** `%.{precision}f`. */
export function fixed(value: number, precision: number): string {
  if (!Number.isFinite(value)) return special(value);
  if (precision > 500) fail('limit', 'a precision above 500 is not supported');
  const text = exactFixed(Math.abs(value), precision);
  return `${isNegative(value) ? '-' : ''}${text}`;
}

export function isNegative(value: number): boolean {
  return value < 0 || Object.is(value, -0);
}

function special(value: number): string {
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

/** The decimal expansion of a float is exact: round it half to even on its true value. */
function exactFixed(value: number, precision: number): string {
  const [mantissa, exponent] = decompose(value);
  const scale = 10n ** BigInt(precision);
  let scaled: bigint;
  if (exponent >= 0) {
    scaled = (mantissa << BigInt(exponent)) * scale;
  } else {
    const shift = BigInt(-exponent);
    const numerator = mantissa * scale;
    const whole = numerator >> shift;
    const rest = numerator - (whole << shift);
    const half = 1n << (shift - 1n);
    scaled = rest > half || (rest === half && whole % 2n === 1n) ? whole + 1n : whole;
  }
  const digits = scaled.toString().padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

/** `value = mantissa * 2 ** exponent`, exactly. */
function decompose(value: number): [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}

/** `%.{precision}e`. */
export function scientific(value: number, precision: number): string {
  if (!Number.isFinite(value)) return special(value);
  const [mantissa = '', exponent = '0'] = value.toExponential(Math.min(precision, 100)).split('e');
  return `${Object.is(value, -0) ? '-' : ''}${mantissa}e${exponentText(Number(exponent))}`;
}

function exponentText(exponent: number): string {
  return `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `%.{precision}g`; `alternative` keeps trailing zeros. */
export function general(value: number, precision: number, alternative = false): string {
  if (!Number.isFinite(value)) return special(value);
  const digits = Math.max(1, precision);
  const exponent =
    value === 0 ? 0 : Number(value.toExponential(Math.min(digits - 1, 100)).split('e')[1]);
  const plain = exponent >= -4 && exponent < digits;
  const text = plain ? fixed(value, digits - 1 - exponent) : scientific(value, digits - 1);
  if (alternative || !text.includes('.')) return text;
  return plain ? text.replace(/\.?0+$/, '') : text.replace(/\.?0+e/, 'e');
}

/** Python's `round()` of a float to a number of decimals. */
export function roundFloat(value: number, decimals: number): number {
  if (!Number.isFinite(value) || decimals > 300) return value;
  if (decimals >= 0) return Number(fixed(value, decimals));
  const unit = 10 ** -decimals;
  const quotient = value / unit;
  const lower = Math.floor(quotient);
  const nearest =
    quotient - lower === 0.5 ? (lower % 2 === 0 ? lower : lower + 1) : Math.round(quotient);
  return nearest * unit;
}

export function pad(
  text: string,
  width: number,
  align: '<' | '>' | '^' | '=',
  fill: string,
): string {
  const length = Array.from(text).length;
  const missing = width - length;
  if (missing <= 0) return text;
  checkText(width);
  if (align === '<') return text + fill.repeat(missing);
  if (align === '>') return fill.repeat(missing) + text;
  if (align === '^')
    return (
      fill.repeat(Math.floor(missing / 2)) + text + fill.repeat(missing - Math.floor(missing / 2))
    );
  const sign = /^[-+ ]?(?:0[xXoObB])?/.exec(text)?.[0] ?? '';
  return sign + fill.repeat(missing) + text.slice(sign.length);
}
