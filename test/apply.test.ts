/**
 * `examples/apply` really applies services: on this machine, below a folder, with every ansible-core. Units of one of
 * its hosts go through a stand-in for systemctl; packages are left alone.
 */
import { expect } from 'chai';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import {
  ansibleVersions,
  projectRoot,
  quietly,
  temporaryFolder,
  toolPath,
} from './support/ansible.js';

const token = 'not-to-be-seen-7f3a';

for (const ansible of await ansibleVersions()) {
  describe(`examples/apply with ${ansible.label}`, function () {
    this.timeout(180_000);
    const folder = join(temporaryFolder('apply'), 'apply');
    const target = temporaryFolder('target');
    const units = temporaryFolder('units');
    const at = (host: string, path: string): string => join(target, host, path);
    const read = (host: string, path: string): string => readFileSync(at(host, path), 'utf8');
    const calls = (): string[] => {
      const text = existsSync(join(units, 'calls'))
        ? readFileSync(join(units, 'calls'), 'utf8')
        : '';
      rmSync(join(units, 'calls'), { force: true });
      return text.split('\n').slice(0, -1);
    };
    const apply = async (secret: string, ...more: string[]): Promise<string> => {
      const args = [
        '-i',
        'inventory.yaml',
        'site.yml',
        '-e',
        `apply_prefix=${target}/{{ inventory_hostname }}`,
        ...more,
      ];
      const env = {
        PATH: [units, toolPath()].join(delimiter),
        UNITS: units,
        VMANGO_TOKEN: secret,
        ANSIBLE_PIPELINING: 'true',
      };
      return await quietly(ansible, 'ansible-playbook', args, { cwd: folder, env });
    };
    let first = '';

    before(async () => {
      cpSync(join(projectRoot, 'examples', 'apply'), folder, { recursive: true });
      symlinkSync(
        join(projectRoot, 'test', 'fixtures', 'apply', 'systemctl'),
        join(units, 'systemctl'),
      );
      write(join(folder, 'host_vars', 'lanst.yml'), 'apply_service_manager: systemd\n');
      edit(join(folder, 'inventory.yaml'), '{legacy-proxy: {state: absent}}', '{legacy-proxy: {}}');
      first = await apply(token, '--diff', '-v');
    });

    it('writes configs from files and from inline text, each with the values of its host', () => {
      expect(read('gena', 'etc/vmango/vmango.conf'))
        .to.include('# gena\nlisten = "127.0.0.1:8080"\n')
        .and.to.include('name = "Home"');
      expect(read('lanst', 'etc/vmango/vmango.conf'))
        .to.include('# lanst\n')
        .and.to.include('name = "Net"');
      expect(read('gena', 'etc/vmango/banner.txt')).to.equal('Welcome to Home.\n');
      expect(read('lanst', 'etc/legacy-proxy.conf')).to.equal('upstream 127.0.0.1:8080\n');
      expect(read('gena', 'etc/yum.repos.d/vmango.repo')).to.match(/^\[vmango\]\n/);
    });

    it('writes units and their overrides where systemd looks', () => {
      expect(read('gena', 'etc/systemd/system/vmango-web.service')).to.include(
        'Description=Vmango (Home)\n',
      );
      expect(read('gena', 'etc/systemd/system/vmango-web.service.d/10-limits.conf')).to.equal(
        '[Service]\nLimitNOFILE=65536\n',
      );
    });

    it('gives files the mode that is written', () => {
      const mode = (path: string): string => (statSync(at('gena', path)).mode & 0o7777).toString(8);
      expect(
        ['vmango.conf', 'token', 'banner.txt'].map((name) => mode(`etc/vmango/${name}`)),
      ).to.deep.equal(['640', '600', '644']);
    });

    it('shows nothing of what is sensitive, and leaves no copy of it', () => {
      expect(read('gena', 'etc/vmango/token')).to.equal(`${token}\n`);
      expect(first).to.include('+listen = "127.0.0.1:8080"');
      expect(first).to.not.include(token).and.to.not.include('vmango.token }}');
      const folders = [...first.matchAll(/"path": "([^"]*\/apply-[^"/]*)"/g)].map(
        (match) => match[1] ?? '',
      );
      expect(folders).to.have.length.greaterThan(1);
      expect(folders.filter((each) => existsSync(each))).to.be.empty;
    });

    it('says what it skips and why', () => {
      expect(first).to.include(
        'skipped: rpm package vmango-0:0.14.1-1.el9.x86_64, since packages are left alone',
      );
      expect(first).to.include('skipped: deb package vmango=0.14.1-1, since');
      expect(first).to.include('skipped: unit vmango-web.service, since units are left alone');
    });

    it('brings units up in the order of `after`', () => {
      expect(calls()).to.deep.equal([
        'daemon-reload',
        'enable vmango-agent.service',
        'start vmango-agent.service',
        'enable vmango-web.service',
        'start vmango-web.service',
        'daemon-reload',
        'start legacy-proxy.service',
      ]);
    });

    it('changes nothing when it runs again', async () => {
      const again = await apply(token, '--diff', '--limit', 'lanst');
      expect([...again.matchAll(/changed=(\d+)/g)].map((match) => match[1])).to.deep.equal(['0']);
      expect(again).to.not.include('+++');
      expect(calls()).to.deep.equal([]);
    });

    it('restarts and reloads for what changed alone, and takes away what is absent', async () => {
      edit(
        join(folder, 'inventory.yaml'),
        'tags: [home, hypervisor]\n',
        'tags: [home, hypervisor]\n    vars: {vmango: {listen: "127.0.0.1:9090"}}\n',
      );
      edit(join(folder, 'services', 'vmango.yaml'), 'Welcome to', 'Hello from');
      edit(join(folder, 'inventory.yaml'), '{legacy-proxy: {}}', '{legacy-proxy: {state: absent}}');
      const changed = await apply(`${token}-new`);
      const reasons = [...changed.matchAll(/"msg": "(\S+: re\w+, since .*)"/g)]
        .map((match) => match[1])
        .sort();
      expect(reasons).to.deep.equal([
        'vmango-agent.service: restart, since config.token changed',
        'vmango-agent.service: restart, since config.token changed',
        'vmango-web.service: reload, since config.banner changed',
        'vmango-web.service: restart, since config.main changed',
      ]);
      expect(read('gena', 'etc/vmango/vmango.conf')).to.include('listen = "127.0.0.1:9090"');
      expect(calls()).to.deep.equal([
        'restart vmango-agent.service',
        'reload vmango-web.service',
        'stop legacy-proxy.service',
        'daemon-reload',
      ]);
      expect(readdirSync(at('lanst', 'etc')).sort()).to.deep.equal([
        'systemd',
        'vmango',
        'yum.repos.d',
      ]);
      expect(readdirSync(at('lanst', 'etc/systemd/system')).sort()).to.deep.equal([
        'vmango-web.service',
        'vmango-web.service.d',
      ]);
    });
  });
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Replaces a text that must stand in the file. */
function edit(path: string, old: string, text: string): void {
  const before = readFileSync(path, 'utf8');
  expect(before).to.include(old);
  writeFileSync(path, before.replace(old, text));
}
