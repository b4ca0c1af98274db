/**
 * `import` against the oldest and the newest Ansible: every inventory in `fixtures/import` becomes one of this format,
 * proven equal, or is refused with its message. `args.json` holds the arguments where they are not `-i hosts`; `programs.txt`
 * says `real` where a configuration of its own counts, and `none` where there is no Ansible. Where the cores differ, what
 * the oldest gives is in files of its own.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { CommandResult } from '../src/cli/terminal/output.js';
import { runProgram } from '../src/cli/program.js';
import { nodeSystem, type System } from '../src/system.js';
import { ansibleVersions, temporaryFolder, tool } from './support/ansible.js';
import { startAnsible, type AnsibleServer } from './support/ansible-server.js';
import { fixtureFolder } from './support/golden.js';

const updates = process.env.UPDATE_GOLDEN === '1';
const versions = await ansibleVersions();
const servers = await Promise.all(versions.map(startAnsible));
const cases = readdirSync(fixtureFolder('import')).sort();

/** What is written, and what is said, with the folder of the sources called {here}. */
interface Imported {
  readonly exitCode: number;
  readonly inventory: string;
  readonly report: string;
}

describe('import', () => {
  after(() => {
    for (const server of servers) server.stop();
  });

  it('has Ansible to ask, and enough to ask about', () => {
    expect(servers).to.have.length.greaterThan(1);
    expect(cases.filter(isImported)).to.have.length.of.at.least(40);
  });

  for (const name of cases) {
    it(name, async function () {
      this.timeout(60_000);
      const results = await Promise.all(servers.map((server) => importCase(name, server)));
      const [newest] = results.slice(-1);
      if (newest === undefined) throw new Error('no Ansible');
      expect(results.map(({ exitCode }) => exitCode)).to.deep.equal(
        results.map(() => newest.exitCode),
      );
      for (const [at, { inventory, report }] of [...results].reverse().entries()) {
        const isOldest = at > 0;
        compare(name, 'inventory', 'yaml', inventory, isOldest ? newest.inventory : undefined);
        compare(name, 'report', 'txt', report, isOldest ? newest.report : undefined);
      }
    });
  }
});

async function importCase(name: string, server: AnsibleServer): Promise<Imported> {
  const folder = temporaryFolder('import');
  cpSync(join(fixtureFolder('import', name), 'source'), folder, { recursive: true });
  const { exitCode, stdout, stderr } = await runProgram(
    systemOf(name, server, folder),
    ['import', ...argumentsOf(name)],
    tool,
  );
  const here = (text: CommandResult['stdout']): string =>
    (typeof text === 'string' ? text : [...text].join('')).replaceAll(folder, '{here}');
  return { exitCode, inventory: here(stdout), report: here(stderr) };
}

function systemOf(name: string, server: AnsibleServer, folder: string): System {
  const path = join(fixtureFolder('import', name), 'programs.txt');
  switch (existsSync(path) ? readFileSync(path, 'utf8').trim() : '') {
    case 'real':
      return server.realSystemIn(folder);
    case 'none':
      return { ...nodeSystem, cwd: folder, env: { PATH: folder } };
    default:
      return server.systemIn(folder);
  }
}

function argumentsOf(name: string): readonly string[] {
  const path = join(fixtureFolder('import', name), 'args.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as string[]) : ['-i', 'hosts'];
}

function isImported(name: string): boolean {
  return existsSync(join(fixtureFolder('import', name), 'inventory.yaml'));
}

/** Compares with the golden file; `newest` is what the newest core gives, where this is the oldest. */
function compare(
  name: string,
  stem: string,
  end: string,
  actual: string,
  newest: string | undefined,
): void {
  const folder = fixtureFolder('import', name);
  const [common, own] = [join(folder, `${stem}.${end}`), join(folder, `${stem}.oldest.${end}`)];
  if (updates) {
    if (newest === undefined) write(common, actual);
    else if (actual === newest) rmSync(own, { force: true });
    else write(own, actual);
  }
  const path = newest !== undefined && existsSync(own) ? own : common;
  expect(actual, `${path}; run with UPDATE_GOLDEN=1 to write it, then read it`).to.equal(
    existsSync(path) ? readFileSync(path, 'utf8') : '',
  );
}

function write(path: string, text: string): void {
  if (text === '') rmSync(path, { force: true });
  else writeFileSync(path, text);
}
