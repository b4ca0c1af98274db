/** `--help`, the man page and the tables of the reference: all made from one catalogue, and told well. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandsPage, manPage } from '../scripts/manual.mjs';
import * as surroundings from '../src/cli/arguments/environment.js';
import * as help from '../src/cli/arguments/help.js';
import { flagsOf } from '../src/cli/arguments/known-flags.js';
import { commands } from '../src/cli/commands.js';
import { version } from '../src/cli/version.js';
import { projectRoot } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const manual = { commands, help, surroundings };
const page = manPage(manual, version);
const system = memorySystem({});

describe('--help', () => {
  for (const command of commands) {
    it(`of ${command.name === '' ? 'the program' : command.name} tells everything that the command takes, with an example`, async () => {
      for (const args of [
        [command.name, '--help'],
        [command.name, '-h', 'x'],
        ['--help', command.name],
      ].map((words) => words.filter((each) => each !== ''))) {
        if (args[0] === 'x' || args[0] === '-h') continue;
        const { exitCode, stdout, stderr } = await runCommandLine(system, args);
        expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: '' });
        for (const name of flagsOf(command).keys()) expect(stdout, name).to.include(`--${name}`);
        for (const { term } of help.operandEntries(command))
          expect(stdout).to.include(`\n  ${term}  `);
        for (const example of command.examples) expect(stdout).to.include(example);
        expect(stdout.split('\n').filter((line) => line.length > 100)).to.deep.equal([]);
      }
    });

    it(`of ${command.name === '' ? 'the program' : command.name} fits a narrow terminal`, () => {
      const long = help
        .helpText(command, commands, 40)
        .split('\n')
        .filter(
          (line) =>
            line.length > 40 && line.trim().includes(' ') && !line.includes('inventory-script'),
        );
      expect(long).to.deep.equal([]);
    });
  }

  it('names the actions of the cache', async () => {
    expect((await runCommandLine(system, ['cache', 'show', '--help'])).stdout).to.match(
      /ACTION {3}what to do\n {4}show {3}print .*\n {4}clear {2}remove/,
    );
  });
});

describe('pages made from the catalogue', () => {
  it('are as the catalogue says', () => {
    expect(read('man/inventory-script.1'), 'run `npm run docs`').to.equal(page);
    const reference = read('docs/commands.md');
    expect(reference, 'run `npm run docs`').to.equal(commandsPage(reference, manual));
    for (const { name } of commands)
      expect(reference).to.include(`<!-- usage:${name === '' ? '' : ` ${name}`} -->`);
  });

  it('name every command, flag, variable and exit code in the man page', () => {
    const shown = page.replaceAll('\\-', '-');
    for (const command of commands)
      for (const name of flagsOf(command).keys()) expect(shown).to.include(`--${name}`);
    for (const { name } of surroundings.environment) expect(shown).to.include(`.B ${name}\n`);
    for (const { name } of commands)
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
      'unknown command `valdate`; did you mean `validate`? (see inventory-script --help)',
    ],
    [
      'inventory.yaml valdate',
      'unknown command `valdate`; did you mean `validate`? (see inventory-script --help)',
    ],
    [
      '-i inventory.yaml valdate',
      'unknown command `valdate`; did you mean `validate`? (see inventory-script --help)',
    ],
    ['valdate web', 'unknown command `valdate`; did you mean `validate`? (see inventory-script'],
    ['plan', 'unknown command `plan`; did you mean `diff`? (see inventory-script --help)'],
    [
      '-i inventory.yaml plan',
      'unknown command `plan`; did you mean `diff`? (see inventory-script',
    ],
    ['export vpc_id', 'unknown command `export`; did you mean `exports`? (see inventory-script'],
    ['frobnicate', 'unknown command `frobnicate` (see inventory-script --help)'],
    ['validate a b', 'validate takes one inventory: unexpected b (see inventory-script validate'],
    ['lsp --foo', 'unknown flag --foo (see inventory-script lsp --help)'],
    ['lsp --fxi', 'unknown flag --fxi; --fix belongs to lint (see inventory-script lsp --help)'],
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
    ['help', 'unknown command `help`; did you mean `--help`? (see inventory-script --help)'],
    ['list', 'unknown command `list`; did you mean `--list`? (see inventory-script --help)'],
    [
      'version',
      'unknown command `version`; did you mean `--version`? (see inventory-script --help)',
    ],
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
