/** Commands that take `--watch`. */
import type { System } from '../../system.js';
import type { CommandResult } from '../terminal/output.js';
import { watchCommand } from './watch.js';

/** Runs a command once, or again and again where it is to watch; `system` as it is given to it is the one to ask. */
export function watchedOrOnce(
  system: System,
  isWatched: boolean,
  command: (system: System) => CommandResult | Promise<CommandResult>,
): CommandResult | Promise<CommandResult> {
  return isWatched ? watchCommand(system, command) : command(system);
}
