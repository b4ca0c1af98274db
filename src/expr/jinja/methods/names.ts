/**
 * Which attributes Python's own types have: those this module calls, and those it knows and refuses, so that a method
 * it lacks is an error and never silently undefined.
 */
import { isObject, type Value } from '../values.js';
import { containerMethods } from './containers.js';
import { numberMethods } from './numbers.js';
import { stringMethods } from './strings.js';
import type { Definition, Definitions } from '../bind.js';

const refused: Readonly<Record<string, readonly string[]>> = {
  str: ['encode', 'isidentifier', 'isprintable', 'maketrans', 'translate'],
  list: ['append', 'clear', 'extend', 'insert', 'pop', 'remove', 'reverse', 'sort'],
  dict: ['clear', 'fromkeys', 'pop', 'popitem', 'setdefault', 'update'],
  tuple: [],
  int: [
    'as_integer_ratio',
    'conjugate',
    'from_bytes',
    'to_bytes',
    'real',
    'imag',
    'numerator',
    'denominator',
    'is_integer',
  ],
  float: ['as_integer_ratio', 'conjugate', 'fromhex', 'hex', 'real', 'imag'],
  range: ['start', 'stop', 'step'],
  datetime: [
    'astimezone',
    'ctime',
    'date',
    'dst',
    'fold',
    'isocalendar',
    'isoweekday',
    'replace',
    'time',
    'timetuple',
    'toordinal',
    'tzinfo',
    'utcoffset',
    'weekday',
  ],
  timedelta: [],
};

function typeOf(value: Value): keyof typeof refused {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'bigint' || typeof value === 'boolean') return 'int';
  if (typeof value === 'number') return 'float';
  return isObject(value) ? value.kind : '';
}

const methods: Readonly<Record<string, Definitions>> = {
  str: stringMethods,
  ...containerMethods,
  ...numberMethods,
};

export function findMethod(self: Value, name: string): Definition | undefined {
  const table = methods[typeOf(self)];
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

export function hasAttribute(value: Value, name: string): boolean {
  return findMethod(value, name) !== undefined || (refused[typeOf(value)]?.includes(name) ?? false);
}
