/**
 * The program as one file without Node: packaged for this machine, and run as people and Ansible run it. On a machine
 * where the Node that goes into it cannot be had, the script says so, and that is what is tested.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { ansibleVersions, projectRoot, temporaryFolder, toolPath } from './support/ansible.js';
import { startClient } from './support/language-client.js';
import { writeInventory } from './support/tool.js';

const script = join(projectRoot, 'scripts/package.mjs');
const wrapper = join(projectRoot, 'build/inventory-script');
const unavailable =
  /^package: (?:the package node-linux-\w+@\S+ cannot be had, so there is no binary for linux-\w+: .+|it runs on Linux, x64 or arm64, not on .+)\n$/;

describe('the standalone binary', function () {
  this.timeout(240_000);
  let isThere = false;

  before(() => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, '--arch', process.arch],
      { cwd: projectRoot, encoding: 'utf8' },
    );
    isThere = status === 0;
    if (isThere)
      expect(stdout).to.match(/inventory-script-linux-\w+ \d+ MiB, sha256 [0-9a-f]{64}\n$/);
    else expect(stderr).to.match(unavailable);
    process.stderr.write(isThere ? '' : stderr);
  });

  /** Runs the wrapper with nothing in the environment but what is given. */
  function run(
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>> = {},
    program = wrapper,
  ): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      env: { ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  const body =
    'include: ["more/*.yaml"]\ntags: {home: {order: 1, vars: {text: "{{ x }}"}}}\nhosts: [{name: gena, tags: [home], vars: {list: [a\n  ], sum: !append [1]}}]\nansible: {compose: {two: "1 + 1"}}\n';

  function fleet(text = body): string {
    const folder = temporaryFolder('standalone');
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more/hosts.yaml'), 'hosts: [{name: lanst}]\n');
    writeInventory(folder, text);
    return folder;
  }

  it('prints what the installed program prints, without Node and without an environment', () => {
    if (!isThere) return;
    const folder = fleet();
    for (const args of [
      ['--list'],
      ['--host', 'gena'],
      ['show', '--format', 'yaml'],
      ['graph', '--format', 'svg'],
      ['hosts', '~g', '--where', 'two == 2', '--format', 'json'],
      ['explain', 'gena'],
      ['validate'],
      ['doctor', '--format', 'json'],
      ['--help'],
      ['completion', 'fish'],
      ['__complete', 'fish', 'inventory-script', 'show', '--host', ''],
      ['valdate'],
    ]) {
      const here = run(args, folder);
      const installed = spawnSync(
        process.execPath,
        [join(projectRoot, 'bin/inventory-script'), ...args],
        { cwd: folder, env: {}, encoding: 'utf8' },
      );
      const told = (text: string): string => text.replaceAll(/Node \d+\.\d+\.\d+/g, 'Node');
      expect(told(here.stdout), args.join(' ')).to.equal(told(installed.stdout));
      expect({ status: here.status, stderr: here.stderr }, args.join(' ')).to.deep.equal({
        status: installed.status,
        stderr: installed.stderr,
      });
    }
    expect(run(['--version'], folder).stdout).to.match(
      /^inventory-script \d+\.\d+\.\d+ \(Node 24\.\d+\.\d+, linux-/,
    );
  });

  it('serves an editor', async () => {
    if (!isThere) return;
    const folder = fleet();
    const client = await startClient(folder, ['lsp'], [wrapper]);
    const text = `upstreams: {net: {source: net}}\n${body.replace('[home]', '[hom]')}`;
    await client.open(join(folder, 'inventory.yaml'), text);
    const found = await client.diagnostics(
      join(folder, 'inventory.yaml'),
      (each) => each.length > 0,
    );
    expect(found.map((each) => each.code)).to.include.members([
      'upstream/source',
      'check/unknown-tag',
    ]);
    expect(await client.end()).to.deep.equal({ code: 0, stderr: '' });
  });

  it('tells what is wrong with a broken inventory', () => {
    if (!isThere) return;
    const folder = fleet('hosts: [\n');
    const { status, stdout, stderr } = run(['--list'], folder);
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.match(/^inventory\.yaml:3:8: error: .*\[syntax\/invalid\]\n$/);
  });

  it('finds an inventory beside the link that it was called by', () => {
    if (!isThere) return;
    const folder = fleet();
    symlinkSync(wrapper, join(folder, 'hosts'));
    const { status, stdout } = run(['--list'], '/', {}, join(folder, 'hosts'));
    expect(status).to.equal(0);
    expect(JSON.parse(stdout))
      .to.have.nested.property('all.hosts')
      .that.deep.equals(['gena', 'lanst']);
  });

  it('keeps and uses its cache', () => {
    if (!isThere) return;
    const folder = fleet();
    const env = { INVENTORY_SCRIPT_CACHE: '1', INVENTORY_SCRIPT_CACHE_DIR: join(folder, 'cache') };
    const first = run(['--list'], folder, env);
    expect(run(['--list'], folder, env)).to.deep.equal(first);
    expect(run(['cache', 'show'], folder, env).stdout).to.include('current');
  });

  it('is an inventory source to Ansible, and a failing one leaves no phantom host', async () => {
    if (!isThere) return;
    const versions = await ansibleVersions();
    expect(versions).to.not.be.empty;
    const alone = join(temporaryFolder('alone'), 'inventory-script');
    copyFileSync(wrapper, alone);
    for (const ansible of versions) {
      const good = await ansible.run('ansible-inventory', ['-i', wrapper, '--list', '--export'], {
        cwd: fleet(),
      });
      expect({ code: good.code, stderr: good.stderr }, ansible.label).to.deep.equal({
        code: 0,
        stderr: '',
      });
      expect(JSON.parse(good.stdout)).to.have.nested.property('_meta.hostvars.gena.two');
      for (const [source, says] of [
        [wrapper, 'is never closed'],
        [alone, 'No such file'],
      ] as const) {
        const bad = await ansible.run('ansible-inventory', ['-i', source, '--graph'], {
          cwd: fleet('hosts: [\n'),
        });
        expect(bad.stdout, ansible.label).to.equal('@all:\n  |--@ungrouped:\n');
        expect(bad.stderr.replaceAll(/\s+/g, ' '), ansible.label).to.include(says);
      }
    }
  });

  it('runs an inventory by its shebang', async () => {
    if (!isThere) return;
    const folder = fleet();
    const programs = temporaryFolder('programs');
    symlinkSync(wrapper, join(programs, 'inventory-script'));
    for (const ansible of await ansibleVersions()) {
      const { code, stdout } = await ansible.run(
        'ansible-inventory',
        ['-i', join(folder, 'inventory.yaml'), '--graph'],
        { cwd: folder, env: { PATH: `${programs}:/usr/bin:/bin:${toolPath()}` } },
      );
      expect({ code, stdout }, ansible.label).to.deep.equal({
        code: 0,
        stdout: '@all:\n  |--@ungrouped:\n  |  |--lanst\n  |--@home:\n  |  |--gena\n',
      });
    }
  });

  it('comes with the licences of everything in it', () => {
    if (!isThere) return;
    const text = readFileSync(join(dirname(wrapper), 'LICENSES.txt'), 'utf8');
    for (const name of ['inventory-script', 'yargs', 'chokidar', 'js-yaml', 'Node.js 24.'])
      expect(text).to.include(`\n${name}`.replace(/^\ninventory-script/, 'inventory-script'));
  });
});

describe('npm run package', () => {
  it('says where the Node of the binary cannot be had, and makes nothing', () => {
    const cache = temporaryFolder('no-node');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, '--cache', join(cache, 'node')],
      {
        cwd: projectRoot,
        encoding: 'utf8',
        env: {
          ...process.env,
          npm_config_registry: 'http://127.0.0.1:9',
          npm_config_cache: join(cache, 'npm'),
          npm_config_fetch_retries: '0',
        },
      },
    );
    expect({ status, stdout }).to.deep.equal({ status: 3, stdout: '' });
    expect(stderr).to.match(unavailable);
    expect(existsSync(join(cache, 'node', `node-v24.22.3-linux-${process.arch}`))).to.equal(false);
  });
});
