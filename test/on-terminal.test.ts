/** What differs where a person reads on a terminal, with real terminals; and a reader that goes away. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder, projectRoot, tool } from './support/ansible.js';
import { runOnTerminal } from './support/terminal.js';

const folder = temporaryFolder('terminal');

describe('on a terminal', () => {
  before(() => {
    writeFileSync(join(folder, 'inventory.yaml'), 'hosts: [{name: gena, tags: [ips]}]\n');
    writeFileSync(join(folder, 'good.yaml'), `hosts: [{name: "web[0001:5000]"}]\n`);
  });

  it('messages show the source, in colour unless that is unwanted', async () => {
    const rows: [args: string[], env: Record<string, string>, isColoured: boolean][] = [
      [[], {}, true],
      [[], { NO_COLOR: '1' }, false],
      [[], { NO_COLOR: '' }, true],
      [[], { TERM: 'dumb' }, false],
      [[], { NO_COLOR: '1', FORCE_COLOR: '1' }, true],
      [['--no-color'], { FORCE_COLOR: '1' }, false],
    ];
    for (const [args, env, isColoured] of rows) {
      const { code, shown } = await runOnTerminal(tool, ['validate', ...args], {
        cwd: folder,
        env,
      });
      expect(code).to.equal(1);
      expect(stripVTControlCharacters(shown)).to.include('--> inventory.yaml:1:29\n');
      expect(
        stripVTControlCharacters(shown) !== shown,
        `${args.join(' ')} ${JSON.stringify(env)}`,
      ).to.equal(isColoured);
    }
  });

  it('help is as wide as the terminal, up to 100 columns', async () => {
    for (const [columns, most] of [
      [70, 70],
      [200, 100],
    ] as const) {
      const { shown } = await runOnTerminal(tool, ['--help'], { columns });
      const widest = Math.max(...shown.split('\n').map((line) => line.length));
      expect(widest).to.be.within(most - 10, most);
    }
  });

  it('short work shows no progress, and nothing is left on the line', async () => {
    const { code, shown } = await runOnTerminal(tool, ['validate'], {
      cwd: folder,
      streams: 'stderr',
      env: { NO_COLOR: '1' },
    });
    expect(code).to.equal(1);
    expect(shown)
      .to.match(/^error: .*\n/)
      .and.not.include('at work');
  });

  it('long work shows for how long and what it has read, until it is done', async () => {
    const script = join(folder, 'work.ts');
    writeFileSync(
      script,
      `
      import { withProgress } from ${JSON.stringify(join(projectRoot, 'src/cli/terminal/progress.ts'))};
      import { nodeSystem } from ${JSON.stringify(join(projectRoot, 'src/system.ts'))};
      void withProgress(nodeSystem, (system) => {
        system.readFile('inventory.yaml');
        for (const end = Date.now() + 3000; Date.now() < end; );
      }).then(() => { process.stderr.write('done\\n'); });
    `,
    );
    const { code, shown } = await runOnTerminal(process.execPath, ['--import', 'tsx', script], {
      cwd: projectRoot,
    });
    expect(code).to.equal(0);
    expect(shown.replaceAll('\r\x1b[K', '<clear>')).to.match(
      /^(?:<clear>inventory-script: at work for \d+ s, [01] files? read)+<clear>done\n$/,
    );
    const piped = spawnSync(process.execPath, ['--import', 'tsx', script], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    expect(piped.stderr).to.equal('done\n');
  });
});

describe('a reader that goes away', () => {
  for (const args of [
    'good.yaml --list',
    'show good.yaml',
    'show good.yaml --format yaml',
    'show good.yaml --format text',
    'validate inventory.yaml --format json',
    '--help',
  ]) {
    it(`ends ${args} quietly`, () => {
      const run = spawnSync('/bin/sh', ['-c', `"$TOOL" ${args} | head -n 1`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, TOOL: tool },
      });
      expect(run.stderr).to.equal('');
      expect(run.stdout.split('\n')).to.have.length(2);
    });
  }
});
