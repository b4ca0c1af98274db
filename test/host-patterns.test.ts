/** Host patterns mean what they mean to Ansible: a table against the real thing, and laws of the algebra of sets. */
import { expect } from 'chai';
import fc from 'fast-check';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGlob } from '../src/ansible/glob.js';
import { matchHosts } from '../src/ansible/host-pattern.js';
import { readBack, type ReadInventory } from '../src/ansible/read-back.js';
import { splitPattern } from '../src/ansible/split-pattern.js';
import { hasErrors } from '../src/diagnostics/diagnostic.js';
import { resolvePath } from '../src/pipeline.js';
import { ansibleVersions, projectRoot, temporaryFolder } from './support/ansible.js';
import type { Spanned } from '../src/text/source.js';
import { runCommandLine } from './support/command-line.js';
import { fixtureFolder, systemIn } from './support/golden.js';

const versions = await ansibleVersions();
const folder = fixtureFolder('graph', 'odd');
const inventory = join(folder, 'inventory.yaml');
const read = readBack(resolvePath(systemIn(folder), inventory).resolved);

interface Case {
  readonly pattern: string;
  readonly limit?: string;
}

/** What a pattern chooses here: hosts in order, what matches nothing, or that it is refused. */
interface Answer {
  readonly hosts: readonly string[];
  readonly unmatched: readonly string[];
  readonly refused: boolean;
}

const patterns: readonly string[] = [
  'all',
  '*',
  'ungrouped',
  'Web',
  'web',
  'web1',
  'web*',
  'w?b2',
  'web[1]',
  'web[1:2]',
  'web[12]',
  'web[!1]',
  'w[a-f]b[23]',
  'Web[0]',
  'Web[-1]',
  'Web[0:1]',
  'Web[1:]',
  'Web[0:0]',
  'Web[2-3]',
  'Web[0-]',
  'Web[9]',
  'Web[-9]',
  'Web[9:]',
  'Web[1:0]',
  '*[0]',
  '*[0:2]',
  'web*[-1]',
  'unused[0]',
  'base[0:3]',
  'all[0]',
  'all[1:3]',
  'Web:db',
  'Web,db',
  'db,Web',
  'Web:&site_a',
  'Web:!web2',
  '!web2',
  '&Web',
  '&Web,!web2',
  '!web2,web*',
  'db:&Web:!zeta.example.org',
  'all:!Web',
  'web1,Web,web1',
  'web3,web1,web2',
  'base:&site_a',
  ' web1 , web3 ',
  'web1,,web2',
  ',',
  '',
  ':',
  'web1:web2',
  'Web::db',
  'zeta.example.org',
  '*.example.org',
  'zeta*',
  '2001:db8::1',
  '2001*',
  '[2001:db8::1]',
  'web1:22',
  'web1,2001:db8::1',
  'fe80::1',
  '10host',
  '1*',
  '~web[12]',
  '~(web|zeta)',
  '~.*',
  '~[0-9]',
  '~Web$',
  '~web1,~web2',
  '~(web',
  '~web{1,2}',
  '~(?i)WEB1',
  '!~web',
  '~web[1:2]',
  '~größe',
  'größe',
  'gr*',
  'Big',
  'big',
  'racks',
  'rack_a_1',
  'rack*',
  'rack_a_1:!web*',
  'kind_db',
  'cluster',
  '_1st',
  '1st',
  'service_sshd',
  'service_legacy',
  'service_legacy_absent',
  'service*',
  'label_*',
  'nothing',
  'nothing:web1',
  'web1:!nothing',
  'web1:&nothing',
  'web9*',
  '!nothing',
  '!',
  '&',
  'web1:!',
  '@file',
  'localhost',
  '127.0.0.1',
  'web1,localhost',
  'a b',
  'web1 web2',
  '[',
  '[]',
  'web[',
  'web]',
  'web[a',
  'x[y]z',
  '**',
  '?',
  '???',
  'web[1',
  '{web1}',
  '$x',
  'web1;web2',
  'all:all',
  'web[1:3]',
  'web[01:03]',
];

const limits: readonly Case[] = [
  { pattern: 'all', limit: 'Web' },
  { pattern: 'Web', limit: 'web3,web1' },
  { pattern: 'web3,web1', limit: 'Web' },
  { pattern: 'all', limit: '!Web' },
  { pattern: 'base', limit: 'site_a[0]' },
  { pattern: 'all', limit: '' },
  { pattern: 'all', limit: ',,' },
  { pattern: 'all', limit: ',,web1' },
  { pattern: 'all', limit: 'nothing' },
  { pattern: 'Web', limit: 'db' },
  { pattern: 'all', limit: '@hosts.txt' },
  { pattern: 'all', limit: '@hosts.txt,solo' },
  { pattern: 'all', limit: '@hosts.txt:!web1' },
  { pattern: 'all', limit: '@empty.txt' },
  { pattern: 'all', limit: '@missing.txt' },
  { pattern: 'all', limit: '@folder' },
];

/** Whoever asks for this machine gets it from Ansible, though the inventory knows nothing of it. */
const implicit = new Set(['localhost', '127.0.0.1', '::1']);

describe('host patterns', () => {
  const cwd = temporaryFolder('limits');
  writeFileSync(join(cwd, 'hosts.txt'), ' web2 \n\nweb1\nsite_a:nothing\n~zeta.*\n');
  writeFileSync(join(cwd, 'empty.txt'), '');
  mkdirSync(join(cwd, 'folder'));
  const cases: readonly Case[] = [...patterns.map((pattern) => ({ pattern })), ...limits];

  let actual: Promise<readonly Answer[]> | undefined;
  for (const ansible of versions) {
    it(`choose what ${ansible.label} chooses`, async () => {
      const script = readFileSync(join(projectRoot, 'test', 'support', 'host-patterns.py'), 'utf8');
      const { code, stdout, stderr } = await ansible.run('python', ['-c', script], {
        cwd,
        input: JSON.stringify({ inventory, cases }),
      });
      expect(code, stderr).to.equal(0);
      const expected = (
        JSON.parse(stdout) as { hosts: string[]; warnings: string[]; refused: boolean }[]
      ).map(({ hosts, warnings, refused }) => ({
        hosts: hosts.filter((host) => !implicit.has(host)),
        unmatched: warnings.flatMap((each) => /ignoring: (.*)$/s.exec(each)?.[1] ?? []),
        refused,
      }));
      const tell = (answers: readonly Answer[]): string[] =>
        answers.map((answer, at) => `${JSON.stringify(cases[at])} → ${JSON.stringify(answer)}`);
      actual ??= Promise.all(cases.map((each) => chosen(each, cwd)));
      expect(tell(await actual).join('\n')).to.equal(tell(expected).join('\n'));
    });
  }
});

/** Patterns alone are asked of the inventory that was read above, limits of the command, which reads files. */
async function chosen({ pattern, limit }: Case, cwd: string): Promise<Answer> {
  if (limit === undefined) {
    const { value, diagnostics } = matchHosts(read, splitPattern(spanned(pattern)));
    return {
      hosts: value,
      unmatched: diagnostics.flatMap(
        (each) => /^`(.*)` matches no host and no group$/s.exec(each.message)?.[1] ?? [],
      ),
      refused: hasErrors(diagnostics),
    };
  }
  const { exitCode, stdout, stderr } = await runCommandLine(systemIn(cwd), [
    'hosts',
    '-i',
    inventory,
    `--limit=${limit}`,
    '--',
    pattern,
  ]);
  const unmatched = [
    ...stderr.matchAll(/warning: `(.*?)` matches no host and no group.*\[ansible\/no-match\]$/gm),
  ].map((found) => found[1] ?? '');
  return {
    hosts: stdout.split('\n').filter((each) => each !== ''),
    unmatched,
    refused: exitCode === 1 && stderr.includes('[ansible/host-pattern]'),
  };
}

function spanned(text: string): Spanned<string> {
  return {
    value: text,
    span: { source: { path: 'PATTERN', name: 'PATTERN', text }, start: 0, end: text.length },
  };
}

describe('globs', () => {
  const letters = fc.constantFrom(
    'a',
    'b',
    'c',
    'z',
    '-',
    ']',
    '[',
    '!',
    '^',
    '\\',
    '*',
    '?',
    '&',
    '~',
    '|',
    'ß',
  );

  it('match as Python matches them', async () => {
    const [ansible] = versions;
    const globs = fc
      .sample(fc.tuple(fc.array(letters, { maxLength: 7 }), fc.array(letters, { maxLength: 4 })), {
        numRuns: 3000,
        seed: 9,
      })
      .map(([glob, text]) => [glob.join(''), text.join('')] as const);
    const script =
      'import fnmatch, json, sys\nprint(json.dumps([fnmatch.fnmatchcase(text, glob) for glob, text in json.load(sys.stdin)]))';
    const outcome = await ansible?.run('python', ['-c', script], { input: JSON.stringify(globs) });
    const expected = JSON.parse(outcome?.stdout ?? '') as boolean[];
    expect(
      globs.filter(([glob, text], at) => compileGlob(glob)(text) !== expected[at]),
    ).to.deep.equal([]);
    expect(expected.filter((each) => each).length).to.be.greaterThan(100);
  });
});

/** What patterns without signs and subscripts mean, said with sets; the model knows no order. */
function modelOf(inventoryRead: ReadInventory, names: readonly string[]): ReadonlySet<string> {
  const of = (name: string): ReadonlySet<string> =>
    new Set(inventoryRead.hosts.has(name) ? [name] : inventoryRead.membersOf(name));
  const regular = names.filter((name) => !/^[!&]/.test(name));
  const start = new Set(
    (regular.length === 0 ? ['all'] : regular).flatMap((name) => [...of(name)]),
  );
  const within = names.filter((name) => name.startsWith('&')).map((name) => of(name.slice(1)));
  const without = names.filter((name) => name.startsWith('!')).map((name) => of(name.slice(1)));
  return new Set(
    [...start].filter(
      (host) => within.every((each) => each.has(host)) && !without.some((each) => each.has(host)),
    ),
  );
}

describe('any pattern of names and signs', () => {
  const name = fc
    .constantFrom(...read.groups.keys(), ...read.hosts)
    .filter((each) => !each.includes(':'));
  const signed = fc
    .tuple(fc.constantFrom('', '', '!', '&'), name)
    .map(([sign, each]) => sign + each);
  const chosenBy = (names: readonly string[], separator = ','): readonly string[] =>
    matchHosts(read, splitPattern(spanned(names.join(separator)))).value;

  it('chooses the union, the intersections and the differences', () => {
    fc.assert(
      fc.property(
        fc.array(signed, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ':', ' , '),
        (names, separator) => {
          expect(
            new Set(chosenBy(names, separator === ':' && names.length < 2 ? ',' : separator)),
          ).to.deep.equal(modelOf(read, names));
        },
      ),
    );
  });

  it('chooses no host twice, and the same wherever the signs stand', () => {
    fc.assert(
      fc.property(fc.array(signed, { minLength: 1, maxLength: 6 }), (names) => {
        const hosts = chosenBy(names);
        expect(hosts).to.deep.equal([...new Set(hosts)]);
        const [regular, others] = [
          names.filter((each) => !/^[!&]/.test(each)),
          names.filter((each) => /^[!&]/.test(each)),
        ];
        expect(chosenBy([...others, ...regular])).to.deep.equal(hosts);
      }),
    );
  });
});
