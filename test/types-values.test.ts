/** Values against types: what each type accepts, at which place a fault is, and what is never printed. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Node, UnknownNode } from '../src/syntax/node.js';
import { checkValue, passes } from '../src/types/check-value.js';
import { receivers } from '../src/types/receivers.js';
import { typeText, unknownType, type Type } from '../src/types/type.js';
import { told, valueOfA } from './support/syntax.js';
import { typeOf } from './support/types.js';

/** type → YAML values that pass, and YAML values that do not with the first fault. */
const table: readonly (readonly [
  string,
  readonly string[],
  readonly (readonly [string, string])[],
])[] = [
  [
    'string',
    [
      'x',
      '""',
      '"12"',
      '2001-01-01',
      '!vault abc',
      '!unsafe "{{ x }}"',
      '"{{ x }}"',
      '"{% if x %}1{% endif %}"',
    ],
    [
      ['12', '"12" `a` must be a string, and is the integer `12`'],
      ['no', '"no" `a` must be a string, and is the boolean `false` (written `no`)'],
      ['[x]', '"[x]" `a` must be a string, and is a list'],
    ],
  ],
  [
    'integer',
    ['0', '-1', '0x10', '123456789012345678901234567890', '"{{ x }}"', '!vault abc'],
    [
      ['1.0', '"1.0" `a` must be an integer, and is a float (written `1.0`)'],
      ['"1"', '"\\"1\\"" `a` must be an integer, and is the string `1`'],
      ['!unsafe "{{ x }}"', '"\\"{{ x }}\\"" `a` must be an integer, and is the string `{{ x }}`'],
    ],
  ],
  [
    'number',
    ['1', '1.5', '-0.0', '123456789012345678901234567890'],
    [
      ['"1.5"', '"\\"1.5\\"" `a` must be a number, and is the string `1.5`'],
      ['null', '"null" `a` must be a number, and is null'],
    ],
  ],
  [
    'boolean',
    ['true', 'no', 'On'],
    [
      ['1', '"1" `a` must be true or false, and is the integer `1`'],
      ['"yes"', '"\\"yes\\"" `a` must be true or false, and is the string `yes`'],
    ],
  ],
  [
    'null',
    ['null', '~'],
    [
      ['0', '"0" `a` must be null, and is the integer `0`'],
      ['""', '"\\"\\"" `a` must be null, and is an empty string'],
    ],
  ],
  ['any', ['1', 'x', '[1, {b: c}]', '{}', 'null', '!vault x'], []],
  [
    'port',
    ['1', '22', '65535'],
    [
      ['0', '"0" `a` must be a port (an integer from 1 to 65535), and is the integer `0`'],
      [
        '65536',
        '"65536" `a` must be a port (an integer from 1 to 65535), and is the integer `65536`',
      ],
      [
        '123456789012345678901234567890',
        '"123456789012345678901234567890" `a` must be a port (an integer from 1 to 65535), and is the integer `123456789012345678901234567890`',
      ],
      [
        '"22"',
        '"\\"22\\"" `a` must be a port (an integer from 1 to 65535), and is the string `22`',
      ],
    ],
  ],
  [
    'mode',
    ['"0644"'],
    [
      [
        '0644',
        '"0644" `a` must be an octal file mode such as `"0644"`, and is the integer `420` (written `0644`)',
      ],
    ],
  ],
  [
    'mac',
    ['"00:00:5e:00:53:01"', '00:00:5e:00:53:01'],
    [
      [
        '10:20:30:40:50:59',
        '"10:20:30:40:50:59" `a` must be a MAC address such as `00:00:5e:00:53:01`, and is the integer `8041827059` (written `10:20:30:40:50:59`)',
      ],
    ],
  ],
  [
    'semver',
    ['1.2.3'],
    [
      [
        '1.10',
        '"1.10" `a` must be a semantic version such as `1.2.3`, and is a float (written `1.10`)',
      ],
    ],
  ],
  [
    'list<port>',
    ['[]', '[1, 2]', '[1, "{{ x }}"]', '"{{ x }}"', '[!vault x]'],
    [
      ['[1, 0]', '"0" `a[1]` must be a port (an integer from 1 to 65535), and is the integer `0`'],
      ['1', '"1" `a` must be a list (`list<port>`), and is the integer `1`'],
      ['!vault x', '"x" `a` must be a list (`list<port>`), and is a `!vault` value'],
      ['{b: 1}', '"{b: 1}" `a` must be a list (`list<port>`), and is a map'],
    ],
  ],
  [
    'map<list<ip>>',
    ['{}', '{b: [192.0.2.1]}', '{__proto__: [::1], constructor: []}'],
    [
      [
        '{b: [x], "c.d": [y]}',
        '"x" `a.b[0]` must be an IP address such as `192.0.2.1` or `2001:db8::1`, and is the string `x`',
      ],
      ['{__proto__: 1}', '"1" `a.__proto__` must be a list (`list<ip>`), and is the integer `1`'],
      ['{"c.d": 1}', '"1" `a["c.d"]` must be a list (`list<ip>`), and is the integer `1`'],
    ],
  ],
  [
    '{constructor: ip, toString?: ip}',
    ['{constructor: ::1}'],
    [
      ['{}', '"{}" `a` lacks the field `constructor`'],
      ['{constructor: ::1, valueOf: 1}', '"valueOf" `a` has the unknown field `valueOf`'],
    ],
  ],
  [
    'Server',
    ['{host: db1}', '{host: db1, port: 1}', '"{{ x }}"'],
    [
      ['{port: 1}', '"{port: 1}" `a` lacks the field `host`'],
      ['{host: db1, prt: 1}', '"prt" `a` has the unknown field `prt`'],
      [
        '{host: db1, port: null}',
        '"null" `a.port` must be a port (an integer from 1 to 65535), and is null',
      ],
    ],
  ],
  [
    'VpcId',
    ['vpc-1', '!vault abc'],
    [
      ['igw-1', '"igw-1" `a` must match `^vpc-[0-9a-f]+$`, and is the string `igw-1`'],
      ['12', '"12" `a` must be a string, and is the integer `12`'],
    ],
  ],
  [
    'Stage',
    ['dev', '!vault x'],
    [['Dev', '"Dev" `a` must be `dev` or `prod`, and is the string `Dev`']],
  ],
  [
    '{enum: [1, "1", null, true]}',
    ['1', '"1"', 'null', 'yes'],
    [
      ['1.0', '"1.0" `a` must be `1`, `"1"`, `null` or `true`, and is a float (written `1.0`)'],
      ['"true"', '"\\"true\\"" `a` must be `1`, `"1"`, `null` or `true`, and is the string `true`'],
    ],
  ],
  [
    '{type: integer, minimum: 9007199254740993, maximum: 9007199254740995}',
    ['9007199254740993', '9007199254740994', '9007199254740995'],
    [
      [
        '9007199254740992',
        '"9007199254740992" `a` must be at least 9007199254740993, and is the integer `9007199254740992`',
      ],
      [
        '9007199254740996',
        '"9007199254740996" `a` must be at most 9007199254740995, and is the integer `9007199254740996`',
      ],
    ],
  ],
  [
    '{enum: [123456789012345678901234567890]}',
    ['123456789012345678901234567890'],
    [
      [
        '123456789012345678901234567891',
        '"123456789012345678901234567891" `a` must be `123456789012345678901234567890`, and is the integer `123456789012345678901234567891`',
      ],
    ],
  ],
  [
    '{type: number, multipleOf: 0.1, exclusiveMinimum: 0, exclusiveMaximum: 1}',
    ['0.3', '0.7'],
    [
      ['0.35', '"0.35" `a` must be a multiple of 0.1, and is a float (written `0.35`)'],
      ['0', '"0" `a` must be more than 0, and is the integer `0`'],
      ['1.0', '"1.0" `a` must be less than 1, and is a float (written `1.0`)'],
    ],
  ],
  [
    '{type: integer, multipleOf: 7}',
    ['700000000000000000000000000000'],
    [
      [
        '700000000000000000000000000001',
        '"700000000000000000000000000001" `a` must be a multiple of 7, and is the integer `700000000000000000000000000001`',
      ],
    ],
  ],
  [
    '{type: string, minLength: 2, maxLength: 3}',
    ['ab', '🙂🙂🙂'],
    [
      ['a', '"a" `a` must have at least 2 characters, and is the string `a`'],
      ['abcd', '"abcd" `a` must have at most 3 characters, and is the string `abcd`'],
    ],
  ],
  [
    '{type: list<any>, uniqueItems: true}',
    ['[1, 1.0, "1", true, [1], {b: 1}]', '[{b: 1, c: 2}, {b: 1, c: 3}]'],
    [
      ['[x, y, x]', '"x" `a` must hold each item once'],
      ['[{b: 1, c: 2}, {c: 2, b: 1}]', '"{c: 2, b: 1}" `a` must hold each item once'],
    ],
  ],
  [
    '{type: list<any>, minItems: 1, maxItems: 2}',
    ['[1]'],
    [
      ['[]', '"[]" `a` must have at least 1 item, and has none'],
      ['[1, 2, 3]', '"[1, 2, 3]" `a` must have at most 2 items, and has 3'],
    ],
  ],
  [
    '{type: map<any>, minProperties: 2}',
    ['{b: 1, c: 2}'],
    [['{b: 1}', '"{b: 1}" `a` must have at least 2 entries, and has 1']],
  ],
  [
    'port | list<port>',
    ['1', '[1]', '!vault x'],
    [
      ['[0]', '"0" `a[0]` must be a port (an integer from 1 to 65535), and is the integer `0`'],
      ['x', '"x" `a` must be a port (an integer from 1 to 65535), and is the string `x`'],
      ['{}', '"{}" `a` must be one of `port | list<port>`, and is a map'],
    ],
  ],
  [
    'ip | hostname',
    ['db1', '::1'],
    [['a_b', '"a_b" `a` must be one of `ip | hostname`, and is the string `a_b`']],
  ],
  [
    'Keyed | Server | null',
    ['null', '{host: db1}', '{id: vpc-1}'],
    [
      [
        '{host: db1, port: x}',
        '"x" `a.port` must be a port (an integer from 1 to 65535), and is the string `x`',
      ],
      ['3', '"3" `a` must be one of `Keyed | Server | null`, and is the integer `3`'],
    ],
  ],
];

describe('values of types', () => {
  for (const [yaml, good, bad] of table) {
    for (const value of good)
      it(`${yaml}: ${value}`, () =>
        void expect(
          checkValue(valueOfA(`a: ${value}`), typeOf(yaml), { name: 'a' }).map(told),
        ).to.deep.equal([]));
    for (const [value, fault] of bad) {
      it(`${yaml}: not ${value}`, () =>
        void expect(
          checkValue(valueOfA(`a: ${value}`), typeOf(yaml), { name: 'a' }).map(told)[0],
        ).to.equal(`types/value ${fault}`));
    }
  }

  const help = (yaml: string, value: string): string | undefined =>
    checkValue(valueOfA(`a: ${value}`), typeOf(yaml), { name: 'x.a' })[0]?.help;
  it('help names the quotes that are missing or too many', () => {
    expect([
      help('mode', '0644'),
      help('string', '1.10'),
      help('list<string>', '[on]'),
      help('{b: string}', '{b: 22:22}'),
      help('port', '"22"'),
      help('boolean', '"true"'),
      help('number', '"1.5"'),
      help('{enum: [1]}', '"1"'),
    ]).to.deep.equal([
      'quote it: `a: "0644"`',
      'quote it: `a: "1.10"`',
      'quote it: `"on"`',
      'quote it: `b: "22:22"`',
      'write it without quotes: `a: 22`',
      'write it without quotes: `a: true`',
      'write it without quotes: `a: 1.5`',
      'write it without quotes: `a: 1`',
    ]);
    expect([
      help('mode', '9'),
      help('port', '"x"'),
      help('integer', '"1.5"'),
      help('ip', '12'),
    ]).to.deep.equal([undefined, undefined, undefined, undefined]);
  });
  it('the place of the type is that of the nearest name or field', () => {
    const related = (yaml: string, value: string): string[] =>
      checkValue(valueOfA(`a: ${value}`), typeOf(yaml), {
        declared: { what: '`a`', span: valueOfA('a: declaration') },
      }).flatMap((each) =>
        each.related.map(
          (other) =>
            `${other.message}: ${other.span.source.text.slice(other.span.start, other.span.end)}`,
        ),
      );
    expect(related('string', '1')).to.deep.equal(['`a` is declared here: declaration']);
    expect(related('list<VpcId>', '[x]')).to.deep.equal(['`VpcId` is declared here: VpcId']);
    expect(related('Server', '{host: 1}')).to.deep.equal([
      'the field `host` is declared here: host',
    ]);
    expect(related('Keyed', '{id: x}')).to.deep.equal(['`VpcId` is declared here: VpcId']);
    expect(related('Server', '{}')).to.deep.equal(['`Server` is declared here: Server']);
    expect(related('{b: Server | null}', '{b: {}}')).to.deep.equal([
      '`Server` is declared here: Server',
    ]);
  });
  it('nothing of a value is printed where it is sensitive', () => {
    const secrets: readonly Node[] = [
      { ...(valueOfA('a: hunter2') as Extract<Node, { kind: 'string' }>), sensitive: true },
      { ...(valueOfA('a: 31337') as Extract<Node, { kind: 'int' }>), sensitive: true },
    ];
    for (const secret of secrets) {
      for (const type of [
        'port | list<port>',
        'VpcId',
        'boolean',
        'Stage',
        'mode',
        '{type: string, maxLength: 1}',
      ]) {
        const told = checkValue(secret, typeOf(type)).map(
          ({ message, help: advice }) => message + (advice ?? ''),
        );
        if (type !== 'port | list<port>' || secret.kind === 'string')
          expect(told).to.have.length(1);
        expect(told.join()).not.to.match(/hunter2|31337/);
      }
    }
    const redacted = checkValue(
      valueOfA('a: {host: "hunter 2", port: "31337"}'),
      typeOf('Server'),
      { redact: true },
    ).map(({ message, help: advice }) => message + (advice ?? ''));
    expect(redacted).to.deep.equal([
      '`host` must be a host name such as `db1` or `db1.example.org`',
      '`port` must be a port (an integer from 1 to 65535)',
    ]);
  });
});

describe('unknown values', () => {
  const unknown = (type: Type, more: Partial<UnknownNode> = {}): UnknownNode => {
    const { source, start, end } = valueOfA('a: "${network.x}"');
    return {
      kind: 'unknown',
      references: [{ name: 'network.x', reason: 'none' }],
      text: '${network.x}',
      type,
      typeName: typeText(type),
      mayBeMap: true,
      mayBeList: true,
      isFailed: false,
      isText: false,
      source,
      start,
      end,
      ...more,
    };
  };
  const fault = (from: string, to: string): string | undefined =>
    checkValue(unknown(typeOf(from)), typeOf(to), { name: 'a' })[0]?.message;
  it('are judged by their type', () => {
    expect(
      ['VpcId', 'string | null', 'port', 'Server', 'list<ip>'].map((type) => fault(type, type)),
    ).to.deep.equal([undefined, undefined, undefined, undefined, undefined]);
    expect([
      fault('VpcId', 'string'),
      fault('string | integer', 'integer | string | null'),
      fault('any', 'any'),
    ]).to.deep.equal([undefined, undefined, undefined]);
    expect([
      fault('integer', 'string'),
      fault('string', 'VpcId'),
      fault('integer', 'port'),
      fault('any', 'string'),
      fault('list<integer>', 'list<string>'),
    ]).to.deep.equal([
      '`a` must be a string, and `network.x` is of type `integer`',
      '`a` must be of type `VpcId`, and `network.x` is of type `string`',
      '`a` must be a port (an integer from 1 to 65535), and `network.x` is of type `integer`',
      '`a` must be a string, and `network.x` is of type `any`',
      '`a` must be of type `list<string>`, and `network.x` is of type `list<integer>`',
    ]);
  });
  it('that are text with references fit wherever text may stand', () => {
    const told = (to: string): number =>
      checkValue(unknown(typeOf('string'), { isText: true }), typeOf(to)).length;
    expect(
      ['string', 'VpcId', 'url', 'string | list<ip>', 'any', '{enum: [1, a]}'].map(told),
    ).to.deep.equal([0, 0, 0, 0, 0, 0]);
    expect(
      ['integer', 'list<string>', 'Server', '{enum: [1, 2]}', 'integer | null'].map(told),
    ).to.deep.equal([1, 1, 1, 1, 1]);
  });
  it('that failed are silent, and so is what failed to be a type', () => {
    expect(
      checkValue(unknown(typeOf('integer'), { isFailed: true }), typeOf('string')),
    ).to.deep.equal([]);
    expect(checkValue(unknown(unknownType), typeOf('string'))).to.deep.equal([]);
    expect(checkValue(unknown(typeOf('integer')), unknownType)).to.deep.equal([]);
  });
  it('are judged inside maps and lists, with siblings', () => {
    const map = valueOfA('a: {host: x, port: y}') as Extract<Node, { kind: 'map' }>;
    const value: Node = {
      ...map,
      entries: map.entries.map((entry) => ({
        ...entry,
        value: unknown(typeOf(entry.key === 'host' ? 'fqdn' : 'string')),
      })),
    };
    expect(checkValue(value, typeOf('Server')).map((each) => each.message)).to.deep.equal([
      '`port` must be a port (an integer from 1 to 65535), and `network.x` is of type `string`',
    ]);
  });
});

describe('values at random', () => {
  it('an integer passes exactly the bounds that hold, whatever its size', () => {
    const big = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });
    fc.assert(
      fc.property(
        big,
        big,
        fc.constantFrom('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
        fc.integer({ min: -1, max: 1 }),
        (value, limit, keyword, near) => {
          const literal = near === 0 ? value : limit + BigInt(near);
          const holds = {
            minimum: literal >= limit,
            maximum: literal <= limit,
            exclusiveMinimum: literal > limit,
            exclusiveMaximum: literal < limit,
          }[keyword];
          expect(
            passes(
              { kind: 'int', value: literal },
              { kind: 'refined', base: typeOf('integer'), constraints: { [keyword]: limit } },
            ),
          ).to.equal(holds);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the format's own fields", () => {
  it('have types', () => {
    expect(
      [
        'transport.port',
        'transport.host',
        'config.sensitive',
        'process.state',
        'process.after',
      ].map((field) => typeText(receivers.get(field) ?? unknownType)),
    ).to.deep.equal(['port', 'string', 'boolean', '{enum: [running, stopped]}', 'list<string>']);
  });
});
