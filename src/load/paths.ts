/** Paths as inventories write them: local, relative to the file that declares them, with globs in `include`. */
import { dirname, join, resolve } from 'node:path';
import { regexMatcher } from '../expr/expressions.js';
import { lazyPackage } from '../lazy-package.js';
import type { System } from '../system.js';

/** The absolute path that `written` means in the file at `declaring`. */
export function resolveFrom(declaring: string, written: string): string {
  return resolve(dirname(declaring), written);
}

const loadPicomatch = lazyPackage('picomatch') as () => typeof import('picomatch');

/** True if `path` is a glob and no plain path. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}()!]/.test(path) && loadPicomatch().scan(path).isGlob;
}

/** The files that the glob `pattern` matches, seen from `folder`: absolute, sorted by code unit. */
export function expandGlob(system: System, folder: string, pattern: string): string[] {
  const picomatch = loadPicomatch();
  const { base, glob } = picomatch.scan(pattern);
  const root = resolve(folder, base);
  const matches = isSimple(glob) ? picomatch(glob) : boundedMatcher(picomatch.makeRe(glob).source);
  const depth = glob.includes('**') ? Infinity : glob.split('/').length;
  return [...filesBelow(system, root, '', depth, [])]
    .filter((path) => matches(path))
    .map((path) => join(root, path))
    .sort();
}

/** True for globs whose regular expression takes little time on any path: one wildcard between two slashes, one `**`. */
function isSimple(glob: string): boolean {
  return (
    !glob.includes('(') &&
    glob.split('**').length <= 2 &&
    glob.split('/').every((name) => name === '**' || name.split('*').length <= 2)
  );
}

/** A path for which the answer takes too long does not match. */
function boundedMatcher(expression: string): (path: string) => boolean {
  const matcher = regexMatcher(expression);
  return (path) => typeof matcher === 'function' && matcher(path) === true;
}

/** Every file up to `depth` levels below `root`, relative to it. A link that leads back to a folder above it is not followed. */
function* filesBelow(
  system: System,
  root: string,
  below: string,
  depth: number,
  above: readonly string[],
): Generator<string> {
  const real = system.realPath(join(root, below));
  if (above.includes(real)) return;
  for (const name of system.listFolder(join(root, below)) ?? []) {
    const path = below === '' ? name : `${below}/${name}`;
    const kind = system.kindOf(join(root, path));
    if (kind === 'file') yield path;
    else if (kind === 'folder' && depth > 1 && !name.startsWith('.'))
      yield* filesBelow(system, root, path, depth - 1, [...above, real]);
  }
}
