/** All commands, in the order of the help. A new one is a file below `commands` and a line here. */
import type { Command } from './arguments/define-command.js';
import { answerCommand } from './commands/answer.js';
import { applyCommand } from './commands/apply.js';
import { cacheCommand } from './commands/cache.js';
import { completionCommand } from './commands/completion.js';
import { diffCommand } from './commands/diff.js';
import { doctorCommand } from './commands/doctor.js';
import { explainCommand } from './commands/explain.js';
import { exportsCommand } from './commands/exports.js';
import { graphCommand } from './commands/graph.js';
import { hostsCommand } from './commands/hosts.js';
import { importCommand } from './commands/import.js';
import { initCommand } from './commands/init.js';
import { lintCommand } from './commands/lint.js';
import { lspCommand } from './commands/lsp.js';
import { reportCommand } from './commands/report.js';
import { schemaCommand } from './commands/schema.js';
import { showCommand } from './commands/show.js';
import { stateCommand } from './commands/state.js';
import { validateCommand } from './commands/validate.js';

export const commands: readonly Command[] = [
  answerCommand,
  validateCommand,
  lintCommand,
  showCommand,
  explainCommand,
  diffCommand,
  hostsCommand,
  graphCommand,
  reportCommand,
  cacheCommand,
  doctorCommand,
  completionCommand,
  initCommand,
  applyCommand,
  exportsCommand,
  stateCommand,
  importCommand,
  lspCommand,
  schemaCommand,
];
