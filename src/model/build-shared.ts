/** What inventories share: the `upstreams` and `exports` of a file. Reads what fits, like `build.ts`. */
import { findEntry, type Entry, type MapNode } from '../syntax/node.js';
import type { Export, Upstream } from './inventory.js';
import { boolOf, entriesOf, filledAt } from './read.js';

export function buildUpstreams(root: MapNode): Upstream[] {
  return entriesOf(root, 'upstreams').map(({ key: name, value, source, start, end }) => ({
    name,
    directory: value.kind === 'map' ? filledAt(value, 'source') : undefined,
    source,
    start,
    end,
  }));
}

export function buildExports(root: MapNode): Export[] {
  return entriesOf(root, 'exports').flatMap(buildExport);
}

/** None where something else than a map is written, which is told elsewhere. */
function buildExport({ key: name, value: map, source, start, end }: Entry): Export[] {
  if (map.kind !== 'map') return [];
  return [
    {
      name,
      type: findEntry(map, 'type')?.value,
      value: findEntry(map, 'value')?.value,
      sensitive: boolOf(findEntry(map, 'sensitive')?.value) ?? false,
      source,
      start,
      end,
    },
  ];
}
