/** Neither keys nor values of sensitive exports are in messages, in what `diff` prints, or in what the editor offers. */
import { expect } from 'chai';
import { complete } from '../src/lsp/complete.js';
import { edit } from './support/editing.js';
import { memorySystem } from './support/memory-system.js';
import { declared, network, printed, secretFleet } from './support/secret-fleet.js';

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
        const system = await secretFleet(declared + twin, consumer);
        const { text } = await printed(system, command[0] ?? '', '-i', 'web', ...command.slice(1));
        expect(text).to.not.match(/topsecret|hidden_(?:one|two|top|deep)/);
        if (command[0] !== 'lint') expect(text).to.match(expected);
      });
    }
  }

  it('a value for `apply` that does not fit', async () => {
    const system = await secretFleet(network, 'hosts: []\n');
    for (const value of [{ hidden_one: { hidden_two: 'topsecret' } }, { hidden_one: 4711 }]) {
      const { exitCode, text } = await printed(
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
    expect((await printed(system, 'validate', '-i', 'web')).text).to.match(/0 errors, 0 warnings/);
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
      const { exitCode, text } = await printed(system, 'diff', 'old/web', 'new/web', form);
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
