/** Which parts of the built program a run loads: what Ansible calls loads no command line, and a TAB no command. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot, temporaryFolder } from './support/ansible.js';

const folder = temporaryFolder('parts');
const program = join(projectRoot, 'dist/cli.cjs');
const inventory = 'tags:\n  show: {order: 1}\nhosts:\n  - name: gena\n    tags: [show]\n';

interface Run {
  readonly status: number | null;
  readonly parts: string;
  readonly stderr: string;
}

/** Runs the program in a folder, and names the parts that it has loaded in the end. */
function run(line: string): Run {
  const args = line.split(' ');
  const script = `
    process.argv.splice(1, 0, ${JSON.stringify(program)});
    process.on('exit', () => {
      const names = Object.keys(require.cache).map((path) => require('node:path').basename(path));
      require('node:fs').writeSync(2, 'parts: ' + names.join(' '));
    });
    require(${JSON.stringify(program)});`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script, '--', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, INVENTORY_SCRIPT_CACHE: '0' },
  });
  const [said = '', parts = ''] = stderr.split('parts: ');
  return { status, parts, stderr: said };
}

describe('the parts of the program', () => {
  before(() => {
    for (const name of ['fleet', 'show']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'inventory.yaml'), inventory);
    }
    writeFileSync(join(folder, 'inventory.yaml'), inventory);
  });

  const rows: [line: string, parts: string][] = [
    ['inventory.yaml --list', 'cli.cjs hot.cjs'],
    ['--list --tag show', 'cli.cjs hot.cjs'],
    ['./show --list', 'cli.cjs hot.cjs'],
    ['fleet --list', 'cli.cjs usage.cjs hot.cjs'],
    ['-i fleet --host gena', 'cli.cjs usage.cjs hot.cjs'],
    ['--help', 'cli.cjs program.cjs'],
    ['completion bash', 'cli.cjs program.cjs'],
    ['__complete bash inventory-script cache ', 'cli.cjs complete.cjs'],
  ];
  for (const [line, parts] of rows) {
    it(`that ${line} loads are ${parts}`, () => {
      const { parts: loaded, stderr } = run(line);
      expect(stderr).to.equal('');
      expect(loaded).to.match(new RegExp(`^${parts.replaceAll('.', '\\.')}`));
      expect(loaded.includes('program.cjs')).to.equal(parts.includes('program.cjs'));
    });
  }

  it('take a word that is a command for one, though a folder has that name', () => {
    expect(run('show --list')).to.deep.include({
      status: 2,
      stderr:
        'inventory-script: show takes no --list; it belongs to what Ansible calls (see inventory-script show --help)\n',
    });
  });

  it('suggest the command where a word is neither', () => {
    const { status, stderr } = run('--list valdate');
    expect(status).to.equal(1);
    expect(stderr).to.include('there is no file `valdate`').and.include('the command `validate`');
  });
});
