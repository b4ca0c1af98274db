/** The paths of files, and the URIs by which the client knows them. A file that was never saved has a path where it would be. */
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface Paths {
  open(uri: string): string | undefined;
  close(uri: string): string | undefined;
  /** Undefined for what is no file. */
  pathOf(uri: string): string | undefined;
  /** The same without a slash at its end. */
  folderOf(uri: string): string | undefined;
  uriOf(path: string): string;
  /** The folder that paths are shown from. */
  home(): string;
}

/** New files without a folder are put into `home`; `nameOf` says how the client calls a file that it opened by another path. */
export function createPaths(home: () => string, nameOf: (path: string) => string): Paths {
  const uris = new Map<string, string>();
  const pathOf = (uri: string): string | undefined => {
    try {
      if (uri.startsWith('file:')) return fileURLToPath(uri);
      if (!uri.startsWith('untitled:')) return undefined;
      const path = decodeURIComponent(uri.slice('untitled:'.length));
      return isAbsolute(path) ? path : join(home(), path);
    } catch {
      return undefined;
    }
  };
  return {
    open(uri) {
      const path = pathOf(uri);
      if (path !== undefined) uris.set(path, uri);
      return path;
    },
    close(uri) {
      const path = pathOf(uri);
      if (path !== undefined) uris.delete(path);
      return path;
    },
    home,
    pathOf,
    folderOf: (uri) => pathOf(uri)?.replace(/(?<=.)\/$/, ''),
    uriOf: (path) => uris.get(path) ?? uris.get(nameOf(path)) ?? pathToFileURL(path).href,
  };
}
