/** Variables that are declared, and that nothing sets: no layer of any host, no transport, no expression. */
import { diagnostic } from '../diagnostics/diagnostic.js';
import { transportNames } from '../model/transport-names.js';
import { variableLayers } from '../model/variable-layers.js';
import type { Resolution } from '../pipeline.js';
import { findEntry, type Node } from '../syntax/node.js';
import { holdsTemplate } from '../text/template-markers.js';
import type { DeclaredVariable } from '../types/declared-variables.js';
import { removable, type Finding } from './finding.js';
import { hasHosts, type Linted } from './linted.js';

export function findUnsetVariables(linted: Linted): Finding[] {
  const declared = linted.resolution.loaded.declarations?.variables.variables ?? [];
  if (declared.length === 0 || !hasHosts(linted)) return [];
  const setters = [linted.resolution, ...linted.known.others].map(setterOf);
  return declared
    .filter(
      (each) => !linted.mayBeUsedElsewhere(each.span) && !setters.some((isSet) => isSet(each)),
    )
    .map(({ name, span }) =>
      removable(
        diagnostic('lint/unset-variable', span, `\`${name}\` is declared, and nothing sets it`, {
          help: 'remove the declaration, or set the variable',
        }),
        `Remove the declaration of \`${name}\``,
      ),
    );
}

function setterOf({ loaded }: Resolution): (variable: DeclaredVariable) => boolean {
  const { workspace, inventory } = loaded;
  const layers = variableLayers(workspace.files);
  const made = new Set(inventory.ansible.compose.map(({ name }) => name));
  for (const {
    definition: { transport },
  } of inventory.hosts)
    if (transport !== undefined)
      for (const name of transportNames(transport).keys()) made.add(name);
  return ({ keys }) => made.has(keys[0]) || layers.some((layer) => sets(layer, keys));
}

/** True also where something stands above the path that may hold it: a template, or what is not known yet. */
function sets(layer: Node, keys: readonly string[]): boolean {
  let node: Node = layer;
  for (const key of keys) {
    if (node.kind !== 'map')
      return node.kind === 'unknown' || (node.kind === 'string' && holdsTemplate(node.value));
    const entry = findEntry(node, key);
    if (entry === undefined) return false;
    node = entry.value;
  }
  return node.kind !== 'unset';
}
