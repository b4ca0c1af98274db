/**
 * What is secret stays secret once other layers merge with it: whatever people can ask, neither a key nor a value of a
 * sensitive export is printed that their own files do not spell, and Ansible gets all of it.
 */
import { expect } from 'chai';
import { complete } from '../src/lsp/complete.js';
import { runCommandLine } from './support/command-line.js';
import { edit } from './support/editing.js';
import { memorySystem, type MemorySystem } from './support/memory-system.js';

const secrets = {
  creds: { hidden_one: 'topsecret-1', hidden_two: 'topsecret-2' },
  tree: { hidden_top: { hidden_deep: ['topsecret-3'] } },
  items: ['topsecret-4', 'topsecret-5'],
  token: 'topsecret-6',
  spelled: { port: 'topsecret-7' },
};

const network = `hosts: []
exports:
  creds: {type: map<string>, sensitive: true}
  tree: {type: any, sensitive: true}
  items: {type: list<string>, sensitive: true}
  token: {type: string, sensitive: true}
  spelled: {type: map<string>, sensitive: true}
`;

/** The same values, written by the upstream itself. */
const declared = `hosts: []
exports:
${Object.entries(secrets)
  .map(([name, value]) => {
    const type = name === 'tree' ? 'any' : Array.isArray(value) ? 'list<string>' : 'map<string>';
    return `  ${name}: {type: ${name === 'token' ? 'string' : type}, sensitive: true, value: ${JSON.stringify(value)}}\n`;
  })
  .join('')}`;

const web = `upstreams: {network: {source: ../network}}
ansible: {compose: {made: "creds"}}
vars:
  creds: "\${network.creds}"
  tree: "\${network.tree}"
  inside: {tree: "\${network.tree}", plain: 1}
  items: "\${network.items}"
  text: "a \${network.token} b"
  field: "\${network.spelled.port}"
  spelled: "\${network.spelled}"
  unset: "\${network.creds}"
  gone: "\${network.creds}"
tags:
  a:
    order: 10
    vars:
      creds: {shown: 1}
      tree: {shown: {deep: true}}
      inside: {tree: {shown: 2}}
      items: !append [shown]
      spelled: {port: 8080}
      unset: {shown: !unset}
      lifted: {shown: 3}
      both: {shown: 4}
      gone: !replace {shown: 5}
  b:
    order: 10
    vars:
      creds: {token: "\${network.token}"}
      both: "\${network.creds}"
  c:
    order: 20
    vars:
      lifted: "\${network.tree}"
hosts:
  - {name: web1, tags: [a, b, c]}
  - {name: web2, tags: [a], vars: {creds: {other: 6}, items: !append [other], token: "\${network.token}"}}
  - {name: web3}
`;

async function fleet(upstream: string, consumer = web): Promise<MemorySystem> {
  const system = memorySystem(
    {
      '/fleet/network/inventory.yaml': upstream,
      '/fleet/web/inventory.yaml': consumer,
      '/fleet/values.json': JSON.stringify(secrets),
    },
    { cwd: '/fleet' },
  );
  const sets = upstream === network ? ['--set-file', 'values.json'] : [];
  const applied = await run(system, 'apply', '-i', 'network', ...sets, '--allow-sensitive');
  expect(applied.text).to.not.match(/topsecret|hidden/);
  expect(applied.exitCode, applied.text).to.equal(0);
  return system;
}

async function run(
  system: MemorySystem,
  ...args: readonly string[]
): Promise<{ readonly exitCode: number; readonly text: string }> {
  const { exitCode, stdout, stderr } = await runCommandLine(system, args);
  return { exitCode, text: stdout + stderr };
}

const columns = [
  ...['creds', 'creds.hidden_one', 'creds.nosuch', 'creds.shown', 'tree.hidden_top.hidden_deep'],
  ...['items', 'text', 'field', 'spelled.port', 'gone.hidden_one', 'made.hidden_one'],
].map((path) => `vars.${path}`);

const questions: readonly (readonly string[])[] = [
  ['validate'],
  ['show'],
  ['show', '--format', 'yaml'],
  ['show', '--format', 'text'],
  ...['web1', 'web2'].flatMap((host) =>
    [
      [],
      ['creds'],
      ['creds.nosuch'],
      ['creds.hidden_on'],
      ['tree', '--json'],
      ['inside'],
      ['items'],
      ['items[0]'],
      ['unset', '--json'],
      ['gone'],
      ['gone.hidden_on'],
      ['lifted'],
      ['both'],
      ['spelled', '--json'],
      ['made'],
      ['--json'],
    ].map((path) => ['explain', host, ...path]),
  ),
  ...[4, 6, 7, 11, 17, 18, 29, 33].map((line) => ['explain', '--at', `web/inventory.yaml:${line}`]),
  ['explain', '--at', 'web/inventory.yaml:4', '--json'],
  ['graph', '--vars'],
  ['graph', '--format', 'mermaid'],
  ['hosts', '--format', 'json', '--vars'],
  ['hosts', '--format', 'table', '--columns', columns.join(',')],
  ['hosts', '--format', 'prometheus'],
  ['hosts', '--format', 'ssh-config'],
  ['hosts', '--format', 'hosts-file'],
  ['lint'],
  ['lint', '--format', 'json'],
  ['doctor'],
  ['report', '-o', '-'],
];

for (const [what, upstream] of [
  ['applied', network],
  ['declared', declared],
] as const) {
  describe(`sensitive values that are ${what} and merged with others`, () => {
    let system: MemorySystem;

    before(async () => {
      system = await fleet(upstream);
    });

    for (const question of questions) {
      it(`are not in what \`${question.join(' ')}\` prints`, async () => {
        const { text } = await run(system, question[0] ?? '', '-i', 'web', ...question.slice(1));
        expect(text).to.not.match(/topsecret/);
        const asked = question
          .flatMap((word) => word.split(','))
          .filter((word) => word.includes('.hidden_'));
        const told = asked.reduce(
          (left, path) => left.replaceAll(path.replace('vars.', ''), ''),
          text,
        );
        expect(told).to.not.match(/hidden_/);
      });
    }

    it('reach Ansible whole', async () => {
      const { text } = await run(system, '-i', 'web', '--host', 'web1');
      const values = JSON.parse(text) as Record<string, unknown>;
      expect(values.creds).to.deep.equal({ ...secrets.creds, shown: 1, token: secrets.token });
      expect(values.items).to.deep.equal([...secrets.items, 'shown']);
      expect(values.unset).to.deep.equal(secrets.creds);
      expect(values.spelled).to.deep.equal({ port: 8080 });
      expect(values.gone).to.deep.equal({ shown: 5 });
    });

    it('leave what the inventory itself spells to be explained', async () => {
      const { text } = await run(system, 'explain', '-i', 'web', 'web1', 'creds');
      expect(text.replaceAll(/web\/\S+/g, '@')).to.equal(
        [
          'creds = "<redacted>"',
          `  wins       "<redacted>"  @  the inventory's vars`,
          '  merged     {"shown": 1}  @  tag a (order 10)',
          '  merged     {"token": "<redacted>"}  @  tag b (order 10)',
          'creds.shown = 1',
          '  wins       1  @  tag a (order 10)',
          'creds.token = "<redacted>"',
          '  wins       "<redacted>"  @  tag b (order 10)',
          '',
        ].join('\n'),
      );
    });

    it('give one answer for every path into them, whether there is such a key or not', async () => {
      const [there, not] = [
        await run(system, 'explain', '-i', 'web', 'web1', 'creds.hidden_one'),
        await run(system, 'explain', '-i', 'web', 'web1', 'creds.nosuch'),
      ];
      expect(there).to.deep.equal(not);
      expect(there.text).to.match(/^creds = "<redacted>"\n/);
    });
  });
}

describe('sensitive values in what went wrong', () => {
  const wrong: Readonly<Record<string, readonly [string, RegExp]>> = {
    'two of them that contradict each other': [
      `upstreams: {network: {source: ../network}}
tags:
  a: {order: 1, vars: {v: "\${network.creds}"}}
  b: {order: 1, vars: {v: "\${network.tree}", w: "\${network.creds}"}}
  c: {order: 1, vars: {v: {nested: "\${network.creds}"}, w: "\${network.twin}"}}
hosts: [{name: web1, tags: [a, b, c]}]
`,
      /tags `b` and `c` both set `vars\.w` at order 1/,
    ],
    'a key that is nearly one of theirs': [
      `upstreams: {network: {source: ../network}}
vars: {v: "\${network.creds}"}
tags: {a: {vars: {v: {hiddne_one: x}}}}
hosts: [{name: web1, tags: [a]}]
`,
      /hiddne_one|no findings|nothing/,
    ],
    'a declared variable whose type they do not fit': [
      `upstreams: {network: {source: ../network}}
vars: {v: "\${network.creds}"}
variables: {v: map<integer>}
tags: {a: {vars: {v: {shown: 1}}}}
hosts: [{name: web1, tags: [a]}]
`,
      /error: a part of `v` must be an integer, and is a sensitive value/,
    ],
    'a declared variable without such a field': [
      `upstreams: {network: {source: ../network}}
vars: {v: "\${network.creds}"}
variables: {v: {shown: integer}}
tags: {a: {vars: {v: {shown: 1}}}}
hosts: [{name: web1, tags: [a]}]
`,
      /error: `v` has an unknown field/,
    ],
    'a reference to a key that is not there': [
      `upstreams: {network: {source: ../network}}
vars: {v: "\${network.creds['hidden_thre']}"}
hosts: [{name: web1}]
`,
      /`network\.creds` has no `\[\\?"hidden_thre\\?"\]`: the map has 2 keys/,
    ],
  };

  for (const [what, [consumer, expected]] of Object.entries(wrong)) {
    for (const command of [['explain', 'web1'], ['lint'], ['report', '-o', '-']]) {
      it(`${what}: \`${command.join(' ')}\` shows none`, async () => {
        const twin = `  twin: {type: map<string>, sensitive: true, value: {hidden_two: topsecret-8}}\n`;
        const system = await fleet(declared + twin, consumer);
        const { text } = await run(system, command[0] ?? '', '-i', 'web', ...command.slice(1));
        expect(text).to.not.match(/topsecret|hidden_(?:one|two|top|deep)/);
        if (command[0] !== 'lint') expect(text).to.match(expected);
      });
    }
  }

  it('a value for `apply` that does not fit', async () => {
    const system = await fleet(network);
    for (const value of [{ hidden_one: { hidden_two: 'topsecret' } }, { hidden_one: 4711 }]) {
      const { exitCode, text } = await run(
        system,
        ...['apply', '-i', 'network', '--set', `creds=${JSON.stringify(value)}`],
        '--allow-sensitive',
      );
      expect(exitCode).to.equal(1);
      expect(text).to.include('a part of `creds` must be a string');
      expect(text).to.not.match(/topsecret|hidden_|4711/);
    }
  });
});

describe('a marker over a map that is not known yet', () => {
  it('may have an effect, and is not reported', async () => {
    const system = memorySystem(
      {
        '/network/inventory.yaml': network,
        '/web/inventory.yaml': `upstreams: {network: {source: ../network}}
vars: {v: "\${network.creds}"}
tags: {a: {vars: {v: {x: !unset , y: !append [1], z: {deep: !replace {}}}}}}
hosts: [{name: web1, tags: [a]}]
`,
      },
      { cwd: '/' },
    );
    expect((await run(system, 'validate', '-i', 'web')).text).to.match(/0 errors, 0 warnings/);
  });
});

describe('sensitive values in a diff', () => {
  for (const form of ['--no-color', '--json', '--markdown']) {
    it(`merged with others: neither keys nor values, with ${form}`, async () => {
      const consumer = (shown: string, extra: string): string =>
        `upstreams: {network: {source: ../network}}\nvars: {v: "\${network.creds}", added: {}, list: "\${network.items}"}\ntags: {a: {order: 5, vars: {v: {shown: ${shown}}, list: !append [${shown}]${extra}}}}\nhosts: [{name: web1, tags: [a]}]\n`;
      const upstream = (suffix: string): string =>
        declared
          .replaceAll('topsecret', `topsecret${suffix}`)
          .replaceAll('hidden_two', `hidden_two${suffix}`);
      const system = memorySystem(
        {
          '/old/network/inventory.yaml': upstream(''),
          '/old/web/inventory.yaml': consumer('1', ''),
          '/new/network/inventory.yaml': upstream('x'),
          '/new/web/inventory.yaml': consumer('2', ', added: "${network.tree}"'),
        },
        { cwd: '/' },
      );
      const { exitCode, text } = await run(system, 'diff', 'old/web', 'new/web', form);
      expect(exitCode).to.equal(1);
      expect(text).to.not.match(/topsecret|hidden_/);
      for (const name of ['v', 'v.shown', 'list', 'added']) expect(text).to.include(name);
    });
  }
});

describe('sensitive values in the editor', () => {
  const completed = (vars: string): readonly string[] => {
    const { system, session, located, text, offset } = edit({
      'network/inventory.yaml': `${declared}  open: {type: map<string>, value: {plain_key: x}}\n  object: {type: {named: string}, sensitive: true, value: {named: topsecret}}\n`,
      'web/inventory.yaml': `upstreams: {network: {source: ../network}}\nvars: ${vars}\ntags: {a: {vars: {w: "\${network.creds}"}}}\nhosts: [{name: web1}]\n`,
    });
    const context = { system, located: located(), analyses: session.analyses() };
    return complete(context, text, offset).map(({ label }) => label);
  };
  const referenceTo = (typed: string): string => `{v: "\${network.${typed}|>"}`;

  it('are completed by the keys that their types name, and by no others', () => {
    expect(completed(referenceTo('open.'))).to.include('plain_key');
    expect(completed(referenceTo('object.'))).to.include('named');
    expect(completed(referenceTo('creds.'))).to.deep.equal([]);
    expect(completed('{w: {|>}}')).to.deep.equal([]);
  });
});
