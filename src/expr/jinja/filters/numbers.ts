/** Filters on numbers. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { fail, JinjaError } from '../error.js';
import { fixed, roundFloat } from '../format/number.js';
import { checkInt, limits } from '../limits.js';
import { toFloat } from '../operators.js';
import { str } from '../repr.js';
import { strip } from '../methods/text.js';
import { blank, usable, type Run } from '../run.js';
import { isBlank, isInt, isNumber, isObject, typeName, type Value } from '../values.js';

/** Python's `int(text, base)`; undefined where it raises. */
export function parseInt10(text: string, base = 10): bigint | undefined {
  if (text.length > limits.digits * 4) return fail('limit', 'the number has too many digits');
  const [, sign = '', prefix = '', digits = ''] =
    /^([+-]?)(0[xXoObB]_?)?([0-9a-zA-Z_]+)$/.exec(asciiDigits(strip(text, undefined))) ?? [];
  const named = { x: 16, o: 8, b: 2 }[prefix[1]?.toLowerCase() ?? ''];
  if (digits === '' || /^_|__|_$/.test(digits)) return undefined;
  if (named !== undefined && base !== named && base !== 0)
    return base > 10 ? parseDigits(sign, prefix + digits, base) : undefined;
  if (base === 0 && named === undefined && /^0[0-9]*[1-9]/.test(digits)) return undefined;
  return parseDigits(sign, digits, named ?? (base === 0 ? 10 : base));
}

function asciiDigits(text: string): string {
  return /^[\0-\x7f]*$/.test(text)
    ? text
    : text.replace(/\p{Nd}/gu, (digit) => {
        let zero = digit.codePointAt(0) ?? 0;
        while (
          /\p{Nd}/u.test(String.fromCodePoint(zero - 1)) &&
          zero > (digit.codePointAt(0) ?? 0) - 9
        )
          zero -= 1;
        return String((digit.codePointAt(0) ?? 0) - zero);
      });
}

function parseDigits(sign: string, digits: string, base: number): bigint | undefined {
  let value = 0n;
  for (const digit of digits.replaceAll('_', '').toLowerCase()) {
    const worth = parseInt(digit, 36);
    if (Number.isNaN(worth) || worth >= base) return undefined;
    value = value * BigInt(base) + BigInt(worth);
  }
  return checkInt(sign === '-' ? -value : value);
}

/** Python's `float(text)`; undefined where it raises. */
export function parseFloatText(text: string): number | undefined {
  const plain = asciiDigits(strip(text, undefined)).toLowerCase();
  const named = /^([+-]?)(?:inf(?:inity)?|(nan))$/.exec(plain);
  if (named !== null) return named[2] !== undefined ? NaN : named[1] === '-' ? -Infinity : Infinity;
  return /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/.test(
    plain,
  )
    ? Number(plain.replaceAll('_', ''))
    : undefined;
}

function truncated(value: number): bigint | undefined {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
}

function toInt(_run: Run, value: Value, args: Bound): Value {
  if (isBlank(value)) return blank(value);
  const missing = args.or('default', 0n);
  if (typeof value === 'string') {
    const base = Number(args.int('base', 10n));
    if (base !== 0 && (base < 2 || base > 36))
      return fail('value', 'int() base must be >= 2 and <= 36, or 0');
    const whole = parseInt10(value, base);
    if (whole !== undefined) return whole;
    const float = parseFloatText(value);
    return float === undefined ? missing : (truncated(float) ?? missing);
  }
  if (isInt(value)) return BigInt(value);
  return typeof value === 'number'
    ? (truncated(value) ?? fail('value', 'cannot convert float infinity or NaN to integer'))
    : missing;
}

function toFloatFilter(_run: Run, value: Value, args: Bound): Value {
  if (isBlank(value)) return blank(value);
  const missing = args.or('default', 0);
  if (typeof value === 'string') return parseFloatText(value) ?? missing;
  return isNumber(value) ? toFloat(value) : missing;
}

function number(value: Value, what: string): bigint | number {
  if (typeof value === 'boolean') return BigInt(value);
  return isNumber(value) ? value : fail('type', `${what}: '${typeName(value)}' is no number`);
}

function abs(_run: Run, value: Value): Value {
  if (isObject(value) && value.kind === 'timedelta')
    return { kind: 'timedelta', micros: value.micros < 0n ? -value.micros : value.micros };
  const known = number(value, 'bad operand type for abs()');
  return typeof known === 'bigint' ? (known < 0n ? -known : known) : Math.abs(known);
}

function round(_run: Run, value: Value, args: Bound): Value {
  const method = args.asText('method', 'common');
  const known = number(value, 'round');
  // Python's `round(x, None)` gives an int.
  if (method === 'common' && args.given('precision') === null) {
    const whole = typeof known === 'bigint' ? known : truncated(roundFloat(known, 0));
    return whole ?? fail('value', 'cannot convert float infinity or NaN to integer');
  }
  const precision = Number(args.int('precision', 0n));
  if (method === 'common')
    return typeof known === 'bigint' ? roundInt(known, precision) : roundFloat(known, precision);
  if (method !== 'ceil' && method !== 'floor')
    return fail('value', 'method must be common, ceil or floor');
  const scale = 10 ** precision;
  const scaled = toFloat(known) * scale;
  if (!Number.isFinite(scaled))
    return fail('value', 'cannot convert float infinity or NaN to integer');
  return (method === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) / scale;
}

function roundInt(value: bigint, precision: number): bigint {
  if (precision >= 0) return value;
  if (precision < -limits.digits) return 0n;
  const unit = 10n ** BigInt(-precision);
  const rest = ((value % unit) + unit) % unit;
  const low = value - rest;
  if (rest * 2n === unit) return (low / unit) % 2n === 0n ? low : low + unit;
  return rest * 2n > unit ? low + unit : low;
}

function log(_run: Run, value: Value, args: Bound): Value {
  const x = toFloat(number(value, 'log() can only be used on numbers'));
  const base = args.float('base', Math.E);
  if (x <= 0 || base <= 0) return fail('value', 'math domain error');
  if (base === 10) return Math.log10(x);
  if (base === 1) return fail('value', 'float division by zero');
  return args.given('base') === undefined
    ? Math.log(x) / Math.log(Math.E)
    : Math.log(x) / Math.log(base);
}

function pow(_run: Run, value: Value, args: Bound): Value {
  const x = toFloat(number(value, 'pow() can only be used on numbers'));
  const y = args.float('y');
  const result = x ** y;
  if (x === 1 || y === 0) return 1;
  if (Number.isNaN(result) && !Number.isNaN(x) && !Number.isNaN(y))
    return fail('value', 'math domain error');
  if (!Number.isFinite(result) && Number.isFinite(x) && Number.isFinite(y))
    return fail('value', x === 0 ? 'math domain error' : 'math range error');
  return result;
}

function root(_run: Run, value: Value, args: Bound): Value {
  const x = toFloat(number(value, 'root() can only be used on numbers'));
  const base = args.float('base', 2);
  if (base === 0) return fail('value', 'float division by zero');
  if (x < 0 && (base === 2 || !Number.isInteger(1 / base)))
    return fail('value', 'root() can only be used on numbers');
  return base === 2 ? Math.sqrt(x) : x ** (1 / base);
}

const sizes: readonly (readonly [string, number])[] = ['Y', 'Z', 'E', 'P', 'T', 'G', 'M', 'K'].map(
  (unit, index) => [unit, 2 ** (80 - 10 * index)] as const,
);

function humanReadable(_run: Run, value: Value, args: Bound): Value {
  const size = toFloat(number(value, 'human_readable() failed on bad input'));
  const base = args.flag('isbits') ? 'bits' : 'Bytes';
  const wanted = args.or('unit', null);
  if (wanted !== null && typeof wanted !== 'string')
    return fail('type', "human_readable() can't interpret the input");
  const found = sizes.find(([unit, limit]) =>
    wanted === null ? size >= limit : wanted.toUpperCase() === unit,
  );
  const [unit, limit] = found ?? ['', 1];
  return `${fixed(size / limit, 2)} ${unit === '' ? base : unit + base.slice(0, 1)}`;
}

const unitNames: Readonly<Record<string, string>> = {
  B: '',
  K: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
  E: 'exa',
  Z: 'zetta',
  Y: 'yotta',
};

function humanToBytes(run: Run, value: Value, args: Bound): Value {
  const text = str(run, value);
  const [, digits, written] =
    /^([0-9]*\.?[0-9]+)(?:\s*([A-Za-z]+))?\s*$/.exec(text) ??
    fail('value', "human_to_bytes() can't interpret the input");
  const preset = args.or('default_unit', null);
  const unit = written ?? (preset === null ? undefined : args.text('default_unit'));
  const amount = Number(digits);
  if (unit === undefined || unit === '')
    return unit === ''
      ? fail('value', "human_to_bytes() can't interpret the input")
      : BigInt(roundFloat(amount, 0));
  const key = unit.slice(0, 1).toUpperCase();
  const name =
    unitNames[key] ?? fail('value', `human_to_bytes() can't interpret the unit \`${unit}\``);
  const bits = args.flag('isbits');
  const exact = (key === 'B' ? '' : key) + (bits ? 'b' : 'B');
  if (
    unit.length > 1 &&
    unit !== exact &&
    unit.toLowerCase() !== `${name}${bits ? 'bit' : 'byte'}`
  ) {
    return fail(
      'value',
      `human_to_bytes() can't interpret the unit \`${unit}\``,
      `did you mean \`${exact}\`?`,
    );
  }
  const limit = sizes.find(([each]) => each === key)?.[1] ?? 1;
  return BigInt(roundFloat(amount * limit, 0));
}

function fileSize(_run: Run, value: Value, args: Bound): Value {
  const size =
    typeof value === 'string'
      ? parseFloatText(value)
      : isNumber(value)
        ? toFloat(value)
        : undefined;
  if (size === undefined) return fail('value', 'could not convert the value to float');
  const binary = args.flag('binary');
  const base = binary ? 1024 : 1000;
  if (size === 1) return '1 Byte';
  if (size < base) return `${BigInt(Math.trunc(size))} Bytes`;
  const letters = [binary ? 'K' : 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
  const index = letters.findIndex((_letter, power) => size < base ** (power + 2));
  const power = index < 0 ? letters.length - 1 : index;
  return `${fixed((base * size) / base ** (power + 2), 1)} ${letters[power] ?? ''}${binary ? 'iB' : 'B'}`;
}

function checked(definition: Definition): Definition {
  return {
    ...definition,
    run: (run, value, args) => {
      const result = definition.run(run, usable(value), args);
      if (
        typeof result === 'number' &&
        Number.isNaN(result) &&
        typeof value !== 'string' &&
        !Number.isNaN(value)
      )
        throw new JinjaError('value', 'math domain error');
      return result;
    },
  };
}

export const numberFilters: Definitions = {
  int: { takes: 'default? base?', does: 'an int, or a default', run: toInt },
  float: { takes: 'default? ', does: 'a float, or a default', run: toFloatFilter },
  abs: { takes: '', does: 'without sign', run: abs },
  round: { takes: 'precision? method?', does: 'rounded, half to even', run: round },
  log: checked({ takes: 'base?', does: 'the logarithm', run: log }),
  pow: checked({ takes: 'y', does: 'to a power, as a float', run: pow }),
  root: checked({ takes: 'base?', does: 'the root, as a float', run: root }),
  human_readable: { takes: 'isbits? unit?', does: 'a size with its unit', run: humanReadable },
  human_to_bytes: {
    takes: 'default_unit? isbits?',
    does: 'a size with a unit as a number',
    run: humanToBytes,
  },
  filesizeformat: { takes: 'binary?', does: 'a size with its unit', run: fileSize },
};
