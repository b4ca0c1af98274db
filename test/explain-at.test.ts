/** `explain --at`: who gets what is written at a place. The place is a `|` in the text. */
import { expect } from 'chai';
import { runCommandLine } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';

const inventory = `vars: {ntp: pool, hidden: 1}
tags:
  base: {order: 0, vars: {vmango: {listen: ":80", name: Base, ports: [1, 2]}}}
  home:
    order: 20
    includes: [base]
    services: {app: {}}
    vars:
      vmango: {name: Home}
      hidden: !unset
  one: {order: 30, vars: {clash: 1}}
  two: {order: 30, vars: {clash: 2}}
services:
  app: {order: 1, file: services/app.yaml}
hosts:
  - name: web[1:2]
    tags: [home]
  - {name: gena, tags: [base], transport: {type: ssh, port: 22, host: 192.0.2.1}, vars: {vmango: {name: X}}}
`;
const app = 'binaries: {tool: {type: deb, package: app}}\n';

/** [the line, with the place in it, what is printed] */
const places: readonly (readonly [string, string])[] = [
  [
    'vars: {ntp: |pool, hidden: 1}',
    `inventory.yaml:1:8  ntp of the inventory's vars: 3 of 3 hosts\nweb1  ntp = "pool"\nweb2  ntp = "pool"\ngena  ntp = "pool"\n`,
  ],
  [
    'vars: {ntp: pool, hid|den: 1}',
    `inventory.yaml:1:19  hidden of the inventory's vars: 1 of 3 hosts\nweb1  hidden  is not set  inventory.yaml:10:15  tag home (order 20)\nweb2  hidden  is not set  inventory.yaml:10:15  tag home (order 20)\ngena  hidden = 1\n`,
  ],
  [
    '  base: {order: 0, vars: {vmango: {listen: "|:80", name: Base, ports: [1, 2]}}}',
    'inventory.yaml:3:36  vmango.listen of tag base: 3 of 3 hosts\nweb1  vmango.listen = ":80"\nweb2  vmango.listen = ":80"\ngena  vmango.listen = ":80"\n',
  ],
  [
    '  base: {order: 0, vars: {vmango: {listen: ":80", name: Ba|se, ports: [1, 2]}}}',
    "inventory.yaml:3:51  vmango.name of tag base: 0 of 3 hosts\nweb1  vmango.name  lost  inventory.yaml:9:22  tag home (order 20)\nweb2  vmango.name  lost  inventory.yaml:9:22  tag home (order 20)\ngena  vmango.name  lost  inventory.yaml:18:105  the host's vars\n",
  ],
  [
    '  base: {order: 0, vars: {vmango: {listen: ":80", name: Base, ports: [1, |2]}}}',
    'inventory.yaml:3:74  vmango.ports of tag base: 3 of 3 hosts\nweb1  vmango.ports = [1, 2]\nweb2  vmango.ports = [1, 2]\ngena  vmango.ports = [1, 2]\n',
  ],
  [
    '    va|rs:',
    'inventory.yaml:8:5  the vars of tag home: 2 of 3 hosts\nweb1  vmango.name = "Home"\nweb2  vmango.name = "Home"\n',
  ],
  ['  ho|me:', 'inventory.yaml:4:3  tag home: 2 of 3 hosts\nweb1  base, home\nweb2  base, home\n'],
  [
    '  - {name: ge|na, tags: [base], transport: {type: ssh, port: 22, host: 192.0.2.1}, vars: {vmango: {name: X}}}',
    'inventory.yaml:18:6  host gena: 1 of 3 hosts\ngena  base\n',
  ],
  [
    '  - {name: gena, tags: [base], transport: {type: ssh, po|rt: 22, host: 192.0.2.1}, vars: {vmango: {name: X}}}',
    'inventory.yaml:18:55  the transport of gena: 1 of 3 hosts\ngena  ansible_port = 22\n',
  ],
  [
    '  app: {or|der: 1, file: services/app.yaml}',
    'inventory.yaml:14:9  services.app.order: 2 of 3 hosts\nweb1  services.app.order\nweb2  services.app.order\n',
  ],
];

describe('explain --at', () => {
  const system = memorySystem(
    {
      '/fleet/inventory.yaml': inventory,
      '/fleet/services/app.yaml': app,
      '/fleet/notes.yaml': 'a: 1\n',
    },
    { cwd: '/fleet' },
  );

  for (const [marked, expected] of places) {
    it(marked, async () => {
      const line = inventory.split('\n').indexOf(marked.replace('|', '')) + 1;
      expect(line).to.be.greaterThan(0);
      const { exitCode, stdout, stderr } = await runCommandLine(system, [
        'explain',
        '--at',
        `inventory.yaml:${line}:${marked.indexOf('|') + 1}`,
      ]);
      expect({ exitCode, stdout, stderr }).to.deep.equal({
        exitCode: 0,
        stdout: expected,
        stderr: '',
      });
    });
  }

  it('goes by the first key or item of a line where no column is given', async () => {
    expect((await runCommandLine(system, ['explain', '--at', 'inventory.yaml:9'])).stdout).to.match(
      /^inventory\.yaml:9:7 {2}vmango of tag home: 2 of 3 hosts\n/,
    );
    expect(
      (await runCommandLine(system, ['explain', '--at', 'inventory.yaml:16'])).stdout,
    ).to.match(/^inventory\.yaml:16:5 {2}host web\[1:2\]: 2 of 3 hosts\n/);
  });

  it('knows the files of services, from the inventory that is found', async () => {
    expect(
      (
        await runCommandLine(system, [
          'explain',
          '--at',
          'services/app.yaml:1:36',
          '-i',
          'inventory.yaml',
        ])
      ).stdout,
    ).to.equal(
      'services/app.yaml:1:30  services.app.binaries.tool.package: 2 of 3 hosts\nweb1  services.app.binaries.tool.package\nweb2  services.app.binaries.tool.package\n',
    );
  });

  it('prints JSON for programs', async () => {
    const { stdout } = await runCommandLine(system, [
      'explain',
      '--at',
      'inventory.yaml:9:16',
      '--json',
    ]);
    expect(JSON.parse(stdout)).to.deep.equal({
      place: { file: '/fleet/inventory.yaml', line: 9, column: 16 },
      kind: 'variable',
      uses: ['web1', 'web2'].map((host) => ({ host, path: 'vmango.name', gets: true })),
    });
  });

  it('shows both sides of a conflict, with the error and exit code 1', async () => {
    const clashing = memorySystem(
      { '/fleet/inventory.yaml': inventory.replace('tags: [base]', 'tags: [one, two]') },
      { cwd: '/fleet' },
    );
    const { exitCode, stdout, stderr } = await runCommandLine(clashing, [
      'explain',
      '--at',
      'inventory.yaml:12:28',
    ]);
    expect(exitCode).to.equal(1);
    expect(stdout).to.equal(
      'inventory.yaml:12:27  clash of tag two: 0 of 3 hosts\ngena  clash  CONFLICT  inventory.yaml:11:34  tag one (order 30)\n',
    );
    expect(stderr).to.include('resolve/equal-order-conflict');
  });

  /** [arguments, exit code, what stderr says] */
  const refused: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['--at', 'inventory.yaml:2'], 1, /no host gets what is written here/],
    [
      ['--at', 'inventory.yaml:999'],
      1,
      /`inventory\.yaml` has no such line \(it ends at line \d+\)/,
    ],
    [
      ['--at', 'notes.yaml:1', '-i', 'inventory.yaml'],
      1,
      /`notes\.yaml` is no file of this inventory/,
    ],
    [['--at', 'inventory.yaml'], 2, /--at takes FILE:LINE or FILE:LINE:COLUMN/],
    [['--at', 'inventory.yaml:0'], 2, /--at takes FILE:LINE/],
    [['--at', 'inventory.yaml:1', 'gena'], 2, /neither a HOST nor a PATH/],
    [[], 2, /needs HOST/],
  ];
  for (const [args, code, message] of refused) {
    it(`explain ${args.join(' ')} ends with ${code}`, async () => {
      const { exitCode, stdout, stderr } = await runCommandLine(system, ['explain', ...args]);
      expect({ exitCode, stdout }).to.deep.equal({ exitCode: code, stdout: '' });
      expect(stderr).to.match(message);
    });
  }
});
