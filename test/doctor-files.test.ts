/** `doctor`: what may be started and read, the variables in files beside the inventory, and its upstreams. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { run } from '../scripts/ansible-core.mjs';
import type { Machine } from '../src/machine.js';
import { nodeSystem, type System } from '../src/system.js';
import { ansibleVersions, temporaryFolder, tool } from './support/ansible.js';
import { about, body, findingsIn, fleet, programs } from './support/doctor.js';
import { runTool, writeInventory } from './support/tool.js';

describe('doctor, of what may be started', () => {
  /** What `machine` says otherwise. */
  function altered(changes: Partial<Machine>): Partial<System> {
    const machine = { ...nodeSystem.machine(), ...changes };
    return { machine: () => machine };
  }

  it('asks the system whether the file can be started, and says which mount forbids it', async () => {
    const folder = fleet();
    const mounts = [
      '22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw',
      `23 22 0:40 / ${dirname(folder)} rw - tmpfs none rw`,
      `24 23 0:41 / ${folder} rw,nosuid,noexec,relatime - tmpfs none rw`,
      `25 22 0:42 / ${folder}-other rw - tmpfs none rw`,
    ].join('\n');
    const found = await findingsIn(folder, {
      asked: altered({
        mayExecute: (path) => !path.startsWith(`${folder}/`),
        mounts: () => mounts,
      }),
    });
    expect(about(found, 'exec-bit')).to.deep.equal({
      subject: 'exec-bit',
      level: 'error',
      message: `\`inventory.yaml\` has a shebang and is not executable: it has the exec bit, but \`${folder}\` is mounted \`noexec\`, so Ansible does not run it`,
      remedy: `mount \`${folder}\` without \`noexec\`, or give Ansible the program: -i "$(command -v inventory-script)"`,
    });
    expect(about(found, 'shebang').level).to.equal('ok');
  });

  it('says that permissions exclude the user, where no mount is the reason', async () => {
    const found = await findingsIn(fleet(), {
      asked: altered({ mayExecute: (path) => !path.endsWith('.yaml'), user: 'anna' }),
    });
    const { message, remedy } = about(found, 'exec-bit');
    expect(message).to.include('its permissions exclude the user `anna`');
    expect(remedy).to.equal('chmod a+rx inventory.yaml');
  });

  it('says why the program of the shebang cannot be started, where it is there', async () => {
    const folder = fleet();
    const path = join(temporaryFolder('blocked'), 'inventory-script');
    writeFileSync(path, '#!/bin/sh\n');
    const env = { PATH: dirname(path) };
    const plain = about(await findingsIn(folder, { env }), 'shebang');
    expect(plain.message).to.equal(
      `the shebang leads to \`${path}\`, which cannot be started: it has no exec bit`,
    );
    expect(plain.remedy).to.equal(`chmod +x ${path}`);
    // The next folder of the PATH is looked at, as the system does.
    const found = await findingsIn(folder, { env: { PATH: `${dirname(path)}:${programs}` } });
    expect(about(found, 'shebang').level).to.equal('ok');
  });

  it('on a real mount', async function () {
    const folder = temporaryFolder('mount');
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'noexec', 'none', folder], {});
    // Only root may mount; the rows above ask the same questions of a machine that is made up.
    if (mounted.code !== 0) return;
    try {
      writeInventory(folder, body);
      const error = about(await findingsIn(folder), 'exec-bit');
      expect(error.level).to.equal('error');
      expect(error.message).to.include(`\`${folder}\` is mounted \`noexec\``);
    } finally {
      await run('umount', [folder], {});
    }
  });

  it('finds files of variables that may not be read', async () => {
    const folder = fleet();
    mkdirSync(join(folder, 'group_vars'));
    mkdirSync(join(folder, 'host_vars'));
    writeFileSync(join(folder, 'group_vars/home.yml'), 'x: 1\n');
    const denied = { failure: 'forbidden', detail: 'permission denied' } as const;
    const found = await findingsIn(folder, {
      asked: {
        readFile: (path) => (path.endsWith('home.yml') ? denied : nodeSystem.readFile(path)),
        listFolder: (path) =>
          path.endsWith('host_vars') ? undefined : nodeSystem.listFolder(path),
      },
    });
    expect(
      found
        .filter((each) => each.level === 'error')
        .map(({ subject, message }) => `${subject}: ${message}`),
    ).to.deep.equal([
      'group-vars: cannot read `group_vars/home.yml`: permission denied',
      'host-vars: `host_vars` cannot be listed: permission denied',
    ]);
  });
});

describe('doctor, of variables beside the inventory', () => {
  it('names each one that a merged variable beats, and each that wins', async () => {
    const folder = fleet();
    for (const [path, text] of [
      ['group_vars/all.yml', 'rack: b\nother: 1\n'],
      ['group_vars/home/main.yaml', '---\nother: 1\nntp: {b: 2}\nzone_name: y\n'],
      ['group_vars/attic', 'ntp: 1\n'],
      ['group_vars/ungrouped.yml', '$ANSIBLE_VAULT;1.1;AES256\n31\n'],
      ['host_vars/lanst.yml', 'rack: c\nbay: 1\n'],
      ['host_vars/pe2', 'rack: c\n'],
    ] as const) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const told = (await findingsIn(folder))
      .filter((each) => each.subject === 'group-vars' || each.subject === 'host-vars')
      .map(({ level, message }) => `${level}: ${message}`);
    expect(told).to.deep.equal([
      'warning: `rack` at group_vars/all.yml:1 loses to the merged variable of `lanst`',
      'note: `group_vars/attic` is for a group that this inventory does not have',
      'warning: `ntp` at group_vars/home/main.yaml:3 loses to the merged variable of every host of the group',
      'warning: `zone_name` at group_vars/home/main.yaml:4 loses to the merged variable of every host of the group',
      'note: `rack` at host_vars/lanst.yml:1 wins over the merged variable of `lanst`',
      'warning: `host_vars/pe2` is for a host that this inventory does not have',
    ]);
  });

  const inventory =
    'vars: {tz: UTC}\ntags:\n  web: {order: 1, vars: {port: 80, tls: {cert: a, key: b}}}\n  idle: {order: 1, vars: {x: 1}}\nhosts: [{name: w1, tags: [web]}, {name: w2, tags: [web], vars: {port: 81}}]\n';
  const repeats: [
    what: string,
    files: Readonly<Record<string, string>>,
    told: readonly string[],
    remedy?: string,
  ][] = [
    [
      'one file, whose value a host overrides itself',
      { 'group_vars/web.yml': 'port: 80\n' },
      ['warning: `group_vars/web.yml` repeats what the inventory has'],
    ],
    [
      'files whose values all are in the inventory, some of them overridden by others',
      {
        'group_vars/all.yml': 'tz: UTC\n',
        'group_vars/web/main.yml': 'port: 80\n',
        'group_vars/web/tls.yml': 'tls: {cert: a}\n',
        'group_vars/idle.yml': 'x: 1\n',
        'host_vars/w2': 'port: 81\n',
      },
      [
        'warning: `group_vars/all.yml`, `group_vars/idle.yml`, `group_vars/web/main.yml` and 2 more repeat what the inventory has',
      ],
      'remove them, so that each value is in one place: rm group_vars/all.yml group_vars/idle.yml group_vars/web/main.yml group_vars/web/tls.yml host_vars/w2',
    ],
    [
      'a file of a host',
      { 'host_vars/w2.yml': 'port: 81\n' },
      ['warning: `host_vars/w2.yml` repeats what the inventory has'],
      'remove it, so that each value is in one place: rm host_vars/w2.yml',
    ],
    [
      'a file with a variable of its own',
      { 'host_vars/w2.yml': 'port: 81\nrack: a\n' },
      ['warning: `port` in `host_vars/w2.yml` repeats what the inventory has'],
      'remove it there, so that each value is in one place',
    ],
    [
      'a file with a value that differs',
      { 'group_vars/all.yml': 'tz: CET\n', 'host_vars/w1.yml': 'port: 8080\ntz: UTC\n' },
      [
        'warning: `tz` at group_vars/all.yml:1 loses to the merged variable of every host of the group',
        'warning: `tz` in `host_vars/w1.yml` repeats what the inventory has',
        'note: `port` at host_vars/w1.yml:1 wins over the merged variable of `w1`',
      ],
    ],
    [
      'a weaker file, but not one that differs and is stronger',
      { 'group_vars/all.yml': 'tz: UTC\n', 'group_vars/web.yml': 'tz: CET\n' },
      [
        'warning: `group_vars/all.yml` repeats what the inventory has',
        'warning: `tz` at group_vars/web.yml:1 loses to the merged variable of every host of the group',
      ],
    ],
    [
      'a file that a stronger one overrides, which is in the inventory',
      { 'group_vars/all.yml': 'port: 1\n', 'group_vars/web.yml': 'port: 80\n' },
      ['warning: `group_vars/all.yml` and `group_vars/web.yml` repeat what the inventory has'],
    ],
    [
      'a file of a value that only looks the same',
      { 'host_vars/w2.yml': 'port: "81"\n' },
      ['note: `port` at host_vars/w2.yml:1 wins over the merged variable of `w2`'],
    ],
    [
      'nothing',
      { 'group_vars/web.yml': 'other: 1\n' },
      ['ok: no variable in `group_vars` is also a merged one'],
    ],
  ];
  for (const [what, files, told, remedy] of repeats) {
    it(`finds what only repeats the inventory: ${what}`, async () => {
      const folder = fleet(inventory);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const found = (await findingsIn(folder)).filter(
        (each) => each.subject === 'group-vars' || each.subject === 'host-vars',
      );
      expect(found.map(({ level, message }) => `${level}: ${message}`)).to.deep.equal(told);
      if (remedy !== undefined) expect(found[0]?.remedy).to.equal(remedy);
    });
  }
});

describe('doctor, after an import', () => {
  it('says in one finding that the files of variables are no longer needed', async () => {
    const [ansible] = (await ansibleVersions()).slice(-1);
    if (ansible === undefined) throw new Error('no Ansible');
    const folder = temporaryFolder('imported');
    const sources = {
      hosts: '[web]\nw1\nw2 port=81\n[db]\nd1\n[prod:children]\nweb\ndb\n',
      'group_vars/all.yml': 'tz: UTC\nport: 1\ntoken: !unsafe "{{ x }}"\n',
      'group_vars/web/main.yml': 'port: 80\nlist: [1, 1.5, "x", null]\n',
      'group_vars/prod.yml': 'tz: CET\ntls: {a: 1, b: {c: 2024-01-01}}\n',
      'host_vars/d1.yml': 'port: 5432\ntz: EET\n',
    };
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const PATH = [ansible.programs, ansible.environment.PATH ?? ''].join(delimiter);
    const env = { ...ansible.environment, PATH };
    const imported = await run(tool, ['import', '-i', 'hosts', '-o', 'inventory.yaml'], {
      cwd: folder,
      env,
    });
    expect(imported.code, imported.stderr).to.equal(0);
    const found = (await findingsIn(folder)).filter(({ subject }) => subject.endsWith('-vars'));
    expect(found.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
      'warning `group_vars/all.yml`, `group_vars/prod.yml`, `group_vars/web/main.yml` and 1 more repeat what the inventory has',
    ]);
  });
});

describe('doctor, of upstreams', () => {
  it('tells which was applied, which was not, and whose state cannot be read', async () => {
    const folder = temporaryFolder('upstreams');
    const exporting = 'exports: {id: {type: string}}\nhosts: []\n';
    for (const name of ['network', 'core', 'edge']) {
      mkdirSync(join(folder, name));
      writeInventory(join(folder, name), exporting);
    }
    expect(
      (await runTool(['apply', join(folder, 'network'), '--set', 'id=vpc-1'], folder)).code,
    ).to.equal(0);
    writeFileSync(join(folder, 'edge/.inventory.state.json'), '{');
    writeInventory(
      folder,
      'upstreams: {network: {source: network}, core: {source: core}, edge: {source: edge}}\nhosts: [{name: gena, vars: {a: "${network.id}", b: "${core.id}", c: "${edge.id}"}}]\n',
    );
    const found = (await findingsIn(folder)).filter((each) => each.subject === 'upstreams');
    expect(
      found.map(({ level, message }) => `${level} ${/`(\w+)`/.exec(message)?.[1] ?? ''}`).sort(),
    ).to.deep.equal(['error edge', 'ok network', 'warning core']);
    expect(found.find((each) => each.level === 'warning')?.remedy).to.equal(
      `inventory-script apply ${join(folder, 'core')}`,
    );
  });
});
