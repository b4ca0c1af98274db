/** Runs the executable of this checkout, and reads and writes what it takes. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, type RunResult } from '../../scripts/ansible-core.mjs';
import { tool } from './ansible.js';

/** Runs `bin/inventory-script` with a clean environment of its own. */
export async function runTool(args: readonly string[], cwd?: string): Promise<RunResult> {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('INVENTORY_SCRIPT_'));
  return await run(tool, args, { cwd, env: Object.fromEntries(env) });
}

/** What `--list` prints for an inventory; throws with its diagnostics where it fails. */
export async function listOf(inventory: string): Promise<string> {
  const { code, stdout, stderr } = await runTool([inventory, '--list']);
  if (code !== 0 || stderr !== '')
    throw new Error(`--list of ${inventory} ended with ${code}:\n${stderr}`);
  return stdout;
}

/** Writes an executable inventory with shebang and guard, and gives its path. */
export function writeInventory(folder: string, body: string, name = 'inventory.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/usr/bin/env inventory-script\nplugin: inventory-script\n${body}`);
  chmodSync(path, 0o755);
  return path;
}
