/** `lsp`: serves an editor over standard input and output until the editor ends it. */
import { serve } from '../../lsp/server.js';
import type { System } from '../../system.js';
import type { Given } from '../arguments/given.js';
import { failure } from '../ansible/hot.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { version } from '../version.js';

/** Ends only where the inventory that is named is not there. */
export async function runLsp(system: System, given: Given): Promise<CommandResult> {
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
