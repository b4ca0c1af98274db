/** Filters on time that need no clock and no time zone of the machine. */
import type { Bound, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { strftime, strptime } from '../format/strftime.js';
import { toFloat } from '../operators.js';
import type { Run } from '../run.js';
import { isNumber, typeName, type DateTime, type Value } from '../values.js';
import { parseFloatText } from './numbers.js';

function toDateTime(_run: Run, value: Value, args: Bound): Value {
  return typeof value === 'string'
    ? strptime(value, args.text('format', '%Y-%m-%d %H:%M:%S'))
    : fail('type', `strptime() argument 1 must be str, not ${typeName(value)}`);
}

function format(_run: Run, value: Value, args: Bound): Value {
  if (typeof value !== 'string')
    return fail('type', `a time format must be a str, not ${typeName(value)}`);
  const second = args.or('second', null);
  if (second === null)
    return fail(
      'unsupported',
      '`strftime` without a time is not available: the same inventory must give the same result at any time',
    );
  if (!args.flag('utc'))
    return fail(
      'unsupported',
      '`strftime` in local time depends on the machine',
      'pass `utc=true`',
    );
  const seconds =
    typeof second === 'string'
      ? parseFloatText(second)
      : isNumber(second)
        ? toFloat(second)
        : undefined;
  if (seconds === undefined || !Number.isFinite(seconds) || Math.abs(seconds) > 2.5e11)
    return fail('value', 'Invalid value for epoch value');
  const micros = Math.round(seconds * 1e6);
  const ms = Math.floor(micros / 1000);
  const moment: DateTime = { kind: 'datetime', ms, micros: micros - ms * 1000, zone: '+00:00' };
  return strftime(moment, value);
}

export const timeFilters: Definitions = {
  to_datetime: { takes: 'format?', does: 'the point in time that a text names', run: toDateTime },
  strftime: { takes: 'second? utc?', does: 'seconds since the epoch in a format', run: format },
};
