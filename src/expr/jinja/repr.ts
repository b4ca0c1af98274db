/** Values as Python prints them: `str()` and `repr()`, bounded in size. */
import { failOpenly } from './error.js';
import { checkText, limits } from './limits.js';
import { formatDateTime, formatDuration } from './datetime.js';
import { force, usable, vaulted, type Run } from './run.js';
import { isBlank, isObject, type Raw, type Value } from './values.js';

/** `str(value)`. */
export function str(run: Run, value: Value): string {
  if (typeof value === 'string') return value;
  return isBlank(value) ? '' : repr(run, value);
}

/** `repr(value)`. */
export function repr(run: Run, value: Value): string {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  return deeper(run, () => reprObject(run, value));
}

function reprObject(run: Run, value: Value): string {
  if (!isObject(value)) return repr(run, value);
  switch (value.kind) {
    case 'list':
      return `[${joined(run, value.items)}]`;
    case 'tuple':
      return `(${joined(run, value.items)}${value.items.length === 1 ? ',' : ''})`;
    case 'dict': {
      const fields = [...value.entries.values()].map(
        (entry) => `${repr(run, entry.key)}: ${element(run, entry.value)}`,
      );
      return `{${bounded(fields)}}`;
    }
    case 'range': {
      const step = value.step === 1n ? '' : `, ${value.step}`;
      return `range(${value.start}, ${value.stop}${step})`;
    }
    case 'datetime':
      return formatDateTime(value);
    case 'timedelta':
      return formatDuration(value);
    case 'callable':
      return failOpenly('unsupported', `\`${value.name}\` is a method: call it with \`()\``);
    case 'blank':
      return 'Undefined';
    case 'omit':
      return failOpenly('value', '`omit` has no text');
    case 'vault':
      return failOpenly('unsupported', vaulted);
    case 'undefined':
    case 'unknown':
      return repr(run, usable(force(run, value)));
  }
}

function joined(run: Run, raws: readonly Raw[]): string {
  return bounded(raws.map((raw) => element(run, raw)));
}

function element(run: Run, raw: Raw): string {
  return repr(run, usable(force(run, raw)));
}

function bounded(parts: readonly string[]): string {
  let length = 0;
  for (const part of parts) length += part.length + 2;
  checkText(length);
  return parts.join(', ');
}

/** Runs `action` one level deeper; too many levels are an error. */
export function deeper<T>(run: Run, action: () => T): T {
  run.depth += 1;
  if (run.depth > limits.valueDepth)
    failOpenly('limit', 'the value or expression is nested too deeply');
  try {
    return action();
  } finally {
    run.depth -= 1;
  }
}

/** A float as Python prints it: the shortest digits, always with a point, an exponent or a name. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+';
    return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const plain = exponent < -6 || exponent >= 21 ? value.toFixed(20) : fixedText(mantissa, exponent);
  return plain.includes('.') ? plain : `${plain}.0`;
}

function fixedText(mantissa: string, exponent: number): string {
  const negative = mantissa.startsWith('-');
  const digits = mantissa.replace(/[-.]/g, '');
  const sign = negative ? '-' : '';
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const unprintable = /[\\\n\r\t]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A text as Python's `repr` writes it. */
export function quoteText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(
    unprintable,
    (char) => escapes[char] ?? escapeCode(char.codePointAt(0) ?? 0),
  );
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

function escapeCode(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
