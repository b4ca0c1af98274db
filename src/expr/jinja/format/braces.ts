/** `text.format(…)`: fields with attributes, items, conversions and format specifications. */
import { attribute, subscript } from '../access.js';
import { fail } from '../error.js';
import { toFloat } from '../operators.js';
import { floatText, repr, str } from '../repr.js';
import { usable, type Arguments, type Run } from '../run.js';
import { isNumber, typeName, type Value } from '../values.js';
import { fixed, general, pad, scientific } from './number.js';

export function formatBraces(run: Run, text: string, args: Arguments): string {
  const state: State = { run, args, next: 0 };
  return formatFields(state, text, 0);
}

interface State {
  readonly run: Run;
  readonly args: Arguments;
  next: number;
}

function formatFields(state: State, text: string, depth: number): string {
  if (depth > 2) return fail('value', 'Max string recursion exceeded');
  let result = '';
  let position = 0;
  while (position < text.length) {
    const char = text[position] ?? '';
    if ((char === '{' || char === '}') && text[position + 1] === char) {
      result += char;
      position += 2;
    } else if (char === '{') {
      const end = closing(text, position);
      result += field(state, text.slice(position + 1, end), depth);
      position = end + 1;
    } else if (char === '}') {
      return fail('value', "Single '}' encountered in format string");
    } else {
      result += char;
      position += 1;
    }
  }
  return result;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    if (text[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  return fail('value', "expected '}' before end of string");
}

function field(state: State, body: string, depth: number): string {
  const [, path = '', conversion, spec = ''] =
    /^([^:!]*)(?:!([^:]*))?(?::([^]*))?$/.exec(body) ??
    fail('value', `the format field \`${body}\` is malformed`);
  const value = usable(fieldValue(state, path));
  const filled = spec.includes('{') ? formatFields(state, spec, depth + 1) : spec;
  if (conversion === undefined) return formatValue(state.run, value, filled);
  if (conversion === 's') return formatValue(state.run, str(state.run, value), filled);
  if (conversion === 'r') return formatValue(state.run, repr(state.run, value), filled);
  return fail('value', `unknown conversion specifier \`${conversion}\``);
}

function fieldValue(state: State, path: string): Value {
  const [head = ''] = /^[^.[]*/.exec(path) ?? [];
  let value: Value | undefined;
  if (head === '' || /^\d+$/.test(head)) {
    const index = head === '' ? state.next : Number(head);
    state.next += head === '' ? 1 : 0;
    value = state.args.positional[index];
    if (value === undefined)
      return fail(
        'value',
        `the format wants argument ${index + 1}, ${state.args.positional.length} were given`,
      );
  } else {
    value = state.args.named.get(head);
    if (value === undefined)
      return fail('value', `the format wants the argument \`${head}\`, which was not given`);
  }
  for (const [, name, key] of path.slice(head.length).matchAll(/\.([^.[]+)|\[([^\]]+)\]/g)) {
    if (name !== undefined) {
      const own: Value | undefined = attribute(value, name);
      if (own === undefined)
        return fail('type', `'${typeName(value)}' object has no attribute '${name}'`);
      value = own;
    }
    if (key !== undefined) {
      const item = subscript(state.run, value, /^\d+$/.test(key) ? BigInt(key) : key);
      if (item === undefined)
        return fail('value', `'${typeName(value)}' object has no item \`${key}\``);
      value = item;
    }
  }
  return value;
}

const specification =
  /^(?:([^])?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u;

/** Python's `format(value, spec)`. */
export function formatValue(run: Run, value: Value, spec: string): string {
  if (spec === '') return str(run, value);
  const found =
    specification.exec(spec) ?? fail('value', `the format specification \`${spec}\` is malformed`);
  const [, fill, align, sign, , alternative, zero, width, group, precision, type] = found;
  const layout = { fill: fill ?? (zero === undefined ? ' ' : '0'), width: Number(width ?? 0) };
  if (typeof value === 'string') {
    if (type !== undefined && type !== 's')
      return fail('value', `unknown format code '${type}' for object of type 'str'`);
    if (sign !== undefined || align === '=' || group !== undefined)
      return fail('value', 'sign, grouping and `=` are not allowed for a str');
    const text =
      precision === undefined ? value : Array.from(value).slice(0, Number(precision)).join('');
    return pad(text, layout.width, side(align) ?? '<', layout.fill);
  }
  if (!isNumber(value))
    return fail('type', `unsupported format string passed to ${typeName(value)}.__format__`);
  const body = numberBody(value, {
    type,
    precision: precision === undefined ? undefined : Number(precision),
    alternative: alternative !== undefined,
  });
  const grouped = group === undefined ? body : grouping(body, group, type);
  return pad(
    withSign(grouped, sign),
    layout.width,
    side(align) ?? (zero === undefined ? '>' : '='),
    layout.fill,
  );
}

function withSign(text: string, sign: string | undefined): string {
  return !text.startsWith('-') && (sign === '+' || sign === ' ') ? sign + text : text;
}

function side(align: string | undefined): '<' | '>' | '^' | '=' | undefined {
  return align === '<' || align === '>' || align === '^' || align === '=' ? align : undefined;
}

const radix: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16, X: 16 };

interface NumberSpec {
  readonly type: string | undefined;
  readonly precision: number | undefined;
  readonly alternative: boolean;
}

function numberBody(value: bigint | boolean | number, spec: NumberSpec): string {
  const { type } = spec;
  if (typeof value !== 'number' && (type === undefined || 'dboxXcn'.includes(type)))
    return intBody(BigInt(value), spec);
  const float = toFloat(value);
  const precision = spec.precision ?? 6;
  switch (type) {
    case undefined:
      return spec.precision === undefined ? floatText(float) : pythonGeneral(float, precision);
    case 'f':
    case 'F':
      return fixed(float, precision);
    case 'e':
      return scientific(float, precision);
    case 'g':
    case 'n':
      return general(float, precision, spec.alternative);
    case 'E':
    case 'G':
      return numberBody(value, { ...spec, type: type.toLowerCase() }).toUpperCase();
    case '%':
      return `${fixed(float * 100, precision)}%`;
    default:
      return fail('value', `unknown format code '${type}' for object of type '${typeName(value)}'`);
  }
}

function intBody(value: bigint, spec: NumberSpec): string {
  if (spec.precision !== undefined)
    return fail('value', 'precision not allowed in integer format specifier');
  const { type = 'd' } = spec;
  if (type === 'c')
    return value >= 0n && value <= 0x10ffffn
      ? String.fromCodePoint(Number(value))
      : fail('value', '%c arg not in range');
  const base = radix[type] ?? 10;
  const size = (value < 0n ? -value : value).toString(base);
  const prefix = spec.alternative && base !== 10 ? `0${type.toLowerCase()}` : '';
  const text = `${value < 0n ? '-' : ''}${prefix}${size}`;
  return type === 'X' ? text.toUpperCase() : text;
}

/** Without a type a float keeps at least one digit after the point. */
function pythonGeneral(value: number, precision: number): string {
  const text = general(value, precision);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function grouping(text: string, separator: string, type: string | undefined): string {
  const size = type !== undefined && 'boxX'.includes(type) ? 4 : 3;
  const [, sign = '', whole = '', rest = ''] = /^(-?)([0-9a-fA-F]+)(.*)$/.exec(text) ?? [];
  return (
    sign + whole.replace(new RegExp(`\\B(?=(?:[0-9a-fA-F]{${size}})+$)`, 'g'), separator) + rest
  );
}
