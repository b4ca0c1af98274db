/**
 * `examples/upstream` from nothing applied to all applied, with every ansible-core: a play on the web inventory runs
 * before the network is there, a play creates the network and records its values, and then the first has them. Each
 * core works on a copy of its own; no run says a word on stderr.
 */
import { expect } from 'chai';
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ansibleVersions, projectRoot, quietly, temporaryFolder } from './support/ansible.js';
import { runTool } from './support/tool.js';

const versions = await ansibleVersions();
const example = join(projectRoot, 'examples', 'upstream');
const servers = ['web1.example.org', 'web2.example.org'] as const;
const waiting = 'waits for network.db.host, network.db.port, network.vpc_id';

for (const ansible of versions) {
  describe(`examples/upstream with ${ansible.label}`, function () {
    this.timeout(120_000);
    const folder = join(temporaryFolder('example'), 'upstream');
    const state = join(folder, 'network', '.inventory.state.json');
    const play = (name: 'network' | 'web'): Promise<string> =>
      quietly(ansible, 'ansible-playbook', ['-i', `${name}/inventory.yaml`, `${name}.yml`], {
        cwd: folder,
      });
    const made = (...path: readonly string[]): string =>
      readFileSync(join(folder, 'made', ...path), 'utf8');
    let vpc = '';
    let applied = '';

    before(() => {
      const kept = [
        'ansible.cfg',
        '.gitignore',
        'network.yml',
        'web.yml',
        'network/inventory.yaml',
        'web/inventory.yaml',
      ];
      for (const name of kept) cpSync(join(example, name), join(folder, name));
    });

    it('does what needs nothing of the network, and skips the rest, while nothing is applied', async () => {
      const output = await play('web');
      expect(taskResults(output, 'Write what needs nothing that is not known yet')).to.deep.equal([
        'changed',
        'changed',
      ]);
      expect(taskResults(output, 'Connect the shop to the network')).to.deep.equal([
        'skipping',
        'skipping',
      ]);
      for (const server of servers) {
        expect(output).to.include(`"msg": "${server} ${waiting}"`);
        expect(readdirSync(join(folder, 'made', server))).to.deep.equal(['resolv.conf']);
        expect(made(server, 'resolv.conf')).to.equal('nameserver 192.0.2.53\n');
      }
      expect(recap(output)).to.deep.equal(
        servers.map((server) => `${server} ok=3 changed=2 failed=0 skipped=1`),
      );
      expect(existsSync(state)).to.equal(false);
    });

    it('records what only the creation of the network tells', async () => {
      const output = await play('network');
      expect(recap(output)).to.deep.equal(['cloud ok=4 changed=2 failed=0 skipped=0']);
      vpc = made('vpc_id');
      expect(vpc).to.match(/^vpc-[0-9a-f]{8}$/);
      applied = readFileSync(state, 'utf8');
      expect(JSON.parse(applied)).to.deep.include({ format: 1, serial: 1 });
      const { code, stdout, stderr } = await runTool(
        ['-i', 'network', 'exports', '--json'],
        folder,
      );
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(JSON.parse(stdout)).to.have.nested.property('vpc_id.value', vpc);
      expect(JSON.parse(stdout)).to.have.deep.nested.property('db.value', {
        host: `db.${vpc}.example.org`,
        port: 5432,
      });
    });

    it('does the rest once the network is there', async () => {
      const output = await play('web');
      expect(taskResults(output, 'Connect the shop to the network')).to.deep.equal([
        'changed',
        'changed',
      ]);
      expect(taskResults(output, 'Say what is waited for')).to.deep.equal(['skipping', 'skipping']);
      for (const server of servers) {
        expect(made(server, 'shop.conf')).to.equal(
          `listen = 0.0.0.0:8080\ndatabase = postgres://db.${vpc}.example.org:5432/shop\nnetwork = ${vpc} in eu-central-1\n`,
        );
      }
      expect(recap(output)).to.deep.equal(
        servers.map((server) => `${server} ok=3 changed=1 failed=0 skipped=1`),
      );
    });

    it('changes nothing when all of it runs again, and writes no new state', async () => {
      expect(recap(await play('network'))).to.deep.equal([
        'cloud ok=4 changed=0 failed=0 skipped=0',
      ]);
      expect(recap(await play('web'))).to.deep.equal(
        servers.map((server) => `${server} ok=3 changed=0 failed=0 skipped=1`),
      );
      expect(readFileSync(state, 'utf8')).to.equal(applied);
      expect(readdirSync(join(folder, 'network')).sort()).to.deep.equal([
        '.inventory.state.json',
        'inventory.yaml',
      ]);
    });
  });
}

it('there are ansible-cores for examples/upstream', () => {
  expect(versions.length).to.be.greaterThan(0);
});

/** What became of a task on each host: `ok`, `changed`, `skipping` … */
function taskResults(output: string, task: string): string[] {
  const section = output.split(/^TASK |^PLAY /m).find((each) => each.startsWith(`[${task}]`)) ?? '';
  return [...section.matchAll(/^(\w+): \[/gm)].map((match) => match[1] ?? '');
}

/** The counts of the recap, a line for each host, sorted. */
function recap(output: string): string[] {
  const lines = output
    .slice(output.lastIndexOf('PLAY RECAP'))
    .matchAll(/^(\S+) +: (ok=\d+) +(changed=\d+) .*(failed=\d+) +(skipped=\d+)/gm);
  return [...lines].map((line) => line.slice(1).join(' ')).sort();
}
