/** `--help`, the man page and the tables of the reference: all made from one catalogue, and told well. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandsPage, manPage } from '../scripts/manual.mjs';
import { cacheActions } from '../src/cli/commands/cache.js';
import * as help from '../src/cli/arguments/help.js';
import * as usage from '../src/cli/usage.js';
import { version } from '../src/cli/version.js';
import { projectRoot } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const page = manPage(usage, help, version);
const system = memorySystem({});

describe('--help', () => {
  for (const command of usage.commands as readonly usage.CommandUsage[]) {
    it(`of ${command.name === '' ? 'the program' : command.name} tells everything that the command takes, with an example`, async () => {
      for (const args of [
        [command.name, '--help'],
        [command.name, '-h', 'x'],
        ['--help', command.name],
      ].map((words) => words.filter((each) => each !== ''))) {
        if (args[0] === 'x' || args[0] === '-h') continue;
        const { exitCode, stdout, stderr } = await runCommandLine(system, args);
        expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
        for (const name of [...command.flags, ...usage.commonFlags])
          expect(stdout, name).to.include(`--${name}`);
        for (const { term } of help.operandEntries(command))
          expect(stdout).to.include(`\n  ${term}  `);
        expect(stdout).to.include(command.example);
        expect(stdout.split('\n').filter((line) => line.length > 100)).to.deep.equal([]);
      }
    });

    it(`of ${command.name === '' ? 'the program' : command.name} has every operand described, and fits a narrow terminal`, () => {
      for (const name of help.operandNames(command))
        expect(usage.operands, name).to.have.property(name);
      const long = help
        .helpText(command, 40)
        .split('\n')
        .filter(
          (line) =>
            line.length > 40 && line.trim().includes(' ') && !line.includes('inventory-script'),
        );
      expect(long).to.deep.equal([]);
    });
  }

  it('names the actions of the cache', async () => {
    expect(Object.keys(usage.operands.ACTION?.values ?? {})).to.deep.equal([...cacheActions]);
    expect((await runCommandLine(system, ['cache', 'show', '--help'])).stdout).to.match(
      /ACTION {3}what to do\n {4}show {3}print .*\n {4}clear {2}remove/,
    );
  });
});

describe('pages made from the catalogue', () => {
  it('are as the catalogue says', () => {
    expect(read('man/inventory-script.1'), 'run `npm run docs`').to.equal(page);
    const commands = read('docs/commands.md');
    expect(commands, 'run `npm run docs`').to.equal(commandsPage(commands, usage, help));
    for (const { name } of usage.commands)
      expect(commands).to.include(`<!-- usage:${name === '' ? '' : ` ${name}`} -->`);
  });

  it('name every command, flag, variable and exit code in the man page', () => {
    const shown = page.replaceAll('\\-', '-');
    for (const { name } of usage.flags) expect(shown).to.include(`--${name}`);
    for (const { name } of usage.environment) expect(shown).to.include(`.B ${name}\n`);
    for (const { name } of usage.commands)
      if (name !== '') expect(shown).to.include(`.SS inventory-script ${name}`);
  });

  // Each where it is installed: groff on most machines with manuals, mandoc on few.
  const checkers: [command: string, args: string[], harmless: RegExp][] = [
    ['groff', ['-ww', '-man', '-Tutf8'], /^$/],
    ['mandoc', ['-Tlint'], /^mandoc: \S+ WARNING: missing date, using "": TH\n$/],
  ];
  it('are a man page that formatters read without complaint', () => {
    for (const [command, args, harmless] of checkers) {
      const { error, stdout, stderr } = spawnSync(command, args, { input: page, encoding: 'utf8' });
      if (error !== undefined) continue;
      const said = command === 'mandoc' ? stdout + stderr : stderr;
      expect(said, command).to.match(harmless);
    }
    expect(
      page
        .split('\n')
        .filter(
          (line) =>
            line.startsWith("'") || /^\.(?!\\"|TH|SH|SS|TP|B|I|BR|RI|PP|RS|RE|nf|fi|br)/.test(line),
        ),
    ).to.deep.equal([]);
  });
});

describe('wrong usage', () => {
  const rows: [args: string, says: string][] = [
    ['--xyzzy', 'unknown flag --xyzzy (see inventory-script --help)'],
    [
      'validate --stric',
      'unknown flag --stric; did you mean --strict? (see inventory-script validate --help)',
    ],
    ['--lsit', 'unknown flag --lsit; did you mean --list? (see inventory-script --help)'],
    [
      'show --strict',
      'show takes no --strict; it belongs to validate, lint, hosts, doctor (see inventory-script show --help)',
    ],
    ['validate -x', 'unknown flag -x (see inventory-script validate --help)'],
    [
      'validate --foo-bar=1 --baz',
      'unknown flags --foo-bar, --baz (see inventory-script validate --help)',
    ],
    [
      'valdate',
      'say what to do with valdate: --list, --host NAME or a command; did you mean the command validate? (see inventory-script --help)',
    ],
    [
      'inventory.yaml valdate',
      'unknown argument valdate; did you mean the command validate? (see inventory-script --help)',
    ],
    [
      'cache shw',
      'ACTION cannot be shw: it is one of show, clear; did you mean show? (see inventory-script cache --help)',
    ],
    [
      'validate --format yml',
      'cannot be yml: it is one of text, json, sarif, github (see inventory-script validate --help)',
    ],
    [
      'show --format yml',
      '--format cannot be yml: it is one of json, yaml, text; did you mean yaml? (see inventory-script show --help)',
    ],
    [
      'explain',
      'explain needs HOST [PATH], or --at and a place (see inventory-script explain --help)',
    ],
    ['show --tag', '--tag needs a value: TAG (see inventory-script show --help)'],
    ['show --tag --help', '--tag needs a value: TAG (see inventory-script show --help)'],
    ['help', 'did you mean --help? (see inventory-script --help)'],
    ['list', 'did you mean --list? (see inventory-script --help)'],
    ['version', 'did you mean --version? (see inventory-script --help)'],
    ['-list', 'unknown flag -list; did you mean --list? (see inventory-script --help)'],
    ['-V', 'unknown flag -V; did you mean --version? (see inventory-script --help)'],
    [
      'validate -',
      'an inventory is a file, so that others can be found beside it: - is none (see inventory-script validate --help)',
    ],
    [
      '- --list',
      'an inventory is a file, so that others can be found beside it: - is none (see inventory-script --help)',
    ],
    [
      'state show fleet',
      'unknown argument fleet; the inventory goes first: inventory-script FILE state WHAT (see inventory-script state --help)',
    ],
    [
      'exports vpc_id fleet',
      'unknown argument fleet; the inventory goes first: inventory-script FILE exports [NAME] (see inventory-script exports --help)',
    ],
    ['show -i', '--inventory needs a value: FILE (see inventory-script show --help)'],
  ];
  for (const [args, says] of rows) {
    it(`${args}: ${says}`, async () => {
      const { exitCode, stdout, stderr } = await runCommandLine(system, args.split(' '));
      expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' });
      expect(stderr)
        .to.match(/^inventory-script: .*\n$/)
        .and.include(says);
    });
  }
});
