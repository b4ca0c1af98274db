import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { nodeSystem, type System } from '../src/system.js';
import { memorySystem } from './support/memory-system.js';

/** The same small world on disk and in memory: whatever is said of one must hold for the other. */
function worlds(): { name: string; system: System; root: string; close: () => void }[] {
  const root = mkdtempSync(join(tmpdir(), 'system-'));
  writeFileSync(join(root, 'gena.yaml'), 'hosts: []\n');
  symlinkSync('gena.yaml', join(root, 'link.yaml'));
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('nowhere', join(root, 'dangling'));
  nodeSystem.makeFolder(join(root, 'home/deep'));
  const memory = memorySystem({
    '/w/gena.yaml': 'hosts: []\n',
    '/w/link.yaml': { linkTo: 'gena.yaml' },
    '/w/loop': { failure: 'io-error' },
    '/w/dangling': { linkTo: 'nowhere' },
    '/w/home/deep': { folder: true },
  });
  const close = (): void => {
    rmSync(root, { recursive: true });
  };
  return [
    { name: 'on disk', system: nodeSystem, root, close },
    { name: 'in memory', system: memory, root: '/w', close: () => undefined },
  ];
}

describe('System', () => {
  for (const world of worlds()) {
    describe(world.name, () => {
      const { system } = world;
      const at = (path: string): string => `${world.root}/${path}`;
      after(world.close);

      it('reads a file through a link, and says why it cannot', () => {
        const read = system.readFile(at('link.yaml'));
        expect('bytes' in read && new TextDecoder().decode(read.bytes)).to.equal('hosts: []\n');
        expect(system.readFile(at('none.yaml'))).to.include({ failure: 'missing' });
        expect(system.readFile(at('home'))).to.include({ failure: 'folder' });
        expect(system.readFile(at('dangling'))).to.include({ failure: 'missing' });
        expect(system.readFile(at('loop'))).to.include({ failure: 'io-error' });
      });

      it('stamps a file by its content, through every path to it, and says the same of an unreadable one as reading', () => {
        const read = system.readFile(at('gena.yaml'));
        const stamp = system.stampOf(at('link.yaml'));
        expect('stamp' in read && read.stamp).to.deep.equal(stamp);
        for (const path of ['none.yaml', 'home', 'dangling', 'loop']) {
          expect(system.stampOf(at(path)), path).to.deep.equal(system.readFile(at(path)));
        }
      });

      it('knows what stands at a path and never throws', () => {
        expect(system.kindOf(at('link.yaml'))).to.equal('file');
        expect(system.kindOf(at('home'))).to.equal('folder');
        expect(system.kindOf(at('none'))).to.equal(undefined);
        expect(system.kindOf(at('dangling'))).to.equal(undefined);
        expect(system.kindOf(at('gena.yaml/below'))).to.equal(undefined);
        expect(system.listFolder(at('home'))).to.deep.equal(['deep']);
        expect(system.listFolder(at('gena.yaml'))).to.equal(undefined);
        expect(system.realPath(at('link.yaml')).endsWith('/gena.yaml')).to.equal(true);
        expect(system.realPath(at('none'))).to.equal(at('none'));
      });

      it('makes new files and folders only', () => {
        expect(system.makeFolder(at('made/below'))).to.equal(undefined);
        expect(system.makeFolder(at('made'))).to.equal(undefined);
        expect(system.createFile(at('made/a'), 'one', 0o755)).to.equal(undefined);
        expect(system.createFile(at('made/a'), 'two', 0o755)).to.include({ failure: 'exists' });
        expect(system.createFile(at('absent/a'), 'one', 0o755)).to.include({ failure: 'missing' });
        expect(system.makeFolder(at('made/one/two/three'))).to.equal(undefined);
        expect(system.kindOf(at('made/one/two/three'))).to.equal('folder');
        expect(system.makeFolder(at('gena.yaml'))).to.include({ failure: 'exists' });
        const read = system.readFile(at('made/a'));
        expect('bytes' in read && new TextDecoder().decode(read.bytes)).to.equal('one');
      });
    });
  }

  it('changes the stamp of a file with its content, its times, its mode, or the file itself', () => {
    const root = mkdtempSync(join(tmpdir(), 'system-'));
    const path = join(root, 'gena.yaml');
    const idOf = (): string => {
      const stamp = nodeSystem.stampOf(path);
      if ('failure' in stamp) throw new Error(stamp.detail);
      return stamp.id;
    };
    try {
      writeFileSync(path, 'hosts: []\n');
      const ids = [idOf()];
      for (const change of [
        (): void => {
          writeFileSync(path, 'hosts:\n');
        },
        (): void => {
          utimesSync(path, 1000, 1000);
        },
        (): void => {
          chmodSync(path, 0o600);
        },
        (): void => {
          writeFileSync(`${path}.new`, 'hosts:\n');
          renameSync(`${path}.new`, path);
        },
      ]) {
        change();
        ids.push(idOf());
      }
      expect(new Set(ids).size).to.equal(5);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('does not wait for the writer of a named pipe', () => {
    const root = mkdtempSync(join(tmpdir(), 'system-'));
    try {
      execFileSync('mkfifo', [join(root, 'pipe')]);
      expect(nodeSystem.readFile(join(root, 'pipe'))).to.include({ failure: 'not-a-file' });
      expect(nodeSystem.stampOf(join(root, 'pipe'))).to.include({ failure: 'not-a-file' });
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('gives a new file the permissions asked for, and leaves none behind where writing fails', () => {
    const root = mkdtempSync(join(tmpdir(), 'system-'));
    try {
      expect(nodeSystem.createFile(join(root, 'x'), 'text', 0o700)).to.equal(undefined);
      expect(statSync(join(root, 'x')).mode & 0o777).to.equal(0o700);
      expect(readFileSync(join(root, 'x'), 'utf8')).to.equal('text');
      chmodSync(root, 0o500);
      const refused = nodeSystem.createFile(join(root, 'y'), 'text', 0o700);
      if (process.getuid?.() === 0) expect(refused).to.equal(undefined);
      else expect(refused).to.include({ failure: 'forbidden' });
      expect(nodeSystem.createFile('/proc/none', 'text', 0o700)).to.not.equal(undefined);
      expect(existsSync('/proc/none')).to.equal(false);
    } finally {
      chmodSync(root, 0o700);
      rmSync(root, { recursive: true });
    }
  });
});

describe('programs and temporary folders', () => {
  it('tells what a program said and how it ended', async () => {
    const script =
      'process.stdout.write(process.env.NAME + process.cwd()); process.stderr.write("é"); process.exitCode = 3';
    const ran = await nodeSystem.run(process.execPath, ['-e', script], {
      cwd: '/',
      env: { NAME: 'gena' },
    });
    expect(ran).to.deep.equal({ exitCode: 3, stdout: 'gena/', stderr: 'é' });
    expect(await nodeSystem.run(process.execPath, ['-e', 'process.kill(process.pid)'])).to.include({
      exitCode: 128,
    });
  });

  it('gives a program its input, and takes its output as bytes', async () => {
    const echo = 'process.stdin.pipe(process.stdout)';
    expect(await nodeSystem.run(process.execPath, ['-e', echo], { input: 'größe\n' })).to.include({
      exitCode: 0,
      stdout: 'größe\n',
    });
    const read = await nodeSystem.run(
      process.execPath,
      ['-e', 'process.stdout.write(Buffer.from([0, 255, 10]))'],
      { input: 'x'.repeat(1e6), asBytes: true },
    );
    expect('output' in read ? [...(read.output ?? [])] : undefined).to.deep.equal([0, 255, 10]);
    expect(read).to.include({ exitCode: 0, stdout: '' });
  });

  it('finds programs on the PATH that they are given, and says what is missing', async () => {
    expect(await nodeSystem.run('no-such-program', [])).to.deep.equal({
      failure: 'missing',
      detail: 'no such program',
    });
    expect(
      await nodeSystem.run('sh', ['-c', 'exit 0'], { env: { PATH: '/nowhere' } }),
    ).to.have.property('failure', 'missing');
  });

  it('makes folders that go away with what is in them', () => {
    const made = nodeSystem.makeTemporaryFolder();
    if (!('path' in made)) throw new Error(made.detail);
    expect(statSync(made.path).mode & 0o777).to.equal(0o700);
    nodeSystem.createFile(join(made.path, 'gena'), 'x', 0o644);
    nodeSystem.removeFolder(made.path);
    expect(existsSync(made.path)).to.equal(false);
  });
});

describe('folders on the disk', () => {
  it('come to an end where the system lets no folder be made', () => {
    const failure = nodeSystem.makeFolder('/proc/none/below');
    expect(failure?.failure).to.be.oneOf(['missing', 'forbidden']);
  });
});
