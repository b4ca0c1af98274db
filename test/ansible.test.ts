/**
 * A real ansible-core reads what we emit: the same inventory comes back, value by value, in every shape and size.
 * How plays use it is in `ansible-play.test.ts`.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ansibleVersions, projectRoot, quietly, temporaryFolder } from './support/ansible.js';
import { asExported, asListed, parseInventory } from './support/inventory-json.js';
import { listOf, runTool, writeInventory } from './support/tool.js';

const versions = await ansibleVersions();
const fixtures = join(projectRoot, 'test', 'fixtures', 'ansible');
const manyHosts = 1000;

/** Fixture or generated inventory → its path. */
const inventories = new Map<string, string>([
  ...['groups', 'names', 'values', 'ungrouped', 'empty', 'one', 'secrets'].map(
    (name) => [name, join(fixtures, name, 'inventory.yaml')] as const,
  ),
  ['a thousand hosts', writeInventory(temporaryFolder('thousand'), thousandHosts())],
]);

it('finds an ansible-core to test with', () => {
  expect(versions.map(({ version }) => version)).is.not.empty;
});

for (const ansible of versions) {
  describe(`${ansible.label} reads the inventory`, () => {
    for (const [name, inventory] of inventories) {
      it(`gives back what was emitted, without a word: ${name}`, async () => {
        const [emitted, exported, listed] = await Promise.all([
          listOf(inventory),
          quietly(ansible, 'ansible-inventory', ['-i', inventory, '--list', '--export']),
          quietly(ansible, 'ansible-inventory', ['-i', inventory, '--list']),
        ]);
        expect(asExported(parseInventory(exported))).to.deep.equal(
          asExported(parseInventory(emitted)),
        );
        expect(asExported(parseInventory(listed))).to.deep.equal(asListed(parseInventory(emitted)));
      });
    }

    it('gives back its own export when that is read again', async () => {
      const folder = temporaryFolder('again');
      const script = join(folder, 'again');
      writeFileSync(script, '#!/bin/sh\nexec cat "$(dirname "$0")/export.json"\n');
      chmodSync(script, 0o755);
      const first = await quietly(ansible, 'ansible-inventory', [
        '-i',
        fixture('groups'),
        '--list',
        '--export',
      ]);
      writeFileSync(join(folder, 'export.json'), first);
      expect(
        await quietly(ansible, 'ansible-inventory', ['-i', script, '--list', '--export']),
      ).to.equal(first);
    });

    it('shows one host with the variables of its groups', async () => {
      const listed = asListed(parseInventory(await listOf(fixture('groups'))));
      const shown = await quietly(ansible, 'ansible-inventory', [
        '-i',
        fixture('groups'),
        '--host',
        'lanst',
      ]);
      const expected = { hostvars: { lanst: listed.hostvars.lanst }, groups: {} };
      // Here cores from 2.19 on print unsafe text as plain text.
      expect(
        withoutUnsafe(parseInventory(`{"_meta": {"hostvars": {"lanst": ${shown}}}}`)),
      ).to.deep.equal(withoutUnsafe(expected));
    });

    it('draws the graph of groups', async () => {
      const graph = await quietly(ansible, 'ansible-inventory', [
        '-i',
        fixture('groups'),
        '--graph',
      ]);
      expect(graph).to.equal(graphOfGroups);
    });

    it('can select by every safe name', async () => {
      const groups = [
        '_1st',
        'web_eu',
        '_2',
        'Web',
        'true',
        'hosts',
        'None',
        'service_1x',
        'web1.example.org',
        '2001:db8::1',
        '1234host',
      ];
      const plays = groups.map((name) => ({ hosts: [name], gather_facts: false }));
      const playbook = join(temporaryFolder('names'), 'names.yml');
      writeFileSync(playbook, JSON.stringify(plays));
      const listed = await quietly(ansible, 'ansible-playbook', [
        '-i',
        fixture('names'),
        '--list-hosts',
        playbook,
      ]);
      const counts = [...listed.matchAll(/hosts \((\d+)\)/g)].map((match) => Number(match[1]));
      expect(counts).to.deep.equal([1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1]);
    });

    it('finds every value what it was written as', async () => {
      await quietly(ansible, 'ansible-playbook', [
        '-i',
        fixture('values'),
        join(fixtures, 'values', 'check.yml'),
      ]);
    });

    it('opens vaults and leaves unsafe text alone', async () => {
      const password = join(fixtures, 'secrets', 'password.txt');
      const play = [join(fixtures, 'secrets', 'check.yml'), '--vault-password-file', password];
      await quietly(ansible, 'ansible-playbook', ['-i', fixture('secrets'), ...play]);
    });
  });
}

describe('any inventory', () => {
  it('is the same after Ansible has read it', async function () {
    this.timeout(120_000);
    const run = async (body: string): Promise<void> => {
      const inventory = writeInventory(temporaryFolder('random'), body);
      const emitted = asExported(parseInventory(await listOf(inventory)));
      const exports = await Promise.all(
        versions.map((each) =>
          quietly(each, 'ansible-inventory', ['-i', inventory, '--list', '--export']),
        ),
      );
      for (const exported of exports)
        expect(asExported(parseInventory(exported))).to.deep.equal(emitted);
    };
    await fc.assert(fc.asyncProperty(anyInventory(), run), { numRuns: 4, endOnFailure: true });
  });
});

describe('--host', () => {
  for (const name of ['groups', 'names', 'values', 'secrets']) {
    it(`gives for each host its entry of --list: ${name}`, async () => {
      const { hostvars } = parseInventory(await listOf(fixture(name)));
      const shown = await Promise.all(
        Object.keys(hostvars).map((host) => runTool([fixture(name), '--host', host])),
      );
      const parsed = shown.map(
        ({ stdout }) => parseInventory(`{"_meta": {"hostvars": {"it": ${stdout}}}}`).hostvars.it,
      );
      expect(parsed).to.deep.equal(Object.values(hostvars));
      expect(shown.map(({ code, stderr }) => ({ code, stderr }))).to.deep.equal(
        shown.map(() => ({ code: 0, stderr: '' })),
      );
    });
  }
});

describe('names that Ansible would confuse', () => {
  const confusing: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'two tags with one safe name',
      'tags: {web-eu: {}, web_eu: {}}\nhosts: [{name: gena}]\n',
      ['web-eu', 'web_eu'],
    ],
    [
      'a tag and a service with one group',
      'tags: {service_vmango: {}}\nservices: {vmango: {order: 1, binaries: {it: {type: deb, package: it}}}}\nhosts: []\n',
      ['service_vmango'],
    ],
    ['a host called like a group', 'tags: {home: {}}\nhosts: [{name: home}]\n', ['home']],
    ['a tag called like a group of Ansible', 'tags: {ungrouped: {}}\nhosts: []\n', ['ungrouped']],
    ['a host called like a group of Ansible', 'hosts: [{name: all}]\n', ['all']],
    [
      'two variables with one safe name',
      'vars: {a-b: 1, a_b: 2}\nhosts: [{name: gena}]\n',
      ['a-b', 'a_b'],
    ],
  ];
  for (const [title, body, names] of confusing) {
    it(`are refused: ${title}`, async () => {
      const { code, stdout, stderr } = await runTool([
        writeInventory(temporaryFolder('confusing'), body),
        '--list',
      ]);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      for (const name of names) expect(stderr).to.include(`\`${name}\``);
    });
  }
});

describe('--list into a pipe', () => {
  it('is complete past a megabyte', async () => {
    const emitted = await listOf(fixture('a thousand hosts'));
    expect(emitted.length).to.be.greaterThan(1024 * 1024);
    expect(Object.keys(parseInventory(emitted).hostvars)).to.have.length(manyHosts);
  });
});

function fixture(name: string): string {
  const path = inventories.get(name);
  if (path === undefined) throw new Error(`no inventory is called ${name}`);
  return path;
}

/** The same with `{"__ansible_unsafe": text}` as the text. */
function withoutUnsafe(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) => {
    return typeof each === 'object' && each !== null && '__ansible_unsafe' in each
      ? each.__ansible_unsafe
      : each;
  });
}

function thousandHosts(): string {
  const vars = Array.from(
    { length: 8 },
    (_, index) => `    variable_${index}: "${'číslo '.repeat(18)}${index}"`,
  );
  return [
    'tags:',
    '  home:',
    `    vars: {vmango: {cloud_name: Home}}`,
    'hosts:',
    `  - name: web[0001:${manyHosts}]`,
    '    tags: [home]',
    '    vars:',
    ...vars.map((line) => `  ${line}`),
    '',
  ].join('\n');
}

/** Hosts, tags with orders of their own, and variables of any shape. */
function anyInventory(): fc.Arbitrary<string> {
  const text = fc.string({ unit: 'binary', maxLength: 12 });
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, false),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((key) => !key.startsWith('__ansible_')),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  }));
  const vars = fc.dictionary(fc.stringMatching(/^v[a-z0-9]{1,6}$/), value, { maxKeys: 6 });
  const tag = fc.record({ name: fc.stringMatching(/^t[a-z0-9]{1,4}$/), vars });
  const tags = fc.uniqueArray(tag, { selector: ({ name }) => name, minLength: 1, maxLength: 5 });
  const hosts = fc.array(fc.record({ choice: fc.nat({ max: 31 }), vars }), {
    minLength: 30,
    maxLength: 30,
  });
  return fc.tuple(vars, tags, hosts).map(([common, layers, members]) => {
    const names = layers.map(({ name }) => name);
    const tagLines = layers.map(
      (layer, order) => `  ${layer.name}: {order: ${order}, vars: ${yamlOf(layer.vars)}}\n`,
    );
    const hostLines = members.map(({ choice, vars: own }, index) => {
      const chosen = names.filter((_, bit) => ((choice >> bit) & 1) === 1);
      return `  - {name: h${index}, tags: [${chosen.join(', ')}], vars: ${yamlOf(own)}}\n`;
    });
    return `vars: ${yamlOf(common)}\ntags:\n${tagLines.join('')}hosts:\n${hostLines.join('')}`;
  });
}

/** A flow node of YAML: JSON, with what YAML does not print escaped by code point. */
function yamlOf(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, (character) => {
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
  });
}

const graphOfGroups = `@all:
  |--@ungrouped:
  |  |--loner
  |--@base:
  |  |--@hypervisor:
  |  |  |--@home:
  |  |  |  |--gena
  |  |  |--@net:
  |  |  |  |--lanst
  |  |--rack1
  |  |--rack2
  |  |--rack3
  |--@service_legacy:
  |--@service_legacy_absent:
  |  |--lanst
  |--@service_unused:
  |--@service_vmango:
  |  |--gena
  |  |--lanst
  |--@service_vmango_repository:
  |  |--gena
  |  |--lanst
  |  |--rack1
  |  |--rack2
  |  |--rack3
  |--@spare:
`;
