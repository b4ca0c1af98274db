/** `bin/inventory-script` as a file: what it does before the program proper is loaded, and what Ansible makes of it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { transformSync } from 'esbuild';
import { ansibleVersions, projectRoot, temporaryFolder, tool } from './support/ansible.js';

const guard = '// not an Ansible INI inventory (this file is a program)';

/** A copy of `bin/` beside a `dist/` whose program is this text; without a text it is not built. */
function checkout(program?: string): string {
  const root = temporaryFolder('checkout');
  cpSync(join(projectRoot, 'bin'), join(root, 'bin'), { recursive: true });
  if (program !== undefined) {
    mkdirSync(join(root, 'dist'));
    writeFileSync(join(root, 'dist/cli.cjs'), program);
  }
  return root;
}

/** A folder for the PATH with one `node` in it: this one, but it says that it is `version`. */
function nodeOf(version: string): string {
  const folder = temporaryFolder('path');
  const versions = `Object.assign({}, process.versions, {node: ${JSON.stringify(version)}})`;
  writeFileSync(
    join(folder, 'version.cjs'),
    `Object.defineProperty(process, 'versions', {value: ${versions}});\n`,
  );
  writeFileSync(
    join(folder, 'node'),
    `#!/bin/sh\nexec '${process.execPath}' -r '${folder}/version.cjs' "$@"\n`,
  );
  chmodSync(join(folder, 'node'), 0o755);
  return folder;
}

function start(
  executable: string,
  path: string,
  args: readonly string[] = ['--list'],
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(executable, args, { encoding: 'utf8', env: { PATH: path } });
}

const thisNode = nodeOf(process.versions.node);

describe('bin/inventory-script', () => {
  it('runs the built program with the arguments as they are', () => {
    const root = checkout('console.log(JSON.stringify(process.argv.slice(2)))');
    const args = ['--list', '', 'a b', '$HOME', '*', "it's", '日本', '-'];
    const run = start(join(root, 'bin/inventory-script'), thisNode, args);
    expect(run).to.include({ status: 0, stdout: `${JSON.stringify(args)}\n`, stderr: '' });
  });

  it('shows the program the path of the symlink that was called, and its own folder', () => {
    const root = checkout('console.log(process.argv[1]); console.log(__dirname)');
    const folder = temporaryFolder('links');
    symlinkSync(join(root, 'bin/inventory-script'), join(folder, 'gena inventory'));
    const run = start(join(folder, 'gena inventory'), thisNode);
    expect(run).to.include({
      status: 0,
      stdout: `${folder}/gena inventory\n${root}/dist\n`,
      stderr: '',
    });
  });

  it('passes on the exit code and both streams of the program', () => {
    const root = checkout(
      'process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 70',
    );
    expect(start(join(root, 'bin/inventory-script'), thisNode)).to.include({
      status: 70,
      stdout: 'out',
      stderr: 'err',
    });
  });

  it('can be run by node itself', () => {
    const root = checkout('console.log(process.argv[2])');
    const run = spawnSync(process.execPath, [join(root, 'bin/inventory-script'), '--list'], {
      encoding: 'utf8',
    });
    expect(run).to.include({ status: 0, stdout: '--list\n', stderr: '' });
  });

  const versions: [version: string, runs: boolean][] = [
    ['0.12.18', false],
    ['18.20.8', false],
    ['20.18.3', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['21.7.3', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['23.11.1', false],
    ['24.0.0', true],
    ['100.0.0', true],
  ];
  for (const [version, runs] of versions) {
    it(`${runs ? 'runs with' : 'names what it needs on'} Node ${version}`, () => {
      const run = start(
        join(checkout('console.log("ran")'), 'bin/inventory-script'),
        nodeOf(version),
      );
      if (runs) expect(run).to.include({ status: 0, stdout: 'ran\n', stderr: '' });
      else {
        const stderr = `inventory-script: this is Node ${version} (${process.execPath}), it needs 20.19, 22.12 or 24 and newer\n`;
        expect(run).to.include({ status: 1, stdout: '', stderr });
      }
    });
  }

  it('agrees with the engines of package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).to.equal('^20.19 || ^22.12 || >=24');
  });

  it('says in one line that there is no Node', () => {
    const run = start(
      join(checkout('console.log("ran")'), 'bin/inventory-script'),
      temporaryFolder('empty'),
    );
    const stderr =
      'inventory-script: no node on the PATH: install Node.js 20.19, 22.12 or 24 and newer\n';
    expect(run).to.include({ status: 1, stdout: '', stderr });
  });

  it('says in one line that it is not built', () => {
    const root = checkout();
    const run = start(join(root, 'bin/inventory-script'), thisNode);
    expect(run).to.include({
      status: 1,
      stdout: '',
      stderr: `inventory-script: it is not built: run \`npm ci\` in ${root}\n`,
    });
  });

  it('is executable, has the guard in its second line, and is syntax that the oldest Node reads', () => {
    const text = readFileSync(tool, 'utf8');
    expect(spawnSync('/bin/sh', ['-c', `test -x '${tool}'`]).status).to.equal(0);
    expect(text.split('\n')[1]).to.include(guard);
    expect(transformSync(text, { target: 'es5' }).code).to.equal(
      transformSync(text, { target: 'esnext' }).code,
    );
  });
});

describe('a failing run of bin/inventory-script under Ansible', () => {
  const failures: [how: string, program: string | undefined, path: string, says: string][] = [
    ['no Node', '', temporaryFolder('empty'), 'no node on the PATH'],
    ['a Node too old', '', nodeOf('18.20.8'), 'this is Node 18.20.8'],
    ['no build', undefined, thisNode, 'it is not built'],
    [
      'an error in the inventory',
      'console.error("inventory.yaml:1:1: error: broken"); process.exitCode = 1',
      thisNode,
      'inventory.yaml:1:1: error: broken',
    ],
  ];
  for (const [how, program, path, says] of failures) {
    it(`leaves no phantom host and shows the cause: ${how}`, async () => {
      const versions = await ansibleVersions();
      expect(versions).to.not.be.empty;
      const executable = join(checkout(program), 'bin/inventory-script');
      for (const ansible of versions) {
        const run = await ansible.run('ansible-inventory', ['-i', executable, '--graph'], {
          env: { PATH: path },
        });
        expect(run.stdout, ansible.label).to.equal('@all:\n  |--@ungrouped:\n');
        expect(run.stderr.replaceAll(/\s+/g, ' '), ansible.label).to.include(says);
      }
    });
  }

  it('stops Ansible where any_unparsed_is_failed is set', async () => {
    for (const ansible of await ansibleVersions()) {
      const cwd = temporaryFolder('play');
      writeFileSync(join(cwd, 'ansible.cfg'), '[inventory]\nany_unparsed_is_failed = true\n');
      const run = await ansible.run(
        'ansible-inventory',
        ['-i', join(checkout(), 'bin/inventory-script'), '--graph'],
        { cwd },
      );
      expect(run.code, ansible.label).to.not.equal(0);
    }
  });
});
