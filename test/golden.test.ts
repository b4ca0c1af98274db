/**
 * Fixtures as folders: `fixtures/<kind>/<case>/inventory.yaml` (and what it names) with the expected output beside
 * it. `UPDATE_GOLDEN=1` rewrites expectations; a missing one fails.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { emitList } from '../src/ansible/list.js';
import { locateInventory } from '../src/cli/inventory/locate.js';
import { compareInventories } from '../src/diff/compare.js';
import { renderDiffText } from '../src/diff/render-text.js';
import type { Diagnostic } from '../src/diagnostics/diagnostic.js';
import { explainLeaves } from '../src/report/explain.js';
import { explainText } from '../src/report/explain-text.js';
import { layersOf } from '../src/report/layers.js';
import { showJson } from '../src/report/show.js';
import { parsePath } from '../src/text/path-text.js';
import { resolvePath, validatePath } from '../src/pipeline.js';
import { sideOf } from './support/diff-sides.js';
import {
  expectGolden,
  fixtureFolder,
  readRequest,
  systemIn,
  tellDiagnostics,
} from './support/golden.js';

/** What a kind of fixture shows, as text; `{here}` stands for the fixture's own folder. */
const kinds: Readonly<Record<string, (folder: string) => string>> = {
  diagnostics: (folder) => tellDiagnostics(validated(folder)),
  list: (folder) => [...emitList(resolved(folder), false)].join(''),
  show: (folder) => showJson(resolved(folder)),
  diff: difference,
  explain: (folder) => {
    const { paths = [] } = readRequest(folder);
    const inventory = resolvePath(systemIn(folder), join(folder, 'inventory.yaml')).resolved;
    return inventory.hosts
      .map((host) => {
        const layers = layersOf(host, inventory.inventory);
        const parts = [
          explainText(explainLeaves(layers, []), false),
          ...paths.map((path) => explainText(explainLeaves(layers, parsePath(path) ?? []), true)),
        ];
        return `== ${host.host.name}\n${parts.join('--\n')}`;
      })
      .join('');
  },
};

/** `old/` against `new/`, as `diff` tells it. */
function difference(folder: string): string {
  const [old, now] = ['old', 'new'].map((side) => {
    const path = join(folder, side, 'inventory.yaml');
    const resolution = resolvePath(systemIn(folder), path);
    if (!resolution.valid)
      throw new Error(`the fixture does not resolve:\n${tellDiagnostics(resolution.diagnostics)}`);
    return {
      side: sideOf(resolution),
      name: {
        kind: 'path' as const,
        name: path,
        commit: undefined,
        path: `${side}/inventory.yaml`,
        isThere: true,
      },
    };
  });
  if (old === undefined || now === undefined) throw new Error('a fixture has two sides');
  return renderDiffText(
    compareInventories(old.side, now.side),
    { old: old.name, new: now.name },
    (_, text) => text,
  );
}

/** What `validate` finds; the inventory is looked for as the command line does it. */
function validated(folder: string): readonly Diagnostic[] {
  const system = systemIn(folder);
  const request = readRequest(folder);
  const located = locateInventory(system, {
    file: request.file ?? 'inventory.yaml',
    scriptPath: join(folder, 'script'),
  });
  return 'error' in located
    ? [located.error]
    : validatePath(system, located.path, request).diagnostics;
}

function resolved(folder: string): ReturnType<typeof resolvePath>['resolved'] {
  const {
    resolved: value,
    diagnostics,
    valid,
  } = resolvePath(systemIn(folder), join(folder, 'inventory.yaml'), readRequest(folder));
  if (!valid) throw new Error(`the fixture does not resolve:\n${tellDiagnostics(diagnostics)}`);
  return value;
}

for (const [kind, output] of Object.entries(kinds)) {
  describe(`fixtures: ${kind}`, () => {
    for (const name of readdirSync(fixtureFolder(kind))) {
      it(name, () => {
        const folder = fixtureFolder(kind, name);
        expectGolden(
          join(folder, kind === 'list' || kind === 'show' ? 'expected.json' : 'expected.txt'),
          output(folder),
          folder,
        );
      });
    }
  });
}
