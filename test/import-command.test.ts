/** `import` as a program: the newest Ansible on the PATH, files written, exit codes, wrong usage. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { run, type RunResult } from '../scripts/ansible-core.mjs';
import { ansibleVersions, temporaryFolder, tool } from './support/ansible.js';

const [ansible] = (await ansibleVersions()).slice(-1);

async function runImport(folder: string, ...args: readonly string[]): Promise<RunResult> {
  if (ansible === undefined) throw new Error('no Ansible');
  const PATH = [ansible.programs, ansible.environment.PATH ?? ''].join(delimiter);
  return await run(tool, ['import', ...args], {
    cwd: folder,
    env: { ...ansible.environment, PATH },
  });
}

function sources(): string {
  const folder = temporaryFolder('sources');
  writeFileSync(join(folder, 'hosts'), '[web]\nw1 a=1\nw2 a=1\n');
  mkdirSync(join(folder, 'group_vars'));
  writeFileSync(join(folder, 'group_vars', 'web.yml'), 'port: 80\n');
  return folder;
}

describe('import, the command', () => {
  it('writes an executable inventory that says where it is from, and reports as JSON', async function () {
    this.timeout(60_000);
    const folder = sources();
    const { code, stdout, stderr } = await runImport(
      folder,
      '-i',
      'hosts',
      '-o',
      'new.yaml',
      '--format',
      'json',
    );
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(JSON.parse(stdout)).to.deep.include({
      equal: true,
      written: 'new.yaml',
      hosts: 2,
      tags: 1,
      errors: 0,
    });
    const path = join(folder, 'new.yaml');
    expect(statSync(path).mode & 0o777 & ~0o022).to.equal(0o755);
    expect(readFileSync(path, 'utf8'))
      .to.include('  - name: w[1:2]\n    tags: [web]\n    vars:\n      a: 1\n')
      .and.to.include('# group `web`: hosts, group_vars/web.yml');
  });

  /** [what, the strictest source, what it gets, what the result gets] */
  const rights: readonly (readonly [string, (folder: string) => void, number])[] = [
    [
      'a source that only its owner may read',
      (folder) => {
        chmodSync(join(folder, 'hosts'), 0o600);
      },
      0o700,
    ],
    [
      'variables that only a group may read',
      (folder) => {
        chmodSync(join(folder, 'group_vars', 'web.yml'), 0o640);
      },
      0o750,
    ],
    [
      'a folder of variables that only its owner may enter',
      (folder) => {
        chmodSync(join(folder, 'group_vars'), 0o700);
      },
      0o700,
    ],
  ];
  for (const [what, restrict, expected] of rights) {
    it(`is no more readable than ${what}`, async function () {
      this.timeout(60_000);
      const folder = sources();
      restrict(folder);
      const { code, stderr } = await runImport(folder, '-i', 'hosts', '-o', 'new.yaml');
      expect(code, stderr).to.equal(0);
      expect(statSync(join(folder, 'new.yaml')).mode & 0o777 & ~0o022).to.equal(expected);
    });
  }

  it('is for its owner alone where files were encrypted', async function () {
    this.timeout(120_000);
    const folder = sources();
    writeFileSync(join(folder, 'password'), 'secret\n');
    if (ansible === undefined) throw new Error('no Ansible');
    const file = join(folder, 'group_vars', 'web.yml');
    const vault = ['encrypt', '--vault-password-file', join(folder, 'password'), file];
    const encrypted = await ansible.run('ansible-vault', vault);
    expect(encrypted.code, encrypted.stderr).to.equal(0);
    chmodSync(file, 0o644);
    const { code, stderr } = await runImport(
      folder,
      ...['-i', 'hosts', '-o', 'new.yaml', '--allow-decrypted'],
      ...['--vault-password-file', 'password'],
    );
    expect(code, stderr).to.equal(0);
    expect(readFileSync(join(folder, 'new.yaml'), 'utf8')).to.include('port: 80');
    expect(statSync(join(folder, 'new.yaml')).mode & 0o777).to.equal(0o700);
  });

  it('leaves a file alone that exists, and nothing behind where it fails', async function () {
    this.timeout(60_000);
    const folder = sources();
    expect(await runImport(folder, '-i', 'hosts', '-o', 'hosts')).to.deep.include({
      code: 1,
      stdout: '',
    });
    expect(readFileSync(join(folder, 'hosts'), 'utf8')).to.equal('[web]\nw1 a=1\nw2 a=1\n');
    writeFileSync(join(folder, 'bad'), '[web\n');
    const { code, stdout, stderr } = await runImport(folder, '-i', 'bad', '-o', 'new.yaml');
    expect([code, stdout, existsSync(join(folder, 'new.yaml'))]).to.deep.equal([1, '', false]);
    expect(stderr).to.include('[import/ansible-failed]').and.to.include('nothing is written');
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`leaves nothing behind where ${signal} ends it`, async function () {
      this.timeout(60_000);
      if (ansible === undefined) throw new Error('no Ansible');
      const [folder, temporary] = [sources(), temporaryFolder('temporary')];
      writeFileSync(join(folder, 'list.json'), '{"web": ["w1"]}');
      const env = {
        ...ansible.environment,
        TMPDIR: temporary,
        PATH: [ansible.programs, ansible.environment.PATH ?? ''].join(delimiter),
      };
      const child = spawn(tool, ['import', '--json', 'list.json', '-o', 'new.yaml'], {
        cwd: folder,
        env,
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      while (readdirSync(temporary).length === 0 && child.exitCode === null) await setTimeout(5);
      child.kill(signal);
      expect(await ended).to.deep.equal([null, signal]);
      expect([readdirSync(temporary), existsSync(join(folder, 'new.yaml'))]).to.deep.equal([
        [],
        false,
      ]);
    });
  }

  const misuses: readonly (readonly [readonly string[], string])[] = [
    [[], 'import needs -i SOURCE or --json FILE'],
    [['-i', 'hosts', '--format', 'json'], '--format json needs --output FILE'],
    [['-i', 'hosts', '--vault-id', 'dev@prompt'], 'it cannot ask for a password'],
    [['-i', ''], 'a name is empty'],
    [['-i', 'hosts', '-o', 'a', '-o', 'b'], '--output can be given once'],
    [['-i', 'hosts', '--ask-vault-pass'], 'unknown flag --ask-vault-pass'],
  ];
  for (const [args, message] of misuses) {
    it(`says what is wrong with ${JSON.stringify(args)}`, async () => {
      const { code, stdout, stderr } = await runImport('/', ...args);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.include(message);
    });
  }
});
