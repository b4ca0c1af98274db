/** `strftime` and `strptime` in the C locale, on naive times; directives that need a machine's zone or locale are refused. */
import { fail } from '../error.js';
import { limits } from '../limits.js';
import type { DateTime } from '../values.js';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const two = (value: number): string => String(value).padStart(2, '0');

const composed: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  h: '%b',
};

export function strftime(value: DateTime, format: string): string {
  const result = format.replace(/%([^])/g, (_whole, letter: string) =>
    letter === '%' ? '%' : directive(value, letter),
  );
  if (result.length > limits.text) fail('limit', 'the text is too long');
  return result;
}

function directive(value: DateTime, letter: string): string {
  const date = new Date(value.ms);
  const hours = date.getUTCHours();
  const weekday = date.getUTCDay();
  const year = date.getUTCFullYear();
  const whole = composed[letter];
  if (whole !== undefined) return strftime(value, whole);
  switch (letter) {
    case 'a':
      return (days[weekday] ?? '').slice(0, 3);
    case 'A':
      return days[weekday] ?? '';
    case 'b':
      return (months[date.getUTCMonth()] ?? '').slice(0, 3);
    case 'B':
      return months[date.getUTCMonth()] ?? '';
    case 'd':
      return two(date.getUTCDate());
    case 'f':
      return String(date.getUTCMilliseconds() * 1000 + value.micros).padStart(6, '0');
    case 'H':
      return two(hours);
    case 'I':
      return two(hours % 12 === 0 ? 12 : hours % 12);
    case 'm':
      return two(date.getUTCMonth() + 1);
    case 'M':
      return two(date.getUTCMinutes());
    case 'p':
      return hours < 12 ? 'AM' : 'PM';
    case 'S':
      return two(date.getUTCSeconds());
    default:
      return rareDirective(value, date, letter, year, weekday);
  }
}

function rareDirective(
  value: DateTime,
  date: Date,
  letter: string,
  year: number,
  weekday: number,
): string {
  switch (letter) {
    case 'e':
      return String(date.getUTCDate()).padStart(2, ' ');
    case 'j':
      return String(dayOfYear(date) + 1).padStart(3, '0');
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'u':
      return String(weekday === 0 ? 7 : weekday);
    case 'U':
      return two(Math.floor((dayOfYear(date) + 7 - weekday) / 7));
    case 'V':
      return two(isoWeek(date).week);
    case 'G':
      return String(isoWeek(date).year);
    case 'w':
      return String(weekday);
    case 'W':
      return two(Math.floor((dayOfYear(date) + 7 - ((weekday + 6) % 7)) / 7));
    case 'y':
      return two(year % 100);
    case 'Y':
      return String(year);
    case 's':
      return value.zone === undefined
        ? fail('unsupported', '`%s` of a time without zone depends on the machine')
        : String(Math.floor(value.ms / 1000));
    case 'z':
      return value.zone === undefined ? '' : value.zone.replace(':', '');
    case 'Z':
      return value.zone === undefined ? '' : 'UTC';
    default:
      return fail('unsupported', `the time directive \`%${letter}\` is not supported`);
  }
}

function dayOfYear(date: Date): number {
  return Math.floor(
    (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) -
      Date.UTC(date.getUTCFullYear(), 0, 1)) /
      86_400_000,
  );
}

function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(
    Date.UTC(
      date.getUTCFullYear(),
      date.getUTCMonth(),
      date.getUTCDate() + 4 - (date.getUTCDay() || 7),
    ),
  );
  return { year: thursday.getUTCFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 };
}

const digits: Readonly<Record<string, string>> = {
  d: '(?<d>3[01]|[12]\\d|0[1-9]|[1-9]| [1-9])',
  f: '(?<f>\\d{1,6})',
  H: '(?<H>2[0-3]|[01]\\d|\\d)',
  I: '(?<I>1[0-2]|0[1-9]|[1-9])',
  m: '(?<m>1[0-2]|0[1-9]|[1-9])',
  M: '(?<M>[0-5]\\d|\\d)',
  S: '(?<S>6[01]|[0-5]\\d|\\d)',
  y: '(?<y>\\d\\d)',
  Y: '(?<Y>\\d{4})',
  p: '(?<p>am|pm)',
  z: '(?<z>[+-]\\d\\d:?[0-5]\\d|Z)',
  '%': '%',
  a: '(?:sun|mon|tue|wed|thu|fri|sat)',
  A: `(?:${days.join('|')})`,
  b: `(?<b>${months.map((month) => month.slice(0, 3)).join('|')})`,
  B: `(?<B>${months.join('|')})`,
};

/** `datetime.strptime`; a zone in the text is kept in the value. */
export function strptime(text: string, format: string): DateTime {
  const expanded = format.replace(/%([DFRTrcxX])/g, (whole, letter: string) =>
    letter === 'c' ? '%a %b %d %H:%M:%S %Y' : (composed[letter] ?? whole),
  );
  const used = new Set<string>();
  const pattern = expanded.replace(
    /%([^])|(\s+)|([\\^$.|?*+()[\]{}])/g,
    (_whole, letter?: string, space?: string, special?: string) => {
      if (space !== undefined) return '\\s+';
      if (special !== undefined) return `\\${special}`;
      const part =
        digits[letter ?? ''] ??
        fail('unsupported', `the time directive \`%${letter ?? ''}\` is not supported`);
      if (letter !== '%' && used.has(letter ?? ''))
        fail('value', `the time directive \`%${letter ?? ''}\` is repeated`);
      used.add(letter ?? '');
      return part;
    },
  );
  const found = new RegExp(`^${pattern}`, 'iu').exec(text);
  if (found === null) return fail('value', `time data '${text}' does not match format '${format}'`);
  if (found[0].length < text.length)
    return fail('value', `unconverted data remains: ${text.slice(found[0].length)}`);
  return fromParts(found.groups ?? {});
}

function fromParts(parts: Readonly<Record<string, string | undefined>>): DateTime {
  const number = (name: string, missing: number): number =>
    parts[name] === undefined ? missing : Number(parts[name]);
  const short = number('y', -1);
  const year = short < 0 ? number('Y', 1900) : short < 69 ? 2000 + short : 1900 + short;
  const named = parts.b ?? parts.B;
  const month =
    named === undefined
      ? number('m', 1) - 1
      : months.findIndex(
          (each) => each.slice(0, 3).toLowerCase() === named.slice(0, 3).toLowerCase(),
        );
  const half = parts.p?.toLowerCase();
  const hour =
    parts.I === undefined ? number('H', 0) : (number('I', 0) % 12) + (half === 'pm' ? 12 : 0);
  const micros = Number((parts.f ?? '0').padEnd(6, '0'));
  const date = new Date(0);
  date.setUTCFullYear(year, month, number('d', 1));
  if (date.getUTCMonth() !== month) return fail('value', 'day is out of range for month');
  const seconds = number('S', 0);
  if (seconds > 59) return fail('value', 'second must be in 0..59');
  date.setUTCHours(hour, number('M', 0), seconds, Math.floor(micros / 1000));
  const moment: DateTime = { kind: 'datetime', ms: date.getTime(), micros: micros % 1000 };
  if (parts.z === undefined) return moment;
  return fail('unsupported', 'times with a zone are not supported');
}
