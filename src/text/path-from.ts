/**
 * Paths as files of an inventory write them: relative to the file itself. A file that is reached through a link means
 * what stands beside the link and, where nothing does, what stands beside the file that the link leads to.
 */
import { dirname, isAbsolute, resolve } from 'node:path';
import type { Source } from './source.js';

/** The absolute path that `written` means in a file that was read. */
export function pathFrom({ path, link }: Source, written: string): string {
  return link?.paths.get(written) ?? resolve(dirname(path), written);
}

/** What tells whether a path is there, and how messages call it. */
export interface LinkNames {
  readonly realPath: (path: string) => string;
  readonly nameOf: (path: string) => string;
}

/** Says of a path that is missing that its file is a link, and where else it was looked for. */
export function linkHelp(
  { path, name, link }: Source,
  written: string,
  { realPath, nameOf }: LinkNames,
): string | undefined {
  if (link === undefined || isAbsolute(written)) return undefined;
  const [named, beside] = [path, link.target].map((file) => resolve(dirname(file), written));
  if (named === undefined || beside === undefined) return undefined;
  if (realPath(dirname(named)) === realPath(dirname(beside))) return undefined;
  return `\`${name}\` is a link to \`${nameOf(link.target)}\`, and there is nothing at \`${nameOf(beside)}\` either`;
}
