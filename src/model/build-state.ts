/** The `state` section of a file. Reads what fits, like `build.ts`. */
import { findEntry, type MapNode } from '../syntax/node.js';
import type { StateDefinition } from './inventory.js';
import { boolOf, filledAt, textOf } from './read.js';

/** Undefined where there is none, or where it lacks what it needs, which `schema/` has told. */
export function buildState(map: MapNode | undefined): StateDefinition | undefined {
  if (map === undefined) return undefined;
  const { source, start, end } = map;
  const file = filledAt(map, 'file');
  switch (textOf(findEntry(map, 'type')?.value)) {
    case 'file':
      return { type: 'file', file, source, start, end };
    case 'terraform':
      return file && { type: 'terraform', file, source, start, end };
    case 's3': {
      const bucket = filledAt(map, 'bucket');
      const key = filledAt(map, 'key');
      if (bucket === undefined || key === undefined) return undefined;
      return {
        type: 's3',
        bucket,
        key,
        region: filledAt(map, 'region')?.value,
        endpoint: filledAt(map, 'endpoint'),
        pathStyle: boolOf(findEntry(map, 'path_style')?.value),
        profile: filledAt(map, 'profile')?.value,
        source,
        start,
        end,
      };
    }
    default:
      return undefined;
  }
}
