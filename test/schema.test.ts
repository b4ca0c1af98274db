/** What the quick look at hosts lets pass is what the schema accepts; what the first validator lets pass the second judges. */
import { expect } from 'chai';
import fc from 'fast-check';
import * as validators from '../src/schema/inventory-validator.generated.js';
import { isOrdinaryHost } from '../src/schema/ordinary-host.js';
import { toPlain } from '../src/schema/plain.js';
import { sections } from '../src/schema/sections-validator.generated.js';
import { findEntry } from '../src/syntax/node.js';
import { parseDocument } from '../src/syntax/parse.js';

const scalar = fc.constantFrom(
  '"x"',
  'z',
  'a.b',
  '""',
  'y',
  'yes',
  '1',
  '0',
  '22',
  '65535',
  '65536',
  '1.0',
  '~',
  '[a]',
  '{a: b}',
  '!vault x',
);
const transport = fc
  .dictionary(
    fc.constantFrom(
      'host',
      'user',
      'port',
      'identity_file',
      'proxy_jump',
      'extra_args',
      'connection',
      'options',
      'other',
    ),
    scalar,
    { maxKeys: 3 },
  )
  .chain((fields) =>
    fc
      .constantFrom('local', 'ssh', 'plugin', 'other', undefined)
      .map((type) => ({ ...(type === undefined ? {} : { type }), ...fields })),
  );
const host = fc.record(
  {
    name: fc.oneof({ weight: 19, arbitrary: fc.constantFrom('gena', 'web[1:2]') }, scalar),
    tags: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('[]', '[a]', '[a, b]', '[a, "b"]', '[1]') },
      scalar,
    ),
    vars: fc.constantFrom('{}', '{a: 1}', '{b: [x]}', '~', 'x'),
    transport: fc.oneof(
      transport.map(
        (fields) =>
          `{${Object.entries(fields)
            .map(([key, value]) => `${key}: ${value}`)
            .join(', ')}}`,
      ),
      scalar,
    ),
  },
  { requiredKeys: [] },
);

describe('hosts without a validator', () => {
  it('are only those that the schema accepts', () => {
    let ordinary = 0;
    fc.assert(
      fc.property(host, fc.integer({ min: 0, max: 7 }), (known, unknown) => {
        const fields = unknown === 0 ? { ...known, other: 'x' } : known;
        const lines = Object.entries(fields).map(([key, value]) => `    ${key}: ${value}\n`);
        const { root } = parseDocument({
          path: '/t.yaml',
          name: 't.yaml',
          text: `hosts:\n  -\n${lines.join('')}`,
        }).value;
        const hosts = root?.kind === 'map' ? findEntry(root, 'hosts')?.value : undefined;
        const node = hosts?.kind === 'list' ? hosts.items[0] : undefined;
        if (node === undefined || !isOrdinaryHost(node)) return;
        ordinary++;
        expect(
          validators.inventory({ hosts: [toPlain(node, undefined)] }),
          JSON.stringify(fields),
        ).to.equal(true);
      }),
      { numRuns: 1500 },
    );
    expect(ordinary).to.be.greaterThan(30);
  });
});

describe('sections with a validator of their own', () => {
  it('are those of types and upstreams', () => {
    expect(validators.lateSections).to.deep.equal([
      'types',
      'variables',
      'upstreams',
      'exports',
      'state',
    ]);
  });

  for (const name of validators.lateSections) {
    it(`${name} is judged once`, () => {
      expect([
        validators.inventory({ hosts: [], [name]: 5 }),
        sections({ [name]: 5 }),
      ]).to.deep.equal([true, false]);
      expect(sections.errors?.map((each) => each.instancePath)).to.deep.equal([`/${name}`]);
      expect(sections({})).to.equal(true);
    });
  }
});
