/** A command is one definition: what one that is not in the list gets from everything that is made from the list. */
import { expect } from 'chai';
import { commandsPage, manPage } from '../scripts/manual.mjs';
import { defineCommand } from '../src/cli/arguments/define-command.js';
import * as surroundings from '../src/cli/arguments/environment.js';
import * as help from '../src/cli/arguments/help.js';
import { commands as shipped } from '../src/cli/commands.js';
import { complete } from '../src/cli/completion/complete.js';
import { formatFlag, selection } from '../src/cli/flags.js';
import { runProgram } from '../src/cli/program.js';
import { memorySystem } from './support/memory-system.js';

const ledger = defineCommand({
  name: 'ledger',
  summary: 'keep a ledger of the inventory',
  operands: {
    WHAT: {
      description: 'what to do',
      values: { history: 'print what was written', rollback: 'go back to an earlier entry' },
      names: 'action',
    },
    SERIAL: { description: 'an entry', isOptional: true },
  },
  flags: {
    host: selection.host,
    since: { kind: 'text', short: 's', value: 'DAY', description: 'nothing before this day' },
    remark: { kind: 'texts', value: 'TEXT', description: 'a remark, commas and all' },
    dry: { kind: 'switch', description: 'only say it' },
    format: formatFlag('text', 'json'),
  },
  examples: [
    'inventory-script ledger history --since monday',
    'inventory-script ledger rollback 3',
  ],
  run(context, options) {
    const what: 'history' | 'rollback' = options.WHAT;
    const format: 'text' | 'json' = options.format;
    const serial: string | undefined = options.SERIAL;
    const hosts: readonly string[] = options.host;
    const { since, remark, dry } = options;
    const { file, colour } = context;
    const stdout = JSON.stringify({
      what,
      serial,
      format,
      hosts,
      since,
      remark,
      dry,
      file,
      colour,
    });
    return { exitCode: 0, stdout, stderr: '' };
  },
});
const commands = [...shipped, ledger];
const manual = { commands, help, surroundings };
const system = memorySystem({ '/inventory.yaml': 'hosts:\n  - name: gena\n  - name: lanst\n' });
const nothing = { format: 'text', hosts: [], remark: [], dry: false };

async function run(line: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { stdout, stderr } = await runProgram(system, line.split(' '), '/program', commands);
  return { stdout: typeof stdout === 'string' ? stdout : [...stdout].join(''), stderr };
}

function completed(line: string): string {
  return complete(system, ['inventory-script', ...line.split(' ')], '/program', commands);
}

describe('a command that is defined', () => {
  it('gets its options by their types', async () => {
    const rows: [line: string, options: object][] = [
      ['ledger history', { what: 'history', ...nothing }],
      ['ledger rollback 3', { what: 'rollback', serial: '3', ...nothing }],
      [
        'ledger history --host gena,lanst --host x -s monday --dry --no-color',
        {
          what: 'history',
          ...nothing,
          hosts: ['gena', 'lanst', 'x'],
          since: 'monday',
          dry: true,
          colour: false,
        },
      ],
      [
        'fleet ledger history --remark a,b --remark=c --format json',
        { what: 'history', ...nothing, remark: ['a,b', 'c'], format: 'json', file: 'fleet' },
      ],
    ];
    for (const [line, options] of rows) {
      const { stdout, stderr } = await run(line);
      expect(stderr, line).to.equal('');
      expect(JSON.parse(stdout), line).to.deep.equal(options);
    }
  });

  it('is in the help, with a help of its own', async () => {
    expect((await run('--help')).stdout).to.match(
      /\n {2}ledger WHAT \[SERIAL\] +keep a ledger of the inventory\n/,
    );
    const { stdout } = await run('ledger --help');
    expect(stdout).to.match(/^inventory-script ledger WHAT \[SERIAL\] \[FLAG …\]\n\nKeep a ledger/);
    expect(stdout).to.match(/\n {2}WHAT +what to do\n {4}history +print .*\n {4}rollback +go back/);
    expect(stdout).to.match(/\n {2}-s, --since DAY +nothing before this day\n/);
    expect(stdout).to.match(/\n {2}--host NAME +only this host; may be repeated\n/);
    expect(stdout).to.match(
      /\n {2}--format FORMAT +how the result is written: text \(default\), json/,
    );
    expect(stdout).to.match(
      /Examples:\n {2}inventory-script ledger history .*\n {2}inventory-script ledger rollback 3\n$/,
    );
  });

  it('is in the manual and in the reference', () => {
    const page = manPage(manual, '1.0.0').replaceAll('\\-', '-');
    expect(page).to.include('.SS inventory-script ledger WHAT [SERIAL]\nKeep a ledger');
    expect(page).to.include('inventory-script ledger rollback 3\n');
    const empty = commandsPage('', manual);
    expect(empty).to.include(
      '\n## `ledger WHAT [SERIAL]`\n\n<!-- usage: ledger -->\nKeep a ledger',
    );
    expect(commandsPage(empty, manual)).to.equal(empty);
  });

  it('is completed with its operands and flags', () => {
    expect(completed('led')).to.equal('files\nledger\tkeep a ledger of the inventory\n');
    expect(completed('ledger h')).to.equal('nothing\nhistory\tprint what was written\n');
    expect(completed('ledger --s')).to.equal('nothing\n--since\tnothing before this day\n');
    expect(completed('ledger --format ')).to.equal('nothing\ntext\njson\n');
    expect(completed('ledger --host gena,l')).to.equal('nothing\ngena,lanst\n');
    expect(completed('ledger -s ')).to.equal('nothing\n');
  });

  it('is meant by what is nearly its name, and by its flags elsewhere', async () => {
    const rows: [line: string, says: string][] = [
      ['ledgr', 'did you mean `ledger`?'],
      ['-i ledgr --list', 'did you mean the command `ledger`?'],
      ['ledger', 'ledger needs WHAT [SERIAL] (see inventory-script ledger --help)'],
      [
        'ledger histroy',
        'WHAT cannot be histroy: it is one of history, rollback; did you mean history?',
      ],
      ['ledger history --sinc x', 'unknown flag --sinc; did you mean --since?'],
      ['show --since x', 'show takes no --since; it belongs to ledger'],
      ['ledger history -s', '--since needs a value: DAY'],
      ['ledger history -s a -s b', '--since can be given once'],
      ['ledger history --host a,', '--host has an empty name'],
      [
        'ledger history 3 fleet',
        'unknown argument fleet; the inventory goes first: inventory-script FILE ledger WHAT [SERIAL]',
      ],
    ];
    for (const [line, says] of rows) expect((await run(line)).stderr, line).to.include(says);
  });
});
