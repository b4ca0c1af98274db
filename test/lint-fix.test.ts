/**
 * `lint --fix`: what it takes out of each fixture (`test/fixtures/lint/<case>/fixed.txt`), that Ansible gets the same before and
 * after, that a second run finds nothing, and how files are written.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { emitList } from '../src/ansible/list.js';
import { fixInventory } from '../src/lint/fix.js';
import { lintOptionsFor } from '../src/lint/known.js';
import { lint } from '../src/lint/lint.js';
import { edited, editsFor } from '../src/lint/take-out.js';
import { validatePath, type Resolution } from '../src/pipeline.js';
import type { System } from '../src/system.js';
import { parseDocument } from '../src/syntax/parse.js';
import { placeOf } from '../src/text/position.js';
import { draft, draftText, type Draft } from './support/arbitrary-inventories.js';
import { runCommandLine } from './support/command-line.js';
import { expectGolden, fixtureFolder, systemIn } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

const path = '/inventory.yaml';

describe('lint --fix takes out', () => {
  for (const name of readdirSync(fixtureFolder('lint'))) {
    it(name, () => {
      const folder = fixtureFolder('lint', name);
      const request = join(folder, 'request.json');
      const { file = 'inventory.yaml', consumers = [] } = existsSync(request)
        ? (JSON.parse(readFileSync(request, 'utf8')) as { file?: string; consumers?: string[] })
        : {};
      const { files, done } = fixInventory(
        systemIn(folder),
        join(folder, file),
        consumers.map((each) => join(folder, each)),
      );
      const told = done.map(({ at, title }) => `${placeOf(at)}: ${title}\n`).join('');
      expectGolden(
        join(folder, 'fixed.txt'),
        told + files.map((each) => `== ${each.name}\n${each.after}`).join(''),
        folder,
      );
    });
  }
});

/** An inventory with one tag that nobody has, in which the rest of the text must stay. */
function without(text: string): string {
  const { files } = fixInventory(memorySystem({ [path]: text }), path, []);
  return files[0]?.after ?? text;
}

const host = 'hosts: [{name: gena, tags: [home]}]\n';
const layouts: readonly (readonly [string, string, string])[] = [
  [
    'the comment above goes with its key',
    'tags:\n  home: {}\n\n  # gone\n  net: {}\n',
    'tags:\n  home: {}\n',
  ],
  [
    'a comment that may head several keys stays',
    'tags:\n  # places\n  net: {}\n  home: {}\n',
    'tags:\n  # places\n  home: {}\n',
  ],
  [
    'a comment above several keys goes with all of them',
    'tags:\n  home: {}\n\n  # gone\n  net: {}\n  isp: {}\n\n  # more\n',
    'tags:\n  home: {}\n\n  # more\n',
  ],
  [
    'a comment behind a key goes with it',
    'tags:\n  net: {} # gone\n  home: {} # stays\n',
    'tags:\n  home: {} # stays\n',
  ],
  [
    'comments inside it go with it',
    'tags:\n  net:\n    # order\n    order: 20\n    # nothing more\n\n  # here\n  home: {}\n',
    'tags:\n  # here\n  home: {}\n',
  ],
  [
    'one blank line stays between the others',
    'tags:\n  home: {}\n\n  net: {}\n\n  # the end\n',
    'tags:\n  home: {}\n\n  # the end\n',
  ],
  [
    'what is said of the file stays apart',
    '# the head\nvars: {}\n\ntags: {home: {}}\n',
    '# the head\n\ntags: {home: {}}\n',
  ],
  ['CRLF stays', 'tags:\r\n  net: {}\r\n  home: {}\r\n', 'tags:\r\n  home: {}\r\n'],
  ['in braces', 'tags: {net: {}, home: {}, isp: {}}\n', 'tags: {home: {}}\n'],
  ['several in braces', 'tags: {a: {}, b: {}, home: {}, c: {}, d: {}}\n', 'tags: {home: {}}\n'],
  [
    'in braces over lines',
    'tags: {\n  net: {},\n  home: {},\n  isp: {}\n}\n',
    'tags: {\n  home: {}\n}\n',
  ],
  [
    'not where a comment stands in braces',
    'tags: {\n  net: {}, # about net\n  home: {}\n}\n',
    'tags: {\n  net: {}, # about net\n  home: {}\n}\n',
  ],
  [
    'a section that is left empty goes, too',
    'tags: {home: {}}\nservices:\n  # gone\n  old: {order: 1, binaries: {a: {type: deb, package: a}}}\n',
    'tags: {home: {}}\n',
  ],
  [
    'what is only commented out stays',
    'tags: {home: {}}\nvars:\n  # a: 1\n',
    'tags: {home: {}}\nvars:\n  # a: 1\n',
  ],
  [
    'a comment behind an empty section is of what follows',
    'vars:\n# the tags\ntags: {home: {}}\n',
    '# the tags\ntags: {home: {}}\n',
  ],
  [
    'an anchor that an alias needs stays',
    'tags:\n  net: {vars: &v {a: 1}}\n  home: {vars: *v}\n',
    'tags:\n  net: {vars: &v {a: 1}}\n  home: {vars: *v}\n',
  ],
  [
    'a block scalar goes whole',
    'tags:\n  home: {order: 1, vars: {motd: hi}}\nvars:\n  motd: |\n    one\n    # two\n\n    three\n  a: 1\n',
    'tags:\n  home: {order: 1, vars: {motd: hi}}\nvars:\n  a: 1\n',
  ],
  [
    'what is left of a map is an empty map',
    'tags:\n  home: {order: 1, vars: {m: {a: 1}, n: 0}}\nvars:\n  m:\n    a: 2 # two\n  n: !replace\n    x: 1\n',
    'tags:\n  home: {order: 1, vars: {m: {a: 1}, n: 0}}\n',
  ],
  [
    'a comment that silences nothing goes alone',
    'tags:\n  home: {} # inventory-script: ignore lint/unused-tag -- no more\n  # inventory-script: ignore lint/unused-tag\n',
    'tags:\n  home: {}\n',
  ],
  [
    'one code of a comment goes',
    'tags:\n  home: {}\n  # inventory-script: ignore lint/unused-tag, lint/unused-service -- why\n  net: {}\n',
    'tags:\n  home: {}\n  # inventory-script: ignore lint/unused-tag -- why\n  net: {}\n',
  ],
  [
    'an order of keys that plays may loop over stays',
    'tags:\n  home: {order: 1, vars: {m: {b: 3, a: 4}}}\nvars:\n  m: {a: 1, b: 2}\n',
    'tags:\n  home: {order: 1, vars: {m: {b: 3, a: 4}}}\nvars:\n  m: {a: 1, b: 2}\n',
  ],
];

describe('lint --fix keeps the layout', () => {
  for (const [name, text, after] of layouts) {
    it(name, () => {
      const end = text.includes('\r\n') ? host.replace('\n', '\r\n') : host;
      const [before, expected] = text.startsWith('# the head')
        ? [text + end, after + end]
        : [end + text, end + after];
      expect(without(before)).to.equal(expected);
    });
  }
});

function listOf({ resolved }: Resolution, kept: Resolution): string {
  const only = <T>(
    all: ReadonlyMap<string, T>,
    there: ReadonlyMap<string, unknown>,
  ): ReadonlyMap<string, T> => new Map([...all].filter(([name]) => there.has(name)));
  const { inventory } = resolved;
  const { tags, services } = kept.resolved.inventory;
  return [
    ...emitList(
      {
        ...resolved,
        inventory: {
          ...inventory,
          tags: only(inventory.tags, tags),
          services: only(inventory.services, services),
        },
      },
      false,
    ),
  ].join('');
}

/** The same inventory in lines, a variable each, with comments that must stay. */
function inLines(given: Draft): string {
  const lines = ['# head', '', 'vars:', ...pairsOf(given.vars, 2), '', '# the tags', '', 'tags:'];
  for (const [at, tag] of given.tags.entries()) {
    lines.push(
      `  ${tag.name}: # tag`,
      `    order: ${tag.order}`,
      `    includes: [${tag.includes.map((each) => given.tags[each]?.name ?? '').join(', ')}]`,
      '    vars:',
      ...pairsOf(tag.vars, 6),
    );
    const services = given.services.flatMap((each, index) =>
      each.tag === at ? [`      s${index}: ${each.isAbsent ? '{state: absent}' : '{}'}`] : [],
    );
    if (services.length > 0) lines.push('    services:', ...services);
  }
  lines.push(
    'services:',
    ...given.services.map(
      (_, at) => `  s${at}: {order: ${at}, binaries: {tool: {type: deb, package: p${at}}}}`,
    ),
    '# the hosts',
    'hosts:',
  );
  for (const each of given.hosts) {
    lines.push(
      `  - name: ${each.name} # host`,
      `    tags: [${each.tags.map((tag) => given.tags[tag]?.name ?? '').join(', ')}]`,
    );
    if (each.transport !== undefined) lines.push(`    transport: ${each.transport}`);
    if (each.vars !== undefined) lines.push('    vars:', ...pairsOf(each.vars, 6));
  }
  return `${lines.join('\n')}\n\n# end\n`.replace(/^hosts:\n\n/m, 'hosts: []\n\n');
}

function pairsOf(vars: string, indent: number): string[] {
  const { root } = parseDocument({ path, name: path, text: vars }).value;
  if (root?.kind !== 'map') throw new Error(vars);
  const { entries } = root;
  return entries.flatMap((each, at) => {
    const text = vars
      .slice(each.start, entries[at + 1]?.start ?? vars.length - 1)
      .replace(/,\s*$/, '');
    return [`${' '.repeat(indent)}${text} # value`];
  });
}

/** Hosts' variables as data, in which the order of keys says nothing. */
function dataOf({ resolved }: Resolution): unknown {
  return (
    JSON.parse(
      [...emitList(resolved, true)].join('').replace(/(?<=[:[,] )-?\d[\d.e+-]*(?=[,}\]])/g, '"$&"'),
    ) as { _meta: unknown }
  )._meta;
}

describe('whatever the inventory', () => {
  for (const [layout, textOf] of [
    ['in braces', draftText],
    ['in lines', inLines],
  ] as const) {
    it(`--fix changes nothing for Ansible, and a second one changes nothing at all: ${layout}`, function () {
      this.timeout(120_000);
      let [fixed, valid] = [0, 0];
      fc.assert(
        fc.property(draft, (given) => {
          const text = textOf(given);
          const system = memorySystem({ [path]: text });
          const before = validatePath(system, path);
          const { files, resolution, done } = fixInventory(system, path, []);
          if (!before.valid) {
            expect(files).to.deep.equal([]);
            return;
          }
          valid++;
          fixed += done.length;
          const after = files[0]?.after ?? text;
          const again = validatePath(memorySystem({ [path]: after }), path);
          expect(again.valid).to.equal(true);
          expect(listOf(again, again)).to.equal(listOf(before, again));
          expect(listOf(resolution, resolution)).to.equal(listOf(again, again));
          expect(fixInventory(memorySystem({ [path]: after }), path, []).files).to.deep.equal([]);
          if (layout === 'in lines')
            for (const comment of ['# head', '# the tags', '# the hosts', '# end'])
              expect(after).to.include(comment);
        }),
        { numRuns: 40 },
      );
      expect(valid).to.be.greaterThan(15);
      expect(fixed).to.be.greaterThan(50);
    });
  }

  it('a value that is told to be idle makes no difference, each alone and all together', function () {
    this.timeout(120_000);
    let told = 0;
    fc.assert(
      fc.property(draft, (given) => {
        const system = memorySystem({ [path]: inLines(given) });
        const before = validatePath(system, path);
        if (!before.valid) return;
        const idle = lint(before, lintOptionsFor(system, before, [])).filter(
          ({ diagnostic: { code } }) =>
            code === 'lint/value-never-wins' || code === 'lint/value-repeats',
        );
        told += idle.length;
        for (const some of [...idle.map((each) => [each]), idle]) {
          const edits = editsFor(
            some.flatMap(({ fix }) => fix?.removals ?? []),
            before.loaded.workspace.documents,
          );
          const after = validatePath(
            memorySystem({ [path]: edited(inLines(given), edits ?? []) }),
            path,
          );
          expect(edits).to.not.equal(undefined);
          expect(dataOf(after)).to.deep.equal(dataOf(before));
        }
      }),
      { numRuns: 150 },
    );
    expect(told).to.be.greaterThan(0);
  });
});

describe('lint --fix writes', () => {
  const text =
    '#!/usr/bin/env inventory-script\nplugin: inventory-script\nhosts: [{name: gena, tags: [home]}]\ntags:\n  home: {}\n  net: {}\n';

  it('a file through a link, with its permissions, its mark and its line ends, and nothing beside it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lint-fix-'));
    try {
      const file = join(folder, 'fleet.yaml');
      writeFileSync(file, `\ufeff${text.slice(text.indexOf('\n') + 1).replaceAll('\n', '\r\n')}`);
      chmodSync(file, 0o750);
      symlinkSync(file, join(folder, 'inventory.yaml'));
      const system = systemIn(folder);
      const dry = await runCommandLine(system, ['lint', '--fix', '--dry-run']);
      expect(dry).to.deep.equal({
        exitCode: 0,
        stdout:
          'inventory.yaml:5:3: would remove the tag `net`\ninventory.yaml: would take out 1; left: nothing to tell\n',
        stderr: '',
      });
      expect(readFileSync(file, 'utf8')).to.include('net');
      const { exitCode, stdout } = await runCommandLine(system, ['lint', '--fix']);
      expect({ exitCode, stdout }).to.deep.equal({
        exitCode: 0,
        stdout:
          'inventory.yaml:5:3: removed the tag `net`\ninventory.yaml: took out 1; left: nothing to tell\n',
      });
      expect(readFileSync(file, 'utf8')).to.equal(
        '\ufeffplugin: inventory-script\r\nhosts: [{name: gena, tags: [home]}]\r\ntags:\r\n  home: {}\r\n',
      );
      expect(statSync(file).mode & 0o777).to.equal(0o750);
      expect(readdirSync(folder)).to.deep.equal(['fleet.yaml', 'inventory.yaml']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const two = {
    [path]: `include: [tags.yaml]\n${text.slice(text.indexOf('\n') + 1)}`,
    '/tags.yaml': 'tags:\n  isp: {}\n',
  };
  const broken: readonly (readonly [
    string,
    (system: System) => Partial<ReturnType<System['machine']>>,
    string,
  ])[] = [
    [
      'the disk is full',
      (system) => ({
        createDurably: (to, content, mode) =>
          to.includes('tags.yaml')
            ? { failure: 'io-error', detail: 'no space left on the device' }
            : system.machine().createDurably(to, content, mode),
      }),
      'no space left on the device',
    ],
    [
      'a file cannot be replaced',
      (system) => ({
        rename: (from, to) =>
          to === '/tags.yaml'
            ? { failure: 'forbidden', detail: 'permission denied' }
            : system.machine().rename(from, to),
      }),
      'permission denied',
    ],
    [
      'a file is read-only',
      (system) => ({
        modeOf: (file) => (file === '/tags.yaml' ? 0o444 : system.machine().modeOf(file)),
      }),
      'it is read-only',
    ],
  ];
  for (const [name, fault, why] of broken) {
    it(`no file where ${name}`, async () => {
      const system = memorySystem(two);
      const machine = { ...system.machine(), ...fault(system) };
      const { exitCode, stdout, stderr } = await runCommandLine(
        { ...system, machine: () => machine },
        ['lint', '--fix', '--no-color'],
      );
      expect({ exitCode, stdout }).to.deep.equal({
        exitCode: 1,
        stdout: 'inventory.yaml: nothing was taken out\n',
      });
      expect(stderr).to.equal(
        `tags.yaml:1:1: error: \`tags.yaml\` cannot be written: ${why} (mend that and run again: no file was changed) [lint/not-written]\n`,
      );
      expect(Object.fromEntries(system.files)).to.deep.equal(two);
    });
  }

  it('nothing in a file that an inventory elsewhere may read, unless somebody says where all are', async () => {
    const files = {
      '/fleet/inventory.yaml': 'include: [../tags.yaml]\nhosts: [{name: gena, tags: [home]}]\n',
      '/tags.yaml': 'tags:\n  home: {vars: {a: !append [1]}}\n  net: {}\n',
    };
    const alone = memorySystem(files, { cwd: '/fleet' });
    await runCommandLine(alone, ['lint', '--fix']);
    expect(Object.fromEntries(alone.files)).to.deep.equal(files);
    const all = memorySystem(files, { cwd: '/fleet' });
    await runCommandLine(all, ['lint', '--fix', '--consumers', '/']);
    expect(all.files.get('/tags.yaml')).to.equal('tags:\n  home: {vars: {a: [1]}}\n');
  });

  it('nothing of an inventory with errors, and nothing that an inventory beside it needs', async () => {
    const wrong = memorySystem({ [path]: `${text}services: {a: {}}\n` });
    expect((await runCommandLine(wrong, ['lint', '--fix'])).exitCode).to.equal(1);
    expect(wrong.files.get(path)).to.include('net');
    const both = memorySystem({
      ...two,
      '/other.yaml':
        'plugin: inventory-script\ninclude: [tags.yaml]\nhosts: [{name: lanst, tags: [isp]}]\n',
    });
    await runCommandLine(both, ['lint', '--fix', '-i', path]);
    expect(both.files.get('/tags.yaml')).to.equal(two['/tags.yaml']);
    expect(both.files.get(path)).to.not.include('net');
  });
});
