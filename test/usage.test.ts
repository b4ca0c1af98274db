import { expect } from 'chai';
import { commandFirst } from '../src/cli/arguments/file-first.js';
import { commonFlagsOf, flagsOf, ownFlags } from '../src/cli/arguments/known-flags.js';
import { mayBeCommand, parseHotArguments } from '../src/cli/ansible/hot-arguments.js';
import { commands } from '../src/cli/commands.js';

const orders: readonly (readonly [written: string, commandFirst: string])[] = [
  ['--no-color diff a b', 'diff --no-color a b'],
  ['--json -i fleet diff', 'diff --json -i fleet'],
  ['fleet graph --vars', 'graph --vars --inventory fleet'],
  ['--color fleet show --host web1', 'show --color --host web1 --inventory fleet'],
  ['validate show', 'validate show'],
  ['--list fleet', '--list fleet'],
];

describe('a command line', () => {
  for (const [written, expected] of orders) {
    it(`has its command first: ${written}`, () => {
      expect(commandFirst(written.split(' '), commands).join(' ')).to.equal(expected);
    });
  }
});

describe('the definitions of the commands', () => {
  it('name every command once, and one that runs where none is named', () => {
    expect(new Set(commands.map(({ name }) => name)).size).to.equal(commands.length);
    expect(commands.filter(({ name }) => name === '')).to.have.length(1);
  });

  it('give a command a name that the hot path does not take for a file unasked', () => {
    for (const { name } of commands) {
      if (name === '') continue;
      const request = parseHotArguments(['--list', name]);
      expect(request !== undefined && mayBeCommand(request), name).to.equal(true);
    }
  });

  it('have no word and no letter twice among the flags of a command', () => {
    for (const command of commands) {
      const names = [...ownFlags(command), ...commonFlagsOf(command)].flatMap(
        ([name, { short }]) => (short === undefined ? [name] : [name, short]),
      );
      expect(new Set(names).size, command.name).to.equal(names.length);
    }
  });

  for (const command of commands) {
    it(`have an example for ${command.name === '' ? '--list and --host' : command.name} that uses its own flags`, () => {
      for (const example of command.examples) {
        const words = example.split(' ');
        expect(words[0]).to.equal('inventory-script');
        if (command.name !== '') expect(words).to.include(command.name);
        const known = flagsOf(command);
        const used = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
        for (const flag of used) expect(known.has(flag), flag).to.equal(true);
      }
    });
  }

  it('describe in lower case without a final period', () => {
    for (const { summary, flags } of commands)
      for (const text of [summary, ...Object.values(flags).map(({ description }) => description)])
        expect(text).to.match(/^[a-z].*[^.]$/);
  });

  it('name operands in capitals, those that may be left out last', () => {
    for (const { name, operands } of commands) {
      expect(Object.keys(operands).join(' '), name).to.match(/^[A-Z ]*$/);
      const optional = Object.values(operands).map(({ isOptional }) => isOptional === true);
      expect(optional, name).to.deep.equal([...optional].sort());
    }
  });
});
