/**
 * `schema [KIND]`: a JSON Schema of the format for editors; where an inventory is named, with the names that it defines.
 * An inventory with faults has one too: of what could be read.
 */
import { schemaKinds } from '../usage.js';
import { failure } from '../ansible/hot.js';
import type { Given } from '../arguments/given.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { loadInventory, type LoadedInventory } from '../../pipeline.js';
import { jsonSchema, type SchemaNames } from '../../report/json-schema.js';
import type { System } from '../../system.js';
import { typeText } from '../../types/type.js';

export type SchemaKind = keyof typeof schemaKinds;

const kinds = {
  inventory: 'inventory',
  included: 'included_file',
  service: 'service_file',
} as const satisfies Record<SchemaKind, string>;

export function runSchema(system: System, given: Given, kind: SchemaKind): CommandResult {
  if (given.file === undefined) return printed(jsonSchema(kinds[kind]));
  const located = locateInventory(system, given);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const { value: loaded, diagnostics } = loadInventory(system, located.path);
  if (loaded.workspace.files.length === 0) return failure(system, diagnostics, given.colour);
  return printed(jsonSchema(kinds[kind], namesOf(loaded)));
}

function printed(schema: object): CommandResult {
  return { exitCode: 0, stdout: `${JSON.stringify(schema, null, 2)}\n`, stderr: '' };
}

function namesOf({ inventory, workspace, declarations }: LoadedInventory): SchemaNames {
  const components = [...inventory.services.values()].map((service) => service.components);
  const named = (
    of: (typeof components)[number]['binaries' | 'configs' | 'processes'][],
  ): string[] => [...new Set(of.flatMap((each) => each.map(({ name }) => name)))];
  return {
    tags: [...inventory.tags.keys()],
    services: [...inventory.services.keys()],
    binaries: named(components.map((each) => each.binaries)),
    configs: named(components.map((each) => each.configs)),
    processes: named(components.map((each) => each.processes)),
    types: [...((declarations?.types ?? workspace.upstreams?.types)?.names() ?? [])],
    variables: (declarations?.variables.variables ?? []).map(({ keys, type, required }) => ({
      keys,
      description: `${typeText(type)}${required ? ', required' : ''}`,
    })),
    hasUpstreams: workspace.upstreams !== undefined,
    complete: workspace.complete,
  };
}
