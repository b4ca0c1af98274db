/** Parts of `import` by themselves: exact JSON, YAML that reads back, ranges, and Ansible's words. */
import { expect } from 'chai';
import fc from 'fast-check';
import { expandRange } from '../src/check/host-range.js';
import { readMessages } from '../src/import/ansible-words.js';
import { printed, readExactJson } from '../src/import/exact-json.js';
import { foldRanges } from '../src/text/fold-ranges.js';
import { nodeToJson } from '../src/model/json.js';
import { entriesToYaml } from '../src/model/yaml.js';
import { identical } from '../src/resolve/unify.js';
import type { Node } from '../src/syntax/node.js';
import { parseDocument } from '../src/syntax/parse.js';

const style = { unit: '', redact: false, markTemplates: false };

function read(json: string): Node {
  const found = readExactJson(printed(json));
  if ('fault' in found) throw new Error(`${found.fault.message} at ${found.fault.span.start}`);
  return found.root;
}

describe('exact JSON', () => {
  const texts: readonly (readonly [string, string])[] = [
    ['12345678901234567890123', '12345678901234567890123'],
    ['1.0', '1.0'],
    ['1', '1'],
    ['-0.0', '-0.0'],
    ['1e+22', '1e+22'],
    ['{"a": 1, "a": 2}', '{"a": 2}'],
    ['{"__ansible_vault": "x"}', '{"__ansible_vault": "x"}'],
    ['"\\u00e9\\ud83d\\ude00\\n"', '"é😀\\n"'],
    [' [ ] ', '[]'],
  ];
  for (const [json, expected] of texts)
    it(`keeps ${json}`, () => expect(nodeToJson(read(json), style, '')).to.equal(expected));

  for (const json of ['', '{', '[1,]', '{"a" 1}', '01', 'nul', '1 2', '"a', "'a'"]) {
    it(`refuses ${json}`, () => expect(readExactJson(printed(json))).to.have.property('fault'));
  }

  it('reads whatever JSON there is', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        expect(JSON.parse(nodeToJson(read(json), style, ''))).to.deep.equal(JSON.parse(json));
      }),
    );
  });
});

describe('written YAML', () => {
  const words = fc.constantFrom(
    'yes',
    'No',
    '~',
    '',
    '0644',
    '1e3',
    '1.5',
    '-',
    '- a',
    'a: b',
    'a #b',
    '#',
    '{{ x }}',
    'two\nlines\n',
    'a\n\n',
    '\ta',
    ' a',
    'a ',
    "it's",
    '"',
    '\\',
    '=',
    '<<',
    '2001-12-14',
    '12:30',
    '---',
    '...',
    '!x',
    '&a',
    '*a',
    '%',
    '@',
    '`',
    '|',
    '>',
    '\u2028',
    '\ufeff',
    '\u0085',
    'null',
    'y',
    'é',
    '192.0.2.1',
  );
  const text = fc.oneof(
    words,
    fc.string({ unit: 'binary' }).filter((each) => !/\p{Cs}/u.test(each)),
    fc.array(words, { maxLength: 4 }).map((each) => each.join('\n')),
  );
  const key = text.filter((each) => !each.startsWith('__ansible_') && each.length < 100);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      text,
      fc.constantFrom(null, true, false, 0, -1, 1.5, 1e22, 5e-324),
      text.map((each) => ({ __ansible_unsafe: each })),
      fc
        .constantFrom('\n', '')
        .map((end) => ({ __ansible_vault: `$ANSIBLE_VAULT;1.1;AES256\n3133\n6162${end}` })),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));

  it('reads back as the very values', () => {
    const check = (given: unknown): void => {
      const node = read(JSON.stringify(given));
      const yaml = `a:\n${entriesToYaml([{ key: 'it', value: node }], '  ')}`;
      const { value: document, diagnostics } = parseDocument({
        path: '/it',
        name: 'it',
        text: yaml,
      });
      expect(
        diagnostics.map(({ message }) => message),
        yaml,
      ).to.deep.equal([]);
      const outer = document.root?.kind === 'map' ? document.root.entries[0]?.value : undefined;
      const inner = outer?.kind === 'map' ? outer.entries[0]?.value : undefined;
      expect(inner !== undefined && identical(inner, node), yaml).to.equal(true);
    };
    fc.assert(fc.property(value, check), { numRuns: 500 });
  });
});

describe('folded ranges', () => {
  const tables: readonly (readonly [readonly string[], readonly string[]])[] = [
    [['web1', 'web2', 'web3'], ['web[1:3]']],
    [['web08', 'web09', 'web10'], ['web[08:10]']],
    [['n9', 'n10', 'n11'], ['n[9:11]']],
    [
      ['n09', 'n10', 'n100'],
      ['n[09:10]', 'n100'],
    ],
    [
      ['a1', 'a3'],
      ['a1', 'a3'],
    ],
    [['a1', 'a3', 'a5'], ['a[1:5:2]']],
    [
      ['a2', 'a1'],
      ['a2', 'a1'],
    ],
    [
      ['a1b1', 'a1b2', 'a2b1'],
      ['a1b[1:2]', 'a2b1'],
    ],
    [['192.0.2.9', '192.0.2.10'], ['192.0.2.[9:10]']],
    [['1', '2'], ['[1:2]']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['a01', 'a2'],
      ['a01', 'a2'],
    ],
  ];
  for (const [names, expected] of tables) {
    it(names.join(' '), () =>
      expect(
        foldRanges(names.map((name) => ({ name, what: '' }))).map(({ name }) => name),
      ).to.deep.equal(expected),
    );
  }

  it('stand for the very sequence that they replace', () => {
    const name = fc
      .tuple(
        fc.constantFrom('a', 'b-'),
        fc.constantFrom('0', '1', '2', '3', '08', '09', '10', '11', '099', '100'),
        fc.constantFrom('', '.x', '1'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 12 }),
        fc.array(fc.constantFrom('', 'x'), { minLength: 12, maxLength: 12 }),
        (names, whats) => {
          const folded = foldRanges(
            names.map((each, at) => ({ name: each, what: whats[at] ?? '' })),
          );
          const expanded = folded.flatMap((each) => {
            const expansion = expandRange(each.name);
            return 'names' in expansion ? expansion.names : [expansion.fault];
          });
          expect(expanded).to.deep.equal(names);
        },
      ),
    );
  });
});

describe("Ansible's words", () => {
  it('are unfolded, and told once with the first place', () => {
    const old =
      '[WARNING]:  * Failed to parse /a/some-\nfolder/hosts with ini plugin: it is\nwrong\nERROR! Completely failed\n';
    expect(readMessages(old).map(({ kind, text }) => [kind, text])).to.deep.equal([
      ['warning', 'Failed to parse /a/some-folder/hosts with ini plugin: it is wrong'],
      ['error', 'Completely failed'],
    ]);
    const fresh = [1, 2]
      .map((line) => `[WARNING]: Found x.\nOrigin: /a/b.yml:${line}:3\n\n1 x\n  ^\n\n`)
      .join('');
    expect(readMessages(fresh)).to.deep.equal([
      { kind: 'warning', text: 'Found x.', origin: { path: '/a/b.yml', line: 1 }, count: 2 },
    ]);
    expect(readMessages('no such thing\n')).to.deep.equal([
      { kind: 'error', text: 'no such thing', origin: undefined, count: 1 },
    ]);
  });
});
