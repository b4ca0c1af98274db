/**
 * Timestamps as Ansible shows them: PyYAML makes a Python date of the text, and Ansible prints its `isoformat()`.
 */

const timestamp =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?)?$/;
const minutesPerDay = 24 * 60;

/** True if a text has the form of a timestamp, whether or not there is such a day. */
export function isTimestamp(text: string): boolean {
  return timestamp.test(text);
}

/**
 * The ISO text of a timestamp: the date, or date, `T`, time, a fraction of six digits unless it is zero, and the
 * written offset. Undefined for a day, time or offset that does not exist.
 */
export function isoText(text: string): string | undefined {
  const match = timestamp.exec(text);
  if (match === null) return undefined;
  const [, year = '', month = '', day = '', hour, minute = '', second = '', fraction = ''] = match;
  if (!isDay(Number(year), Number(month), Number(day))) return undefined;
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = offsetText(match[8], match[9], match[10], match[11]);
  if (offset === undefined) return undefined;
  const micros = fraction.slice(0, 6).padEnd(6, '0');
  return `${date}T${twoDigits(hour)}:${minute}:${second}${micros === '000000' ? '' : `.${micros}`}${offset}`;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

/** `+00:00` for `Z`; undefined if it is a day or more. */
function offsetText(
  zone: string | undefined,
  sign: string | undefined,
  hours = '0',
  minutes = '0',
): string | undefined {
  if (zone === undefined) return '';
  const total = Number(hours) * 60 + Number(minutes);
  if (total >= minutesPerDay) return undefined;
  const shown = sign === '-' && total > 0 ? '-' : '+';
  return `${shown}${twoDigits(String(Math.floor(total / 60)))}:${twoDigits(String(total % 60))}`;
}

function twoDigits(digits: string): string {
  return digits.padStart(2, '0');
}
