/** Arithmetic and comparison by Python's rules: exact ints, floats apart from ints, errors between types. */
import { contains, equals, order } from './compare.js';
import { between } from './datetime.js';
import { failOpenly } from './error.js';
import { formatPercent } from './format/percent.js';
import { checkInt, checkItems, checkText, limits } from './limits.js';
import type { BinaryOperator, CompareOperator } from './nodes.js';
import { blank, usable, type Run } from './run.js';
import {
  isBlank,
  isInt,
  isNumber,
  isObject,
  isSequence,
  list,
  tuple,
  typeName,
  type List,
  type Tuple,
  type Value,
} from './values.js';

export function binary(run: Run, operator: BinaryOperator, a: Value, b: Value): Value {
  const left = usable(a);
  const right = usable(b);
  if (isNumber(left) && isNumber(right)) return arithmetic(operator, left, right);
  if (operator === '%' && typeof left === 'string') return formatPercent(run, left, right);
  if (operator === '*' && isInt(right))
    return repeat(left, BigInt(right)) ?? unsupported(operator, left, right);
  if (operator === '*' && isInt(left))
    return repeat(right, BigInt(left)) ?? unsupported(operator, left, right);
  if (operator === '+') return add(left, right);
  if (operator === '-' && isObject(left) && isObject(right)) {
    if (left.kind === 'datetime' && right.kind === 'datetime') return between(left, right);
    if (left.kind === 'timedelta' && right.kind === 'timedelta')
      return { kind: 'timedelta', micros: left.micros - right.micros };
  }
  return unsupported(operator, left, right);
}

function unsupported(operator: string, left: Value, right: Value): never {
  for (const operand of [left, right]) if (isBlank(operand)) blank(operand);
  if (operator === '+' && typeof left === 'string')
    return failOpenly('type', `can only concatenate str (not "${typeName(right)}") to str`);
  if (operator === '+' && isSequence(left)) {
    return failOpenly(
      'type',
      `can only concatenate ${left.kind} (not "${typeName(right)}") to ${left.kind}`,
    );
  }
  const name = operator === '**' ? '** or pow()' : operator;
  return failOpenly(
    'type',
    `unsupported operand type(s) for ${name}: '${typeName(left)}' and '${typeName(right)}'`,
  );
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') {
    checkText(left.length + right.length);
    return left + right;
  }
  if (isSequence(left) && isSequence(right) && left.kind === right.kind) {
    checkItems(left.items.length + right.items.length);
    const items = [...left.items, ...right.items];
    return left.kind === 'list' ? list(items) : tuple(items);
  }
  if (
    isObject(left) &&
    isObject(right) &&
    left.kind === 'timedelta' &&
    right.kind === 'timedelta'
  ) {
    return { kind: 'timedelta', micros: left.micros + right.micros };
  }
  return unsupported('+', left, right);
}

function repeat(value: Value, times: bigint): Value | undefined {
  if (typeof value === 'string') return repeatText(value, times);
  return isSequence(value) ? repeatItems(value, times) : undefined;
}

export function repeatText(text: string, times: bigint): string {
  if (times <= 0n || text === '') return '';
  checkText(Number(times) * text.length);
  return text.repeat(Number(times));
}

function repeatItems(value: List | Tuple, times: bigint): Value {
  const count = times < 0n ? 0n : times;
  checkItems(count * BigInt(value.items.length));
  const items = Array.from(
    { length: value.items.length === 0 ? 0 : Number(count) },
    () => value.items,
  ).flat();
  return value.kind === 'list' ? list(items) : tuple(items);
}

type Operand = bigint | boolean | number;

function arithmetic(operator: BinaryOperator, a: Operand, b: Operand): Value {
  const left = typeof a === 'boolean' ? BigInt(a) : a;
  const right = typeof b === 'boolean' ? BigInt(b) : b;
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return checkedInts(operator, left, right);
  return floats(operator, toFloat(left), toFloat(right));
}

/** An int as a float; one too large for a float is an error, as in Python. */
export function toFloat(value: bigint | number | boolean): number {
  const float = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(float))
    failOpenly('value', 'int too large to convert to float');
  return float;
}

function checkedInts(operator: BinaryOperator, left: bigint, right: bigint): Value {
  const result = ints(operator, left, right);
  return typeof result === 'bigint' ? checkInt(result) : result;
}

function ints(operator: BinaryOperator, left: bigint, right: bigint): bigint | number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? divisionByZero('division by zero') : toFloat(left) / toFloat(right);
    case '//':
      return floorDivide(left, right);
    case '%':
      return left - floorDivide(left, right) * right;
    case '**':
      return power(left, right);
  }
}

function divisionByZero(message: string): never {
  return failOpenly('value', message);
}

export function floorDivide(left: bigint, right: bigint): bigint {
  if (right === 0n) return divisionByZero('integer division or modulo by zero');
  const quotient = left / right;
  return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

function power(left: bigint, right: bigint): bigint | number {
  if (right < 0n)
    return left === 0n
      ? divisionByZero('zero to a negative power')
      : toFloat(left) ** toFloat(right);
  const size = left < 0n ? -left : left;
  if (size > 1n && BigInt(size.toString(2).length) * right > BigInt(limits.digits) * 4n) {
    failOpenly('limit', `the number would have more than ${limits.digits} digits`);
  }
  return size <= 1n
    ? left ** (right % 2n === 0n ? 2n * (right === 0n ? 0n : 1n) : 1n)
    : left ** right;
}

function floats(operator: BinaryOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? divisionByZero('float division by zero') : left / right;
    case '//':
      return right === 0
        ? divisionByZero('float floor division by zero')
        : Math.floor((left - floatModulo(left, right)) / right + 0.5);
    case '%':
      return right === 0 ? divisionByZero('float modulo') : floatModulo(left, right);
    case '**':
      return floatPower(left, right);
  }
}

function floatModulo(left: number, right: number): number {
  const rest = left % right;
  if (rest === 0) return right < 0 ? -0 : 0;
  return rest < 0 !== right < 0 ? rest + right : rest;
}

function floatPower(left: number, right: number): number {
  if (left === 0 && right < 0) return divisionByZero('zero to a negative power');
  if (left < 0 && !Number.isInteger(right))
    return failOpenly('unsupported', 'the result would be a complex number');
  const result = left ** right;
  if (!Number.isFinite(result) && Number.isFinite(left) && Number.isFinite(right))
    failOpenly('value', 'the result is too large for a float');
  return result;
}

export function negate(operator: '-' | '+', value: Value): Value {
  const known = usable(value);
  if (!isNumber(known))
    return failOpenly('type', `bad operand type for unary ${operator}: '${typeName(known)}'`);
  const number = typeof known === 'boolean' ? BigInt(known) : known;
  return operator === '-' ? -number : number;
}

export function compare(run: Run, operator: CompareOperator, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return equals(run, left, right);
    case '!=':
      return !equals(run, left, right);
    case '<':
      return order(run, left, right, '<') < 0;
    case '<=':
      return order(run, left, right, '<=') <= 0;
    case '>':
      return order(run, left, right, '>') > 0;
    case '>=':
      return order(run, left, right, '>=') >= 0;
    case 'in':
      return contains(run, right, left);
    case 'not in':
      return !contains(run, right, left);
  }
}
