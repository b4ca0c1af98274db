export interface Manual {
  readonly commands: readonly import('../src/cli/arguments/define-command.js').CommandUsage[];
  readonly help: typeof import('../src/cli/arguments/help.js');
  readonly surroundings: typeof import('../src/cli/arguments/environment.js');
}

export function manPage(manual: Manual, version: string): string;
export function commandsPage(page: string, manual: Manual): string;
