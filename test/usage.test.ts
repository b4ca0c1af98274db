import { expect } from 'chai';
import { commandFirst } from '../src/cli/arguments/file-first.js';
import {
  commands,
  commonFlags,
  flags,
  formats,
  type CommandUsage,
  type FlagUsage,
} from '../src/cli/usage.js';

const byName = new Map<string, FlagUsage>(flags.map((flag) => [flag.name, flag]));

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
      expect(commandFirst(written.split(' ')).join(' ')).to.equal(expected);
    });
  }
});

describe('usage', () => {
  it('names every command and flag once, and each flag belongs to a command or to all', () => {
    expect(new Set(commands.map((each) => each.name)).size).to.equal(commands.length);
    expect(byName.size).to.equal(flags.length);
    const used = new Set<string>([...commonFlags, ...commands.flatMap((each) => [...each.flags])]);
    expect([...used].sort()).to.deep.equal([...byName.keys()].sort());
  });

  for (const command of commands as readonly CommandUsage[]) {
    it(`has an example for ${command.name === '' ? '--list and --host' : command.name} that uses its own flags`, () => {
      const words = command.example.split(' ');
      expect(words[0]).to.equal('inventory-script');
      if (command.name !== '') expect(words).to.include(command.name);
      const known = new Set<string>([...commonFlags, ...command.flags]);
      const used = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
      for (const flag of used) expect(known.has(flag), flag).to.equal(true);
    });
  }

  it('describes in lower case without a final period', () => {
    for (const { description } of [...flags, ...commands])
      expect(description).to.match(/^[a-z].*[^.]$/);
  });

  it('has formats for the commands that take --format', () => {
    const taking = commands
      .filter((each) => ([...each.flags] as string[]).includes('format'))
      .map((each) => each.name);
    expect(taking).to.deep.equal(Object.keys(formats));
  });
});
