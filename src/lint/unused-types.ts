/**
 * Types that nothing is of: no export, no declared variable, no other type that is used itself. Who takes values from an
 * inventory may name its types, too: where it has exports and not all consumers are known, none is called unused.
 */
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import type { Resolution } from '../pipeline.js';
import type { Entry } from '../syntax/node.js';
import { parseVariables } from '../types/declared-variables.js';
import { parseType } from '../types/parse.js';
import type { TypeScope } from '../types/parse-text.js';
import { removable, type Finding } from './finding.js';
import { filesOf, inventoryOf, type Linted } from './linted.js';
import { consumersOf } from './consumers.js';

export function findUnusedTypes(linted: Linted): Finding[] {
  const types = filesOf(linted).flatMap((file) => file.types);
  const { known, resolution, placeOf } = linted;
  if (
    types.length === 0 ||
    (inventoryOf(linted).exports.length > 0 && (!known.isComplete || known.broken.length > 0))
  )
    return [];
  const abroad = new Set(consumersOf(linted).flatMap(({ types: names }) => [...names]));
  const used = new Set(
    [resolution, ...known.others]
      .flatMap((each) => [...usedTypes(each, each === resolution ? abroad : noNames)])
      .map(placeOf),
  );
  return types
    .filter((each) => !used.has(placeOf(each)) && !linted.mayBeUsedElsewhere(each))
    .map((each) =>
      removable(
        diagnostic('lint/unused-type', each, `nothing is of the type \`${each.key}\``, {
          help: 'remove it',
        }),
        `Remove the type \`${each.key}\``,
      ),
    );
}

const noNames: ReadonlySet<string> = new Set();

/** The definitions of types that an inventory uses itself, or that are used from outside by name. */
function usedTypes({ loaded }: Resolution, abroad: ReadonlySet<string>): ReadonlySet<Entry> {
  const { files, upstreams } = loaded.workspace;
  const types = new Map<string, Entry>();
  for (const each of files.flatMap((file) => file.types))
    if (!types.has(each.key)) types.set(each.key, each);
  const known = loaded.declarations?.types ?? upstreams?.types;
  const used = new Set<Entry>();
  const scope: TypeScope = {
    find(name) {
      const entry = types.get(name);
      if (entry !== undefined && !used.has(entry)) {
        used.add(entry);
        parseType(entry.value, scope);
      }
      return known?.find(name);
    },
    names: () => [],
  };
  for (const name of abroad) scope.find(name);
  for (const { type } of files.flatMap((file: FileDefinitions) => file.exports))
    if (type !== undefined) parseType(type, scope);
  parseVariables(
    files.flatMap((file) => file.variables),
    scope,
  );
  return used;
}
