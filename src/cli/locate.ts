/**
 * Which inventory is meant: format reference, section 12, "Finding the inventory". In: what was named, and the path
 * the program was started by. Out: an absolute path, or one diagnostic. A named file may still be unreadable; that
 * is told by the one who reads it.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { displayName } from '../load/read-source.js';
import type { System } from '../system.js';
import { startOf, type Span } from '../text/source.js';
import { nearest } from '../text/suggest.js';
import { commands } from './usage.js';

export interface LocateRequest {
  /** FILE or `-i FILE`, if given. */
  readonly file?: string | undefined;
  /** The path by which the program was started: a symlink's own path. */
  readonly scriptPath: string;
}

export type Located = { readonly path: string } | { readonly error: Diagnostic };

const variable = 'INVENTORY_SCRIPT_FILE';
const names = ['inventory.yaml', 'inventory.yml'] as const;

export function locateInventory(system: System, request: LocateRequest): Located {
  if (request.file !== undefined) return locateNamed(system, request.file, undefined);
  const fromEnvironment = system.env[variable] ?? '';
  if (fromEnvironment !== '') return locateNamed(system, fromEnvironment, variable);
  const folders = placesOf(system, request.scriptPath);
  for (const folder of folders.keys()) {
    const found = lookIn(system, folder);
    if (found !== undefined) return found;
  }
  return { error: nothingFound(system, folders) };
}

/** A file, or a folder with an inventory in it, that the user named: on the command line or by `namedBy`. */
function locateNamed(system: System, written: string, namedBy: string | undefined): Located {
  const path = resolve(system.cwd, written);
  const kind = system.kindOf(path);
  if (kind === 'folder') return lookIn(system, path) ?? { error: emptyFolder(system, path, namedBy) };
  if (kind !== undefined) return { path };
  const read = system.readFile(path);
  return 'failure' in read && read.failure === 'missing' ? { error: missing(system, written, path, namedBy) } : { path };
}

/** The folders to look in when nothing is named, in order, each with what it is. */
function placesOf(system: System, scriptPath: string): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  const add = (folder: string, what: string): void => {
    if (!folders.has(folder)) folders.set(folder, what);
  };
  add(dirname(resolve(system.cwd, scriptPath)), 'beside the script');
  const real = dirname(system.realPath(resolve(system.cwd, scriptPath)));
  if (!real.split(/[/\\]/).includes('node_modules')) add(real, 'beside the file that the script links to');
  add(system.cwd, 'the working directory');
  return folders;
}

function lookIn(system: System, folder: string): Located | undefined {
  const [first, second] = names.map((name) => join(folder, name)).filter((path) => isThere(system, path));
  if (first === undefined) return undefined;
  if (second === undefined) return { path: first };
  const message = `\`${displayName(system.cwd, folder)}\` holds both \`${names[0]}\` and \`${names[1]}\``;
  return {
    error: diagnostic('load/ambiguous-folder', placeOfFile(system, first), message, {
      related: [{ span: placeOfFile(system, second), message: 'the other one' }],
      help: 'remove one of them, or name the file',
    }),
  };
}

function isThere(system: System, path: string): boolean {
  const kind = system.kindOf(path);
  return kind === 'file' || kind === 'other';
}

function missing(system: System, written: string, path: string, namedBy: string | undefined): Diagnostic {
  const by = namedBy === undefined ? '' : `, which \`${namedBy}\` names`;
  const command = nearest(written, commands.map((each) => each.name));
  const neighbour = nearest(basename(path), system.listFolder(dirname(path)) ?? []);
  const help =
    command !== undefined && namedBy === undefined
      ? `did you mean the command \`${command}\`?`
      : neighbour !== undefined
        ? `did you mean \`${join(dirname(written), neighbour)}\`?`
        : undefined;
  return diagnostic('load/not-found', placeOfFile(system, path), `there is no file \`${written}\`${by}`, { help });
}

function emptyFolder(system: System, folder: string, namedBy: string | undefined): Diagnostic {
  const by = namedBy === undefined ? '' : `, which \`${namedBy}\` names,`;
  const message = `the folder \`${displayName(system.cwd, folder)}\`${by} holds neither \`${names[0]}\` nor \`${names[1]}\``;
  return diagnostic('load/not-found', placeOfFile(system, join(folder, names[0])), message, {
    help: 'name the file, or write a first inventory with `inventory-script init`',
  });
}

function nothingFound(system: System, folders: ReadonlyMap<string, string>): Diagnostic {
  const tried = [...folders].map(([folder, what]) => `\`${folder}\` (${what})`).join(', ');
  const message = `no inventory is named, and there is no \`${names[0]}\` or \`${names[1]}\` in ${tried}`;
  return diagnostic('load/not-found', placeOfFile(system, join(system.cwd, names[0])), message, {
    help: `name one (\`inventory-script FILE --list\`, or \`${variable}\`), or write a first one with \`inventory-script init\``,
  });
}

/** The start of a file that was not read. */
function placeOfFile(system: System, path: string): Span {
  return startOf({ path, name: displayName(system.cwd, path), text: '' });
}
