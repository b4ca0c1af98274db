/** Paths as inventories write them: local, relative to the file that declares them, with globs in `include`. */
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { regexMatcher } from '../expr/expressions.js';
import { lazyPackage } from '../lazy-package.js';
import type { System } from '../system.js';

/** A file as it is named, and without links. */
export interface NamedFile {
  readonly path: string;
  readonly link?: { readonly target: string } | undefined;
}

/** The absolute path that `written` means in a file: beside its link where anything is there, else beside its target. */
export function resolveFrom(system: System, { path, link }: NamedFile, written: string): string {
  const named = resolve(dirname(path), written);
  if (link === undefined || isAbsolute(written) || system.kindOf(named) !== undefined) return named;
  const beside = resolve(dirname(link.target), written);
  return system.kindOf(beside) === undefined ? named : beside;
}

const loadPicomatch = lazyPackage('picomatch') as () => typeof import('picomatch');

/** True if `path` is a glob and no plain path. */
export function isGlob(path: string): boolean {
  return /[*?[\]{}()!]/.test(path) && loadPicomatch().scan(path).isGlob;
}

/** The files that the glob `pattern` in a file matches: beside its link, or else beside the target of that. */
export function expandFrom(system: System, { path, link }: NamedFile, pattern: string): string[] {
  const matches = expandGlob(system, dirname(path), pattern);
  if (matches.length > 0 || link === undefined) return matches;
  return expandGlob(system, dirname(link.target), pattern);
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
