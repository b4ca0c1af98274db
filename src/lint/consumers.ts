/** What the inventories that take values from this one take: the exports they refer to, and the types they name. */
import { dirname } from 'node:path';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Resolution } from '../pipeline.js';
import { pathFrom } from '../text/path-from.js';
import { mayHoldReferences, parseReferences } from '../upstream/reference-text.js';
import { plain, type Finding } from './finding.js';
import { inventoryOf, type Linted } from './linted.js';
import { textsIn } from './texts.js';

export interface Taken {
  readonly exports: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
}

/** Exports that none of all consumers refers to; nothing where some may be unknown. */
export function findUnusedExports(linted: Linted): Finding[] {
  const { known } = linted;
  const { exports } = inventoryOf(linted);
  if (exports.length === 0 || !known.isComplete || known.broken.length > 0) return [];
  const taken = new Set(consumersOf(linted).flatMap((each) => [...each.exports]));
  return exports
    .filter(({ name }) => !taken.has(name))
    .map((each) =>
      plain(
        diagnostic(
          'lint/unused-export',
          each,
          `none of the consumers that are known refers to the export \`${each.name}\``,
          { help: 'remove it, unless something else reads it: `inventory-script exports`' },
        ),
      ),
    );
}

/** What each consumer takes, whatever it calls this inventory. */
export function consumersOf({ known, resolution, realPath }: Linted): Taken[] {
  const home = dirname(realPath(resolution.loaded.inventory.path));
  return known.others.flatMap((other) => {
    const names = upstreamNames(other, (path) => realPath(path) === home);
    return names.length === 0 ? [] : [takenBy(other, new Set(names))];
  });
}

function upstreamNames({ loaded }: Resolution, isHome: (path: string) => boolean): string[] {
  return loaded.inventory.upstreams.flatMap(({ name, directory }) =>
    directory !== undefined && isHome(pathFrom(directory.span.source, directory.value))
      ? [name]
      : [],
  );
}

/** Every text counts, wherever it stands: rather too much than too little. */
function takenBy({ loaded }: Resolution, upstreams: ReadonlySet<string>): Taken {
  const texts = loaded.workspace.documents.flatMap(({ root }) =>
    root === undefined ? [] : textsIn(root),
  );
  const exports = new Set<string>();
  const types = new Set<string>();
  for (const text of texts) {
    if (mayHoldReferences(text))
      for (const piece of parseReferences(text).pieces)
        if (piece.kind === 'reference' && upstreams.has(piece.upstream.name))
          exports.add(piece.export.name);
    for (const [, upstream = '', name = ''] of text.matchAll(
      /([A-Za-z0-9][\w-]*)\.([A-Za-z0-9][\w-]*)/g,
    ))
      if (upstreams.has(upstream)) types.add(name);
  }
  return { exports, types };
}
