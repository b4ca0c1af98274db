/**
 * What is secret stays secret once other layers merge with it: whatever people can ask, neither a key nor a value of a
 * sensitive export is printed that their own files do not spell, and Ansible gets all of it.
 */
import { expect } from 'chai';
import type { MemorySystem } from './support/memory-system.js';
import { declared, network, printed, secretFleet, secrets } from './support/secret-fleet.js';

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
      system = await secretFleet(upstream, web);
    });

    for (const question of questions) {
      it(`are not in what \`${question.join(' ')}\` prints`, async () => {
        const { text } = await printed(
          system,
          question[0] ?? '',
          '-i',
          'web',
          ...question.slice(1),
        );
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
      const { text } = await printed(system, '-i', 'web', '--host', 'web1');
      const values = JSON.parse(text) as Record<string, unknown>;
      expect(values.creds).to.deep.equal({ ...secrets.creds, shown: 1, token: secrets.token });
      expect(values.items).to.deep.equal([...secrets.items, 'shown']);
      expect(values.unset).to.deep.equal(secrets.creds);
      expect(values.spelled).to.deep.equal({ port: 8080 });
      expect(values.gone).to.deep.equal({ shown: 5 });
    });

    it('leave what the inventory itself spells to be explained', async () => {
      const { text } = await printed(system, 'explain', '-i', 'web', 'web1', 'creds');
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
        await printed(system, 'explain', '-i', 'web', 'web1', 'creds.hidden_one'),
        await printed(system, 'explain', '-i', 'web', 'web1', 'creds.nosuch'),
      ];
      expect(there).to.deep.equal(not);
      expect(there.text).to.match(/^creds = "<redacted>"\n/);
    });
  });
}
