/** Markers that have nothing to do: nothing lies below them on any host. Only meaningful where all hosts are resolved. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import { variableLayers } from '../model/variable-layers.js';
import { markerOf, type Node } from '../syntax/node.js';
import type { ResolvedInventory } from './resolve.js';

/** One warning for each `!replace`, `!append` or `!unset` without effect. */
export function findIdleMarkers(
  files: readonly FileDefinitions[],
  { effective }: ResolvedInventory,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visit = (node: Node): void => {
    const marker = markerOf(node);
    if (marker !== undefined && !effective.has(node)) {
      found.push(
        diagnostic(
          'resolve/marker-no-effect',
          node,
          `\`${marker}\` has nothing below it on any host`,
          {
            help: `remove \`${marker}\`, or give the tag a higher order than what it should change`,
          },
        ),
      );
    }
    if (node.kind === 'map') for (const entry of node.entries) visit(entry.value);
  };
  for (const layer of variableLayers(files)) for (const entry of layer.entries) visit(entry.value);
  return found;
}
