/** Entries on the disk: damaged, cut off, foreign, too many, in the wrong hands, on a disk that is full. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { nodeDisk, type Disk } from '../src/cache/disk.js';
import { closeEntry, openEntry, readHost } from '../src/cache/read-entry.js';
import { tidyFolder } from '../src/cache/tidy.js';
import { recordEntry, type Chunk } from '../src/cache/write-entry.js';
import { temporaryFolder } from './support/ansible.js';
import { entryOf, filesOf, fresh, host, list, run, world, type World } from './support/cached.js';

const names = Array.from({ length: 30 }, (_, at) => `host${at}`);
const inventory = `hosts: [${names.map((name, at) => `{name: ${name}, vars: {at: ${at}, text: "${'x'.repeat(at)}"}}`).join(', ')}]\n`;

const header = {
  key: '',
  options: { path: '', compact: false, tags: [], services: [] },
  createdAt: 0,
  timeout: null,
  enabledBy: 'inventory' as const,
  observations: [],
};

function warm(): World {
  const made = world({ 'inventory.yaml': inventory });
  run(made);
  expect(run(made).from).to.equal('cache');
  return made;
}

describe('an entry', () => {
  it('is for the user alone, as its folder is', () => {
    const made = warm();
    expect(statSync(entryOf(made)).mode & 0o777).to.equal(0o600);
    expect(statSync(made.cache).mode & 0o777).to.equal(0o700);
  });

  it('answers right, or not at all, whatever byte of it is damaged', () => {
    const made = warm();
    const path = entryOf(made);
    const whole = readFileSync(path);
    const expected = fresh(made);
    const damage = fc.oneof(
      fc
        .record({ at: fc.nat(whole.length - 1), bits: fc.integer({ min: 1, max: 255 }) })
        .map(({ at, bits }) => flipped(whole, at, bits)),
      // The tail is small beside the body, and holds what everything hangs on.
      fc
        .record({
          at: fc.integer({ min: whole.length - 600, max: whole.length - 1 }),
          bits: fc.integer({ min: 1, max: 255 }),
        })
        .map(({ at, bits }) => flipped(whole, at, bits)),
      fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
      fc
        .record({ from: fc.nat(whole.length - 1), length: fc.integer({ min: 1, max: 5000 }) })
        .map(({ from, length }) =>
          Buffer.from(whole).fill(0, from, Math.min(whole.length, from + length)),
        ),
      fc.uint8Array({ minLength: 1, maxLength: 50 }).map((more) => Buffer.concat([whole, more])),
      fc.uint8Array({ minLength: 1, maxLength: 50 }).map((more) => Buffer.concat([more, whole])),
      fc.constant(Buffer.alloc(0)),
    );
    let used = 0;
    fc.assert(
      fc.property(damage, fc.constantFrom(...names), (bytes, name) => {
        writeFileSync(path, bytes);
        const one = run(made, host(name));
        expect(one.text).to.equal(fresh(made, host(name)));
        used += one.from === 'cache' ? 1 : 0;
        const all = run(made);
        expect(all.text).to.equal(expected);
        expect(all.from === 'cache').to.equal(bytes.equals(whole) || isIndexOnly(bytes, whole));
        expect(run(made)).to.deep.equal({ ...all, from: 'cache' });
      }),
      { numRuns: 150 },
    );
    expect(used).to.be.greaterThan(0);
  });

  it('is not used where its key is another, though its name is the same', () => {
    const made = warm();
    const path = entryOf(made);
    const other = { ...list, tags: [], compact: true };
    run(made, other);
    const second =
      filesOf(made)
        .map((name) => join(made.cache, name))
        .find((each) => each !== path) ?? '';
    copyFileSync(path, second);
    expect(run(made, other)).to.include({ from: 'computed', text: fresh(made, other) });
    expect(run(made, other).from).to.equal('cache');
  });

  it('is checked as a whole after the machine was off, and where it was copied', () => {
    const made = warm();
    const path = entryOf(made);
    const bytes = readFileSync(path);
    const rebooted: Disk = { ...nodeDisk, uptime: () => 0 };
    expect(run(made, list, { disk: rebooted }).from).to.equal('cache');
    const { atimeMs, mtimeMs } = statSync(path);
    writeFileSync(path, flipped(bytes, 100, 1));
    utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    expect(run(made, list, { disk: rebooted })).to.include({ from: 'computed', text: fresh(made) });
    writeFileSync(path, bytes);
    expect(run(made).from).to.equal('cache');
  });

  it('is not renewed where it may be damaged', () => {
    const made = warm();
    const path = entryOf(made);
    const bytes = readFileSync(path);
    writeFileSync(path, flipped(bytes, 100, 1));
    run(made, host('host29'), { later: 10_000 });
    expect(readFileSync(path).equals(flipped(bytes, 100, 1))).to.equal(true);
    expect(run(made)).to.include({ from: 'computed', text: fresh(made) });
  });

  it('is not kept where the reader goes away, at any point', () => {
    const length = fresh(warm()).length;
    fc.assert(
      fc.property(fc.nat(length - 1), (takes) => {
        const made = world({ 'inventory.yaml': inventory });
        run(made, list, { takes });
        expect(filesOf(made)).to.deep.equal([]);
      }),
      { numRuns: 10 },
    );
  });

  it('is not kept where the last of the output cannot be delivered', () => {
    const folder = temporaryFolder('undelivered');
    const recording = recordEntry(
      nodeDisk,
      { folder, path: join(folder, 'x.entry') },
      [{ text: '{}\n' }],
      header,
    );
    expect(
      [...(recording?.output ?? [])].map((piece) => Buffer.from(piece).toString()),
    ).to.deep.equal(['{}\n']);
    recording?.finish(false);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('is not kept where the disk is full at any point, and the output is whole', () => {
    const reference = warm();
    const size = statSync(entryOf(reference)).size;
    fc.assert(
      fc.property(fc.nat(size - 1), (room) => {
        const made = world({ 'inventory.yaml': inventory });
        expect(run(made, list, { disk: diskWith(room) })).to.deep.equal({
          from: 'computed',
          text: fresh(made),
          exitCode: 0,
          stderr: '',
        });
        expect(filesOf(made)).to.deep.equal([]);
      }),
      { numRuns: 20 },
    );
    expect(
      run(reference, { ...list, cache: 'refresh' }, { disk: diskWith(size) }).exitCode,
    ).to.equal(0);
    expect(run(reference).from).to.equal('cache');
  });

  for (const refused of ['create', 'setTime', 'rename'] as const) {
    it(`is not kept where the disk refuses to ${refused}`, () => {
      const made = world({ 'inventory.yaml': inventory });
      const disk: Disk = {
        ...nodeDisk,
        [refused]: refused === 'create' ? (): undefined => undefined : (): boolean => false,
      };
      expect(run(made, list, { disk }).text).to.equal(fresh(made));
      expect(filesOf(made)).to.deep.equal([]);
    });
  }

  it('finds each of many hosts, and no other', () => {
    const folder = temporaryFolder('many');
    const path = join(folder, 'x.entry');
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z0-9.]{1,4}$/), { maxLength: 400 }),
        fc.stringMatching(/^[a-z0-9.]{1,4}$/),
        (hosts, other) => {
          const chunks = hosts.flatMap((name): Chunk[] => [
            { text: ',\n' },
            { text: `"${name}": {é: ${name}}`, host: name },
          ]);
          const recording = recordEntry(nodeDisk, { folder, path }, chunks, header);
          for (const piece of recording?.output ?? []) expect(piece.length).to.be.greaterThan(0);
          recording?.finish(true);
          const entry = openEntry(nodeDisk, path, Date.now());
          if (entry === undefined) throw new Error('no entry');
          for (const name of hosts)
            expect(readHost(nodeDisk, entry, name)?.toString()).to.equal(`{é: ${name}}`);
          if (!hosts.includes(other)) expect(readHost(nodeDisk, entry, other)).to.equal(undefined);
          closeEntry(nodeDisk, entry);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('has its parts in place where the output is larger than any buffer', () => {
    const folder = temporaryFolder('large');
    const path = join(folder, 'x.entry');
    const chunks = [10, 300_000, 5, 100_000, 200_000, 1].map((length, at): Chunk => ({
      text: `"h${at}": ${'€'.repeat(length)}`,
      host: `h${at}`,
    }));
    const recording = recordEntry(nodeDisk, { folder, path }, chunks, header);
    const output = Buffer.concat([...(recording?.output ?? [])].map((piece) => Buffer.from(piece)));
    recording?.finish(true);
    expect(output.length).to.equal(readFileSync(path).indexOf('"h5"') + 9);
    const entry = openEntry(nodeDisk, path, Date.now());
    if (entry === undefined) throw new Error('no entry');
    for (const { text, host: name = '' } of chunks)
      expect(`"${name}": ${readHost(nodeDisk, entry, name)?.toString() ?? ''}`).to.equal(text);
    closeEntry(nodeDisk, entry);
  });
});

describe('the folder of the cache', () => {
  const states: [what: string, act: (path: string) => void][] = [
    [
      'a file',
      (path) => {
        writeFileSync(path, '');
      },
    ],
    [
      'open to others',
      (path) => {
        makeFolder(path, 0o777);
      },
    ],
    [
      'readable by others',
      (path) => {
        makeFolder(path, 0o755);
      },
    ],
    [
      'a link that leads nowhere',
      (path) => {
        symlinkSync('nowhere', path);
      },
    ],
    [
      'a link to a folder that is open to others',
      (path) => {
        makeFolder(`${path}-open`, 0o777);
        symlinkSync(`${path}-open`, path);
      },
    ],
    // Only root can make one; other users meet it as a folder that they cannot read.
    [
      'of another user',
      (path) => {
        makeFolder(path, process.getuid?.() === 0 ? 0o700 : 0o077);
        if (process.getuid?.() === 0) chownSync(path, 1, 1);
      },
    ],
  ];
  for (const [what, act] of states) {
    it(`is left alone, without a word, where it is ${what}`, () => {
      const made = world({ 'inventory.yaml': inventory });
      act(made.cache);
      for (let round = 0; round < 2; round++)
        expect(run(made)).to.deep.equal({
          from: 'computed',
          text: fresh(made),
          exitCode: 0,
          stderr: '',
        });
      const stats = statSync(made.cache, { throwIfNoEntry: false });
      if (stats?.isDirectory() === true && (stats.mode & 0o700) !== 0)
        expect(readdirSync(made.cache)).to.deep.equal([]);
    });
  }

  it('is not made where none can be', () => {
    const made = world({ 'inventory.yaml': inventory, file: '' });
    const env = { ...made.env, INVENTORY_SCRIPT_CACHE_DIR: made.at('file/cache') };
    for (let round = 0; round < 2; round++)
      expect(run({ ...made, env })).to.include({ from: 'computed', text: fresh(made), stderr: '' });
  });

  it('may be a link to a folder of the user', () => {
    const made = world({ 'inventory.yaml': inventory });
    mkdirSync(`${made.cache}-real`, { mode: 0o700 });
    symlinkSync(`${made.cache}-real`, made.cache);
    run(made);
    expect(run(made).from).to.equal('cache');
  });

  const hands: [what: string, act: (path: string) => void][] = [
    [
      'others may read',
      (path) => {
        chmodSync(path, 0o644);
      },
    ],
    [
      'is a link to one',
      (path) => {
        copyFileSync(path, `${path}-elsewhere`);
        chmodSync(`${path}-elsewhere`, 0o600);
        rmSync(path);
        symlinkSync(`${path}-elsewhere`, path);
      },
    ],
    [
      'is a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ];
  for (const [what, act] of hands) {
    it(`has no use for an entry that ${what}`, () => {
      const made = warm();
      act(entryOf(made));
      expect(run(made)).to.deep.equal({
        from: 'computed',
        text: fresh(made),
        exitCode: 0,
        stderr: '',
      });
    });
  }

  it('loses its oldest entries where it is too large, and what dead runs have left behind', () => {
    const folder = temporaryFolder('tidy');
    const now = 10_000_000;
    const put = (name: string, bytes: number, modifiedAt: number): void => {
      writeFileSync(join(folder, name), 'x'.repeat(bytes));
      utimesSync(join(folder, name), modifiedAt / 1000, modifiedAt / 1000);
    };
    put('a.entry', 40, 3000);
    put('b.entry', 40, 1000);
    put('c.entry', 40, 2000);
    put('note', 400, 1000);
    const alive = `d.entry.${process.pid}.x.part`;
    put(alive, 10, now);
    put(`e.entry.${process.pid}.x.part`, 10, now - 2 * 60 * 60 * 1000);
    put('f.entry.99999999.x.part', 10, now);
    tidyFolder(nodeDisk, folder, now, 80);
    expect(readdirSync(folder).sort()).to.deep.equal(['a.entry', 'c.entry', alive, 'note']);
    tidyFolder(nodeDisk, folder, now, 79);
    expect(readdirSync(folder).sort()).to.deep.equal(['a.entry', alive, 'note']);
  });
});

function makeFolder(path: string, mode: number): void {
  mkdirSync(path);
  chmodSync(path, mode);
}

function flipped(bytes: Buffer, at: number, bits: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ bits;
  return copy;
}

/** Whether two entries differ only between body and header: a list has no need of what is there. */
function isIndexOnly(bytes: Buffer, whole: Buffer): boolean {
  const bodyLength = whole.readDoubleLE(whole.length - 36);
  const headerLength = whole.readUInt32LE(whole.length - 12);
  const headerAt = whole.length - 44 - headerLength;
  return (
    bytes.length === whole.length &&
    bytes.subarray(0, bodyLength).equals(whole.subarray(0, bodyLength)) &&
    bytes.subarray(headerAt).equals(whole.subarray(headerAt))
  );
}

/** A disk with room for so many bytes. */
function diskWith(room: number): Disk {
  let left = room;
  return {
    ...nodeDisk,
    write(descriptor, bytes) {
      const fitting = bytes.subarray(0, left);
      left -= fitting.length;
      return nodeDisk.write(descriptor, fitting) && fitting.length === bytes.length;
    },
  };
}
