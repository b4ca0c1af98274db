/** An upstream whose exports are secret, and what commands print of it. */
import { expect } from 'chai';
import { runCommandLine } from './command-line.js';
import { memorySystem, type MemorySystem } from './memory-system.js';

/** Every value holds `topsecret`, and every key that only the upstream knows `hidden_`. */
export const secrets = {
  creds: { hidden_one: 'topsecret-1', hidden_two: 'topsecret-2' },
  tree: { hidden_top: { hidden_deep: ['topsecret-3'] } },
  items: ['topsecret-4', 'topsecret-5'],
  token: 'topsecret-6',
  spelled: { port: 'topsecret-7' },
};

/** The values are in its state. */
export const network = `hosts: []
exports:
  creds: {type: map<string>, sensitive: true}
  tree: {type: any, sensitive: true}
  items: {type: list<string>, sensitive: true}
  token: {type: string, sensitive: true}
  spelled: {type: map<string>, sensitive: true}
`;

/** The same values, written by the upstream itself. */
export const declared = `hosts: []
exports:
${Object.entries(secrets)
  .map(([name, value]) => {
    const type = name === 'tree' ? 'any' : Array.isArray(value) ? 'list<string>' : 'map<string>';
    return `  ${name}: {type: ${name === 'token' ? 'string' : type}, sensitive: true, value: ${JSON.stringify(value)}}\n`;
  })
  .join('')}`;

/** Both inventories below `/fleet`, the upstream applied. */
export async function secretFleet(upstream: string, consumer: string): Promise<MemorySystem> {
  const system = memorySystem(
    {
      '/fleet/network/inventory.yaml': upstream,
      '/fleet/web/inventory.yaml': consumer,
      '/fleet/values.json': JSON.stringify(secrets),
    },
    { cwd: '/fleet' },
  );
  const sets = upstream === network ? ['--set-file', 'values.json'] : [];
  const applied = await printed(system, 'apply', '-i', 'network', ...sets, '--allow-sensitive');
  expect(applied.text).to.not.match(/topsecret|hidden/);
  expect(applied.exitCode, applied.text).to.equal(0);
  return system;
}

/** Runs a command line; gives all that it prints. */
export async function printed(
  system: MemorySystem,
  ...args: readonly string[]
): Promise<{ readonly exitCode: number; readonly text: string }> {
  const { exitCode, stdout, stderr } = await runCommandLine(system, args);
  return { exitCode, text: stdout + stderr };
}
