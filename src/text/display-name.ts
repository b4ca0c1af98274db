/** How messages call files. */
import { relative } from 'node:path';

/** Relative to the working directory where it lies below it, else absolute. */
export function displayName(cwd: string, path: string): string {
  const name = relative(cwd, path);
  return name === '' || name.startsWith('..') ? path : name;
}
