/** `graph` prints what `ansible-inventory --graph` prints, byte for byte, with `--vars` too; what nobody may see is redacted. */
import { expect } from 'chai';
import fc from 'fast-check';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emitList } from '../src/ansible/list.js';
import { resolveApplied } from '../src/pipeline.js';
import { ansibleVersions, projectRoot, temporaryFolder } from './support/ansible.js';
import { startAnsible } from './support/ansible-server.js';
import { draft, draftText, type Draft } from './support/arbitrary-inventories.js';
import { runCommandLine } from './support/command-line.js';
import { fixtureFolder, systemIn } from './support/golden.js';
import { memorySystem } from './support/memory-system.js';

const versions = await ansibleVersions();
const servers = await Promise.all(versions.map(startAnsible));
after(() => {
  for (const server of servers) server.stop();
});

const examples = readdirSync(join(projectRoot, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?:^|\/)(?:inventory|richt)\.yaml$/.test(name))
  .sort();
const fixtures = readdirSync(fixtureFolder('ansible')).filter((name) => name !== 'secrets');
const inventories: readonly string[] = [
  ...examples.map((name) => join(projectRoot, 'examples', name)),
  ...fixtures.map((name) => join(fixtureFolder('ansible', name), 'inventory.yaml')),
  join(fixtureFolder('graph', 'odd'), 'inventory.yaml'),
];

/** A program that prints what the inventory gives Ansible: many times faster than the inventory itself. */
async function printed(inventory: string): Promise<string> {
  const folder = temporaryFolder('printed');
  const { resolved } = await resolveApplied(systemIn('/'), inventory);
  writeFileSync(join(folder, 'list.json'), [...emitList(resolved, true)].join(''));
  const program = join(folder, 'inventory');
  writeFileSync(program, `#!/bin/sh\nexec cat '${folder}/list.json'\n`, { mode: 0o755 });
  return program;
}

async function graphOf(inventory: string, ...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommandLine(systemIn('/'), [
    'graph',
    '-i',
    inventory,
    ...args,
    '--no-color',
  ]);
  expect({ exitCode, errors: stderr.includes('error:') }).to.deep.equal({
    exitCode: 0,
    errors: false,
  });
  return stdout;
}

for (const [at, server] of servers.entries()) {
  describe(`graph and ${versions[at]?.label ?? ''}`, () => {
    const asked = async (inventory: string, ...args: readonly string[]): Promise<string> => {
      const run = await server
        .systemIn('/')
        .run('ansible-inventory', ['-i', await printed(inventory), '--graph', ...args]);
      return 'failure' in run ? run.detail : run.stdout + run.stderr;
    };
    for (const inventory of inventories) {
      it(`draw the same: ${inventory.replace(`${projectRoot}/`, '')}`, async () => {
        expect(await graphOf(inventory, '--vars')).to.equal(await asked(inventory, '--vars'));
      });
    }

    it('draw the same without variables, and from a group on', async () => {
      const odd = join(fixtureFolder('graph', 'odd'), 'inventory.yaml');
      expect(await graphOf(odd)).to.equal(await asked(odd));
      expect(await graphOf(odd, 'base', '--vars')).to.equal(await asked(odd, 'base', '--vars'));
    });
  });
}

it('there are inventories to draw', () => {
  expect(examples.length).to.be.greaterThan(4);
  expect(servers).to.not.have.length(0);
});

describe('any inventory', () => {
  it('is drawn as Ansible draws it, with its variables', async function () {
    this.timeout(120_000);
    const run = async (drawn: Draft): Promise<void> => {
      const path = join(temporaryFolder('random'), 'inventory.yaml');
      writeFileSync(path, draftText(drawn).replaceAll('!vault secret', `"x'y"`));
      if (!(await resolveApplied(systemIn('/'), path)).valid) return;
      const ours = await graphOf(path, '--vars');
      const program = await printed(path);
      for (const server of servers) {
        const theirs = await server
          .systemIn('/')
          .run('ansible-inventory', ['-i', program, '--graph', '--vars']);
        expect(ours).to.equal('failure' in theirs ? theirs.detail : theirs.stdout + theirs.stderr);
      }
    };
    await fc.assert(fc.asyncProperty(draft, run), { numRuns: 5, endOnFailure: true });
  });
});

describe('graph', () => {
  it('redacts what is encrypted or sensitive, at any depth', async () => {
    const network =
      'exports:\n  token: {type: string, sensitive: true, value: s3cr3t}\n  zone: {type: string, value: eu}\nhosts: []\n';
    const web =
      'upstreams: {network: {source: ../network}}\nvars: {token: "${network.token}", zone: "${network.zone}", deep: {list: ["${network.token}"], key: !vault "$ANSIBLE_VAULT;1.1;AES256\\n3133"}, top: !vault abc}\nhosts: [{name: gena}]\n';
    const system = memorySystem(
      { '/network/inventory.yaml': network, '/web/inventory.yaml': web },
      { cwd: '/web' },
    );
    const { stdout } = await runCommandLine(system, ['graph', '--vars']);
    expect(stdout).to.equal(
      [
        '@all:',
        '  |--@ungrouped:',
        '  |  |--gena',
        "  |  |  |--{deep = {'list': ['<redacted>'], 'key': '<redacted>'}}",
        '  |  |  |--{inventory_services = []}',
        '  |  |  |--{inventory_tags = []}',
        '  |  |  |--{token = <redacted>}',
        '  |  |  |--{top = <redacted>}',
        '  |  |  |--{zone = eu}',
        '',
      ].join('\n'),
    );
  });

  it('colours groups where it is asked to', async () => {
    const system = memorySystem({
      '/inventory.yaml': 'tags: {net: {}}\nhosts: [{name: gena, tags: [net]}]\n',
    });
    const { stdout } = await runCommandLine(system, ['graph', 'net', '--color']);
    expect(stdout).to.equal('\x1b[1m@net:\x1b[22m\n\x1b[2m  |--\x1b[22mgena\n');
  });

  it('suggests a group where there is none of the name', async () => {
    const system = memorySystem({ '/inventory.yaml': 'tags: {network: {}}\nhosts: []\n' });
    const { exitCode, stdout, stderr } = await runCommandLine(system, ['graph', 'netwrok']);
    expect({ exitCode, stdout, stderr }).to.deep.equal({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: there is no group `netwrok` (did you mean `network`?) [resolve/unknown-selection]\n',
    });
  });
});
