/** Completion: what is offered, and that the fast reader of names agrees with the loader. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { complete } from '../src/cli/completion/complete.js';
import { loadNames } from '../src/cli/completion/load-names.js';
import { namesIn } from '../src/cli/completion/names.js';
import { scanNames } from '../src/cli/completion/scan-names.js';
import { usages } from '../src/cli/usage.js';
import { nodeSystem } from '../src/system.js';
import { projectRoot } from './support/ansible.js';
import { draft, draftText } from './support/arbitrary-inventories.js';
import { memorySystem } from './support/memory-system.js';

const inventory = `#!/usr/bin/env inventory-script
---
include: [more/tags.yaml, 'more/hosts/*.yaml']
tags:
  # not a tag:
  home: {order: 1}
  "net": {order: 2, includes: [home]}
hosts:
  - name: gena      # the first
    tags: [home]
  - {name: "lanst", tags: [net]}
  - tags: [home]
    vars: {name: no}
    name: 'pe2'
  - name: web[01:03].example.org
services:
  vmango: {order: 20, file: vmango.yaml}
exports:
  vpc_id: {type: string}
  dns: {value: [192.0.2.53]}
vars:
  hosts:
    - name: no
`;
const files = {
  '/fleet/inventory.yaml': inventory,
  '/fleet/more/tags.yaml': 'tags:\n  office: {}\n',
  '/fleet/more/hosts/a.yaml': 'hosts:\n- name: fe80::1\n- name: db1\n',
};
const system = memorySystem(files, { cwd: '/fleet' });
const hosts = [
  'gena',
  'lanst',
  'pe2',
  'web01.example.org',
  'web02.example.org',
  'web03.example.org',
  'fe80::1',
  'db1',
];

function offered(line: string): { readonly otherwise: string; readonly words: readonly string[] } {
  const words = line.split(' ');
  const [otherwise = '', ...lines] = complete(system, words, '/usr/bin/inventory-script')
    .trimEnd()
    .split('\n');
  return { otherwise, words: lines.map((each) => each.split('\t')[0] ?? '') };
}

const commandWords = usages.map((each) => each.name).filter((each) => each !== '');

describe('complete', () => {
  const rows: [line: string, otherwise: string, words: readonly string[]][] = [
    ['inventory-script ', 'files', commandWords],
    ['inventory-script va', 'files', ['validate']],
    ['inventory-script inventory.yaml ', 'nothing', commandWords],
    ['inventory-script show --host ', 'nothing', hosts],
    ['inventory-script show --host l', 'nothing', ['lanst']],
    ['inventory-script show --host=l', 'nothing', ['--host=lanst']],
    ['inventory-script show --host gena,p', 'nothing', ['gena,pe2']],
    ['inventory-script --host g', 'nothing', ['gena']],
    ['inventory-script --list --tag ', 'nothing', ['home', 'net', 'office']],
    ['inventory-script show --tag=home,', 'nothing', ['--tag=home,net', '--tag=home,office']],
    ['inventory-script validate --service v', 'nothing', ['vmango']],
    ['./inventory.yaml show --host ge', 'nothing', ['gena']],
    ['inventory-script -i nowhere.yaml show --host ', 'nothing', []],
    ['inventory-script nowhere.yaml show --host ', 'nothing', []],
    ['inventory-script explain ', 'nothing', hosts],
    ['inventory-script explain gena ', 'nothing', []],
    ['inventory-script hosts h', 'nothing', ['home']],
    ['inventory-script hosts home,!l', 'nothing', ['home,!lanst']],
    ['inventory-script hosts --limit home:&s', 'nothing', ['home:&service_vmango']],
    ['inventory-script hosts --limit=g', 'nothing', ['--limit=gena']],
    ['inventory-script hosts --columns host,u', 'nothing', ['host,user']],
    ['inventory-script graph --focus v', 'nothing', ['vmango']],
    ['inventory-script graph --format s', 'nothing', ['svg']],
    [
      'inventory-script graph ',
      'nothing',
      ['all', 'ungrouped', 'home', 'net', 'office', 'service_vmango'],
    ],
    ['inventory-script cache ', 'nothing', ['show', 'clear']],
    ['inventory-script completion z', 'nothing', ['zsh']],
    ['inventory-script show --format y', 'nothing', ['yaml']],
    ['inventory-script validate --format=s', 'nothing', ['--format=sarif']],
    ['inventory-script show --fo', 'nothing', ['--format']],
    ['inventory-script state --format ', 'nothing', []],
    ['inventory-script show --strict --st', 'nothing', []],
    ['inventory-script validate --strict --st', 'nothing', []],
    ['inventory-script show --tag home --ta', 'nothing', ['--tag']],
    ['inventory-script validate ', 'files', []],
    ['inventory-script -i ', 'files', []],
    ['inventory-script init ', 'folders', []],
    ['inventory-script exports ', 'nothing', ['vpc_id', 'dns']],
    ['inventory-script exports vp', 'nothing', ['vpc_id']],
    ['inventory-script exports vpc_id --ra', 'nothing', ['--raw']],
    ['inventory-script state ', 'nothing', ['show', 'unlock']],
    ['inventory-script apply --set-file ', 'files', []],
    ['inventory-script diff ', 'files', []],
    ['inventory-script diff --consumers ', 'folders', []],
  ];
  for (const [line, otherwise, words] of rows) {
    it(`offers for “${line}” ${words.length === 0 ? otherwise : words.slice(0, 3).join(' ')}`, () => {
      expect(offered(line)).to.deep.equal({ otherwise, words });
    });
  }

  it('offers branches and tags of the repository, also in a checkout beside the first', () => {
    const files = {
      '/repo/.git/refs/heads/main': 'x\n',
      '/repo/.git/refs/heads/fix/ntp': 'x\n',
      '/repo/.git/refs/remotes/origin/main': 'x\n',
      '/repo/.git/packed-refs': '# pack-refs\n0a1b refs/tags/v1\n^0c\n0a1b refs/heads/main\n',
      '/repo/.git/worktrees/two/commondir': '../..\n',
      '/two/.git': 'gitdir: /repo/.git/worktrees/two\n',
      '/two/fleet/inventory.yaml': 'hosts: []\n',
    };
    const revisions = ['HEAD', 'fix/ntp', 'main', 'origin/main', 'v1'];
    for (const cwd of ['/repo', '/two/fleet']) {
      const answer = (...words: string[]): string[] =>
        complete(memorySystem(files, { cwd }), ['inventory-script', 'diff', ...words], '/x')
          .trimEnd()
          .split('\n');
      expect(answer('')).to.deep.equal(['files', ...revisions]);
      expect(answer('main', 'f')).to.deep.equal(['files', 'fix/ntp']);
      expect(answer('--git', 'x')).to.deep.equal(['files']);
    }
  });

  it('describes commands and flags', () => {
    expect(complete(system, ['inventory-script', 'validate', '--str'], '/x')).to.equal(
      'nothing\n--strict\tmake every warning an error\n',
    );
  });

  it('offers nothing of what cannot be read, and says nothing', () => {
    for (const text of [
      'hosts: [\n',
      '- a\n',
      '\x00',
      '',
      'hosts:\n  - {name: [}\n',
      '$ANSIBLE_VAULT;1.1;AES256\n31\n',
    ]) {
      const broken = memorySystem({ '/inventory.yaml': text });
      expect(complete(broken, ['inventory-script', 'show', '--host', ''], '/x'), text).to.equal(
        'nothing\n',
      );
    }
    expect(
      complete(
        memorySystem({ '/inventory.yaml': { failure: 'forbidden' } }),
        ['inventory-script', 'show', '--host', ''],
        '/x',
      ),
    ).to.equal('nothing\n');
  });
});

describe('the names of an inventory', () => {
  it('are read fast where it has the ordinary form', () => {
    expect(scanNames(inventory)).to.deep.equal({
      hosts: ['gena', 'lanst', 'pe2', 'web[01:03].example.org'],
      tags: ['home', 'net'],
      services: ['vmango'],
      exports: ['vpc_id', 'dns'],
      includes: ['more/tags.yaml', 'more/hosts/*.yaml'],
    });
  });

  const others: [form: string, text: string][] = [
    ['a flow list of hosts', 'hosts: [{name: gena}]\n'],
    ['a flow map of tags', 'tags: {home: {}}\nhosts: []\n'],
    ['a flow map over lines', 'hosts:\n  - {tags: [],\n     name: gena}\n'],
    ['an alias', 'tags:\n  home: &h {}\nhosts:\n  - *h\n'],
    ['an escape', 'hosts:\n  - name: "\\x67ena"\n'],
    ['a merge key', 'tags:\n  <<: {home: {}}\nhosts: []\n'],
    ['an explicit key', '? hosts\n: []\n'],
    ['line ends of Windows', 'hosts:\r\n  - name: gena\r\n'],
    ['another top', '{hosts: []}\n'],
    ['a name over lines', 'hosts:\n  - name:\n      gena\n'],
  ];
  for (const [form, text] of others) {
    it(`are left to the loader: ${form}`, () => {
      expect(scanNames(text)).to.equal(undefined);
      const other = memorySystem({ '/inventory.yaml': text });
      expect(namesIn(other, '/inventory.yaml')).to.deep.equal(loadNames(other, '/inventory.yaml'));
    });
  }

  it('are those of the loader, in every inventory of the fixtures and examples', () => {
    let fast = 0;
    for (const folder of ['test/fixtures', 'examples']) {
      for (const name of readdirSync(join(projectRoot, folder), {
        recursive: true,
        encoding: 'utf8',
      })) {
        if (!/\.ya?ml$/.test(name) || name.includes('/roles/') || name.startsWith('diagnostics/'))
          continue;
        const path = join(projectRoot, folder, name);
        if (!/^hosts:/m.test(readFileSync(path, 'utf8'))) continue;
        if (scanNames(readFileSync(path, 'utf8')) !== undefined) fast += 1;
        expect(namesIn(nodeSystem, path), path).to.deep.equal(loadNames(nodeSystem, path));
      }
    }
    expect(fast).to.be.greaterThan(10);
  });

  it('are those of the loader, whatever the inventory', () => {
    fc.assert(
      fc.property(draft, (made) => {
        const other = memorySystem({ '/inventory.yaml': draftText(made) });
        expect(namesIn(other, '/inventory.yaml')).to.deep.equal(
          loadNames(other, '/inventory.yaml'),
        );
      }),
    );
  });
});
