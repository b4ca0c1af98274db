/** Plain scalars mean what Ansible's loader makes of them: 151 measured ones, and the edges of numbers and dates. */
import { expect } from 'chai';
import { bitsOf, parse, told, treeOf, valueOfA } from './support/syntax.js';
import scalars from './data/yaml-scalars.json' with { type: 'json' };

/** What our format refuses although Ansible reads it, or says in another way. */
const refused: Readonly<Record<string, string>> = {
  '.inf': 'syntax/not-finite',
  '.Inf': 'syntax/not-finite',
  '-.inf': 'syntax/not-finite',
  '+.inf': 'syntax/not-finite',
  '.nan': 'syntax/not-finite',
  '.NaN': 'syntax/not-finite',
  '.NAN': 'syntax/not-finite',
  '1.7976931348623157e+400': 'syntax/number-too-large',
  '2001-02-30': 'syntax/impossible-date',
  '=': 'syntax/reserved-scalar',
  '<<': 'syntax/reserved-scalar',
  '-': 'list',
  '@foo': 'syntax/invalid',
  '`foo`': 'syntax/invalid',
  '%foo': 'syntax/invalid',
  '!foo': 'syntax/unknown-tag',
  '!!binary aGVsbG8=': 'syntax/unknown-tag',
  '!!python/unicode foo': 'syntax/unknown-tag',
  '!!set {a, b}': 'syntax/unknown-tag',
  '!!omap [a: 1, b: 2]': 'syntax/unknown-tag',
  '!!pairs [a: 1, a: 2]': 'syntax/unknown-tag',
  '!!python/tuple [1, 2]': 'syntax/unknown-tag',
  '"a\\': 'syntax/invalid',
  '{{ foo }}': 'syntax/key-not-string',
  '{a: 1, a: 2}': 'syntax/duplicate-key',
  'foo: bar': 'syntax/invalid',
  '*x': 'syntax/unknown-anchor',
  '? a': 'syntax/invalid',
};

/** The reference's notation of a value as a tree; its floats are written in C's hexadecimal. */
function expected(measured: string): unknown {
  const [type, ...rest] = measured.split(' ');
  const value = rest.join(' ');
  switch (type) {
    case 'null':
      return ['n'];
    case 'bool':
      return ['b', value === 'true'];
    case 'int':
      return ['i', value];
    case 'float': {
      const [, sign = '', digits = '', exponent = ''] =
        /^(-?)0x(1\.[0-9a-f]+|0\.0+)p([-+]\d+)$/.exec(value) ?? [];
      const mantissa = Number.parseInt(digits.replace('.', ''), 16) / 16 ** (digits.length - 2);
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleBE((sign === '-' ? -1 : 1) * mantissa * 2 ** Number(exponent));
      return ['f', bytes.toString('hex')];
    }
    case 'str':
    case 'ts':
      return ['s', JSON.parse(value)];
    case 'm':
      return [
        type,
        (JSON.parse(value) as [[string, string], unknown][]).map(([[, key], each]) => [key, each]),
      ];
    case 'l':
    case 'vault':
    case 'unsafe':
      return [type, JSON.parse(value)];
    default:
      throw new Error(`no such notation: ${measured}`);
  }
}

describe('plain scalars', () => {
  it('has the whole table', () => {
    expect(scalars).to.have.length(151);
  });

  for (const { written, ansible } of scalars) {
    const code = refused[written];
    if (code === 'list') continue;
    if (code === undefined) {
      it(`${JSON.stringify(written)} is ${ansible}`, () => {
        expect(treeOf(valueOfA(`a: ${written}\n`))).to.deep.equal(expected(ansible));
      });
    } else {
      it(`${JSON.stringify(written)} is ${code}`, () => {
        expect(parse(`a: ${written}\n`).diagnostics.map((each) => each.code)).to.deep.equal([code]);
      });
    }
  }

  it('`-` alone starts a list, which has no place on the line of its key', () => {
    expect(parse('a: -\n').diagnostics.map(told)).to.deep.equal([
      'syntax/invalid "-" a list starts on the line of its key',
    ]);
  });
});

describe('numbers and dates', () => {
  const rows: readonly (readonly [written: string, tree: unknown])[] = [
    ['9007199254740991', ['i', '9007199254740991']],
    ['9007199254740993', ['i', '9007199254740993']],
    ['-9223372036854775808', ['i', '-9223372036854775808']],
    ['1' + '0'.repeat(4299), ['i', '1' + '0'.repeat(4299)]],
    ['-0', ['i', '0']],
    ['+12', ['i', '12']],
    ['0b1111_0000', ['i', '240']],
    ['-0x1F', ['i', '-31']],
    ['0xFFFFFFFFFFFFFFFFFF', ['i', '4722366482869645213695']],
    ['07_55', ['i', '493']],
    ['1:00:00', ['i', '3600']],
    ['-1:30', ['i', '-90']],
    ['1:60', ['s', '1:60']],
    ['01:30', ['s', '01:30']],
    ['-0.0', ['f', bitsOf(-0)]],
    ['1:5.5', ['f', bitsOf(65.5)]],
    ['1_000.0e+3', ['f', bitsOf(1e6)]],
    ['._5', ['s', '._5']],
    ['5e-324', ['s', '5e-324']],
    ['4.9e-324', ['f', bitsOf(5e-324)]],
    ['!!int "0o17"', ['i', '15']],
    ['!!int " 3 "', ['i', '3']],
    ['!!int 0b101', ['i', '5']],
    ['!!int 1:30', ['i', '90']],
    ['!!float 1e3', ['f', bitsOf(1000)]],
    ['!!float "1:30"', ['f', bitsOf(90)]],
    ['!!bool "NO"', ['b', false]],
    ['!!null anything', ['n']],
    ['!!str', ['s', '']],
    ['!!str 12', ['s', '12']],
    ['!<tag:yaml.org,2002:str> 12', ['s', '12']],
    ['! "12"', ['i', '12']],
    ['2001-1-4 1:02:03', ['s', '2001-01-04T01:02:03']],
    ['2001-01-01T00:00:00.1234567', ['s', '2001-01-01T00:00:00.123456']],
    ['2001-01-01T00:00:00.000 -00:00', ['s', '2001-01-01T00:00:00+00:00']],
    ['2001-01-01t00:00:00 -3:30', ['s', '2001-01-01T00:00:00-03:30']],
    ['2000-02-29', ['s', '2000-02-29']],
    ['!!timestamp "2001-12-14"', ['s', '2001-12-14']],
  ];
  for (const [written, tree] of rows) {
    it(`${written.slice(0, 40)} is ${JSON.stringify(tree).slice(0, 40)}`, () => {
      expect(treeOf(valueOfA(`a: ${written}\n`))).to.deep.equal(tree);
    });
  }

  it('an integer is a number where that is exact, else a bigint', () => {
    expect(valueOfA('a: 9007199254740991\n')).to.include({ kind: 'int', value: 9007199254740991 });
    expect(valueOfA('a: 9007199254740992\n')).to.include({ kind: 'int', value: 9007199254740992n });
    expect(valueOfA('a: 0644\n')).to.include({ kind: 'int', value: 420 });
    expect(Object.is((valueOfA('a: -0\n') as { value?: unknown }).value, 0)).to.equal(true);
  });
});
