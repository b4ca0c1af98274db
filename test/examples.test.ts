/**
 * Every inventory of `examples/` is valid without a warning, prints what is committed, and runs in Ansible without a
 * word on stderr. UPDATE_GOLDEN=1 writes the committed output anew.
 */
import { expect } from 'chai';
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ansibleVersions, projectRoot, quietly, temporaryFolder } from './support/ansible.js';
import { expectGolden, fixtureFolder } from './support/golden.js';
import { runTool } from './support/tool.js';

const versions = await ansibleVersions();
/** A copy, without what plays that somebody ran in the checkout have made and applied there. */
const root = temporaryFolder('examples');
const examples = join(root, 'examples');
cpSync(join(projectRoot, 'examples'), examples, {
  recursive: true,
  filter: (path) => !/^(made$|\..*\.state\.json)/.test(basename(path)),
});

/** Inventory below `examples/` → a playbook that connects to no host, and something that it prints. */
const plays = new Map<string, readonly [string, string]>([
  [
    'inventory/richt.yaml',
    ['inventory/tell.yml', 'Net listens on 127.0.0.1:8080: vmango-repository, vmango'],
  ],
  [
    'environments/staging/inventory.yaml',
    ['environments/tell.yml', 'staging: base, db, debugging; chrony, postgres'],
  ],
  [
    'environments/production/inventory.yaml',
    ['environments/tell.yml', 'production: base, web, south; chrony, nginx'],
  ],
]);

/** What `show` says of inventories whose upstreams nobody applied; none else says anything. */
const warnings = new Map([
  [
    'upstream/web/inventory.yaml',
    `upstream/web/inventory.yaml:10:3: warning: the upstream \`network\` was never applied: there is no state at \`${examples}/upstream/network/.inventory.state.json\` (run \`inventory-script -i upstream/network/inventory.yaml apply\`; until then what only its state knows is shown as known after upstream apply) [upstream/no-state]\n`,
  ],
]);

describe('examples', () => {
  for (const inventory of inventories()) {
    const path = join(examples, inventory);
    const stem = basename(inventory, '.yaml');
    const expected = fixtureFolder(
      'examples',
      stem === 'inventory' ? basename(dirname(inventory)) : stem,
    );

    it(`${inventory} is valid, strictly`, async () => {
      const { code, stdout, stderr } = await runTool([path, 'validate', '--strict']);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.include('valid (0 errors, 0 warnings)');
    });

    for (const [name, args] of [
      ['list', ['--list']],
      ['show', ['show']],
    ] as const) {
      it(`${inventory} prints its committed ${name}`, async () => {
        const { code, stdout, stderr } = await runTool([path, ...args], examples);
        expect({ code, stderr }).to.deep.equal({
          code: 0,
          stderr: name === 'show' ? (warnings.get(inventory) ?? '') : '',
        });
        expectGolden(join(expected, `${name}.json`), stdout, root);
      });
    }

    for (const ansible of versions) {
      it(`${inventory} runs in ${ansible.label} without a word on stderr`, async () => {
        const cwd = dirname(path);
        const [graph] = await Promise.all([
          quietly(ansible, 'ansible-inventory', ['-i', path, '--graph'], { cwd }),
          quietly(ansible, 'ansible-inventory', ['-i', path, '--list'], { cwd }),
        ]);
        expectGolden(join(expected, 'graph.txt'), graph, root);
        const [playbook, line] = plays.get(inventory) ?? [];
        if (playbook === undefined) return; // `apply.test.ts` and `upstream-example.test.ts` run the others
        expect(
          await quietly(ansible, 'ansible-playbook', ['-i', path, join(examples, playbook)], {
            cwd,
          }),
        ).to.include(line);
      });
    }
  }

  it('are all executable, as Ansible needs them', () => {
    expect(inventories()).to.have.length.greaterThan(3);
    for (const inventory of inventories())
      expect(statSync(join(examples, inventory)).mode & 0o111, inventory).to.equal(0o111);
  });
});

describe('the conflicts that examples/inventory/richt.yaml is made for', () => {
  it('two tags of one order that disagree, also where only another service is asked for', async () => {
    const inventory = edited(
      'richt.yaml',
      'tags: [net, hypervisor]',
      'tags: [net, home, hypervisor]',
    );
    for (const more of [[], ['--service', 'vmango-repository']]) {
      const { code, stderr } = await runTool([inventory, 'validate', ...more]);
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/`lanst`/)
        .and.match(/vars\.vmango\.cloud_name/)
        .and.match(/`home`/)
        .and.match(/`net`/)
        .and.match(/order 20/);
      expect(stderr)
        .to.match(/richt\.yaml:28:/)
        .and.match(/richt\.yaml:35:/);
    }
  });

  it('two services that own one file, also where only one of them is asked for', async () => {
    const inventory = edited(
      'services/vmango-repository.yaml',
      '/etc/yum.repos.d/vmango.repo',
      '/etc/vmango.conf',
    );
    for (const more of [[], ['--service', 'vmango']]) {
      const { code, stderr } = await runTool([inventory, 'validate', ...more]);
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/`?gena`?/)
        .and.include('vmango-repository/config.repository')
        .and.include('vmango/config.main');
      expect(stderr)
        .to.match(/vmango-repository\.yaml:\d+:/)
        .and.match(/vmango\.yaml:\d+:/);
    }
  });
});

/** Every file below `examples/` that starts with our shebang, in the order of names. */
function inventories(folder = examples): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return inventories(path);
      return readFileSync(path, 'utf8').startsWith('#!/usr/bin/env inventory-script\n')
        ? [relative(examples, path)]
        : [];
    });
}

/** A copy of the example in which one text is replaced by another. */
function edited(file: string, old: string, text: string): string {
  const folder = temporaryFolder('richt');
  cpSync(join(examples, 'inventory'), folder, { recursive: true });
  const before = readFileSync(join(folder, file), 'utf8');
  expect(before).to.include(old);
  writeFileSync(join(folder, file), before.replace(old, text));
  return join(folder, 'richt.yaml');
}
