/**
 * What is written into the place of a file of the user: owner, group, permissions, links, access control lists and extended
 * attributes are as they were, and nothing is lost where the disk is full. A new file is no more readable than what it was
 * made from. Where the tests run as a superuser the files belong to somebody else.
 */
import { expect } from 'chai';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run } from '../scripts/ansible-core.mjs';
import { nodeMachine, type Machine } from '../src/machine.js';
import { replaceFile } from '../src/replace-file.js';
import { nodeSystem, type System } from '../src/system.js';
import { temporaryFolder } from './support/ansible.js';
import { memorySystem } from './support/memory-system.js';
import { runTool } from './support/tool.js';

const isSuperuser = process.getuid?.() === 0;
const owner = isSuperuser ? 12_345 : (process.getuid?.() ?? 0);
const group = isSuperuser ? 12_346 : (process.getgid?.() ?? 0);

interface Shape {
  readonly owner: number;
  readonly group: number;
  readonly mode: string;
  readonly links: number;
}

function shapeOf(path: string): Shape {
  const { uid, gid, mode, nlink } = statSync(path);
  return { owner: uid, group: gid, mode: (mode & 0o7777).toString(8), links: nlink };
}

/** A file of the other user with these permissions. */
function give(path: string, mode: number): Shape {
  chownSync(path, owner, group);
  chmodSync(path, mode);
  return shapeOf(path);
}

const idle =
  'plugin: inventory-script\nhosts: [{name: gena, tags: [home]}]\ntags:\n  home: {}\n  net: {}\n';
const fixed = idle.replace('  net: {}\n', '');

/** [what is written, the file, what is run, what is in the file before, part of what is in it after] */
const writers: readonly (readonly [string, string, readonly string[], string, string])[] = [
  ['lint --fix', 'inventory.yaml', ['lint', '--fix'], idle, fixed],
  ['apply', 'state.json', ['apply', '-i', 'exporting.yaml', '--set', 'n=2'], '', '"value": 2'],
  [
    'report -o',
    'page.html',
    ['report', '-i', 'exporting.yaml', '-o', 'page.html', '--force'],
    'old',
    '<!doctype html>',
  ],
  [
    'hosts -o',
    'hosts.txt',
    ['hosts', '-i', 'exporting.yaml', '-o', 'hosts.txt', '--force'],
    'an older and longer text\n',
    'gena\n',
  ],
];

const exporting =
  'hosts: [{name: gena}]\nstate: {type: file, file: state.json}\nexports: {n: {type: integer}}\n';

/** A folder with the file that is to be written; a state is a real one. */
async function folderFor(file: string, before: string): Promise<string> {
  const folder = temporaryFolder('user-files');
  writeFileSync(join(folder, 'exporting.yaml'), exporting);
  if (file === 'state.json')
    expect(
      (await runTool(['apply', '-i', 'exporting.yaml', '--set', 'n=1'], folder)).code,
    ).to.equal(0);
  else writeFileSync(join(folder, file), before);
  return folder;
}

for (const [what, file, args, before, after] of writers) {
  describe(`${what} leaves of a file`, function () {
    this.timeout(30_000);
    for (const mode of [0o640, 0o664, 0o2775, 0o600]) {
      it(`owner, group and permissions ${mode.toString(8)}`, async () => {
        const folder = await folderFor(file, before);
        const path = join(folder, file);
        const shape = give(path, mode);
        const { code, stderr } = await runTool(args, folder);
        expect([code, stderr]).to.deep.equal([0, '']);
        expect(readFileSync(path, 'utf8')).to.include(after);
        expect(shapeOf(path)).to.deep.equal(shape);
      });
    }

    it('its other names, and the links to it', async () => {
      const folder = await folderFor(file, before);
      const path = join(folder, file);
      mkdirSync(join(folder, 'elsewhere'));
      const other = join(folder, 'elsewhere', 'other');
      linkSync(path, other);
      const shape = give(path, 0o640);
      const { code, stderr } = await runTool(args, folder);
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(readFileSync(path, 'utf8')).to.include(after);
      expect(readFileSync(other, 'utf8')).to.equal(readFileSync(path, 'utf8'));
      expect(shapeOf(path)).to.deep.equal({ ...shape, links: 2 });
      expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).to.deep.equal([]);
    });

    it('a symbolic link', async () => {
      const folder = await folderFor(file, before);
      mkdirSync(join(folder, 'elsewhere'));
      const target = join(folder, 'elsewhere', 'target.yaml');
      writeFileSync(target, readFileSync(join(folder, file)));
      await run('rm', [file], { cwd: folder });
      symlinkSync('elsewhere/target.yaml', join(folder, file));
      const shape = give(target, 0o640);
      const { code, stderr } = await runTool(args, folder);
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(lstatSync(join(folder, file)).isSymbolicLink()).to.equal(true);
      expect(readFileSync(target, 'utf8')).to.include(after);
      expect(shapeOf(target)).to.deep.equal(shape);
      expect(readdirSync(join(folder, 'elsewhere'))).to.deep.equal(['target.yaml']);
    });

    it('all of it where it is read-only, and says so', async () => {
      const folder = await folderFor(file, before);
      const path = join(folder, file);
      chmodSync(path, 0o444);
      const text = readFileSync(path, 'utf8');
      const { code, stderr } = await runTool([...args, '--no-color'], folder);
      expect(code).to.equal(1);
      expect(stderr).to.include('cannot be written: it is read-only');
      expect(readFileSync(path, 'utf8')).to.equal(text);
      expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).to.deep.equal([]);
    });
  });
}

describe('replacing a file', () => {
  const attributes = async (code: string, path: string): Promise<string> => {
    const {
      code: exit,
      stdout,
      stderr,
    } = await run('python3', ['-c', `import os, struct, sys\npath = sys.argv[1]\n${code}`, path]);
    if (exit !== 0) throw new Error(stderr);
    return stdout;
  };

  it('keeps extended attributes and access control lists', async () => {
    const path = join(temporaryFolder('user-files'), 'file');
    writeFileSync(path, 'old');
    const acl =
      "entries = [(1, 6, -1), (2, 4, 12345), (4, 0, -1), (16, 4, -1), (32, 0, -1)]\nacl = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *each) for each in entries)\n";
    await attributes(
      `${acl}os.setxattr(path, 'user.note', b'kept')\nos.setxattr(path, 'system.posix_acl_access', acl)`,
      path,
    );
    const list = 'print([(name, os.getxattr(path, name)) for name in sorted(os.listxattr(path))])';
    const before = await attributes(list, path);
    expect(before).to.include('user.note').and.to.include('posix_acl_access');
    expect(await replaceFile(nodeSystem, { path, text: 'new', scratch: `${path}.new` })).to.equal(
      undefined,
    );
    expect(readFileSync(path, 'utf8')).to.equal('new');
    expect(await attributes(list, path)).to.equal(before);
  });

  it('takes it from all others where it is private, whatever they had', async () => {
    const folder = temporaryFolder('user-files');
    for (const isLinked of [false, true]) {
      const path = join(folder, `file-${String(isLinked)}`);
      writeFileSync(path, 'old');
      if (isLinked) linkSync(path, `${path}-other`);
      const { links } = give(path, 0o664);
      const scratch = `${path}.new`;
      expect(
        await replaceFile(nodeSystem, { path, text: 'new', scratch, isPrivate: true }),
      ).to.equal(undefined);
      expect(shapeOf(path)).to.deep.equal({ owner, group, mode: '600', links });
    }
  });

  /** A machine that cannot give files away, as for all but a superuser. */
  const powerless = (system: System, more: Partial<Machine> = {}): System => {
    const machine = {
      ...system.machine(),
      giveTo: () => ({ failure: 'forbidden', detail: 'permission denied' }) as const,
      ...more,
    };
    return { ...system, machine: () => machine };
  };

  it('goes through it where another cannot be given to its owner', async () => {
    const path = join(temporaryFolder('user-files'), 'file');
    const longer = 'a much longer text\n'.repeat(1000);
    writeFileSync(path, 'old');
    const before = statSync(path);
    for (const text of [longer, 'short', '', longer]) {
      const system = powerless(nodeSystem);
      expect(await replaceFile(system, { path, text, scratch: `${path}.new` })).to.equal(undefined);
      expect(readFileSync(path, 'utf8')).to.equal(text);
      expect(statSync(path).ino).to.equal(before.ino);
    }
  });

  it('leaves the old text where the disk is full, and the new one beside a file that is torn', async () => {
    const full = { failure: 'io-error', detail: 'no space left on the device' } as const;
    const files = { '/file': 'old' };
    const request = { path: '/file', text: 'new', scratch: '/file.new' };
    const whole = memorySystem(files);
    expect(
      await replaceFile(powerless(whole, { writeThrough: () => full }), request),
    ).to.deep.equal(full);
    expect(Object.fromEntries(whole.files)).to.deep.equal(files);
    const torn = memorySystem(files);
    const failure = await replaceFile(
      powerless(torn, { writeThrough: () => ({ ...full, isTorn: true }) }),
      request,
    );
    expect(failure?.detail).to.equal(
      'no space left on the device; it is incomplete, and whole in `/file.new`',
    );
    expect(torn.files.get('/file.new')).to.equal('new');
  });
});

describe('a new file', function () {
  this.timeout(30_000);

  /** [permissions of the inventory, those of the result] */
  const rights: readonly (readonly [number, number])[] = [
    [0o644, 0o644],
    [0o640, 0o640],
    [0o600, 0o600],
    [0o700, 0o600],
    [0o755, 0o644],
    [0o604, 0o604],
  ];
  for (const [mode, expected] of rights) {
    it(`that is made from one with ${mode.toString(8)} has ${expected.toString(8)}`, async () => {
      for (const args of [['report'], ['hosts'], ['graph']]) {
        const folder = temporaryFolder('user-files');
        writeFileSync(join(folder, 'inventory.yaml'), 'include: [more.yaml]\n');
        writeFileSync(join(folder, 'more.yaml'), 'hosts: [{name: gena}]\n');
        chmodSync(join(folder, 'more.yaml'), mode);
        const { code, stderr } = await runTool([...args, '-o', 'made'], folder);
        expect([code, stderr], args.join()).to.deep.equal([0, '']);
        expect(statSync(join(folder, 'made')).mode & 0o777 & ~0o022).to.equal(expected & ~0o022);
      }
    });
  }

  it('that only a group may read belongs to that group, or no group may read it', async () => {
    const folder = temporaryFolder('user-files');
    writeFileSync(join(folder, 'inventory.yaml'), 'hosts: [{name: gena}]\n');
    give(join(folder, 'inventory.yaml'), 0o640);
    expect((await runTool(['hosts', '-o', 'made'], folder)).code).to.equal(0);
    expect(shapeOf(join(folder, 'made'))).to.deep.include({ group, mode: '640' });
    const system: System = {
      ...nodeSystem,
      cwd: folder,
      machine: () => ({
        ...nodeMachine(),
        factsOf: (path) => {
          const facts = nodeMachine().factsOf(path);
          return facts && path.endsWith('.yaml') ? { ...facts, group: 54_321 } : facts;
        },
        giveTo: () => ({ failure: 'forbidden', detail: 'permission denied' }),
      }),
    };
    const { runCommandLine } = await import('./support/command-line.js');
    await runCommandLine(system, ['hosts', '-o', 'other']);
    expect(statSync(join(folder, 'other')).mode & 0o777).to.equal(0o600);
    expect(readFileSync(join(folder, 'other'), 'utf8')).to.equal('gena\n');
  });
});
