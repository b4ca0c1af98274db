/** Which type may stand where another one is expected: a table, and laws. */
import { expect } from 'chai';
import fc from 'fast-check';
import { passes } from '../src/types/check-value.js';
import { typeFromData, typeToData } from '../src/types/data.js';
import { throughUpstream } from '../src/types/declare.js';
import { fits, sameType } from '../src/types/fits.js';
import { typeText, unknownType, type Type } from '../src/types/type.js';
import { literals, typeOf, types } from './support/types.js';

/** from → the types that it fits, and some that it does not. */
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'string',
    ['string', 'any', 'string | null', 'integer | string'],
    ['ip', 'VpcId', 'integer', 'list<string>', '{enum: [dev]}', '{type: string, minLength: 1}'],
  ],
  ['ipv4', ['ip', 'string', 'ipv4', 'ip | null'], ['ipv6', 'hostname', 'cidr', 'port']],
  ['ip', ['ipv4 | ipv6 | string', 'string'], ['ipv4', 'ipv4 | ipv6']],
  ['fqdn', ['hostname', 'string', 'hostname | ip'], ['ip', 'url']],
  [
    'integer',
    ['number', 'integer', '{type: number, multipleOf: 0.5}'],
    ['port', 'string', 'boolean', '{type: integer, minimum: 0}'],
  ],
  [
    'port',
    ['integer', 'number', '{type: integer, minimum: 0}', '{type: number, exclusiveMaximum: 65536}'],
    ['Listen', '{type: integer, minimum: 2}', 'string'],
  ],
  ['number', ['number', 'any'], ['integer', 'port']],
  ['any', ['any', '{type: any}'], ['string', 'string | integer', 'list<any>']],
  ['null', ['null', 'string | null', '{enum: [null, 1]}', 'Kept'], ['string', 'boolean']],
  [
    'boolean',
    ['boolean', '{enum: [true, false]}', '{enum: [true, x, false]}'],
    ['{enum: [true]}', 'string'],
  ],
  [
    'VpcId',
    ['string', 'VpcId', 'VpcId | null', '{type: string, pattern: "^vpc-[0-9a-f]+$"}', 'any'],
    ['ProdVpcId', 'Stage', '{type: string, pattern: "^vpc"}'],
  ],
  [
    'ProdVpcId',
    ['VpcId', 'string', '{type: VpcId, minLength: 3}', '{type: string, minLength: 8}'],
    ['{type: VpcId, minLength: 9}'],
  ],
  ['{type: string, pattern: "^vpc-[0-9a-f]+$"}', ['string'], ['VpcId']],
  [
    '{enum: [vpc-1, vpc-2]}',
    ['VpcId', 'string', '{enum: [vpc-3, vpc-2, vpc-1]}'],
    ['ProdVpcId', '{enum: [vpc-1]}', 'integer'],
  ],
  ['{enum: [1, 2.5]}', ['number', 'integer | number'], ['integer']],
  [
    'Stage',
    ['string', '{enum: [dev, prod, test]}', 'Stage', 'hostname'],
    ['{enum: [dev]}', 'VpcId'],
  ],
  [
    '{type: port, enum: [80, 443]}',
    ['port', '{enum: [80, 443]}', '{type: integer, maximum: 443}'],
    ['Listen', '{type: integer, maximum: 442}'],
  ],
  [
    'list<ip>',
    ['list<string>', 'list<any>', 'list<ip> | null', 'any'],
    ['list<ipv4>', 'map<ip>', 'string', '{type: list<ip>, minItems: 1}'],
  ],
  [
    '{type: list<ip>, minItems: 2, uniqueItems: true}',
    ['list<ip>', '{type: list<string>, minItems: 1}', '{type: list<ip>, uniqueItems: true}'],
    ['{type: list<ip>, minItems: 3}', '{type: list<ip>, maxItems: 9}'],
  ],
  [
    'map<port>',
    ['map<integer>', 'map<any>', '{type: map<port>, minProperties: 0}'],
    ['map<string>', '{host: port}', 'list<port>'],
  ],
  [
    '{host: fqdn, port: port}',
    [
      '{host: hostname, port: integer}',
      '{host: string, port?: port, name?: string}',
      'map<string | integer>',
      'map<any>',
    ],
    ['Server', '{host: fqdn}', '{host: fqdn, port: port, name: string}', 'map<string>'],
  ],
  [
    '{host: hostname, port?: port}',
    ['{host?: hostname, port?: port}'],
    ['{host: hostname, port: port}', '{host: hostname}'],
  ],
  [
    'Server',
    ['Server', '{host: hostname, port?: port}', 'map<hostname | port>'],
    ['{host: hostname}'],
  ],
  [
    'string | integer',
    ['string | integer', 'integer | string | null', 'any'],
    ['string', 'integer', 'string | port'],
  ],
  ['ipv4 | ipv6', ['ip', 'string', 'ip | null'], ['ipv4']],
  [
    'Listen',
    ['port', 'integer', '{type: integer, minimum: 1000}'],
    ['{type: integer, minimum: 1025}'],
  ],
  [
    '{type: integer, minimum: 100000000000000000001}',
    ['{type: integer, minimum: 100000000000000000000}'],
    ['{type: integer, minimum: 100000000000000000002}'],
  ],
];

describe('fits', () => {
  for (const [from, good, bad] of table) {
    it(`${from} fits what it should`, () => {
      for (const to of good) expect(fits(typeOf(from), typeOf(to)), to).to.equal(true);
      for (const to of bad) expect(fits(typeOf(from), typeOf(to)), to).to.equal(false);
    });
  }
  it('is silent about what failed', () => {
    for (const type of [typeOf('string'), typeOf('list<ip>'), unknownType]) {
      expect([
        fits(unknownType, type),
        fits(type, unknownType),
        fits({ kind: 'list', item: unknownType }, { kind: 'list', item: type }),
      ]).to.deep.equal([true, true, true]);
    }
  });
  it("takes an upstream's type for ours where name and definition are the same", () => {
    const ours = typeOf('VpcId');
    const theirs = throughUpstream(ours, 'network');
    expect([
      typeText(theirs),
      fits(theirs, ours),
      fits(ours, theirs),
      fits({ kind: 'list', item: theirs }, { kind: 'list', item: ours }),
    ]).to.deep.equal(['network.VpcId', true, true, true]);
    const other: Type = {
      kind: 'named',
      name: 'VpcId',
      shown: 'network.VpcId',
      type: typeOf('string'),
    };
    expect([fits(other, ours), fits(ours, other)]).to.deep.equal([false, false]);
  });
  const runs = { numRuns: 300 };
  it('is reflexive', () => {
    fc.assert(
      fc.property(types, (type) => {
        const data = typeToData(type);
        expect(fits(type, typeFromData(data) ?? unknownType), typeText(type)).to.equal(true);
      }),
      runs,
    );
  });
  it('is transitive', () => {
    fc.assert(
      fc.property(types, types, types, (one, two, three) => {
        if (fits(one, two) && fits(two, three))
          expect(fits(one, three), [one, two, three].map(typeText).join(' → ')).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });
  it('is sound: a scalar that passes A passes B where A fits B', () => {
    fc.assert(
      fc.property(types, types, literals, (from, to, literal) => {
        if (fits(from, to) && passes(literal, from))
          expect(passes(literal, to), [from, to].map(typeText).join(' → ')).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });
  it('an enum fits exactly what its values pass', () => {
    fc.assert(
      fc.property(literals, types, (literal, to) => {
        expect(fits({ kind: 'enum', values: [literal] }, to)).to.equal(passes(literal, to));
      }),
      runs,
    );
  });
});

describe('types as data', () => {
  it('come back as they went', () => {
    fc.assert(
      fc.property(types, (type) => {
        const text = JSON.stringify(typeToData(type));
        const back = typeFromData(JSON.parse(text));
        if (back === undefined) throw new Error(`cannot be read: ${text}`);
        expect([
          typeText(back),
          sameType(back, type),
          JSON.stringify(typeToData(back)),
        ]).to.deep.equal([typeText(type), true, text]);
      }),
      { numRuns: 300 },
    );
  });
  const broken: readonly unknown[] = [
    undefined,
    null,
    1,
    'strin',
    [],
    {},
    { list: 1 },
    { map: 'ipp' },
    { fields: {} },
    { fields: [{ name: 'a', required: 1, type: 'ip' }] },
    { union: ['ip'] },
    { union: 'ip' },
    { enum: [['int', '1.5']] },
    { enum: [['float', 'x']] },
    { enum: [['date', 'x']] },
    { enum: 'dev' },
    { refines: 'string', constraints: { pattern: '(' } },
    { refines: 'string', constraints: { patern: 'a' } },
    { refines: 'string' },
    { refines: 'string', constraints: { minLength: -1 } },
    { refines: 'integer', constraints: { minimum: { integer: 'x' } } },
    { named: 1, type: 'ip' },
    { named: 'A', shown: 1, type: 'ip' },
    { named: 'A' },
    JSON.parse(`${'{"list":'.repeat(5000)}"ip"${'}'.repeat(5000)}`),
  ];
  it('that are no type are refused', () => {
    for (const data of broken) expect(typeFromData(data)).to.equal(undefined);
  });
  it('are the same in whatever order they are written', () => {
    expect(sameType(typeOf('{b: ip, a?: port}'), typeOf('{a?: port, b: ip}'))).to.equal(true);
    expect(sameType(typeOf('ip | port'), typeOf('port | ip'))).to.equal(true);
    expect(sameType(typeOf('{enum: [1, "1"]}'), typeOf('{enum: ["1", 1]}'))).to.equal(true);
    expect(sameType(typeOf('{enum: [1]}'), typeOf('{enum: [1.0]}'))).to.equal(false);
    expect(sameType(typeOf('{a: ip}'), typeOf('{a?: ip}'))).to.equal(false);
  });
});
