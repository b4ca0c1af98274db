/** The command `lint`: how it is told, and with which exit codes. */
import { expect } from 'chai';
import { runCommandLine, type CommandOutput } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';

const one =
  'hosts: [{name: gena, vars: {ansible_host: 192.0.2.7}}, {name: lanst, vars: {ansible_host: 192.0.2.7}}]\ntags:\n  net: {}\n';
const run = async (text: string, ...args: readonly string[]): Promise<CommandOutput> =>
  await runCommandLine(memorySystem({ '/inventory.yaml': text }), ['lint', '--no-color', ...args]);

const address =
  'inventory.yaml:1:63: warning: the hosts `gena` and `lanst` are reached at one address, `192.0.2.7` (inventory.yaml:1:16: `gena` is defined here) (keep one name, or correct the address) [lint/same-address]\n';
const tag =
  'inventory.yaml:3:3: hint: no host has the tag `net` (remove it, or give it to a host) [lint/unused-tag]\n';
const level = (code: string, to: string): string => `${one}ansible: {lint: {${code}: ${to}}}\n`;

/** [what is given, exit code, standard output, standard error] */
const rows: readonly (readonly [string, string, readonly string[], CommandOutput])[] = [
  [
    'hints and warnings',
    one,
    [],
    {
      exitCode: 0,
      stdout: 'inventory.yaml: 1 warning, 1 hint; --fix may take out 1\n',
      stderr: address + tag,
    },
  ],
  [
    '--strict: warnings are errors, hints are not',
    one,
    ['--strict'],
    {
      exitCode: 1,
      stdout: 'inventory.yaml: 1 error, 1 hint; --fix may take out 1\n',
      stderr: address.replace('warning', 'error') + tag,
    },
  ],
  [
    'a level of error',
    level('lint/unused-tag', 'error'),
    [],
    {
      exitCode: 1,
      stdout: 'inventory.yaml: 1 error, 1 warning; --fix may take out 1\n',
      stderr: address + tag.replace('hint', 'error'),
    },
  ],
  [
    'a level of off',
    level('lint/unused-tag', 'off'),
    [],
    { exitCode: 0, stdout: 'inventory.yaml: 1 warning\n', stderr: address },
  ],
  [
    'nothing',
    'hosts: [{name: gena}]\n',
    [],
    { exitCode: 0, stdout: 'inventory.yaml: nothing to tell\n', stderr: '' },
  ],
  [
    'an inventory with errors',
    'hosts: [{name: gena, tags: [net]}]\nvars: {}\n',
    [],
    {
      exitCode: 1,
      stdout: 'inventory.yaml: NOT valid (1 error), so there is nothing more to say\n',
      stderr:
        'inventory.yaml:1:29: error: host `gena` has the unknown tag `net` [check/unknown-tag]\n',
    },
  ],
  [
    '--format github',
    one,
    ['--format', 'github'],
    {
      exitCode: 0,
      stdout:
        '::warning title=lint/same-address,file=inventory.yaml,line=1,endLine=1,col=63,endColumn=68::the hosts `gena` and `lanst` are reached at one address, `192.0.2.7`%0Ainventory.yaml:1:16: `gena` is defined here%0Ahelp: keep one name, or correct the address\n::notice title=lint/unused-tag,file=inventory.yaml,line=3,endLine=3,col=3,endColumn=6::no host has the tag `net`%0Ahelp: remove it, or give it to a host\ninventory.yaml: 1 warning, 1 hint; --fix may take out 1\n',
      stderr: '',
    },
  ],
  [
    '--dry-run alone',
    one,
    ['--dry-run'],
    {
      exitCode: 2,
      stdout: '',
      stderr:
        'inventory-script: --dry-run says what --fix would do: give both (see inventory-script lint --help)\n',
    },
  ],
  [
    '--consumers without a folder',
    one,
    ['--consumers', 'nowhere'],
    {
      exitCode: 2,
      stdout: '',
      stderr:
        'inventory-script: --consumers takes a folder, and "nowhere" is none (see inventory-script lint --help)\n',
    },
  ],
];

describe('lint', () => {
  for (const [name, text, args, told] of rows)
    it(name, async () => void expect(await run(text, ...args)).to.deep.equal(told));

  it('--format json counts hints, and what --fix took out', async () => {
    const { stdout } = await run(one, '--format', 'json');
    const { diagnostics, ...counts } = JSON.parse(stdout) as {
      readonly diagnostics: readonly { readonly severity: string }[];
    };
    expect(counts).to.deep.equal({ errors: 0, warnings: 1, hints: 1 });
    expect(diagnostics.map(({ severity }) => severity)).to.deep.equal(['warning', 'hint']);
    expect(JSON.parse((await run(one, '--fix', '--format', 'json')).stdout)).to.include({
      warnings: 1,
      hints: 0,
      fixed: 2,
    });
  });

  it('--format sarif calls hints notes', async () => {
    const { runs } = JSON.parse((await run(one, '--format', 'sarif')).stdout) as {
      readonly runs: readonly {
        readonly results: readonly { readonly level: string }[];
        readonly tool: {
          readonly driver: {
            readonly rules: readonly {
              readonly defaultConfiguration: { readonly level: string };
            }[];
          };
        };
      }[];
    };
    expect(runs[0]?.results.map((each) => each.level)).to.deep.equal(['warning', 'note']);
    expect(runs[0]?.tool.driver.rules.map((each) => each.defaultConfiguration.level)).to.deep.equal(
      ['warning', 'note'],
    );
  });

  it('says whose use of files it does not know', async () => {
    const files = {
      '/inventory.yaml': 'include: [tags.yaml]\nhosts: [{name: gena}]\n',
      '/tags.yaml': 'tags: {net: {}}\n',
      '/staging.yaml':
        'plugin: inventory-script\ninclude: [tags.yaml]\nhosts: [{name: lanst, tags: [nets]}]\n',
    };
    const { stdout, stderr } = await runCommandLine(memorySystem(files), [
      'lint',
      '-i',
      '/inventory.yaml',
    ]);
    expect({ stdout, stderr }).to.deep.equal({
      stdout:
        'inventory.yaml: nothing to tell; what staging.yaml may use is left out, since it has errors\n',
      stderr: '',
    });
  });

  it('a comment silences a warning of validate, and no error', async () => {
    const silenced = memorySystem({
      '/inventory.yaml':
        'hosts: []\nvars:\n  a: 0644 # inventory-script: ignore syntax/reads-differently\n  b: !what 1 # inventory-script: ignore syntax/unknown-tag\n',
    });
    const { stdout, stderr } = await runCommandLine(silenced, ['validate']);
    expect(stdout).to.equal(
      'inventory.yaml: 0 hosts, 0 tags, 0 services: NOT valid (1 error, 0 warnings)\n',
    );
    expect(stderr).to.include('[syntax/unknown-tag]').and.not.include('reads-differently');
  });
});
