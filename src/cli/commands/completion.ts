/** `completion SHELL`: prints a script for a shell. */
import { defineCommand } from '../arguments/define-command.js';
import { completionScript, type Shell } from '../completion/scripts.js';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'print a script that completes commands, flags, and the names in the inventory',
  operands: {
    SHELL: {
      description: 'the shell that is to read the script',
      values: {
        bash: 'source <(inventory-script completion bash)',
        zsh: 'source <(inventory-script completion zsh), behind compinit',
        fish: 'inventory-script completion fish | source',
      } satisfies Record<Shell, string>,
    },
  },
  flags: {},
  examples: ['inventory-script completion bash'],
  isAboutInventory: false,
  isQuick: true,
  run: (_, { SHELL: shell }) => ({ exitCode: 0, stdout: completionScript(shell), stderr: '' }),
});
