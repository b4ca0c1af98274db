/**
 * How plays use an inventory: variables beside it, folders and links, failures, edits while a play runs, stacked and
 * merged sources, patterns. What Ansible reads is in `ansible.test.ts`.
 */
import { expect } from 'chai';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ansibleVersions,
  projectRoot,
  quietly,
  temporaryFolder,
  tool,
  type Ansible,
} from './support/ansible.js';
import {
  asExported,
  asListed,
  parseInventory,
  type InventoryJson,
} from './support/inventory-json.js';
import { listOf, writeInventory } from './support/tool.js';

const versions = await ansibleVersions();
const groups = join(projectRoot, 'test', 'fixtures', 'ansible', 'groups', 'inventory.yaml');

const twoHosts = `
tags:
  home: {order: 10, vars: {who: tag, colour: tag}}
hosts:
  - {name: gena, tags: [home]}
  - {name: lanst, tags: [home], vars: {who: host}}
`;
const broken = `
hosts:
  - {name: gena, tags: [hmoe]}
  - {name: lanst, order: 3}
`;

for (const ansible of versions) {
  const list = async (...args: string[]): Promise<InventoryJson> => {
    return asExported(
      parseInventory(await quietly(ansible, 'ansible-inventory', [...args, '--list'])),
    );
  };

  describe(`${ansible.label} uses the inventory`, () => {
    it('lets files in host_vars win over it, and those in group_vars lose to it', async () => {
      const inventory = withVariableFiles(temporaryFolder('beside'));
      const { hostvars } = await list('-i', inventory);
      expect(hostvars).to.deep.equal({
        gena: {
          colour: 'tag',
          from_all: 'file',
          from_home: 'file',
          inventory_services: [],
          inventory_tags: ['home'],
          who: 'file',
        },
        lanst: {
          colour: 'tag',
          from_all: 'file',
          from_home: 'file',
          inventory_services: [],
          inventory_tags: ['home'],
          who: 'host',
        },
      });
    });

    it('reads it from a folder, beside files that Ansible ignores', async () => {
      const folder = temporaryFolder('source');
      const inventory = withVariableFiles(folder);
      for (const name of [
        '.inventory.state.json',
        'notes.md',
        'inventory.yaml.bak',
        'ansible.cfg',
        'play.retry',
      ]) {
        writeFileSync(join(folder, name), 'stray: {hosts: [phantom]}\n');
      }
      expect(await list('-i', folder)).to.deep.equal(await list('-i', inventory));
    });

    it('reads it through a link, with the variables beside the link', async () => {
      const target = writeInventory(temporaryFolder('target'), twoHosts);
      const folder = temporaryFolder('link');
      withVariableFiles(folder);
      const link = join(folder, 'linked.yaml');
      symlinkSync(target, link);
      expect((await list('-i', link)).hostvars.gena?.from_home).to.equal('file');
    });

    it('runs the program itself as the inventory, through a link beside the file', async () => {
      const folder = temporaryFolder('program');
      writeInventory(folder, twoHosts);
      symlinkSync(tool, join(folder, 'hosts'));
      expect(Object.keys((await list('-i', join(folder, 'hosts'))).hostvars)).to.deep.equal([
        'gena',
        'lanst',
      ]);
    });

    it('gives the same from any working directory', async () => {
      const expected = asListed(parseInventory(await listOf(groups)));
      const outcomes = await Promise.all([
        quietly(ansible, 'ansible-inventory', ['-i', groups, '--list'], { cwd: '/' }),
        quietly(ansible, 'ansible-inventory', ['-i', 'inventory.yaml', '--list'], {
          cwd: dirname(groups),
        }),
      ]);
      for (const outcome of outcomes)
        expect(asExported(parseInventory(outcome))).to.deep.equal(expected);
    });

    for (const name of ['inventory.yaml', 'inventory.yml', 'fleet', 'the program']) {
      it(`makes no host of a failing inventory, and fails where it is told to: ${name}`, async () => {
        const source = failingSource(name);
        const [lenient, strict] = await Promise.all([
          ansible.run('ansible-inventory', ['-i', source, '--list']),
          ansible.run('ansible-inventory', ['-i', source, '--list'], {
            env: { ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'true' },
          }),
        ]);
        expect(lenient.code).to.equal(0);
        expect(parseInventory(lenient.stdout).hostvars).to.deep.equal({});
        expect(lenient.stdout).to.not.match(/gena|lanst|tags|plugin|hmoe/);
        expect(strict.code).to.not.equal(0);
        for (const { stderr } of [lenient, strict]) {
          const text = stderr.replace(/\s+/g, ' ');
          expect(text).to.include('hmoe').and.to.include('order');
        }
      });
    }

    it('sees what was edited when a play reads the inventory again', async () => {
      const folder = temporaryFolder('refresh');
      const inventory = writeInventory(folder, twoHosts);
      const playbook = join(folder, 'edit.yml');
      writeFileSync(playbook, editWhilePlaying);
      const shown = await quietly(ansible, 'ansible-playbook', ['-i', inventory, playbook]);
      expect(shown).to.match(
        /before: gena, lanst; tag\b[^]*after: gena, lanst, newcomer; edited\b/,
      );
    });

    it('feeds a constructed inventory stacked on top', async () => {
      const constructed = join(temporaryFolder('stacked'), 'made.constructed.yml');
      writeFileSync(constructed, madeOnTop);
      const { groups: found } = await list('-i', groups, '-i', constructed);
      expect(found.t_home?.hosts).to.deep.equal(['gena']);
      expect(found.s_vmango?.hosts).to.deep.equal(['gena', 'lanst']);
      expect(found.with_cloud?.hosts).to.deep.equal(['gena', 'lanst']);
    });

    it('is merged with other sources, the later one winning', async () => {
      const folder = temporaryFolder('merged');
      const first = writeInventory(folder, twoHosts);
      const second = writeInventory(
        folder,
        'tags: {net: {vars: {colour: second}}}\nhosts: [{name: lanst, tags: [net]}, {name: third}]\n',
        'second.yaml',
      );
      const ini = join(folder, 'plain.ini');
      writeFileSync(ini, '[home]\nfourth who=ini\n');
      const merged = await list('-i', first, '-i', second, '-i', ini);
      expect(Object.keys(merged.hostvars).sort()).to.deep.equal([
        'fourth',
        'gena',
        'lanst',
        'third',
      ]);
      expect(merged.hostvars.lanst).to.include({ colour: 'second', who: 'host' });
      expect(merged.groups.home?.hosts).to.deep.equal(['gena', 'lanst', 'fourth']);
      expect(merged.groups.net?.hosts).to.deep.equal(['lanst']);
    });

    it('selects by patterns and limits', async () => {
      expect(await selections(ansible)).to.deep.equal(
        patterns.map(([pattern, hosts]) => `${pattern} → ${hosts}`),
      );
      const limited = patterns.map(
        ([pattern, hosts]) =>
          `${pattern} → ${hosts
            .split(' ')
            .filter((host) => ['gena', 'rack1', 'rack2'].includes(host))
            .join(' ')}`,
      );
      expect(await selections(ansible, '--limit', 'home,rack*,!rack3')).to.deep.equal(limited);
    });
  });
}

/** Pattern → hosts of the fixture `groups`. */
const patterns: readonly (readonly [string, string])[] = [
  ['all', 'gena lanst loner rack1 rack2 rack3'],
  ['home', 'gena'],
  ['base', 'gena lanst rack1 rack2 rack3'],
  ['hypervisor:&net', 'lanst'],
  ['base:!hypervisor', 'rack1 rack2 rack3'],
  ['rack[1:2]', ''],
  ['rack*', 'rack1 rack2 rack3'],
  ['~(gena|rack2)', 'gena rack2'],
  ['base[0:1]', 'rack1 rack2'],
  ['service_vmango', 'gena lanst'],
  ['service_legacy', ''],
  ['service_legacy_absent', 'lanst'],
  ['ungrouped', 'loner'],
  ['spare', ''],
  ['home,net', 'gena lanst'],
];

async function selections(ansible: Ansible, ...more: string[]): Promise<string[]> {
  const playbook = join(temporaryFolder('patterns'), 'patterns.yml');
  writeFileSync(
    playbook,
    JSON.stringify(
      patterns.map(([pattern]) => ({ name: pattern, hosts: pattern, gather_facts: false })),
    ),
  );
  const { code, stdout } = await ansible.run('ansible-playbook', [
    '-i',
    groups,
    '--list-hosts',
    playbook,
    ...more,
  ]);
  expect(code).to.equal(0);
  return stdout
    .split(/^ {2}play #\d+ /m)
    .slice(1)
    .map((play) => {
      const name = /: (.*)\tTAGS/.exec(play)?.[1] ?? '';
      const hosts = [...play.matchAll(/^ {6}(\S+)$/gm)].map((match) => match[1]);
      return `${name} → ${hosts.sort().join(' ')}`;
    });
}

/** An inventory with `group_vars` and `host_vars` beside it. */
function withVariableFiles(folder: string): string {
  for (const [name, text] of [
    ['group_vars/all.yml', 'from_all: file\ncolour: file\nwho: all file\n'],
    ['group_vars/home.yml', 'from_home: file\ncolour: file\nwho: home file\n'],
    ['host_vars/gena.yml', 'who: file\n'],
  ] as const) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return writeInventory(folder, twoHosts);
}

function failingSource(name: string): string {
  const folder = temporaryFolder('failing');
  if (name !== 'the program') return writeInventory(folder, broken, name);
  writeInventory(folder, broken);
  symlinkSync(tool, join(folder, 'hosts'));
  return join(folder, 'hosts');
}

const editWhilePlaying = `
- hosts: home
  gather_facts: false
  tasks:
    - ansible.builtin.debug: {msg: "before: {{ groups.home | sort | join(', ') }}; {{ hostvars.gena.colour }}"}
      run_once: true
    - ansible.builtin.replace:
        path: "{{ inventory_file }}"
        regexp: "colour: tag"
        replace: "colour: edited"
      delegate_to: localhost
      run_once: true
    - ansible.builtin.lineinfile:
        path: "{{ inventory_file }}"
        line: "  - {name: newcomer, tags: [home]}"
      delegate_to: localhost
      run_once: true
    - ansible.builtin.meta: refresh_inventory
- hosts: home
  gather_facts: false
  tasks:
    - ansible.builtin.debug: {msg: "after: {{ groups.home | sort | join(', ') }}; {{ hostvars.gena.colour }}"}
      run_once: true
`;

const madeOnTop = `
plugin: constructed
strict: true
groups:
  with_cloud: vmango.cloud_name is defined
keyed_groups:
  - {prefix: t, key: inventory_tags}
  - {prefix: s, key: inventory_services | map(attribute='name') | list}
`;
