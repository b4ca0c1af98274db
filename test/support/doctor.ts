/** `doctor` in folders of their own, on a real disk. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { nodeDisk } from '../../src/cache/disk.js';
import { examine } from '../../src/doctor/doctor.js';
import type { Finding } from '../../src/doctor/finding.js';
import { nodeSystem, type System } from '../../src/system.js';
import { temporaryFolder, tool, type Ansible } from './ansible.js';
import { writeInventory } from './tool.js';

/** A folder with the program, for a PATH. */
export const programs = temporaryFolder('programs');
symlinkSync(tool, join(programs, 'inventory-script'));
export const body =
  'tags:\n  home: {order: 1, vars: {ntp: {a: 1}, zone-name: x}}\nhosts: [{name: gena, tags: [home]}, {name: lanst, vars: {rack: a3}}]\n';

export interface Situation {
  readonly env?: Readonly<Record<string, string>>;
  /** What is named; the inventory itself by default. */
  readonly named?: string;
  readonly ansible?: Ansible;
  /** What the system answers otherwise. */
  readonly asked?: Partial<System>;
}

/** The findings in a folder; those that are fine are left out unless they are asked for. */
export async function findingsIn(
  folder: string,
  { env = {}, named = 'inventory.yaml', ansible, asked = {} }: Situation = {},
): Promise<readonly Finding[]> {
  const running: Partial<System> =
    ansible === undefined
      ? {}
      : {
          run: async (program, args, options = {}) => {
            const { code, stdout, stderr } = await ansible.run(program, args, {
              cwd: options.cwd ?? folder,
            });
            return { exitCode: Number(code), stdout, stderr };
          },
        };
  const system: System = {
    ...nodeSystem,
    cwd: folder,
    env: { PATH: programs, HOME: folder, ...env },
    ...running,
    ...asked,
  };
  const path = named === '.' ? join(folder, 'inventory.yaml') : join(folder, named);
  return await examine(system, { inventory: { path }, named, node: '20.19.0', disk: nodeDisk });
}

export const bad = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter((each) => each.level === 'error' || each.level === 'warning')
    .map(({ subject, level }) => `${level} ${subject}`);
export const about = (findings: readonly Finding[], subject: Finding['subject']): Finding =>
  findings.find((each) => each.subject === subject) ?? expect.fail(`nothing of ${subject}`);

export function fleet(text = body): string {
  const folder = temporaryFolder('fleet');
  writeInventory(folder, text);
  return folder;
}
