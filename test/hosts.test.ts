/** `hosts`: what it chooses, what it prints in each form, and what it says of the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from './support/command-line.js';
import { expectGolden, fixtureFolder, systemIn } from './support/golden.js';

describe('fixtures: hosts', () => {
  for (const name of readdirSync(fixtureFolder('hosts'))) {
    it(name, async () => {
      const folder = fixtureFolder('hosts', name);
      const runs = JSON.parse(readFileSync(join(folder, 'runs.json'), 'utf8')) as string[][];
      const told: string[] = [];
      for (const args of runs) {
        const { exitCode, stdout, stderr } = await runCommandLine(systemIn(folder), ['hosts', ...args]);
        told.push(`$ hosts ${args.map((each) => (/^[\w,.*/@-]+$/.test(each) ? each : JSON.stringify(each))).join(' ')}\n${stdout}${stderr}${exitCode === 0 ? '' : `exit code ${exitCode}\n`}`);
      }
      expectGolden(join(folder, 'expected.txt'), told.join('\n'), folder);
    });
  }
});
