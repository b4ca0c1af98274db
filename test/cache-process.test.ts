/** The cache between real processes, the built program's parts, and `cache show|clear`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot, temporaryFolder, tool } from './support/ansible.js';

/** Some 300 kB of output: more than a pipe takes at once. */
const large = `hosts: [${Array.from({ length: 1500 }, (_, at) => `{name: "host${at}"}`).join(', ')}]\nvars: {text: "${'x'.repeat(100)}"}\n`;

interface Place {
  readonly folder: string;
  readonly home: string;
  readonly cache: string;
}

function place(inventory: string): Place {
  const folder = temporaryFolder('inventory');
  writeFileSync(join(folder, 'inventory.yaml'), inventory);
  const home = temporaryFolder('home');
  return { folder, home, cache: join(home, '.cache/inventory-script') };
}

function environment(
  { home }: Place,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, ...more };
}

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const on = { INVENTORY_SCRIPT_CACHE: '1' };

function start(
  at: Place,
  args: readonly string[],
  env: Readonly<Record<string, string>> = on,
): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], {
    cwd: at.folder,
    env: environment(at, env),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return { status, stdout, stderr };
}

/** Everything below a folder. */
function filesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    : [];
}

function entriesIn({ cache }: Place): string[] {
  return filesIn(cache).filter((name) => !name.startsWith('v8'));
}

describe('the cache between processes', () => {
  it('writes nothing to the disk of a user who never asked for it', () => {
    const at = place('hosts: [{name: gena}]\n');
    for (const args of [
      ['--list'],
      ['--host', 'gena'],
      ['validate'],
      ['show'],
      ['cache', 'show'],
      ['cache', 'clear'],
    ]) {
      expect(start(at, args, {}).status, args.join(' ')).to.equal(0);
    }
    expect(filesIn(at.home)).to.deep.equal([]);
  });

  it('prints the same from the cache, through every way to ask', () => {
    const at = place(large);
    const cold = start(at, ['--list', '--no-cache']);
    expect(cold.status).to.equal(0);
    for (const args of [
      ['--list'],
      ['--list'],
      ['--list', '--no-color'],
      ['--list', '--refresh-cache'],
      ['inventory.yaml', '--list'],
    ]) {
      expect(start(at, args), args.join(' ')).to.deep.equal(cold);
    }
    expect(entriesIn(at)).to.have.length(1);
    expect(start(at, ['--host', 'host7'])).to.deep.equal(
      start(at, ['--host', 'host7', '--no-cache']),
    );
  });

  it('serves many runs at once, and leaves one whole entry', async () => {
    const at = place(large);
    const expected = start(at, ['--list', '--no-cache']).stdout;
    const runs = Array.from({ length: 6 }, async (_, run) => {
      const args = run % 2 === 0 ? ['--list'] : ['--list', '--refresh-cache'];
      const child = spawn(process.execPath, [tool, ...args], {
        cwd: at.folder,
        env: environment(at, on),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const pieces: Buffer[] = [];
      for await (const piece of child.stdout) pieces.push(piece as Buffer);
      if (child.exitCode === null) await once(child, 'exit');
      return { code: child.exitCode, text: Buffer.concat(pieces).toString() };
    });
    for (const { code, text } of await Promise.all(runs)) {
      expect(code).to.equal(0);
      expect(text === expected).to.equal(true);
    }
    expect(entriesIn(at)).to.have.length(1);
    expect(start(at, ['--list']).stdout).to.equal(expected);
    expect(start(at, ['cache', 'show']).stdout).to.match(/current\n1 entry, /);
  });

  it('keeps nothing for a reader that goes away, which is no error', () => {
    const at = place(large);
    const script = '{ "$NODE" "$TOOL" --list; echo "exit $?" >&2; } | head -n 1';
    const run = spawnSync('/bin/sh', ['-c', script], {
      cwd: at.folder,
      env: environment(at, { ...on, NODE: process.execPath, TOOL: tool }),
      encoding: 'utf8',
    });
    expect(run).to.include({ stdout: '{\n', stderr: 'exit 0\n' });
    expect(entriesIn(at)).to.deep.equal([]);
  });

  it('keeps nothing of a run that fails', () => {
    const at = place('hosts: [{name: gena, tags: [none]}]\n');
    for (let round = 0; round < 2; round++)
      expect(start(at, ['--list'])).to.include({ status: 1, stdout: '' });
    expect(entriesIn(at)).to.deep.equal([]);
  });

  it('goes on where what is kept of compiled code is damaged', () => {
    const at = place('hosts: [{name: gena}]\n');
    const args = ['--list', '--refresh-cache'];
    const first = start(at, args);
    const files = filesIn(join(at.cache, 'v8'))
      .map((name) => join(at.cache, 'v8', name))
      .filter((path) => !isFolder(path));
    expect(files).to.not.be.empty;
    for (const damage of [
      (bytes: Buffer) => bytes.fill(7, bytes.length >> 1),
      (bytes: Buffer) => bytes.subarray(0, 40),
      () => Buffer.alloc(0),
      (bytes: Buffer) => bytes.fill(255, 0, 12),
    ]) {
      for (const path of files) writeFileSync(path, damage(readFileSync(path)));
      expect(start(at, args)).to.deep.equal(first);
      expect(start(at, args)).to.deep.equal(first);
    }
  });
});

describe('the parts of the program', () => {
  it('are small where an answer comes from the cache', () => {
    const entry = readFileSync(join(projectRoot, 'dist/cli.cjs'), 'utf8');
    expect(entry.length).to.be.lessThan(40_000);
    for (const name of ['yargs', 'js-yaml', 'picomatch', 'ajv', 'levenshtein'])
      expect(entry, name).to.not.include(name);
    const wanted = [...entry.matchAll(/\brequire\("([^"]+)"\)/g)].map((found) => found[1]);
    // The machine is a part of its own, which the next test sees not to be loaded.
    expect([...new Set(wanted)].sort()).to.deep.equal(['./machine.cjs', 'node:fs', 'node:path']);
  });

  it('are not loaded where an answer comes from the cache', () => {
    const at = place('hosts: [{name: gena}]\n');
    start(at, ['--list']);
    const spy = join(at.folder, 'spy.cjs');
    writeFileSync(
      spy,
      'process.on("exit", () => console.error(Object.keys(require.cache).filter((path) => /\\/dist\\//.test(path)).join(" ")));\n',
    );
    const loaded = (args: readonly string[]): string =>
      spawnSync(process.execPath, ['-r', spy, tool, ...args], {
        cwd: at.folder,
        env: environment(at, on),
        encoding: 'utf8',
      }).stderr.trim();
    for (const args of [['--list'], ['--host', 'gena']])
      expect(loaded(args)).to.equal(join(projectRoot, 'dist/cli.cjs'));
  });
});

describe('inventory-script cache', () => {
  it('shows what is kept and whether it still holds, and clears it', () => {
    const at = place('hosts: [{name: gena}]\nansible: {cache: {timeout: 300}}\n');
    start(at, ['--list'], {});
    start(at, ['--list', '--compact', '--tag', 'none']);
    const other = { ...at, folder: temporaryFolder('other') };
    writeFileSync(join(other.folder, 'inventory.yaml'), 'hosts: []\n');
    start(other, ['--list', '--compact']);
    writeFileSync(join(other.folder, 'inventory.yaml'), 'hosts: [{name: lanst}]\n');
    writeFileSync(join(at.cache, 'x.entry'), 'damaged', { mode: 0o600 });
    const text = start(at, ['cache', 'show'])
      .stdout.replaceAll(/[\d.]+ (?:B|KiB|s old)/g, 'N')
      .split('\n')
      .sort();
    expect(text).to.deep.equal(
      [
        '',
        `  ${at.folder}/inventory.yaml: 1 host, N, N, enabled by the inventory, for 300 s, current`,
        `  ${other.folder}/inventory.yaml --compact: 0 hosts, N, N, enabled by the environment, outdated`,
        '  x.entry: N, damaged',
        at.cache,
        '3 entries, N of at most 1 GiB',
      ].sort(),
    );
    const json = JSON.parse(
      start(at, ['cache', 'show', '--format', 'json', '-i', 'inventory.yaml']).stdout,
    ) as { entries: object[] };
    expect(json).to.include({ folder: at.cache, state: 'usable' });
    expect(json.entries).to.have.length(1);
    expect(json.entries[0]).to.include({
      inventory: join(at.folder, 'inventory.yaml'),
      hosts: 1,
      timeout: 300,
      enabled_by: 'inventory',
      state: 'current',
    });
    expect(start(at, ['cache', 'clear', '-i', 'inventory.yaml']).stdout).to.match(
      /^removed 1 entry, /,
    );
    expect(entriesIn(at)).to.have.length(2);
    expect(start(at, ['cache', 'clear']).status).to.equal(0);
    expect(filesIn(at.cache)).to.deep.equal([]);
  });

  it('says why a folder is not used', () => {
    const at = place('hosts: []\n');
    mkdirSync(at.cache, { recursive: true, mode: 0o755 });
    expect(start(at, ['cache', 'show']).stdout).to.equal(
      `${at.cache} (not used: others may use it: \`chmod 700\` it, or remove it)\n0 entries, 0 B of at most 1 GiB\n`,
    );
  });

  it('wants to be told what to do', () => {
    const at = place('hosts: []\n');
    expect(start(at, ['cache', 'shw'])).to.deep.include({ status: 2, stdout: '' });
    expect(start(at, ['cache'])).to.deep.include({ status: 2, stdout: '' });
  });
});

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}
