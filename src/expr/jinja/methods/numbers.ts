/** The methods of int, float, datetime and timedelta. */
import type { Definition, Definitions } from '../bind.js';
import { fail } from '../error.js';
import { formatDateTime } from '../datetime.js';
import { strftime } from '../format/strftime.js';
import { isInt, isObject, type DateTime, type Value } from '../values.js';

/** The bit operations that Ansible lets expressions call on ints. */
function bits(does: string, operation: (a: bigint, b: bigint) => bigint): Definition {
  return {
    takes: 'other',
    does,
    run: (_run, self, args) =>
      isInt(self) ? operation(BigInt(self), args.int('other')) : fail('type', 'not an int'),
  };
}

function moment(value: Value): DateTime {
  return isObject(value) && value.kind === 'datetime' ? value : fail('type', 'not a datetime');
}

export const numberMethods: Readonly<Record<string, Definitions>> = {
  int: {
    __and__: bits('bitwise and', (a, b) => a & b),
    __or__: bits('bitwise or', (a, b) => a | b),
    __xor__: bits('bitwise exclusive or', (a, b) => a ^ b),
    __lshift__: bits('shifted left', (a, b) =>
      b < 0n || b > 10_000n ? fail('value', 'the shift is out of range') : a << b,
    ),
    __rshift__: bits('shifted right', (a, b) =>
      b < 0n ? fail('value', 'negative shift count') : a >> b,
    ),
    bit_length: {
      takes: '',
      does: 'the number of bits',
      run: (_run, self) => {
        const size = isInt(self) ? BigInt(self) : fail('type', 'not an int');
        return size === 0n ? 0n : BigInt((size < 0n ? -size : size).toString(2).length);
      },
    },
    bit_count: {
      takes: '',
      does: 'the number of bits that are set',
      run: (_run, self) => {
        const size = isInt(self) ? BigInt(self) : fail('type', 'not an int');
        return BigInt((size < 0n ? -size : size).toString(2).replaceAll('0', '').length);
      },
    },
  },
  float: {
    is_integer: {
      takes: '',
      does: 'whether it has no fraction',
      run: (_run, self) => Number.isInteger(self),
    },
  },
  datetime: {
    isoformat: {
      takes: '',
      does: 'the ISO 8601 form',
      run: (_run, self) => formatDateTime(moment(self)).replace(' ', 'T'),
    },
    strftime: {
      takes: 'format',
      does: 'formatted',
      run: (_run, self, args) => strftime(moment(self), args.text('format')),
    },
    timestamp: {
      takes: '',
      does: 'seconds since the epoch',
      run: (_run, self) => {
        const value = moment(self);
        return value.zone === undefined
          ? fail('unsupported', 'a timestamp of a time without zone depends on the machine')
          : (value.ms * 1000 + value.micros) / 1e6;
      },
    },
  },
  timedelta: {
    total_seconds: {
      takes: '',
      does: 'the whole duration in seconds',
      run: (_run, self) =>
        isObject(self) && self.kind === 'timedelta'
          ? Number(self.micros) / 1e6
          : fail('type', 'not a timedelta'),
    },
  },
};
