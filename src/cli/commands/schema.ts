/**
 * `schema [KIND]`: a JSON Schema of the format for editors; where an inventory is named, with the names that it defines.
 * An inventory with faults has one too: of what could be read.
 */
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { failure } from '../terminal/report-failure.js';
import { loadInventory, type LoadedInventory } from '../../pipeline.js';
import { jsonSchema, type SchemaNames } from '../../report/json-schema.js';
import type { System } from '../../system.js';
import { typeText } from '../../types/type.js';
import { defineCommand } from '../arguments/define-command.js';

export const schemaCommand = defineCommand({
  name: 'schema',
  summary:
    'print a JSON Schema of the format for editors; with -i one that knows the names in the inventory',
  operands: {
    KIND: {
      description: 'the kind of file',
      isOptional: true,
      values: {
        inventory: 'the inventory itself (default)',
        included: 'a file that it includes',
        service: 'the file of a service',
      },
    },
  },
  flags: {},
  examples: ['inventory-script schema -i inventory.yaml > inventory.schema.json'],
  run: (context, { KIND: kind = 'inventory' }) => runSchema(context.system, context, kind),
});

const kinds = {
  inventory: 'inventory',
  included: 'included_file',
  service: 'service_file',
} as const;

type SchemaKind = keyof typeof kinds;

function runSchema(system: System, given: Given, kind: SchemaKind): CommandResult {
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
