/** `explain HOST tags` and `services`, and what is said of paths that lead nowhere. */
import { expect } from 'chai';
import { runCommandLine } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';

const inventory = `tags:
  base: {order: 0, vars: {ports: [22], ntp: {a: 1}}, services: {sshd: {}}}
  home: {order: 10, includes: [base], vars: {ports: !append [80]}}
  flat: {order: 20, includes: [home], services: {app: {state: absent}}}
services:
  sshd: {order: 1, binaries: {tool: {type: deb, package: ssh}}}
  app: {order: 2, binaries: {tool: {type: deb, package: app}}}
hosts:
  - {name: gena, tags: [flat], transport: {type: ssh, user: admin}}
  - {name: lanst, tags: [flat, base]}
  - {name: bare}
  - {name: odd, vars: {tags: mine}}
`;
const system = memorySystem(
  {
    '/fleet/inventory.yaml': inventory,
    '/fleet/other.yaml': 'hosts: []\n',
    '/empty/fleet/inventory.yaml': inventory,
  },
  { cwd: '/fleet' },
);

const explained: readonly (readonly [what: string, args: readonly string[], stdout: string])[] = [
  [
    'which tags lead to a tag',
    ['gena', 'tags'],
    'base (order 0)  inventory.yaml:3:32  tags flat, which includes home\nhome (order 10)  inventory.yaml:4:32  tag flat\nflat (order 20)  inventory.yaml:9:25  the host itself\n',
  ],
  [
    'that the host lists a tag itself',
    ['lanst', 'tags'],
    'base (order 0)  inventory.yaml:10:32  the host itself\nhome (order 10)  inventory.yaml:4:32  tag flat\nflat (order 20)  inventory.yaml:10:26  the host itself\n',
  ],
  [
    'which tag gave a service',
    ['gena', 'services'],
    'sshd (order 1, present)  inventory.yaml:2:65  tags flat, which includes home, which includes base\napp (order 2, absent)  inventory.yaml:4:50  tag flat\n',
  ],
  ['that there is none', ['bare', 'services'], 'no services\n'],
  [
    'a variable that is called like them',
    ['odd', 'tags'],
    'tags = "mine"\n  wins       "mine"  inventory.yaml:12:30  the host\'s vars\n',
  ],
];

const refused: readonly (readonly [args: readonly string[], exitCode: number, stderr: RegExp])[] = [
  [
    ['gena', 'ports[0]'],
    1,
    /has no variable `ports\[0\]` \(a list is a value as a whole: explain `ports`\)/,
  ],
  [['gena', 'ports.1'], 1, /\(a list is a value as a whole: explain `ports`\)/],
  [['gena', 'ntp.0'], 1, /\(did you mean `ntp\.a`\?\)/],
  [
    ['gena', 'transport.user'],
    1,
    /\(a transport becomes variables: explain `ansible_connection`, `ansible_user`\)/,
  ],
  [['bare', 'transport'], 1, /\(the host has no transport\)/],
  [
    ['other.yaml', 'gena'],
    2,
    /^inventory-script: other\.yaml is a file or folder, and no host; the inventory goes first: inventory-script other\.yaml explain \[HOST\] \[PATH\], or behind -i /,
  ],
];

describe('explain', () => {
  for (const [what, args, expected] of explained) {
    it(`says ${what}`, async () => {
      const { exitCode, stdout } = await runCommandLine(system, ['explain', ...args]);
      expect({ exitCode, stdout }).to.deep.equal({ exitCode: 0, stdout: expected });
    });
  }

  it('says it as JSON', async () => {
    const { stdout } = await runCommandLine(system, ['explain', 'gena', 'services', '--json']);
    expect(JSON.parse(stdout)).to.deep.equal({
      host: 'gena',
      services: [
        {
          name: 'sshd',
          order: 1,
          state: 'present',
          place: { file: '/fleet/inventory.yaml', line: 2, column: 65 },
          through: ['flat', 'home', 'base'],
        },
        {
          name: 'app',
          order: 2,
          state: 'absent',
          place: { file: '/fleet/inventory.yaml', line: 4, column: 50 },
          through: ['flat'],
        },
      ],
    });
    expect(JSON.parse((await runCommandLine(system, ['explain', 'gena', 'tags', '--json'])).stdout))
      .to.have.nested.property('tags[0].through')
      .that.deep.equals(['flat', 'home']);
  });

  it('takes `vars` for all variables, with what lost', async () => {
    const { exitCode, stdout } = await runCommandLine(system, ['explain', 'lanst', 'vars']);
    expect(exitCode).to.equal(0);
    expect(stdout)
      .to.match(/^ports = \[22, 80\]\n {2}wins {7}\[22\] /m)
      .and.match(/^ntp\.a = 1$/m);
  });

  for (const [args, code, message] of refused) {
    it(`explain ${args.join(' ')} ends with ${code}`, async () => {
      const { exitCode, stdout, stderr } = await runCommandLine(system, ['explain', ...args]);
      expect({ exitCode, stdout }).to.deep.equal({ exitCode: code, stdout: '' });
      expect(stderr).to.match(message);
    });
  }
});

describe('a name where the inventory is expected', () => {
  for (const command of ['show', 'validate']) {
    it(`${command} says how a host is chosen`, async () => {
      const { exitCode, stderr } = await runCommandLine(system, [command, 'gena']);
      expect(exitCode).to.equal(1);
      expect(stderr).to.include('(FILE is the inventory; a host is chosen with `--host gena`)');
    });
  }

  it('exports says where the inventory goes', async () => {
    const { exitCode, stderr } = await runCommandLine({ ...system, cwd: '/empty' }, [
      'exports',
      'fleet',
    ]);
    expect(exitCode).to.equal(2);
    expect(stderr).to.match(
      /^inventory-script: fleet is a file or folder, and no export; the inventory goes first: inventory-script fleet exports \[NAME\], or behind -i /,
    );
  });

  it('help and version are flags', async () => {
    expect((await runCommandLine(system, ['help', 'show'])).stderr).to.include(
      'did you mean `--help`?',
    );
  });
});
