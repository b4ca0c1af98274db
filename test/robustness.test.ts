/**
 * What is broken, absent, unreadable, huge or changing is told in one clear message with exit code 1 and nothing on
 * standard output for Ansible; and no text whatever makes the program crash.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { emitList } from '../src/ansible/list.js';
import { renderText } from '../src/diagnostics/render-text.js';
import { validatePath } from '../src/pipeline.js';
import { explainLeaves } from '../src/report/explain.js';
import { explainText } from '../src/report/explain-text.js';
import { layersOf } from '../src/report/layers.js';
import { showJson } from '../src/report/show.js';
import { showText } from '../src/report/show-text.js';
import { nodeSystem, type System } from '../src/system.js';
import { projectRoot, temporaryFolder } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { fixtureFolder } from './support/golden.js';
import { memorySystem, type MemoryEntry } from './support/memory-system.js';
import { runTool } from './support/tool.js';

const folder = temporaryFolder('robustness');
const onDisk: System = { ...nodeSystem, cwd: folder, env: {} };

/** The codes of all messages in a text. */
function codesIn(stderr: string): readonly string[] {
  return Array.from(stderr.matchAll(/\[([a-z]+\/[a-z-]+)\]/g), (match) => match[1] ?? '');
}

/** Every command that reads an inventory fails alike. */
async function expectOneMessage(
  system: System,
  file: string,
  code: string,
  text: string,
): Promise<void> {
  for (const args of [
    ['--list'],
    ['--host', 'gena'],
    ['validate'],
    ['show'],
    ['explain', 'gena'],
  ]) {
    const { exitCode, stdout, stderr } = await runCommandLine(system, [...args, '-i', file]);
    expect(codesIn(stderr), `${args.join(' ')}: ${stderr}`).to.deep.equal([code]);
    expect(stderr).to.include(text);
    expect(exitCode).to.equal(1);
    if (args[0] !== 'validate' && args[0] !== 'explain') expect(stdout).to.equal('');
  }
}

/** An inventory file on disk or a failure in memory → the code and a text of the one message. */
const unusable: readonly (readonly [string, MemoryEntry, string, string])[] = [
  ['broken YAML', 'hosts: [\n', 'syntax/invalid', '`[`'],
  ['an empty file', '', 'syntax/empty', 'no YAML document'],
  ['a file of blanks and comments', '\n  # nothing\n\n', 'syntax/empty', 'no YAML document'],
  ['a list', '- gena\n', 'schema/wrong-type', 'a map is expected'],
  ['a text', 'gena\n', 'schema/wrong-type', 'a map is expected'],
  ['an INI file', '[net]\ngena ansible_host=192.0.2.7\n', 'syntax/invalid', 'inventory.yaml'],
  ['binary data', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2), 'load/not-text', 'binary data'],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x68, 0), 'load/not-text', 'UTF-16'],
  ['half a character', Uint8Array.of(0x61, 0xc3), 'load/not-text', 'another encoding'],
  ['a vault', '$ANSIBLE_VAULT;1.1;AES256\n3132\n', 'syntax/whole-file-vault', '!vault'],
  ['a file without hosts', 'tags: {}\n', 'schema/no-hosts', '`hosts`'],
];

const failing: readonly (readonly [string, MemoryEntry, string])[] = [
  [
    'that may not be read',
    { failure: 'forbidden', detail: 'permission denied' },
    'permission denied',
  ],
  ['that is too large', { failure: 'too-large', detail: 'it has 1 bytes' }, 'it has 1 bytes'],
  [
    'that changes while it is read',
    { failure: 'changed-while-read', detail: 'it changed while it was read' },
    'it changed while it was read',
  ],
  [
    'that is no regular file',
    { failure: 'not-a-file', detail: 'it is no regular file' },
    'it is no regular file',
  ],
  ['on a broken disk', { failure: 'io-error', detail: 'EIO: i/o error' }, 'EIO: i/o error'],
];

describe('unusable inventories', () => {
  for (const [name, entry, code, text] of unusable) {
    it(`are told once: ${name}`, async () => {
      if (entry instanceof Uint8Array || typeof entry === 'string')
        writeFileSync(join(folder, 'inventory.yaml'), entry);
      await expectOneMessage(onDisk, 'inventory.yaml', code, text);
      await expectOneMessage(
        memorySystem({ '/inventory.yaml': entry }),
        'inventory.yaml',
        code,
        text,
      );
    });
  }
  for (const [name, entry, text] of failing) {
    it(`are told once: a file ${name}`, async () => {
      await expectOneMessage(
        memorySystem({ '/inventory.yaml': entry }),
        'inventory.yaml',
        'load/unreadable',
        text,
      );
    });
    it(`are told once: an included file ${name}`, async () => {
      const inventory = 'include: [common.yaml]\nhosts: [{name: gena, tags: [home]}]\n';
      await expectOneMessage(
        memorySystem({ '/inventory.yaml': inventory, '/common.yaml': entry }),
        'inventory.yaml',
        'load/unreadable',
        text,
      );
    });
    it(`are told once: the file of a service ${name}`, async () => {
      const inventory =
        'services: {vmango: {order: 1, file: vmango.yaml}}\ntags: {home: {services: {vmango: {}}}}\nhosts: [{name: gena, tags: [home]}]\n';
      const system = memorySystem({ '/inventory.yaml': inventory, '/vmango.yaml': entry });
      for (const args of [['--list'], ['validate']]) {
        const { exitCode, stderr } = await runCommandLine(system, [
          ...args,
          '-i',
          'inventory.yaml',
        ]);
        expect({ exitCode, codes: codesIn(stderr) }).to.deep.equal({
          exitCode: 1,
          codes: ['load/unreadable'],
        });
      }
    });
  }
  it('are told once: paths that lead to no file', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    writeFileSync(join(folder, 'file.yaml'), 'hosts: []\n');
    symlinkSync('two.yaml', join(folder, 'one.yaml'));
    symlinkSync('one.yaml', join(folder, 'two.yaml'));
    symlinkSync('nowhere.yaml', join(folder, 'dangling.yaml'));
    await expectOneMessage(
      onDisk,
      'nowhere.yaml',
      'load/not-found',
      'there is no file `nowhere.yaml`',
    );
    await expectOneMessage(onDisk, 'dangling.yaml', 'load/not-found', 'dangling.yaml');
    await expectOneMessage(
      onDisk,
      'file.yaml/below.yaml',
      'load/not-found',
      'file.yaml/below.yaml',
    );
    await expectOneMessage(onDisk, 'empty', 'load/not-found', 'holds neither');
    await expectOneMessage(onDisk, 'one.yaml', 'load/unreadable', 'lead in a circle');
    await expectOneMessage(onDisk, 'x'.repeat(300), 'load/unreadable', 'too long');
    await expectOneMessage(onDisk, '/dev/zero', 'load/unreadable', 'no regular file');
    await expectOneMessage(onDisk, 'file.yaml\0', 'load/unreadable', 'file.yaml');
  });
});

describe('files of 50 megabytes', () => {
  const size = 50 * 1024 * 1024;
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const table: readonly (readonly [string, () => string, string])[] = [
    ['lines of junk', () => '{ ] junk\n'.repeat(size / 9), 'syntax/invalid'],
    ['one line of junk', () => 'junk '.repeat(size / 5), 'schema/wrong-type'],
    ['one line of brackets', () => '['.repeat(size), 'syntax/too-deep'],
    ['one key that never ends', () => `hosts: "${'x'.repeat(size)}`, 'syntax/invalid'],
  ];
  for (const [name, make, code] of table) {
    it(`of ${name} are told once`, async () => {
      const {
        code: exitCode,
        stdout,
        stderr,
      } = await runTool([write('large.yaml', make()), '--list']);
      expect({ exitCode, stdout, codes: codesIn(stderr) }).to.deep.equal({
        exitCode: 1,
        stdout: '',
        codes: [code],
      });
      expect(stderr.length).to.be.lessThan(1000);
    });
  }
  it('of hosts are read', async () => {
    const host = (at: number): string =>
      `  - {name: host${at}, tags: [home], vars: {note: "${'x'.repeat(900)}"}}\n`;
    const text = `tags: {home: {vars: {a: 1}}}\nhosts:\n${Array.from({ length: size / 950 }, (_, at) => host(at)).join('')}`;
    const { code, stdout, stderr } = await runTool([write('large.yaml', text), 'validate']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.include(`${Math.floor(size / 950)} hosts`);
  });
  it('of one fault in every line are told with a count', async () => {
    const { code, stdout, stderr } = await runTool([
      write('large.yaml', 'same: 1\n'.repeat(size / 80)),
      '--list',
    ]);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(codesIn(stderr)).to.have.lengthOf(50);
    expect(stderr).to.match(/… and \d+ more errors\n$/);
  });
});

describe('files that change while they are read', () => {
  const write = 'const fs = require("fs"); const [path, ...texts] = process.argv.slice(1);';
  const writers = {
    'are whole where they are replaced at once': `${write} for (let n = 0; ; n++) { fs.writeFileSync(path + ".new", texts[n % 2].repeat(9000)); fs.renameSync(path + ".new", path); }`,
    'are whole up to what was added, or told': `${write} for (let n = 0; n < 200000; n++) fs.appendFileSync(path, texts[0]);`,
  };
  for (const [name, script] of Object.entries(writers)) {
    it(name, async () => {
      const path = join(folder, 'changing.yaml');
      const [one, other] = ['# 0123456789\n', '# abcdef\n'];
      writeFileSync(path, one.repeat(9000));
      const writer = spawn(process.execPath, ['-e', script, path, one, other], { stdio: 'ignore' });
      try {
        await new Promise((resolve) => writer.once('spawn', resolve));
        for (let n = 0; n < 400; n++) {
          const read = nodeSystem.readFile(path);
          if ('bytes' in read)
            expect(new TextDecoder().decode(read.bytes)).to.match(
              /^(?:(?:# 0123456789\n)+|(?:# abcdef\n){9000})$/,
            );
          else expect(read.failure).to.equal('changed-while-read');
        }
      } finally {
        writer.kill('SIGKILL');
      }
    });
  }
});

/** Every text file below a folder, as a world in memory. */
function worldOf(path: string): Readonly<Record<string, string>> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile() && /\.ya?ml$/.test(each.name),
  );
  return Object.fromEntries(
    files
      .map((each) => join(each.parentPath, each.name))
      .map((file) => [`/${relative(path, file)}`, readFileSync(file, 'utf8')]),
  );
}

const examples = join(projectRoot, 'examples');
const worlds = [
  ...readdirSync(examples, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => worldOf(join(examples, each.name))),
  ...readdirSync(fixtureFolder('list')).map((name) => worldOf(fixtureFolder('list', name))),
];
const seeds = worlds.flatMap((world) => Object.keys(world).map((file) => ({ world, file })));

const mutation: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => (text: string) => {
    const bytes = Buffer.from(text);
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes.toString('latin1');
  }),
  fc
    .tuple(
      fc.nat(),
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ':',
        '-',
        '&a ',
        '*a',
        '!vault ',
        '!append ',
        '!unset ',
        '<<: ',
        '"',
        "'",
        '#',
        '|',
        '\n',
        '\t',
        '1e3',
        '~',
      ),
    )
    .map(([at, piece]) => (text: string) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place);
    }),
  fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc.nat().map(
    (at) => (text: string) =>
      text
        .split('\n')
        .filter((_, line, all) => line !== at % all.length)
        .join('\n'),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => (text: string) => {
    const lines = text.split('\n');
    lines.splice(to % lines.length, 0, lines[from % lines.length] ?? '');
    return lines.join('\n');
  }),
);

describe('broken texts', () => {
  it('never crash what commands are made of, and are told where they fail', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        ({ world, file }, mutations) => {
          const text = mutations.reduce((before, mutate) => mutate(before), world[file] ?? '');
          const system = memorySystem({ ...world, [file]: text });
          const path =
            ['/inventory.yaml', '/production/inventory.yaml'].find((each) => each in world) ?? file;
          const { valid, diagnostics, resolved } = validatePath(system, path);
          expect(
            renderText(diagnostics, { colour: false, excerpts: true, limit: 50 }) === '',
          ).to.equal(diagnostics.length === 0);
          for (const host of resolved.hosts)
            expect(
              explainText(explainLeaves(layersOf(host, resolved.inventory), []), true),
            ).to.include('inventory_tags');
          if (!valid) return;
          expect(
            JSON.parse(
              Array.from(emitList(resolved, true), (piece) => Buffer.from(piece).toString()).join(
                '',
              ),
            ),
          ).to.have.property('_meta');
          expect(JSON.parse(showJson(resolved))).to.have.property('hosts');
          showText(resolved, undefined);
        },
      ),
      { numRuns: 300 },
    );
  });
});
