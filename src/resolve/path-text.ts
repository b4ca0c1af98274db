/** Paths of merged variables as messages write them. */
import { pathText } from '../text/path-text.js';
import type { Path } from './overlay.js';

/** The keys of a path, outermost first. */
export function keysOf(path: Path): string[] {
  const keys: string[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.parent) keys.unshift(at.key);
  return keys;
}

/** A path as messages write it: from `vars` on. */
export function variablePath(path: Path): string {
  return pathText(['vars', ...keysOf(path)]);
}
