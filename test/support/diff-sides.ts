/** What `diff` compares, from texts or from anything that was resolved. */
import { dirname } from 'node:path';
import { compareInventories } from '../../src/diff/compare.js';
import type { Diff, Side } from '../../src/diff/model.js';
import { sectionsOf } from '../../src/diff/lines.js';
import { resolvePath, type Resolution } from '../../src/pipeline.js';
import { tellDiagnostics } from './golden.js';
import { memorySystem } from './memory-system.js';

export function sideOf({ resolved, loaded }: Resolution): Side {
  const { documents, upstreams, path } = loaded.workspace;
  return {
    resolved,
    documents,
    exports: loaded.exports,
    uses: upstreams?.uses ?? [],
    folder: dirname(path),
  };
}

/** An inventory whose files are these; a text alone is its `inventory.yaml`. */
export function resolutionOf(files: string | Readonly<Record<string, string>>): Resolution {
  const entries = typeof files === 'string' ? { 'inventory.yaml': files } : files;
  return resolvePath(
    memorySystem(
      Object.fromEntries(Object.entries(entries).map(([path, text]) => [`/fleet/${path}`, text])),
      { cwd: '/fleet' },
    ),
    '/fleet/inventory.yaml',
  );
}

/** The difference of two valid inventories. */
export function diffOf(
  old: string | Readonly<Record<string, string>>,
  now: string | Readonly<Record<string, string>>,
): Diff {
  const [before, after] = [resolutionOf(old), resolutionOf(now)];
  for (const each of [before, after])
    if (!each.valid) throw new Error(tellDiagnostics(each.diagnostics));
  return compareInventories(sideOf(before), sideOf(after));
}

/** Its lines, with the titles of sections. */
export function linesOf(diff: Diff): readonly string[] {
  return sectionsOf(diff).flatMap(({ title, blocks }) => [
    title,
    ...blocks.flatMap((block) => block.map(({ sign, text }) => `${sign} ${text}`)),
  ]);
}
