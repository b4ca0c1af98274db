/** `lsp`: serves an editor over standard input and output until the editor ends it. */
import { serve } from '../../lsp/server.js';
import type { System } from '../../system.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { failure } from '../terminal/report-failure.js';
import { version } from '../version.js';
import { defineCommand } from '../arguments/define-command.js';
import { operands } from '../flags.js';

export const lspCommand = defineCommand({
  name: 'lsp',
  summary:
    'serve an editor: what validate says while you type, completion, hover, definitions, renaming',
  operands: { FILE: operands.file },
  flags: {
    stdio: {
      kind: 'switch',
      description: 'talk over standard input and output, as it does anyway',
    },
  },
  examples: ['inventory-script lsp --stdio'],
  isQuick: true,
  run: (context) => runLsp(context.system, context),
});

/** Ends only where the inventory that is named is not there. */
async function runLsp(system: System, given: Given): Promise<CommandResult> {
  const located = given.file === undefined ? undefined : locateInventory(system, given);
  if (located !== undefined && 'error' in located)
    return failure(system, [located.error], given.colour);
  serve(system, {
    input: process.stdin,
    output: process.stdout,
    inventory: located?.path,
    version,
  });
  return await new Promise<never>(() => undefined);
}
