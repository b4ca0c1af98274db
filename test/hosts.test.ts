/** `hosts`: what it chooses, what it prints in each form, and what it says of the rest. */
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alignColumns } from '../src/text/columns.js';
import { shellWords } from '../src/text/shell-words.js';
import { runCommandLine } from './support/command-line.js';
import { expectGolden, fixtureFolder, systemIn } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

describe('fixtures: hosts', () => {
  for (const name of readdirSync(fixtureFolder('hosts'))) {
    it(name, async () => {
      const folder = fixtureFolder('hosts', name);
      const runs = JSON.parse(readFileSync(join(folder, 'runs.json'), 'utf8')) as string[][];
      const told: string[] = [];
      for (const args of runs) {
        const { exitCode, stdout, stderr } = await runCommandLine(systemIn(folder), [
          'hosts',
          ...args,
        ]);
        told.push(
          `$ hosts ${args.map((each) => (/^[\w,.*/@-]+$/.test(each) ? each : JSON.stringify(each))).join(' ')}\n${stdout}${stderr}${exitCode === 0 ? '' : `exit code ${exitCode}\n`}`,
        );
      }
      expectGolden(join(folder, 'expected.txt'), told.join('\n'), folder);
    });
  }
});

const inventory =
  'tags: {web: {vars: {cpus: 4}}}\nhosts: [{name: "web[1:2]", tags: [web]}, {name: db1}]\n';

const refused: readonly (readonly [args: readonly string[], stderr: RegExp])[] = [
  [['--columns', 'host'], /--columns belongs to --format table/],
  [
    ['--format', 'table', '--columns', 'hots'],
    /there is no column hots: it is one of host, address, .*, or vars\.PATH; did you mean host\?/,
  ],
  [['--format', 'table', '--columns', 'vars.'], /there is no column vars\./],
  [['--port', '9100'], /--port belongs to --format prometheus/],
  [['--format', 'prometheus', '--port', '0'], /--port takes a number from 1 to 65535, not "0"/],
  [['--vars'], /--vars belongs to --format json/],
  [['--where', ' '], /--where has an empty expression/],
  [['--limit', 'a', '--limit', 'b'], /--limit can be given once/],
  [
    ['.'],
    /\. is a file or folder, and no pattern of hosts; the inventory goes first: inventory-script \. hosts \[PATTERN\], or behind -i/,
  ],
  [
    ['./inventory.yaml'],
    /\.\/inventory\.yaml is a file or folder, and no pattern of hosts; the inventory goes first: inventory-script \.\/inventory\.yaml hosts \[PATTERN\]/,
  ],
];

describe('hosts', () => {
  for (const [args, message] of refused) {
    it(`is wrong usage: ${args.join(' ')}`, async () => {
      const { exitCode, stdout, stderr } = await runCommandLine(
        memorySystem({ '/inventory.yaml': inventory }),
        ['hosts', ...args],
      );
      expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' });
      expect(stderr).to.match(message);
    });
  }

  it('writes to a new file, and over one only with --force', async () => {
    const system = memorySystem({
      '/inventory.yaml': inventory,
      '/targets.json': 'old',
      '/link': { linkTo: '/targets.json' },
    });
    const run = async (...args: string[]): Promise<unknown> => {
      const { exitCode, stdout } = await runCommandLine(system, ['hosts', 'web1', ...args]);
      return { exitCode, stdout };
    };
    expect(await run('-o', 'new.txt')).to.deep.equal({ exitCode: 0, stdout: '' });
    expect(system.files.get('/new.txt')).to.equal('web1\n');
    expect(await run('-o', 'targets.json')).to.deep.equal({ exitCode: 1, stdout: '' });
    expect(system.files.get('/targets.json')).to.equal('old');
    expect((await runCommandLine(system, ['hosts', '-o', '/', '--force'])).stderr).to.contain(
      'cannot be written: it is a folder (name a file in it)',
    );
    expect(await run('-o', 'link', '--force')).to.deep.equal({ exitCode: 0, stdout: '' });
    expect(system.files.get('/targets.json')).to.equal('web1\n');
    expect([...system.files.keys()].filter((path) => path.endsWith('.new'))).to.deep.equal([]);
    expect(await run('-o', '-')).to.deep.equal({ exitCode: 0, stdout: 'web1\n' });
  });

  it('is content with an inventory without hosts, if nothing is asked for', async () => {
    const { exitCode, stdout, stderr } = await runCommandLine(
      memorySystem({ '/inventory.yaml': 'hosts: []\n' }),
      ['hosts'],
    );
    expect({ exitCode, stdout, stderr }).to.deep.equal({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('tells the errors of all hosts where a pattern is about all of them, else those of the selected ones', async () => {
    const system = memorySystem({
      '/inventory.yaml':
        'tags: {a: {vars: {x: 1}}, b: {vars: {x: 2}}}\nhosts: [{name: good, tags: [a]}, {name: bad, tags: [a, b]}]\n',
    });
    expect((await runCommandLine(system, ['hosts', '--host', 'good'])).stdout).to.equal('good\n');
    const { exitCode, stderr } = await runCommandLine(system, ['hosts', 'good']);
    expect(exitCode).to.equal(1);
    expect(stderr).to.include('[resolve/equal-order-conflict]');
  });
});

describe('columns', () => {
  it('are cut to the width of a terminal, the widest first', () => {
    const rows = [
      ['HOST', 'TAGS', 'X'],
      ['web1', 'base,web,site-a,production', 'größe'],
      ['日本', 'x', ''],
    ];
    expect(alignColumns(rows, undefined)).to.deep.equal([
      'HOST  TAGS                        X',
      'web1  base,web,site-a,production  größe',
      '日本  x',
    ]);
    expect(alignColumns(rows, 28)).to.deep.equal([
      'HOST  TAGS             X',
      'web1  base,web,site-…  größe',
      '日本  x',
    ]);
    expect(alignColumns([['a-long-name.example.org', 'x-and-y-and-z']], 33)).to.deep.equal([
      'a-long-name.example.org  x-and-y…',
    ]);
    expect(alignColumns([['a\x1b[31mb']], undefined)).to.deep.equal(['a\\x1b[31mb']);
  });
});

describe('words of a shell', () => {
  for (const [text, words] of [
    ['-J a -o "B c" ', ['-J', 'a', '-o', 'B c']],
    [String.raw`-o 'A="b c"' x\ y "q\"r" ''`, ['-o', 'A="b c"', 'x y', 'q"r', '']],
    ["-o 'open", undefined],
    ['trailing\\', undefined],
  ] as const) {
    it(`are taken apart: ${text}`, () => {
      expect(shellWords(text)).to.deep.equal(words);
    });
  }
});
