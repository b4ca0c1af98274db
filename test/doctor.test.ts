/** `doctor`: one situation a row, on a real disk, and Ansible's settings asked of real ansible-cores. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ansibleVersions, temporaryFolder } from './support/ansible.js';
import type { Finding } from '../src/doctor/finding.js';
import { about, bad, findingsIn, fleet, programs } from './support/doctor.js';
import { runTool } from './support/tool.js';

describe('doctor, of the file', () => {
  it('finds nothing wrong with an inventory as it should be', async () => {
    const findings = await findingsIn(
      fleet('tags: {home: {order: 1, vars: {ntp: 1}}}\nhosts: [{name: gena, tags: [home]}]\n'),
    );
    expect(bad(findings)).to.deep.equal([]);
    expect(about(findings, 'shebang').message).to.equal(
      `the shebang leads to \`${join(programs, 'inventory-script')}\``,
    );
    expect(about(findings, 'node').message).to.equal('Node 20.19.0');
  });

  const shebang = '#!/usr/bin/env inventory-script\n';
  const plugin = 'plugin: inventory-script\n';
  const hosts = 'hosts: [{name: gena}]\n';
  const rows: [
    situation: string,
    text: string,
    mode: number,
    name: string,
    found: readonly string[],
    remedy: RegExp,
  ][] = [
    [
      'a shebang without exec bit',
      shebang + plugin + hosts,
      0o644,
      'inventory.yaml',
      ['error exec-bit'],
      /^chmod \+x inventory\.yaml$/,
    ],
    [
      'a shebang with CRLF line ends',
      (shebang + plugin + hosts).replaceAll('\n', '\r\n'),
      0o755,
      'inventory.yaml',
      ['error inventory', 'error shebang'],
      /^save the file with LF line ends$/,
    ],
    [
      'an exec bit without shebang',
      plugin + hosts,
      0o755,
      'inventory.yaml',
      ['error exec-bit'],
      /first line/,
    ],
    [
      'a shebang without guard',
      shebang + hosts,
      0o755,
      'inventory.yaml',
      ['error inventory', 'error guard'],
      /first key/,
    ],
    ['neither, and no guard', hosts, 0o644, 'inventory.yaml', ['warning guard'], /first key/],
    ['no guard and no extension', hosts, 0o644, 'inventory', ['warning guard'], /first key/],
    ['no guard, and an extension that no reader takes', hosts, 0o644, 'fleet.inventory', [], /./],
    [
      'a program that is not there',
      `#!/usr/bin/env inventory-scrpt\n${plugin}${hosts}`,
      0o755,
      'inventory.yaml',
      ['error shebang'],
      /install it/,
    ],
    [
      'a path that is not there',
      `#!/opt/none/inventory-script\n${plugin}${hosts}`,
      0o755,
      'inventory.yaml',
      ['error shebang'],
      /path of a program/,
    ],
    [
      'words that env does not split',
      `#!/usr/bin/env inventory-script --tag home\n${plugin}${hosts}`,
      0o755,
      'inventory.yaml',
      ['error shebang'],
      /^write `#!\/usr\/bin\/env -S inventory-script --tag home`$/,
    ],
    [
      'words that env splits',
      `#!/usr/bin/env -S inventory-script --tag home\n${plugin}${hosts}`,
      0o755,
      'inventory.yaml',
      [],
      /./,
    ],
    [
      'another program',
      `#!/bin/sh\n${plugin}${hosts}`,
      0o755,
      'inventory.yaml',
      ['warning shebang'],
      /env inventory-script/,
    ],
    [
      'a shebang that names nothing',
      `#!\n${plugin}${hosts}`,
      0o755,
      'inventory.yaml',
      ['error shebang'],
      /env inventory-script/,
    ],
    [
      'nothing but comments',
      '# gone\n\n',
      0o644,
      'inventory.yaml',
      ['error inventory', 'error guard'],
      /restore the file/,
    ],
    [
      'nothing at all',
      '',
      0o644,
      'inventory.yaml',
      ['error inventory', 'error guard'],
      /restore the file/,
    ],
    [
      'an error',
      `${shebang}${plugin}hosts: [{name: gena, tags: [ips]}]\n`,
      0o755,
      'inventory.yaml',
      ['error inventory'],
      /validate/,
    ],
    [
      'a warning',
      `${shebang}${plugin}hosts: [{name: gena, vars: {up: yes}}]\n`,
      0o755,
      'inventory.yaml',
      ['warning inventory'],
      /validate/,
    ],
  ];
  for (const [situation, text, mode, name, found, remedy] of rows) {
    it(`finds ${situation}`, async () => {
      const folder = temporaryFolder('fleet');
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), mode);
      const findings = await findingsIn(folder, { named: name });
      expect(bad(findings)).to.deep.equal(found);
      for (const each of findings)
        if (each.level === 'error' || each.level === 'warning')
          expect(each.remedy, each.message).to.be.a('string');
      if (found.length > 0)
        expect(
          findings
            .map((each) => each.remedy ?? '')
            .join('\n')
            .split('\n')
            .some((each) => remedy.test(each)),
        ).to.equal(true);
    });
  }

  it('finds that a folder is read file by file', async () => {
    const folder = fleet();
    writeFileSync(join(folder, 'notes.md'), '');
    expect(about(await findingsIn(folder, { named: '.' }), 'folder').level).to.equal('note');
    mkdirSync(join(folder, 'services'));
    writeFileSync(join(folder, 'package.json'), '{}');
    const found = about(await findingsIn(folder, { named: '.' }), 'folder');
    expect(found).to.deep.include({
      level: 'warning',
      remedy: 'give Ansible the file: -i inventory.yaml',
    });
    expect(found.message).to.include('`package.json`, `services`');
  });

  it('finds where a link leaves its variables', async () => {
    const folder = fleet();
    const link = temporaryFolder('link');
    symlinkSync(join(folder, 'inventory.yaml'), join(link, 'inventory.yaml'));
    expect(about(await findingsIn(link), 'symlink').level).to.equal('note');
    mkdirSync(join(folder, 'group_vars'));
    const found = about(await findingsIn(link), 'symlink');
    expect(found.level).to.equal('warning');
    expect(found.message).to.include(`\`${link}\`, beside the link, and not in \`${folder}\``);
  });
});

describe('doctor, of Ansible', () => {
  const plain = 'hosts: [{name: gena}]\n';
  const withAnsible = { PATH: `${programs}:${temporaryFolder('ansible')}` };

  before(() => {
    // Only looked for; the answers come from the cores below.
    const path = join(withAnsible.PATH.split(':')[1] ?? '', 'ansible-config');
    writeFileSync(path, '#!/bin/sh\nexit 1\n');
    chmodSync(path, 0o755);
  });

  const rows: [settings: string, found: readonly string[]][] = [
    ['', ['warning ansible-settings']],
    ['[inventory]\nany_unparsed_is_failed = true\n', []],
    [
      '[inventory]\nany_unparsed_is_failed = false\nunparsed_is_failed = true\n',
      ['warning ansible-settings'],
    ],
    [
      '[inventory]\nany_unparsed_is_failed = true\nenable_plugins = yaml, ini\n',
      ['error enable-plugins'],
    ],
    [
      '[inventory]\nany_unparsed_is_failed = true\nenable_plugins = script\n',
      ['warning enable-plugins'],
    ],
    [
      '[inventory]\nany_unparsed_is_failed = true\nenable_plugins = host_list, script, auto, yaml\n',
      [],
    ],
  ];
  for (const [settings, found] of rows) {
    it(`judges ${JSON.stringify(settings)}`, async () => {
      const versions = await ansibleVersions();
      expect(versions).to.not.be.empty;
      const folder = fleet(plain);
      writeFileSync(join(folder, 'ansible.cfg'), settings);
      for (const ansible of versions)
        expect(
          bad(await findingsIn(folder, { env: withAnsible, ansible })),
          ansible.label,
        ).to.deep.equal(found);
    });
  }

  it('says what was not looked at where there is no Ansible, or one that fails', async () => {
    const folder = fleet(plain);
    expect(about(await findingsIn(folder), 'ansible-settings').level).to.equal('note');
    expect(bad(await findingsIn(folder, { env: withAnsible }))).to.deep.equal([
      'warning ansible-settings',
    ]);
  });

  it('finds settings that are ignored in a folder that everybody may write to', async () => {
    const folder = fleet(plain);
    writeFileSync(join(folder, 'ansible.cfg'), '');
    expect(bad(await findingsIn(folder))).to.deep.equal([]);
    chmodSync(folder, 0o777);
    expect(bad(await findingsIn(folder))).to.deep.equal(['error ansible-cfg']);
    expect(
      bad(await findingsIn(folder, { env: { ANSIBLE_CONFIG: './ansible.cfg' } })),
    ).to.deep.equal([]);
  });

  it('finds a folder of the cache that is not used', async () => {
    const folder = fleet(plain);
    const cache = temporaryFolder('cache');
    chmodSync(cache, 0o755);
    const found = await findingsIn(folder, { env: { INVENTORY_SCRIPT_CACHE_DIR: cache } });
    expect(bad(found)).to.deep.equal(['warning cache']);
    expect(
      bad(
        await findingsIn(folder, {
          env: { INVENTORY_SCRIPT_CACHE_DIR: cache, INVENTORY_SCRIPT_CACHE: '0' },
        }),
      ),
    ).to.deep.equal([]);
  });
});

describe('doctor, the command', () => {
  it('ends with 1 for an error, and for a warning where it is strict', async () => {
    const folder = fleet('hosts: [{name: gena, vars: {up: yes}}]\n');
    const lax = await runTool(['doctor'], folder);
    expect(lax.stdout).to.match(
      /^warning {2}`inventory\.yaml` has 1 warning\n {9}→ run `inventory-script validate inventory\.yaml`\n/,
    );
    expect(lax.stdout).to.match(/\n\n\d errors?, [1-9] warnings?\n$/);
    expect(lax.stderr).to.equal('');
    expect((await runTool(['doctor', '--strict'], folder)).code).to.equal(1);
    chmodSync(join(folder, 'inventory.yaml'), 0o644);
    expect((await runTool(['./inventory.yaml', 'doctor'], folder)).code).to.equal(1);
  });

  it('tells the same as JSON, also where there is no inventory', async () => {
    const folder = temporaryFolder('none');
    const { code, stdout } = await runTool(['doctor', '--format', 'json'], folder);
    const { findings, errors } = JSON.parse(stdout) as {
      readonly findings: readonly Finding[];
      readonly errors: number;
    };
    expect(code).to.equal(1);
    expect(findings[0]).to.deep.include({ subject: 'inventory', level: 'error' });
    expect(findings[0]?.message).to.include('no inventory is named');
    expect(errors).to.be.greaterThan(0);
    rmSync(folder, { recursive: true });
  });
});
