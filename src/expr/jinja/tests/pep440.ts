/** The order of Python's package versions (PEP 440). */
import { compareText } from '../compare.js';
import { fail } from '../error.js';

interface Pep440 {
  readonly epoch: number;
  readonly release: readonly bigint[];
  readonly pre: readonly [string, number] | undefined;
  readonly post: number | undefined;
  readonly dev: number | undefined;
  readonly local: readonly string[] | undefined;
}

const pattern =
  /^\s*v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?\s*$/i;
const letters: Readonly<Record<string, string>> = {
  alpha: 'a',
  beta: 'b',
  c: 'rc',
  pre: 'rc',
  preview: 'rc',
};

function parse(text: string): Pep440 {
  const found = pattern.exec(text);
  if (found === null) return fail('value', `Version comparison failed: Invalid version: '${text}'`);
  const [
    ,
    epoch = '0',
    release = '0',
    letter,
    number = '0',
    implicit,
    word,
    post = '0',
    dev,
    devNumber = '0',
    local,
  ] = found;
  const lower = letter?.toLowerCase();
  return {
    epoch: Number(epoch),
    release: trimmed(release.split('.').map(BigInt)),
    pre: lower === undefined ? undefined : [letters[lower] ?? lower, Number(number)],
    post: implicit !== undefined ? Number(implicit) : word === undefined ? undefined : Number(post),
    dev: dev === undefined ? undefined : Number(devNumber),
    local: local?.toLowerCase().split(/[-_.]/),
  };
}

function trimmed(release: readonly bigint[]): readonly bigint[] {
  const last = release.findLastIndex((number) => number !== 0n);
  return release.slice(0, Math.max(1, last + 1));
}

/** Where a version without a pre-release stands: before all of them if it is only a dev release, after them else. */
function preRank(version: Pep440): readonly [number, string, number] {
  if (version.pre !== undefined) return [0, ...version.pre];
  return version.post === undefined && version.dev !== undefined ? [-1, '', 0] : [1, '', 0];
}

export function comparePep440(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  const [leftPre, rightPre] = [preRank(left), preRank(right)];
  return (
    left.epoch - right.epoch ||
    compareRelease(left.release, right.release) ||
    leftPre[0] - rightPre[0] ||
    compareText(leftPre[1], rightPre[1]) ||
    leftPre[2] - rightPre[2] ||
    (left.post ?? -1) - (right.post ?? -1) ||
    compareNumbers(left.dev ?? Infinity, right.dev ?? Infinity) ||
    compareLocal(left.local, right.local)
  );
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function compareRelease(a: readonly bigint[], b: readonly bigint[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [x = 0n, y = 0n] = [a[index], b[index]];
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function compareLocal(a: readonly string[] | undefined, b: readonly string[] | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [x = '', y = ''] = [a[index], b[index]];
    const numeric = [/^\d+$/.test(x), /^\d+$/.test(y)];
    const difference =
      numeric[0] !== numeric[1]
        ? numeric[0] === true
          ? 1
          : -1
        : numeric[0] === true
          ? Number(BigInt(x) - BigInt(y))
          : compareText(x, y);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
