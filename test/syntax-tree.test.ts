/** What a text means beyond its scalars: tags, markers, anchors, merge keys, spans, and what survives an error. */
import { expect } from 'chai';
import type { Node } from '../src/syntax/node.js';
import { isPlain, writtenText } from '../src/syntax/source-text.js';
import { parse, rootOf, told, treeOf, valueOfA } from './support/syntax.js';

/** `{a: [x, 1]}` as a tree, for short rows. */
type Row = readonly [text: string, tree: unknown];

function check(rows: readonly Row[]): void {
  for (const [text, tree] of rows) {
    it(JSON.stringify(text), () => {
      expect(treeOf(rootOf(text))).to.deep.equal(tree);
    });
  }
}

describe('tags', () => {
  check([
    ['!vault x', ['vault', 'x']],
    ['!vault-encrypted x', ['vault', 'x']],
    [
      'a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  6162\n',
      ['m', [['a', ['vault', '$ANSIBLE_VAULT;1.1;AES256\n6162\n']]]],
    ],
    [
      '[!vault "yes", !vault 12]',
      [
        'l',
        [
          ['vault', 'yes'],
          ['vault', '12'],
        ],
      ],
    ],
    ['!unsafe "{{ x }}"', ['unsafe', '{{ x }}']],
    ['!unsafe 12', ['unsafe', '12']],
    ['!unsafe', ['unsafe', '']],
    [
      '!unsafe {a: "{{ x }}", b: [1, yes, ~, 1.5, x, {c: y}], d: !vault z, e: 2001-12-14}',
      [
        'm',
        [
          ['a', ['unsafe', '{{ x }}']],
          [
            'b',
            [
              'l',
              [
                ['i', '1'],
                ['b', true],
                ['n'],
                ['f', '3ff8000000000000'],
                ['unsafe', 'x'],
                ['m', [['c', ['unsafe', 'y']]]],
              ],
            ],
          ],
          ['d', ['vault', 'z']],
          ['e', ['s', '2001-12-14']],
        ],
      ],
    ],
    [
      '!unsafe {a: &x p, b: *x}',
      [
        'm',
        [
          ['a', ['unsafe', 'p']],
          ['b', ['unsafe', 'p']],
        ],
      ],
    ],
    [
      '- !unsafe [&x p]\n- *x\n',
      [
        'l',
        [
          ['l', [['unsafe', 'p']]],
          ['s', 'p'],
        ],
      ],
    ],
    [
      '- &x !unsafe [p]\n- *x\n',
      [
        'l',
        [
          ['l', [['unsafe', 'p']]],
          ['l', [['unsafe', 'p']]],
        ],
      ],
    ],
    [
      '- &x p\n- !unsafe [*x]\n- *x\n',
      [
        'l',
        [
          ['s', 'p'],
          ['l', [['unsafe', 'p']]],
          ['s', 'p'],
        ],
      ],
    ],
    ['!unsafe !!str x'.slice(8), ['s', 'x']],
    [
      'a: !replace {b: 1}\nc: !append [x]\nd: !unset\ne: !replace\n  f: !append\n  - y\n',
      [
        'm',
        [
          ['a', ['m', [['b', ['i', '1']]], 'replace']],
          ['c', ['l', [['s', 'x']], 'append']],
          ['d', ['unset']],
          ['e', ['m', [['f', ['l', [['s', 'y']], 'append']]], 'replace']],
        ],
      ],
    ],
    ['[!unset, !unset ]', ['l', [['unset'], ['unset']]]],
    ['!!map {a: !!seq [b]}', ['m', [['a', ['l', [['s', 'b']]]]]]],
    ['%TAG !u! !un\n---\na: !u!safe "{{ x }}"\n', ['m', [['a', ['unsafe', '{{ x }}']]]]],
    [
      '!!str 12: x\n!unsafe k: y\n',
      [
        'm',
        [
          ['12', ['s', 'x']],
          ['k', ['s', 'y']],
        ],
      ],
    ],
  ]);

  it('markers are seen in the document', () => {
    expect(parse('a: 1\n').value.usesMarkers).to.equal(false);
    for (const text of ['a: !replace {}\n', 'a: {b: [!append []]}\n', 'a: !unset\n'])
      expect(parse(text).value.usesMarkers, text).to.equal(true);
  });
});

describe('keys', () => {
  check([
    [
      '__proto__: 1\nconstructor: {prototype: 2}\ntoString: x\n',
      [
        'm',
        [
          ['__proto__', ['i', '1']],
          ['constructor', ['m', [['prototype', ['i', '2']]]]],
          ['toString', ['s', 'x']],
        ],
      ],
    ],
    [
      '"2024": a\n\'on\': b\n"": c\n=: d\n',
      [
        'm',
        [
          ['2024', ['s', 'a']],
          ['on', ['s', 'b']],
          ['', ['s', 'c']],
          ['=', ['s', 'd']],
        ],
      ],
    ],
    [
      '08: a\n1e3: b\ny: c\n',
      [
        'm',
        [
          ['08', ['s', 'a']],
          ['1e3', ['s', 'b']],
          ['y', ['s', 'c']],
        ],
      ],
    ],
    [
      'a: &k name\n*k : x\n',
      [
        'm',
        [
          ['a', ['s', 'name']],
          ['name', ['s', 'x']],
        ],
      ],
    ],
  ]);

  it('of twenty thousand keys of one map the repeated one is found', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `key${at}: ${at}`);
    expect(
      parse([...lines, 'key7: x', ''].join('\n')).diagnostics.map((each) => each.message),
    ).to.deep.equal(['the key `key7` is set twice in one map']);
  });
});

describe('merge keys', () => {
  check([
    [
      'a: &a {x: 1, y: 1}\nc: {x: 9, <<: *a, z: 3}\n',
      [
        'm',
        [
          [
            'a',
            [
              'm',
              [
                ['x', ['i', '1']],
                ['y', ['i', '1']],
              ],
            ],
          ],
          [
            'c',
            [
              'm',
              [
                ['x', ['i', '9']],
                ['y', ['i', '1']],
                ['z', ['i', '3']],
              ],
            ],
          ],
        ],
      ],
    ],
    [
      '<<: [{x: 1, y: 1}, {x: 2, z: 2}, {w: 3, y: 3}]\n',
      [
        'm',
        [
          ['w', ['i', '3']],
          ['y', ['i', '1']],
          ['x', ['i', '1']],
          ['z', ['i', '2']],
        ],
      ],
    ],
    [
      '<<: {<<: {a: 1, b: 1}, b: 2, c: 2}\nc: 3\n',
      [
        'm',
        [
          ['a', ['i', '1']],
          ['b', ['i', '2']],
          ['c', ['i', '3']],
        ],
      ],
    ],
    ['{"<<": {a: 1}}', ['m', [['<<', ['m', [['a', ['i', '1']]]]]]]],
    ['{!!str <<: {a: 1}}', ['m', [['<<', ['m', [['a', ['i', '1']]]]]]]],
    [
      "{!!merge '<<': {a: 1}, !!str b: 2}",
      [
        'm',
        [
          ['a', ['i', '1']],
          ['b', ['i', '2']],
        ],
      ],
    ],
    ['{!!merge base: {a: 1}}', ['m', [['a', ['i', '1']]]]],
    ['<<: []\na: 1\n', ['m', [['a', ['i', '1']]]]],
    [
      'a: &a {n: {p: 1, q: 2}}\nc:\n  <<: *a\n  n: {p: 5}\n',
      [
        'm',
        [
          [
            'a',
            [
              'm',
              [
                [
                  'n',
                  [
                    'm',
                    [
                      ['p', ['i', '1']],
                      ['q', ['i', '2']],
                    ],
                  ],
                ],
              ],
            ],
          ],
          ['c', ['m', [['n', ['m', [['p', ['i', '5']]]]]]]],
        ],
      ],
    ],
  ]);

  it('an overridden key keeps its place in the order and has the span of what overrides', () => {
    const root = rootOf('<<: {x: 1, y: 2}\nx: 3\n');
    const first = root.kind === 'map' ? root.entries[0] : undefined;
    expect([first?.key, first?.start, first?.value.start]).to.deep.equal(['x', 17, 20]);
  });
});

describe('aliases', () => {
  it('are the very node of their anchor', () => {
    const root = rootOf('a: &x {b: [1]}\nc: *x\nd: [*x]\n');
    if (root.kind !== 'map') expect.fail('no map');
    const [a, c, d] = root.entries;
    expect(c?.value).to.equal(a?.value);
    expect(d?.value.kind === 'list' ? d.value.items[0] : undefined).to.equal(a?.value);
  });
});

describe('spans', () => {
  /** [text, written text of the value of `a`]. */
  const rows: readonly (readonly [text: string, written: string])[] = [
    ['a: x y # c\n', 'x y'],
    ['a: "x \\n y"\n', '"x \\n y"'],
    ["a: 'it''s'\n", "'it''s'"],
    ['a: x\n  y\nb: 1\n', 'x\n  y'],
    ['a: !!str &n x\n', 'x'],
    ['a: &n !!str\n  "x"\n', '"x"'],
    ['a: |\n  x\n   y\n\nb: 1\n', '|\n  x\n   y'],
    ['a: !!str >-  # c\n  x\n  \n\nb: 1\n', '>-  # c\n  x'],
    ['a: |+\nb: 1\n', '|+'],
    ['a: {b: [c, d ], e: }  # f\n', '{b: [c, d ], e: }'],
    ['a: [b, # ]\n  c,\n  ]\n', '[b, # ]\n  c,\n  ]'],
    ['a: !replace &n {b: c}\n', '{b: c}'],
    ['a:\n  b: c # d\n  e:\n    - f\n\n# g\nh: i\n', 'b: c # d\n  e:\n    - f'],
    ['a:\n- b\n-\nc: d\n', '- b\n-'],
    ['a: !x\n  b: c\n'.replace('!x', '!!map'), 'b: c'],
    ['a: !unset # c\n', '!unset'],
    ['a: &n\nb: 1\n', ''],
    ['a: [b: c, d]\n', '[b: c, d]'],
    ['? a\n: - b\n  - c\n', '- b\n  - c'],
  ];
  for (const [text, written] of rows) {
    it(`${JSON.stringify(text)}: ${JSON.stringify(written)}`, () => {
      expect(writtenText(valueOfA(text))).to.equal(written);
    });
  }

  it('nothing is written right behind the colon or the dash, or behind its tag and anchor', () => {
    const starts = (text: string): number => valueOfA(text).start;
    expect(starts('a:\n')).to.equal(2);
    expect(starts('a : # c\nb: 1\n')).to.equal(3);
    expect(starts('a: !!null\n')).to.equal(9);
    expect(starts('a: &n  # c\n')).to.equal(5);
    expect(starts('a: !!str &n\n')).to.equal(11);
    const list = valueOfA('a:\n- \n-\n  # c\n- [{b, "c": }]\n');
    if (list.kind !== 'list') expect.fail('no list');
    expect(list.items.slice(0, 2).map((item) => item.start)).to.deep.equal([4, 7]);
  });

  it('a one-pair map in brackets spans its pair', () => {
    const list = valueOfA('a: [b: c, {d: 1}: e, f]\n'.replace('{d: 1}: e, ', ''));
    expect(list.kind === 'list' ? list.items.map(writtenText) : undefined).to.deep.equal([
      'b: c',
      'f',
    ]);
  });

  it('an entry spans its key', () => {
    const map = rootOf('"k 1": a\n? k2\n: b\n!!str &n k3 : c\n');
    expect(
      map.kind === 'map'
        ? map.entries.map((entry) => entry.source.text.slice(entry.start, entry.end))
        : undefined,
    ).to.deep.equal(['"k 1"', 'k2', 'k3']);
  });

  it('offsets are those of the source in CRLF, behind emoji and in unfolded brackets', () => {
    expect(writtenText(valueOfA('b: 😀\r\nc: [\r\n  d\r\n]\r\na: x\r\n'))).to.equal('x');
  });

  it('plain scalars are told from the others', () => {
    const kinds = ['x', '12', '"x"', "'x'", '|\n  x', '>\n  x', '!!str x'].map((written) =>
      isPlain(valueOfA(`a: ${written}\n`)),
    );
    expect(kinds).to.deep.equal([true, true, false, false, false, false, true]);
    expect(isPlain(valueOfA('a:\n'))).to.equal(false);
  });
});

describe('text', () => {
  check([
    ['a: "\u2028 x \u2029"\n', ['m', [['a', ['s', '\u2028x\u2029']]]]],
    ['a: "x\u2028\ny"\n'.replace('\ny', '\n  y'), ['m', [['a', ['s', 'x\u2028\ny']]]]],
    ["a: 'x\x85y'\n", ['m', [['a', ['s', 'x y']]]]],
    ['a: "x\\\n\n\n  y"\n', ['m', [['a', ['s', 'x\n\ny']]]]],
    [
      'a: "\\x41\\u00e9\\U0001F600\\0\\e\\_\\N\\L\\P\\/\\\t"\n',
      ['m', [['a', ['s', 'Aé😀\0\x1b\xa0\x85\u2028\u2029/\t']]]],
    ],
    ['a: "\\\\ud800"\n', ['m', [['a', ['s', '\\ud800']]]]],
    ['a: größe 日本語 🙂\n', ['m', [['a', ['s', 'größe 日本語 🙂']]]]],
    ['a: |\n  x', ['m', [['a', ['s', 'x']]]]],
    ['a: |\n  x\n', ['m', [['a', ['s', 'x\n']]]]],
    ['a: >+\n  x\n\n', ['m', [['a', ['s', 'x\n\n']]]]],
    ['a:\tb\n', ['m', [['a', ['s', 'b']]]]],
    ['- x', ['l', [['s', 'x']]]],
    ['x', ['s', 'x']],
  ]);
});

describe('what survives an error', () => {
  const rows: readonly (readonly [text: string, code: string, tree: unknown])[] = [
    [
      'a: 1\na: 2\nb: 3\n',
      'syntax/duplicate-key',
      [
        'm',
        [
          ['a', ['i', '1']],
          ['b', ['i', '3']],
        ],
      ],
    ],
    [
      '2024: x\nb: 3\n',
      'syntax/key-not-string',
      [
        'm',
        [
          ['2024', ['s', 'x']],
          ['b', ['i', '3']],
        ],
      ],
    ],
    [
      'a: {{ x }}\nb: 3\n',
      'syntax/key-not-string',
      [
        'm',
        [
          ['a', ['s', '{{ x }}']],
          ['b', ['i', '3']],
        ],
      ],
    ],
    [
      'a: !foo [x]\nb: 3\n',
      'syntax/unknown-tag',
      [
        'm',
        [
          ['a', ['l', [['s', 'x']]]],
          ['b', ['i', '3']],
        ],
      ],
    ],
    [
      'a: *x\nb: 3\n',
      'syntax/unknown-anchor',
      [
        'm',
        [
          ['a', ['n']],
          ['b', ['i', '3']],
        ],
      ],
    ],
    ['<<: *x\nb: 3\n', 'syntax/unknown-anchor', ['m', [['b', ['i', '3']]]]],
    [
      'a: .inf\nb: 3\n',
      'syntax/not-finite',
      [
        'm',
        [
          ['a', ['s', '.inf']],
          ['b', ['i', '3']],
        ],
      ],
    ],
    [
      'a: !replace [x]\nb: 3\n',
      'syntax/tag-mismatch',
      [
        'm',
        [
          ['a', ['l', [['s', 'x']]]],
          ['b', ['i', '3']],
        ],
      ],
    ],
  ];
  for (const [text, code, tree] of rows) {
    it(`${code}: ${JSON.stringify(text)}`, () => {
      const { value, diagnostics } = parse(text);
      expect(diagnostics.map((each) => each.code)).to.deep.equal([code]);
      expect(treeOf(value.root ?? expect.fail('no root'))).to.deep.equal(tree);
    });
  }

  it('a control character hides no other error that is independent of it', () => {
    expect(parse('a: x\u0007\nb: .inf\n').diagnostics.map(told)).to.deep.equal([
      'syntax/control-character "\\u0007" the text holds the raw control character U+0007',
      'syntax/not-finite ".inf" `.inf` in `b` is no finite number',
    ]);
  });

  it('nodes of a kind have the same fields in the same order, so that they are quick to read', () => {
    const shapes = (node: Node): string[] => [
      `${node.kind}: ${Object.keys(node).join(' ')}`,
      ...(node.kind === 'map'
        ? node.entries.flatMap((entry) => [
            `entry: ${Object.keys(entry).join(' ')}`,
            ...shapes(entry.value),
          ])
        : []),
      ...(node.kind === 'list' ? node.items.flatMap(shapes) : []),
    ];
    const text =
      'a: [x, "x", !!str x, 1, 0x1, !!int 1, 2001-12-14]\nb: &b {c: ~}\nd: *b\ne: {<<: *b, f: null, g: , h: yes, i: !!bool on}\nj: !unsafe {k: v, l: [m]}\n';
    const all = new Set([
      ...shapes(rootOf(text)),
      ...shapes(rootOf('a: {b: x}\nc:\n  - d: "e"\n')),
    ]);
    expect([...all].sort()).to.deep.equal([
      'bool: source start end kind value',
      'entry: source start end key value',
      'int: source start end kind value',
      'list: source start end kind items marker',
      'map: source start end kind entries marker',
      'null: source start end kind',
      'string: source start end kind value',
      'unsafe: source start end kind value',
    ]);
  });
});
