/** Jinja2's own tests. */
import type { Definition, Definitions } from '../bind.js';
import { contains, equals } from '../compare.js';
import { fail } from '../error.js';
import { isLower, isUpper } from '../methods/text.js';
import type { CompareOperator } from '../nodes.js';
import { binary, compare } from '../operators.js';
import { str } from '../repr.js';
import { isIterable } from '../run.js';
import { isBlank, isDict, isNumber, isObject, isUndefined, type Value } from '../values.js';

function about(does: string, holds: (value: Value) => boolean): Definition {
  return { takes: '', does, run: (_run, value) => holds(value) };
}

function comparing(operator: CompareOperator): Definition {
  return {
    takes: 'other',
    does: `the value ${operator} another`,
    run: (run, value, args) => compare(run, operator, value, args.value('other')),
  };
}

function remainder(name: string, expected: bigint): Definition {
  return {
    takes: '',
    does: name,
    run: (run, value) => equals(run, binary(run, '%', value, 2n), expected),
  };
}

/** A failed call is neither defined nor undefined: it errs. */
function whether(defined: boolean): Definition {
  return {
    takes: '',
    does: defined ? 'there is a value' : 'there is no value',
    undefinedArguments: true,
    run: (_run, value) => {
      if (isUndefined(value) && value.failure !== undefined) return value;
      return (isUndefined(value) || isBlank(value)) !== defined;
    },
  };
}

const sized = (value: Value): boolean =>
  typeof value === 'string' ||
  (isObject(value) && ['list', 'tuple', 'dict', 'range', 'blank'].includes(value.kind));

function same(a: Value, b: Value): boolean {
  if (
    isObject(a) ||
    isObject(b) ||
    a === null ||
    b === null ||
    typeof a === 'boolean' ||
    typeof b === 'boolean'
  )
    return a === b;
  return fail(
    'unsupported',
    '`sameas` on texts and numbers depends on the Python that runs it',
    'use `==`',
  );
}

const operators = {
  equals: comparing('=='),
  notEquals: comparing('!='),
  less: comparing('<'),
  lessOrEqual: comparing('<='),
  greater: comparing('>'),
  greaterOrEqual: comparing('>='),
};

export const jinjaTests: Definitions = {
  defined: whether(true),
  undefined: whether(false),
  odd: remainder('an odd number', 1n),
  even: remainder('an even number', 0n),
  divisibleby: {
    takes: 'num',
    does: 'a multiple of a number',
    run: (run, value, args) => equals(run, binary(run, '%', value, args.value('num')), 0n),
  },
  none: about('None', (value) => value === null),
  boolean: about('a bool', (value) => typeof value === 'boolean'),
  true: about('True itself', (value) => value === true),
  false: about('False itself', (value) => value === false),
  integer: about('an int and no bool', (value) => typeof value === 'bigint'),
  float: about('a float', (value) => typeof value === 'number'),
  number: about('an int, float or bool', isNumber),
  string: about('a str', (value) => typeof value === 'string'),
  mapping: about('a dict', isDict),
  sequence: about('has a length and items', sized),
  iterable: about('can be iterated', isIterable),
  callable: about(
    'can be called',
    (value) => isBlank(value) || (isObject(value) && value.kind === 'callable'),
  ),
  escaped: about('marked as safe HTML', () => false),
  lower: { takes: '', does: 'in lower case', run: (run, value) => isLower(str(run, value)) },
  upper: { takes: '', does: 'in upper case', run: (run, value) => isUpper(str(run, value)) },
  sameas: {
    takes: 'other',
    does: 'the same object',
    run: (_run, value, args) => same(value, args.value('other')),
  },
  in: {
    takes: 'seq',
    does: 'one of the items',
    run: (run, value, args) => contains(run, args.value('seq'), value),
  },
  filter: {
    takes: '',
    does: 'the name of a filter',
    run: (run, value) => typeof value === 'string' && run.plugins.has('filter', value),
  },
  test: {
    takes: '',
    does: 'the name of a test',
    run: (run, value) => typeof value === 'string' && run.plugins.has('test', value),
  },
  '==': operators.equals,
  eq: operators.equals,
  equalto: operators.equals,
  '!=': operators.notEquals,
  ne: operators.notEquals,
  '<': operators.less,
  lt: operators.less,
  lessthan: operators.less,
  '<=': operators.lessOrEqual,
  le: operators.lessOrEqual,
  '>': operators.greater,
  gt: operators.greater,
  greaterthan: operators.greater,
  '>=': operators.greaterOrEqual,
  ge: operators.greaterOrEqual,
};
