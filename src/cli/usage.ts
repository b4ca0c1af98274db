/**
 * All commands as plain data, without what they run: all that completion needs. The build puts the data itself in the
 * place of this module (`scripts/build.mjs`), so that a TAB loads no command.
 */
import type { CommandUsage } from './arguments/define-command.js';
import { commands } from './commands.js';

export const usages: readonly CommandUsage[] = commands;
