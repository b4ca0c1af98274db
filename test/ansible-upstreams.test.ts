/**
 * What plays get of values that an upstream has not applied yet, and of those that it has: a real Ansible runs them.
 * The reference says what is pinned here (`docs/ansible.md`, "Values that are not known yet").
 */
import { expect } from 'chai';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ansibleVersions,
  isAtLeast,
  temporaryFolder,
  type Ansible,
  type RunResult,
} from './support/ansible.js';
import { runTool, writeInventory } from './support/tool.js';

const network = `
hosts: []
exports:
  vpc_id: {type: string}
  address: {type: string}
  text: {type: string}
  pipe: {value: "{{ lookup('pipe', 'touch RAN') }}"}
`;
const web = `
upstreams: {network: {source: ../network}}
hosts:
  - {name: gena, tags: [web], transport: {type: local}}
  - {name: lanst, tags: [web], transport: {type: ssh, host: "\${network.address}"}}
  - {name: mira, transport: {type: plugin, connection: "\${network.address}"}}
tags:
  web:
    vars:
      vpc_id: "\${network.vpc_id}"
      vpc: {id: "\${network.vpc_id}", other: 1, deep: {list: ["\${network.vpc_id}", 2], b: 3}}
      urls: ["http://\${network.address}/", b]
      pipe: "\${network.pipe}"
      texts: [x, "\${network.pipe}"]
      url: "a-\${network.pipe}"
      text: "\${network.text}"
`;
const hint = 'known after upstream apply: network.vpc_id';

const versions = await ansibleVersions();

for (const ansible of versions) {
  describe(`${ansible.label} and values of upstreams`, () => {
    it('runs what does not use a value that is not known, and fails with a hint where it is used', async () => {
      const world = newWorld();
      const { stdout, code } = await play(ansible, world, [
        {
          assert: {
            that: [
              'vpc_id is not defined',
              "vpc_id | default('none') == 'none'",
              'vpc.other == 1',
              'vpc.id is not defined',
              "vpc.id | default('none') == 'none'",
              'vpc.deep.b == 3',
              'vpc.deep.list is not defined',
              'urls is not defined',
              'inventory_unknown.vpc_id == "network.vpc_id"',
              "inventory_unknown['vpc.id'] == 'network.vpc_id'",
              "inventory_unknown['vpc.deep.list'] == 'network.vpc_id'",
              "inventory_unknown.urls == 'network.address'",
            ],
          },
        },
        {
          block: [{ debug: { msg: 'got {{ vpc_id }}' } }],
          rescue: [{ assert: { that: `'${hint}' in ansible_failed_result.msg | string` } }],
        },
      ]);
      expect(code, stdout).to.equal(0);
      expect(stdout).to.include(hint).and.to.include('rescued=1');
    });

    it('never connects elsewhere where the address or connection of a host is not known', async () => {
      const world = newWorld();
      for (const host of ['lanst', 'mira']) {
        const { stdout, code } = await play(ansible, world, [{ raw: 'true' }], host);
        expect(code).to.equal(2);
        expect(stdout)
          .to.include('known after upstream apply: network.address')
          .and.to.include('unreachable=0')
          .and.to.include('failed=1');
      }
      expect(existsSync(world.sshLog)).to.equal(false);
    });

    it('reads values of other hosts through hostvars as the core does', async () => {
      const { stdout } = await play(ansible, newWorld(), [
        { debug: { msg: "defined: {{ hostvars['gena'].vpc_id is defined }}" } },
        { debug: { msg: "default: {{ hostvars['gena'].vpc_id | default('none') }}" } },
      ]);
      const [defined, byDefault] = isAtLeast(ansible, 2, 19)
        ? ['defined: False', 'default: none']
        : ['defined: True', `default: {{ undef(hint='${hint}') }}`];
      expect(stdout).to.include(defined).and.to.include(byDefault);
    });

    it('runs no template of an upstream, declared or applied', async () => {
      const world = newWorld();
      const applied = await runTool([
        '-i',
        world.network,
        'apply',
        '--set',
        `text={{ lookup('pipe', 'touch ${world.ran}') }}`,
      ]);
      expect(applied.code, applied.stderr).to.equal(0);
      const { stdout, code } = await play(ansible, world, [
        { debug: { msg: '{{ pipe }} {{ texts }} {{ url }} {{ text }}' } },
        {
          assert: {
            that: [
              "'lookup' in pipe",
              "'lookup' in texts[1]",
              "'lookup' in url",
              "'lookup' in text",
            ],
          },
        },
      ]);
      expect(code, stdout).to.equal(0);
      expect(existsSync(world.ran)).to.equal(false);
    });

    it('gets every value once the upstream is applied', async () => {
      const world = newWorld();
      const applied = await runTool([
        '-i',
        world.network,
        'apply',
        '--set',
        'vpc_id=vpc-1',
        '--set',
        'address=192.0.2.1',
        '--set',
        'text=t',
      ]);
      expect(applied.code, applied.stderr).to.equal(0);
      const { stdout, code } = await play(ansible, world, [
        {
          assert: {
            that: [
              "vpc_id == 'vpc-1'",
              "vpc.id == 'vpc-1'",
              "vpc.deep.list == ['vpc-1', 2]",
              "urls == ['http://192.0.2.1/', 'b']",
              "hostvars['lanst'].ansible_host == '192.0.2.1'",
              'inventory_unknown is not defined',
            ],
          },
        },
      ]);
      expect(code, stdout).to.equal(0);
    });

    it('gets nothing where the inventory wants everything to be known', async () => {
      const world = newWorld('ansible: {unknown: error}\n');
      const { stderr, code } = await ansible.run('ansible-inventory', ['-i', world.web, '--list'], {
        env: { ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'true' },
      });
      expect(code).to.not.equal(0);
      expect(stderr.replace(/\s+/g, ' ')).to.include('`network.vpc_id` is not known yet');
    });
  });
}

it('there are ansible-cores to test with', () => {
  expect(versions.length).to.be.greaterThan(0);
});

interface World {
  readonly folder: string;
  readonly network: string;
  readonly web: string;
  /** What a program that stands for ssh leaves. */
  readonly sshLog: string;
  /** What a template of the upstream would leave if it ran. */
  readonly ran: string;
}

function newWorld(more = ''): World {
  const folder = temporaryFolder('upstreams');
  const ran = join(folder, 'ran');
  for (const name of ['network', 'web']) mkdirSync(join(folder, name));
  const world = {
    folder,
    network: writeInventory(join(folder, 'network'), network.replace('RAN', ran)),
    web: writeInventory(join(folder, 'web'), web + more),
    sshLog: join(folder, 'ssh.log'),
    ran,
  };
  writeFileSync(join(folder, 'ssh'), `#!/bin/sh\necho "$@" >> ${world.sshLog}\nexit 255\n`);
  chmodSync(join(folder, 'ssh'), 0o755);
  return world;
}

/** Runs tasks on a host. */
async function play(
  ansible: Ansible,
  { folder, web: inventory }: World,
  tasks: readonly object[],
  hosts = 'gena',
): Promise<{ readonly code: RunResult['code']; readonly stdout: string }> {
  const playbook = join(folder, 'play.json');
  writeFileSync(playbook, JSON.stringify([{ hosts, gather_facts: false, tasks }]));
  const { code, stdout, stderr } = await ansible.run(
    'ansible-playbook',
    ['-i', inventory, playbook],
    { env: { ANSIBLE_SSH_EXECUTABLE: join(folder, 'ssh') } },
  );
  return { code, stdout: stdout + stderr };
}
