/** Any inventory of groups, files and values imports with proof, on both Ansibles alike. */
import { expect } from 'chai';
import fc from 'fast-check';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from '../src/cli/program.js';
import { ansibleVersions, temporaryFolder, tool } from './support/ansible.js';
import { startAnsible } from './support/ansible-server.js';

const servers = await Promise.all((await ansibleVersions()).map(startAnsible));
const runs = Number(process.env.IMPORT_RUNS ?? 4);

const hosts = ['h1', 'h2', 'h3', 'h10', 'lone'];
const groups = ['aa', 'bb', 'cc', 'dd', 'ee'];

const value = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      1,
      2,
      'yes',
      '0644',
      null,
      true,
      1.5,
      '{{ x }}',
      '',
      'two\nlines\n',
      '- x',
      12345678901234,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom('a', 'b', 'c'),
      fc.oneof(
        fc.constantFrom(1, 2),
        fc.dictionary(fc.constantFrom('p', 'q'), fc.constantFrom(1, 2)),
      ),
      { maxKeys: 3 },
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(1, 'a', '{{ y }}'), { maxLength: 3 }) },
);
const vars = fc.dictionary(fc.constantFrom('x', 'y', 'z', 'm'), value, { maxKeys: 4 });
const sometimes = fc.option(vars, { nil: undefined, freq: 2 });
const group = fc.record({
  hosts: fc.subarray(hosts.slice(0, -1)),
  children: fc.subarray(groups),
  vars,
  file: sometimes,
  playFile: sometimes,
  priority: fc.option(fc.constantFrom(-1, 5, 10), { nil: undefined, freq: 4 }),
});
const sources = fc.record({
  groups: fc.tuple(group, group, group, group, group),
  all: vars,
  allFile: sometimes,
  ungrouped: sometimes,
  hostVars: fc.tuple(vars, vars, vars, vars, vars),
  hostFiles: fc.tuple(sometimes, sometimes, sometimes, sometimes, sometimes),
});

describe('any inventory', () => {
  after(() => {
    for (const server of servers) server.stop();
  });

  it('imports with proof', async function () {
    this.timeout(600_000);
    const check = async (
      given: typeof sources extends fc.Arbitrary<infer T> ? T : never,
    ): Promise<void> => {
      const folder = writeSources(given);
      const results = await Promise.all(
        servers.map((server) =>
          runProgram(
            server.systemIn(folder),
            ['import', '-i', 'inv/inventory.yml', '--playbook-dir', 'play'],
            tool,
          ),
        ),
      );
      for (const { exitCode, stderr } of results) expect(exitCode, stderr).to.equal(0);
      // Where groups are nested, Ansible itself takes hosts in an order that changes from run to run.
      const [first, ...others] = results.map(({ stdout }) =>
        typeof stdout === 'string' ? stdout.split('\nhosts:')[0] : undefined,
      );
      for (const other of others) expect(other).to.equal(first);
    };
    await fc.assert(fc.asyncProperty(sources, check), {
      numRuns: runs,
      endOnFailure: runs > 10 ? false : true,
    });
  });
});

/** Writes an inventory in YAML with files beside it and beside the playbook; a child comes behind its parent by name. */
function writeSources(given: typeof sources extends fc.Arbitrary<infer T> ? T : never): string {
  const folder = temporaryFolder('any');
  const write = (path: string, data: unknown): void => {
    if (data === undefined) return;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(data));
  };
  const named = given.groups.map((each, at) => {
    const priority = each.priority === undefined ? {} : { ansible_group_priority: each.priority };
    const children = each.children.filter((child) => groups.indexOf(child) > at);
    return [
      groups[at] ?? '',
      {
        hosts: objectOf(each.hosts),
        children: objectOf(children),
        vars: { ...each.vars, ...priority },
      },
    ] as const;
  });
  const ofHosts = Object.fromEntries(hosts.map((host, at) => [host, given.hostVars[at] ?? {}]));
  write('inv/inventory.yml', {
    all: { hosts: ofHosts, vars: given.all },
    ungrouped: { vars: given.ungrouped ?? {} },
    ...Object.fromEntries(named),
  });
  write('inv/group_vars/all.yml', given.allFile);
  write('play/group_vars/none.yml', {});
  given.groups.forEach((each, at) => {
    write(`inv/group_vars/${groups[at] ?? ''}.yml`, each.file);
    write(`play/group_vars/${groups[at] ?? ''}.yml`, each.playFile);
  });
  given.hostFiles.forEach((each, at) => {
    write(`inv/host_vars/${hosts[at] ?? ''}.yml`, each);
  });
  return folder;
}

function objectOf(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}
