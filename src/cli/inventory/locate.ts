/**
 * The inventory that is meant (`find-inventory.ts`), or a diagnostic that says why there is none and what to do.
 */
import { basename, dirname, join } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { displayName } from '../../text/display-name.js';
import type { System } from '../../system.js';
import { inventoryNames } from '../../text/inventory-names.js';
import { startOf, type Span } from '../../text/source.js';
import { nearest } from '../../text/suggest.js';
import { fileVariable, findInventory, type FindRequest, type NotFound } from './find-inventory.js';

export type Located = { readonly path: string } | { readonly error: Diagnostic };

const [firstName, secondName] = inventoryNames;

/** `takesHosts`: the command has a flag `--host`, and a FILE that is none may have been meant as its value. */
export function locateInventory(system: System, request: FindRequest, takesHosts = false): Located {
  const found = findInventory(system, request);
  if ('path' in found) return found;
  const error = describe(system, found, request.commandNames ?? []);
  if (
    !takesHosts ||
    error.help !== undefined ||
    found.cause !== 'missing' ||
    found.namedBy !== undefined ||
    /\/|\.ya?ml$/.test(found.written)
  )
    return { error };
  return {
    error: {
      ...error,
      help: `FILE is the inventory; a host is chosen with \`--host ${found.written}\``,
    },
  };
}

function describe(system: System, notFound: NotFound, commandNames: readonly string[]): Diagnostic {
  switch (notFound.cause) {
    case 'missing':
      return missing(system, notFound, commandNames);
    case 'empty-folder':
      return emptyFolder(system, notFound);
    case 'ambiguous':
      return ambiguous(system, notFound.folder);
    case 'nothing-named':
      return nothingNamed(system, notFound.folders);
  }
}

function missing(
  system: System,
  { place, written, namedBy }: Extract<NotFound, { cause: 'missing' }>,
  commandNames: readonly string[],
): Diagnostic {
  const by = namedBy === undefined ? '' : `, which \`${namedBy}\` names`;
  const command = nearest(written, commandNames);
  const neighbour = nearest(basename(place), system.listFolder(dirname(place)) ?? []);
  const help =
    (written === 'help' || written === 'version') && namedBy === undefined
      ? `did you mean \`--${written}\`?`
      : command !== undefined && namedBy === undefined
        ? `did you mean the command \`${command}\`?`
        : neighbour !== undefined
          ? `did you mean \`${join(dirname(written), neighbour)}\`?`
          : undefined;
  return diagnostic(
    'load/not-found',
    placeOfFile(system, place),
    `there is no file \`${written}\`${by}`,
    { help },
  );
}

function emptyFolder(
  system: System,
  { folder, namedBy }: Extract<NotFound, { cause: 'empty-folder' }>,
): Diagnostic {
  const by = namedBy === undefined ? '' : `, which \`${namedBy}\` names,`;
  const message = `the folder \`${displayName(system.cwd, folder)}\`${by} holds neither \`${firstName}\` nor \`${secondName}\``;
  return diagnostic('load/not-found', placeOfFile(system, join(folder, firstName)), message, {
    help: 'name the file, or write a first inventory with `inventory-script init`',
  });
}

function ambiguous(system: System, folder: string): Diagnostic {
  const message = `\`${displayName(system.cwd, folder)}\` holds both \`${firstName}\` and \`${secondName}\``;
  return diagnostic(
    'load/ambiguous-folder',
    placeOfFile(system, join(folder, firstName)),
    message,
    {
      related: [{ span: placeOfFile(system, join(folder, secondName)), message: 'the other one' }],
      help: 'remove one of them, or name the file',
    },
  );
}

function nothingNamed(system: System, folders: ReadonlyMap<string, string>): Diagnostic {
  const tried = [...folders].map(([folder, what]) => `\`${folder}\` (${what})`).join(', ');
  const message = `no inventory is named, and there is no \`${firstName}\` or \`${secondName}\` in ${tried}`;
  return diagnostic('load/not-found', placeOfFile(system, join(system.cwd, firstName)), message, {
    help: `name one (\`inventory-script FILE --list\`, or \`${fileVariable}\`), or write a first one with \`inventory-script init\``,
  });
}

/** The start of a file that was not read. */
function placeOfFile(system: System, path: string): Span {
  return startOf({ path, name: displayName(system.cwd, path), text: '' });
}
