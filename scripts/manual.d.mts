type Usage = typeof import('../src/cli/usage.js');
type Help = typeof import('../src/cli/arguments/help.js');

export function manPage(usage: Usage, help: Help, version: string): string;
export function commandsPage(page: string, usage: Usage, help: Help): string;
