/** Ansible's `version` test: loose, strict, semantic and PEP 440 versions. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { compareText, truthy } from '../compare.js';
import { fail } from '../error.js';
import { str } from '../repr.js';
import type { Run } from '../run.js';
import type { Value } from '../values.js';
import { comparePep440 } from './pep440.js';

/** Negative, zero or positive. */
type Comparison = (a: string, b: string) => number;
type Part = bigint | string;

function looseParts(version: string): Part[] {
  return version
    .split(/(\d+|[a-z]+|\.)/)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
}

function looseVersions(a: string, b: string): number {
  const [left, right] = [looseParts(a), looseParts(b)];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const [x = '', y = ''] = [left[index], right[index]];
    if (x === y) continue;
    if (typeof x === 'bigint' && typeof y === 'bigint') return x < y ? -1 : 1;
    if (typeof x === 'string' && typeof y === 'string') return compareText(x, y);
    return fail(
      'type',
      "Version comparison failed: '<' not supported between instances of 'str' and 'int'",
      'another `version_type` may fit, such as `semver` or `pep440`',
    );
  }
  return left.length - right.length;
}

function strictVersion(version: string): {
  numbers: readonly number[];
  pre: readonly [string, number] | undefined;
} {
  const found = /^(\d+)\.(\d+)(?:\.(\d+))?(?:([ab])(\d+))?\n?$/.exec(version);
  if (found === null)
    return fail('value', `Version comparison failed: invalid version number '${version}'`);
  const [, major, minor, patch = '0', letter, number] = found;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    pre: letter === undefined ? undefined : [letter, Number(number)],
  };
}

function strictVersions(a: string, b: string): number {
  const [left, right] = [strictVersion(a), strictVersion(b)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.pre === undefined || right.pre === undefined)
    return left.pre === right.pre ? 0 : left.pre === undefined ? 1 : -1;
  return compareText(left.pre[0], right.pre[0]) || left.pre[1] - right.pre[1];
}

const semantic =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

function semanticVersion(version: string): { core: readonly bigint[]; pre: readonly string[] } {
  const found = semantic.exec(version);
  if (found === null)
    return fail('value', `Version comparison failed: invalid semantic version '${version}'`);
  return { core: found.slice(1, 4).map(BigInt), pre: found[4]?.split('.') ?? [] };
}

function semanticVersions(a: string, b: string): number {
  const [left, right] = [semanticVersion(a), semanticVersion(b)];
  for (const [index, number] of left.core.entries()) {
    const other = right.core[index] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (left.pre.length === 0 || right.pre.length === 0) return right.pre.length - left.pre.length;
  for (const [index, x] of left.pre.entries()) {
    const y = right.pre[index];
    if (y === undefined) return 1;
    const numeric = [/^\d+$/.test(x), /^\d+$/.test(y)];
    const difference =
      numeric[0] === true && numeric[1] === true
        ? Number(BigInt(x) - BigInt(y))
        : numeric[0] === numeric[1]
          ? compareText(x, y)
          : numeric[0] === true
            ? -1
            : 1;
    if (difference !== 0) return difference;
  }
  return left.pre.length - right.pre.length;
}

const kinds: Readonly<Record<string, Comparison>> = {
  loose: looseVersions,
  strict: strictVersions,
  semver: semanticVersions,
  semantic: semanticVersions,
  pep440: comparePep440,
};

const operators: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  ne: (order) => order !== 0,
};

const operatorNames: Readonly<Record<string, string>> = {
  '==': 'eq',
  '=': 'eq',
  eq: 'eq',
  '<': 'lt',
  lt: 'lt',
  '<=': 'le',
  le: 'le',
  '>': 'gt',
  gt: 'gt',
  '>=': 'ge',
  ge: 'ge',
  '!=': 'ne',
  '<>': 'ne',
  ne: 'ne',
};

function version(run: Run, value: Value, args: Bound): Value {
  const strict = args.or('strict', null);
  const kind = args.or('version_type', null);
  if (strict !== null && kind !== null)
    return fail('value', "Cannot specify both 'strict' and 'version_type'");
  if (!truthy(value)) return fail('value', 'Input version value cannot be empty');
  if (!truthy(args.value('version')))
    return fail('value', 'Version parameter to compare against cannot be empty');
  const name =
    strict !== null && truthy(strict)
      ? 'strict'
      : kind !== null && truthy(kind)
        ? args.asText('version_type')
        : 'loose';
  const compareVersions =
    kinds[name] ??
    fail('value', `Invalid version type (${name})`, `known: ${Object.keys(kinds).join(', ')}`);
  const operator = args.asText('operator', 'eq');
  const holds =
    operators[operatorNames[operator] ?? ''] ??
    fail(
      'value',
      `Invalid operator type (${operator})`,
      `known: ${Object.keys(operatorNames).join(', ')}`,
    );
  return holds(compareVersions(str(run, value), args.asText('version')));
}

const versionTest: Definition = {
  takes: 'version operator? strict? version_type?',
  does: 'a version compared to another',
  run: version,
};

export const versionTests: Definitions = { version: versionTest, version_compare: versionTest };
