/** Types as they are written, read and written again; faults with their exact place; inference; parts of types. */
import { expect } from 'chai';
import fc from 'fast-check';
import { checkValue } from '../src/types/check-value.js';
import { declareTypes } from '../src/types/declare.js';
import { parseVariables } from '../src/types/declared-variables.js';
import { inferType } from '../src/types/infer.js';
import { narrow, type Step } from '../src/types/narrow.js';
import { parseType } from '../src/types/parse.js';
import { noTypes } from '../src/types/parse-text.js';
import { typeToSchema } from '../src/types/schema.js';
import { builtIns, typeText, type Type } from '../src/types/type.js';
import { told, valueOfA } from './support/syntax.js';
import { typeOf, types, userTypes } from './support/types.js';

/** YAML behind `type:` → the type as it is shown. */
const readable: readonly (readonly [string, string])[] = [
  ...Object.keys(builtIns).map((name): [string, string] => [
    name === 'null' ? '"null"' : name,
    name,
  ]),
  ['null', 'null'],
  ['~', 'null'],
  ['list<string>', 'list<string>'],
  ['" list < map<ip> > "', 'list<map<ip>>'],
  ['string|null', 'string | null'],
  ['"(string)"', 'string'],
  ['list<ip | (hostname | null)>', 'list<ip | hostname | null>'],
  ['(string | integer) | string', 'string | integer'],
  ['string | any', 'any'],
  ['VpcId | list<Server>', 'VpcId | list<Server>'],
  ['{host: hostname, port?: port}', '{host: hostname, port?: port}'],
  ['{tls: {cert: path, key?: path}}', '{tls: {cert: path, key?: path}}'],
  ['{fields: {type: string, enum?: list<string>}}', '{type: string, enum?: list<string>}'],
  ['{fields: list<string>}', '{fields: list<string>}'],
  ['{fields: {fields: {a: ip}}}', '{fields: {a: ip}}'],
  ['{description: string, pattern: string}', '{description: string, pattern: string}'],
  ['{"a b": ip, "null": ip}', '{"a b": ip, "null": ip}'],
  ['{type: string, pattern: "^a"}', '{type: string, pattern: "^a"}'],
  ['{type: string, description: nothing more}', 'string'],
  ['{type: null}', 'null'],
  ['{type: {host: hostname}, description: a map}', '{host: hostname}'],
  [
    '{type: {type: integer, minimum: 1}, maximum: 9}',
    '{type: {type: integer, minimum: 1}, maximum: 9}',
  ],
  [
    '{enum: [dev, 1, 1.0, "1", true, "true", null]}',
    '{enum: [dev, 1, 1.0, "1", true, "true", null]}',
  ],
  ['{type: VpcId, enum: [vpc-1]}', '{type: VpcId, enum: [vpc-1]}'],
  [
    '{type: list<ip>, minItems: 1, uniqueItems: true}',
    '{type: list<ip>, minItems: 1, uniqueItems: true}',
  ],
  ['{type: map<ip>, maxProperties: 3}', '{type: map<ip>, maxProperties: 3}'],
  ['{type: ip | list<ip>, minItems: 2}', '{type: ip | list<ip>, minItems: 2}'],
  [
    '{type: integer, minimum: 100000000000000000000000000000000}',
    '{type: integer, minimum: 100000000000000000000000000000000}',
  ],
];

/** YAML → the first fault: code, place, message. */
const faulty: readonly (readonly [string, string])[] = [
  ['list<ipp>', 'types/unknown-type "ipp" there is no type `ipp`'],
  ['"list< ipp >"', 'types/unknown-type "ipp" there is no type `ipp`'],
  ["'map<list<ip | Vpc>>'", 'types/unknown-type "Vpc" there is no type `Vpc`'],
  ['network.VpcId', 'types/unknown-type "network.VpcId" there is no type `network.VpcId`'],
  ['String', 'types/unknown-type "String" there is no type `String`'],
  ['ip ipv4', 'types/syntax "ipv4" `ipv4` stands where the type should end, or go on with `|`'],
  ['"| ip"', 'types/syntax "|" `|` stands where a type is expected'],
  ['ip ||ipv4', 'types/syntax "|" `|` stands where a type is expected'],
  ['list<>', 'types/syntax ">" `>` stands where a type is expected'],
  ['list<ip>>', 'types/syntax ">" `>` stands where the type should end, or go on with `|`'],
  ['(ip', 'types/syntax "(" `(` is not closed'],
  ['set<ip>', 'types/unknown-type "set" only `list` and `map` take a type in `<>`, not `set`'],
  ['map', 'types/syntax "map" `map` does not say what its values are'],
  ['ip?', 'types/syntax "?" `?` stands where the type should end, or go on with `|`'],
  ['list(ip)', 'types/syntax "list" `list` does not say what its items are'],
  ['a & b', 'types/unknown-type "a" there is no type `a`'],
  ['""', 'types/syntax "\\"\\"" the type is empty'],
  ['"ip\\u0041x"', 'types/unknown-type "\\"ip\\\\u0041x\\"" there is no type `ipAx`'],
  ['12', 'types/syntax "12" a type is a name or a map, and this is the integer `12`'],
  ['[ip]', 'types/syntax "[ip]" a type is a name or a map, and this is a list'],
  ['{}', 'types/syntax "{}" an object type needs a field'],
  ['{__proto__: ip}', 'types/syntax "__proto__" `__proto__` cannot be a field'],
  ['{a?: ip, a: ip}', 'types/syntax "a" the field `a` is there twice'],
  [
    '{a: {type: integer, minimun: 1}}',
    'types/constraint "minimun" there is no constraint `minimun`',
  ],
  [
    '{type: boolean, minimum: 1}',
    'types/constraint "minimum" `minimum` is about numbers, and `boolean` has none',
  ],
  [
    '{type: string, pattern: "[a"}',
    'types/constraint "\\"[a\\"" `pattern` is not a regular expression: unterminated character class',
  ],
  [
    '{type: integer, exclusiveMinimum: 5, maximum: 5}',
    'types/constraint "5" no value is left: `maximum` does not go with `exclusiveMinimum`',
  ],
  [
    '{type: list<ip>, minItems: 1.0}',
    'types/constraint "1.0" `minItems` must be a count from 0 on, and is a float (written `1.0`)',
  ],
  ['!vault abc', 'types/syntax "abc" a type is a name or a map, and this is a `!vault` value'],
];

describe('types in YAML', () => {
  for (const [yaml, text] of readable)
    it(`${yaml} is ${text}`, () => void expect(typeText(typeOf(yaml))).to.equal(text));
  for (const [yaml, fault] of faulty) {
    it(`${yaml} is wrong`, () => {
      const { diagnostics } = parseType(valueOfA(`a: ${yaml}`), userTypes);
      expect(diagnostics.map(told)[0]).to.equal(fault);
    });
  }
  it('any text and any nesting gives a type or a fault, never both', () => {
    const text = fc
      .array(
        fc.constantFrom(
          'list',
          'map',
          '<',
          '>',
          '|',
          '(',
          ')',
          'ip',
          'x',
          ' ',
          '.',
          '?',
          ',',
          '"',
          '🙂',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (value) => {
        const node = {
          kind: 'string',
          value,
          source: { path: '', name: '', text: value },
          start: 0,
          end: value.length,
        } as const;
        const { value: type, diagnostics } = parseType(node, noTypes);
        expect(diagnostics.length > 0).to.equal(JSON.stringify(type).includes('unknown-type'));
      }),
      { numRuns: 2000 },
    );
  });
  it('too much nesting is told', () => {
    for (const [open, close] of [
      ['list<', '>'],
      ['(', ')'],
    ] as const) {
      const { diagnostics } = parseType(
        valueOfA(`a: ${open.repeat(5000)}ip${close.repeat(5000)}`),
        noTypes,
      );
      expect(diagnostics.map((each) => each.message)).to.deep.equal([
        'types are nested more than 50 levels deep',
      ]);
    }
  });
  it('the text of a type of names, lists, maps and unions means that type', () => {
    fc.assert(
      fc.property(types, (type) => {
        const text = typeText(type);
        if (/[{"]/.test(text)) return;
        expect(typeText(typeOf(JSON.stringify(text)))).to.equal(text);
      }),
      { numRuns: 300 },
    );
  });
});

describe('definitions of types', () => {
  const declare = (yaml: string): ReturnType<typeof declareTypes> => {
    const node = valueOfA(`a:\n${yaml}`);
    return declareTypes(node.kind === 'map' ? node.entries : []);
  };
  it('name each other in any order', () => {
    const { value, diagnostics } = declare('  A: list<B>\n  B: C | null\n  C: ip\n');
    expect([
      diagnostics.length,
      [...value.types.keys()].sort(),
      typeText(value.find('A') ?? typeOf('any')),
    ]).to.deep.equal([0, ['A', 'B', 'C'], 'A']);
  });
  it('that grow beyond measure are told, not built', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, at) => `  T${at}: {a: T${at + 1}, b: T${at + 1}}\n`,
    ).join('');
    expect(declare(`${doubling}  T40: ip\n`).diagnostics.map((each) => each.message)).to.deep.equal(
      [28, 16, 4].map((at) => `the type \`T${at}\` is made of more than 10000 types`),
    );
    const deep = Array.from({ length: 3000 }, (_, at) => `  T${at}: list<T${at + 1}>\n`).join('');
    const { diagnostics } = declare(`${deep}  T3000: ip\n`);
    expect(new Set(diagnostics.map((each) => each.message.replace(/T\d+/, 'T')))).to.deep.equal(
      new Set(['the type `T` is nested more than 100 levels deep']),
    );
  });
  it('a long circle is told once', () => {
    const circle = Array.from(
      { length: 50 },
      (_, at) => `  T${at}: list<T${(at + 1) % 50}>\n`,
    ).join('');
    expect(declare(circle).diagnostics.map((each) => each.code)).to.deep.equal(['types/circle']);
  });
});

describe('any tree at all', () => {
  const key = fc.constantFrom(
    'type',
    'enum',
    'fields',
    'required',
    'description',
    'pattern',
    'minimum',
    'maxItems',
    'host',
    'port?',
    'a.b',
    '*',
    'VpcId',
    '__proto__',
    'vars.x',
    '',
  );
  const leaf = fc.constantFrom(
    'string',
    'list<VpcId>',
    '"{{ x }}"',
    'null',
    '1',
    '1.5',
    'true',
    '!vault x',
    '"["',
    'VpcId | port',
    '[]',
    '{}',
    '[dev, 1, [x]]',
    '!unsafe ip',
  );
  const yaml = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc
        .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
        .map(
          (pairs) =>
            `{${pairs.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`,
        ),
    ),
  })).value;
  it('is read as types and variables without a crash, and values are judged by what came of it', () => {
    let declared = 0;
    fc.assert(
      fc.property(yaml, yaml, yaml, (one, other, value) => {
        const types = valueOfA(`a: {VpcId: ${one}, Other: ${other}}`);
        const scope = declareTypes(types.kind === 'map' ? types.entries : []).value;
        const definitions = valueOfA(`a: {x: ${one}, y: ${other}, "*": ${value}, z.q: ${value}}`);
        const { variables } = parseVariables(
          definitions.kind === 'map' ? definitions.entries : [],
          scope,
        ).value;
        for (const { type } of variables)
          for (const each of checkValue(valueOfA(`a: ${value}`), type))
            expect(each.message).not.to.match(/undefined|\[object/);
        declared += variables.length;
      }),
      { numRuns: 400 },
    );
    expect(declared).to.be.greaterThan(400);
  });
});

describe('inference', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['text', 'string'],
    ['192.0.2.1', 'string'],
    ['!vault abc', 'string'],
    ['!unsafe "{{ x }}"', 'string'],
    ['12', 'integer'],
    ['123456789012345678901234567890', 'integer'],
    ['1.0', 'number'],
    ['yes', 'boolean'],
    ['null', 'null'],
    ['[192.0.2.53, 192.0.2.54]', 'list<string>'],
    ['[1, 2.5]', 'list<number>'],
    ['[2.5, 1]', 'list<number>'],
    ['[[1], [2]]', 'list<list<integer>>'],
    ['{a: 1, b: 2}', 'map<integer>'],
    ['{a: {b: [x]}}', 'map<map<list<string>>>'],
    ['[]', '! an empty list says nothing of its items'],
    ['{}', '! an empty map says nothing of its values'],
    ['[[], [1]]', '! an empty list says nothing of its items'],
    ['[1, a]', '! the items of the list have different types: `integer` and `string`'],
    ['[a, null]', '! the items of the list have different types: `string` and `null`'],
    [
      '{host: db1, port: 5432}',
      '! the values of the map have different types: `string` and `integer`',
    ],
  ];
  for (const [yaml, expected] of cases) {
    it(`${yaml} is ${expected}`, () => {
      const inferred = inferType(valueOfA(`a: ${yaml}`), () => undefined);
      expect('type' in inferred ? typeText(inferred.type) : `! ${inferred.failure}`).to.equal(
        expected,
      );
    });
  }
  it('asks for the types of references, wherever they stand', () => {
    const value = valueOfA('a: {x: "${core.id}", y: "${core.id}"}');
    const inferred = inferType(value, (node) =>
      node.kind === 'string' ? typeOf('VpcId') : undefined,
    );
    expect('type' in inferred && typeText(inferred.type)).to.equal('map<VpcId>');
  });
});

describe('parts of types', () => {
  const key = (name: string): Step => ({ kind: 'key', name });
  const field = (name: string): Step => ({ kind: 'field', name });
  const index: Step = { kind: 'index', index: 0 };
  const cases: readonly (readonly [string, readonly Step[], string])[] = [
    ['map<string>', [key('k')], 'string'],
    ['map<string>', [field('k')], 'string'],
    ['list<ip>', [index], 'ip'],
    ['map<Keyed>', [field('k'), field('id')], 'VpcId'],
    ['map<list<string>>', [key('us'), index], 'string'],
    ['Server', [field('port')], 'port'],
    ['{type: list<ip>, minItems: 1}', [index], 'ip'],
    ['any', [field('x'), index, key('y')], 'any'],
    ['Keyed | OtherKeyed', [field('id')], 'VpcId | port'],
    ['Keyed | Server', [field('id')], '! `Server` has no field `id` (known: `host`, `port`)'],
    ['Server', [field('prt')], '! `Server` has no field `prt` (did you mean `port`?)'],
    [
      '{servers: list<Server>}',
      [field('servers'), field('host')],
      '! `list<Server>` is a list, which has no fields (write `[0]` for its first item)',
    ],
    [
      'map<string>',
      [index],
      '! `map<string>` is a map, which has no numbered items (write `["key"]` or `.key` for one of its values)',
    ],
    [
      'list<ip>',
      [key('k')],
      '! `list<ip>` is a list, which has no keys (write `[0]` for its first item)',
    ],
    [
      'list<list<ip>>',
      [index, key('k')],
      '! `list<ip>` is a list, which has no keys (write `[0]` for its first item)',
    ],
    ['string', [field('x')], '! `string` has no parts'],
    ['Stage', [index], '! `Stage` has no parts'],
    ['Server | null', [field('host')], '! `null` has no parts'],
  ];
  for (const [yaml, steps, expected] of cases) {
    it(`${yaml} → ${expected}`, () => {
      let type: Type = typeOf(yaml);
      let fault = '';
      for (const step of steps) {
        const narrowed = narrow(type, step);
        if ('type' in narrowed) ({ type } = narrowed);
        else
          fault = `! ${narrowed.fault}${narrowed.help === undefined ? '' : ` (${narrowed.help})`}`;
      }
      expect(fault === '' ? typeText(type) : fault).to.equal(expected);
    });
  }
});

describe('JSON Schema of types', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['any', {}],
    ['port', { type: 'integer', minimum: 1, maximum: 65535 }],
    ['list<ip>', { type: 'array', items: { type: 'string', format: 'ip' } }],
    [
      '{host: hostname, port?: integer}',
      {
        type: 'object',
        properties: { host: { type: 'string', format: 'hostname' }, port: { type: 'integer' } },
        required: ['host'],
        additionalProperties: false,
      },
    ],
    [
      'map<boolean> | null',
      { anyOf: [{ type: 'object', additionalProperties: { type: 'boolean' } }, { type: 'null' }] },
    ],
    [
      'VpcId',
      { title: 'VpcId', allOf: [{ allOf: [{ type: 'string' }], pattern: '^vpc-[0-9a-f]+$' }] },
    ],
    ['{enum: [dev, 1, null]}', { enum: ['dev', 1, null] }],
  ];
  for (const [yaml, schema] of cases)
    it(yaml, () => void expect(typeToSchema(typeOf(yaml))).to.deep.equal(schema));
  it('says where user types are declared', () => {
    const vpcId = userTypes.find('VpcId');
    const place = vpcId?.kind === 'named' ? vpcId.span : undefined;
    expect(place?.source.text.slice(place.start, place.end)).to.equal('VpcId');
  });
});
