import { expect } from 'chai';
import { mayBeCommand, parseHotArguments } from '../src/cli/ansible/hot-arguments.js';

const list = {
  kind: 'list',
  file: undefined,
  compact: false,
  tags: [],
  services: [],
  cache: undefined,
};
const host = { kind: 'host', host: 'gena', file: undefined, compact: false, cache: undefined };

describe('parseHotArguments', () => {
  const requests: [args: string[], request: object][] = [
    [['--list'], list],
    [['--list', '--list'], list],
    [['--list', '--compact'], { ...list, compact: true }],
    [['--compact', '--list'], { ...list, compact: true }],
    [['/srv/inventory.yaml', '--list'], { ...list, file: '/srv/inventory.yaml' }],
    [['--list', 'inventory.yaml'], { ...list, file: 'inventory.yaml' }],
    [['-i', 'a b.yaml', '--list'], { ...list, file: 'a b.yaml' }],
    [['-ia.yaml', '--list'], { ...list, file: 'a.yaml' }],
    [['-i=a.yaml', '--list'], { ...list, file: 'a.yaml' }],
    [['--inventory', 'a.yaml', '--list'], { ...list, file: 'a.yaml' }],
    [['--inventory=a=b.yaml', '--list'], { ...list, file: 'a=b.yaml' }],
    [
      ['--tag', 'net', '/srv/inventory.yaml', '--list'],
      { ...list, file: '/srv/inventory.yaml', tags: ['net'] },
    ],
    [['--tag', 'net,home', '--tag=office', '--list'], { ...list, tags: ['net', 'home', 'office'] }],
    [
      ['--list', '--service', 'vmango', '--service=app,web'],
      { ...list, services: ['vmango', 'app', 'web'] },
    ],
    [['--list', '--tag', 'validate'], { ...list, tags: ['validate'] }],
    [['--list', './show'], { ...list, file: './show' }],
    [['--list', '--no-cache'], { ...list, cache: 'avoid' }],
    [['--refresh-cache', '--list'], { ...list, cache: 'refresh' }],
    [['--refresh-cache', '--list', '--no-cache'], { ...list, cache: 'avoid' }],
    [['--host', 'gena', '--no-cache'], { ...host, cache: 'avoid' }],
    [['--host', 'gena'], host],
    [['--host=gena'], host],
    [['--host=a=b'], { ...host, host: 'a=b' }],
    [['inventory.yaml', '--host', 'gena'], { ...host, file: 'inventory.yaml' }],
    [
      ['--host', 'gena', 'inventory.yaml', '--compact'],
      { ...host, file: 'inventory.yaml', compact: true },
    ],
    [['--host', 'a,b'], { ...host, host: 'a,b' }],
  ];
  for (const [args, request] of requests) {
    it(`reads ${args.join(' ')}`, () => {
      expect(parseHotArguments(args)).to.deep.equal(request);
    });
  }

  const others: [why: string, args: string[]][] = [
    ['nothing', []],
    ['only a file', ['inventory.yaml']],
    ['only a selection', ['--tag', 'net']],
    ['--list with --host', ['--list', '--host', 'gena']],
    ['two hosts', ['--host', 'gena', '--host', 'lanst']],
    ['--host with a selection', ['--host', 'gena', '--tag', 'net']],
    ['two files', ['a.yaml', '--list', 'b.yaml']],
    ['a file and -i', ['-i', 'a.yaml', 'b.yaml', '--list']],
    ['two -i', ['-i', 'a.yaml', '-i', 'b.yaml', '--list']],
    ['no value at the end', ['--list', '--tag']],
    ['a flag where a value is due', ['--list', '--tag', '--compact']],
    ['an empty value', ['--list', '--tag=']],
    ['an empty name', ['--list', '--tag', 'net,,home']],
    ['an empty host', ['--host', '']],
    ['an empty file', ['', '--list']],
    ['a value for a switch', ['--list=yes']],
    ['a file and a command', ['inventory.yaml', 'show', '--list']],
    ['an unknown flag', ['--list', '--lost']],
    ['an unknown short flag', ['-l', '--list']],
    [
      'options that arrive as one, from a shebang without env -S',
      ['--tag net', '/srv/inventory.yaml', '--list'],
    ],
    ['flags for people', ['--list', '--no-color']],
    ['--help', ['--list', '--help']],
    ['the end of options', ['--list', '--', 'inventory.yaml']],
    ['standard input', ['--list', '-']],
    ['keys of every object', ['--list', '--constructor', '__proto__']],
  ];
  for (const [why, args] of others) {
    it(`leaves to the full command line: ${why}`, () => {
      expect(parseHotArguments(args)).to.equal(undefined);
    });
  }

  const files: [file: string, isWord: boolean][] = [
    ['validate', true],
    ['fleet', true],
    ['site-a', true],
    ['./validate', false],
    ['inventory.yaml', false],
    ['/srv/fleet', false],
    ['fleet2', false],
    ['Fleet', false],
  ];
  for (const [file, isWord] of files) {
    it(`${isWord ? 'asks whether' : 'knows that'} ${file} is ${isWord ? 'a' : 'no'} command`, () => {
      const request = parseHotArguments([file, '--list']);
      expect(request).to.deep.equal({ ...list, file });
      expect(request !== undefined && mayBeCommand(request)).to.equal(isWord);
    });
  }

  it('needs no command where no inventory is named', () => {
    const request = parseHotArguments(['--list', '--tag', 'validate']);
    expect(request !== undefined && mayBeCommand(request)).to.equal(false);
  });
});
