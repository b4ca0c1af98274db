/** Every syntax error with its text, its place and its words. `‹…›` in a text marks what the diagnostic points at. */
import { expect } from 'chai';
import { codes } from '../src/diagnostics/codes.js';
import { parse } from './support/syntax.js';

/** [text with the place marked, code, message, help]; the help is left out where it is not of interest. */
type Row = readonly [text: string, code: string, message: string, help?: string];

const rows: readonly Row[] = [
  // The document as a whole
  ['‹›', 'syntax/empty', 'the file holds no YAML document'],
  ['‹›# only a comment\n\n', 'syntax/empty', 'the file holds no YAML document'],
  ['‹›---\n', 'syntax/empty', 'the file holds no YAML document'],
  [
    'a: 1\n‹---›\nb: 2\n',
    'syntax/several-documents',
    'a second document starts here, and a file holds one',
  ],
  [
    'a: 1\n# ---\n...\n‹---›\n',
    'syntax/several-documents',
    'a second document starts here, and a file holds one',
  ],
  [
    'a: 1\n...\n‹b: ›2\n',
    'syntax/several-documents',
    'a second document starts here, and a file holds one',
  ],
  [
    '‹$ANSIBLE_VAULT;1.1;AES256›\n6162\n',
    'syntax/whole-file-vault',
    'the whole file is encrypted with Ansible Vault',
    'decrypt it, and encrypt single values: `ansible-vault encrypt_string` makes a `!vault` value',
  ],
  [
    'a: x‹\u0007›\nb: \u0008\u0000\n',
    'syntax/control-character',
    'the text holds the raw control character U+0007, and 2 more',
  ],
  [
    '# ‹\u007f›\na: 1\n',
    'syntax/control-character',
    'the text holds the raw control character U+007F',
  ],
  [
    'a: "‹\ud800›"\n',
    'syntax/control-character',
    'the text holds the raw control character U+D800',
  ],
  [
    'a: x‹\u2028›y\n',
    'syntax/invalid',
    'the character U+2028 is a line break to Ansible, and stands outside quotes',
    'remove it, or write `\\u2028` inside double quotes',
  ],

  // No YAML at all, or not yet
  [
    'tags:\n  base:\n‹<<<<<<<› HEAD\n    order: 10\n=======\n    order: 20\n>>>>>>> feature\nhosts: []\n',
    'syntax/invalid',
    '`<<<<<<<` is the mark of a merge that is not finished',
    'keep what should stay of both sides, and remove the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`',
  ],
  [
    'hosts:\n  - name: a\n‹=======›\n  - name: b\n',
    'syntax/invalid',
    '`=======` is the mark of a merge that is not finished',
  ],
  [
    'hosts: []\r\n‹=======›\r\ntags: {}\r\n',
    'syntax/invalid',
    '`=======` is the mark of a merge that is not finished',
  ],
  [
    'hosts: []\n‹>>>>>>>› feature\n',
    'syntax/invalid',
    '`>>>>>>>` is the mark of a merge that is not finished',
  ],
  [
    '# our servers\n\n‹[web]›\nweb1\nweb2 ansible_host=192.0.2.2\n',
    'syntax/invalid',
    'this is a section of an INI file, not YAML',
    'does Ansible read this file by itself? `inventory-script import` turns it into an inventory of this format',
  ],
  ['‹[prod:children]›\nweb\n', 'syntax/invalid', 'this is a section of an INI file, not YAML'],

  // Keys
  ['a: 1\n‹a›: 2\n', 'syntax/duplicate-key', 'the key `a` is set twice in one map'],
  ['a: {b: 1, ‹"b"›: 2}\n', 'syntax/duplicate-key', 'the key `b` is set twice in one map'],
  [
    'a: {<<: {x: 1}, ‹<<›: {y: 1}}\n',
    'syntax/duplicate-key',
    '`<<` is set twice in one map',
    'merge one list, the last `<<` first, since its values win in Ansible: `<<: [{y: 1}, {x: 1}]`',
  ],
  [
    'a: &a {x: 1}\nb: &b {x: 2}\nc:\n  <<: *a\n  y: 1\n  ‹<<›: *b\n',
    'syntax/duplicate-key',
    '`<<` is set twice in one map',
    'merge one list, the last `<<` first, since its values win in Ansible: `<<: [*b, *a]`',
  ],
  [
    'a: &a {x: 1}\nb: &b {x: 2}\nc:\n  <<: [*a, *b]\n  ‹<<›:\n    - *b\n    - {z: 1}\n',
    'syntax/duplicate-key',
    '`<<` is set twice in one map',
    'merge one list of maps, those of the last `<<` first, since its values win in Ansible',
  ],
  [
    'a: &a {x: 1}\nb: &b {x: 2}\nc:\n  <<: [ *a, {z: 1}, ]\n  ‹<<›:\n    - *b\n    - *a\n',
    'syntax/duplicate-key',
    '`<<` is set twice in one map',
    'merge one list, the last `<<` first, since its values win in Ansible: `<<: [*b, *a, *a, {z: 1}]`',
  ],
  [
    '‹2024›: x\n',
    'syntax/key-not-string',
    'the key `2024` is a number to Ansible, and keys are strings',
    'quote it: `"2024"`',
  ],
  [
    '‹1.5›: x\n',
    'syntax/key-not-string',
    'the key `1.5` is a number to Ansible, and keys are strings',
    'quote it: `"1.5"`',
  ],
  [
    '‹on›: x\n',
    'syntax/key-not-string',
    'the key `on` is true to Ansible, and keys are strings',
    'quote it: `"on"`',
  ],
  [
    '‹~›: x\n',
    'syntax/key-not-string',
    'the key `~` is null to Ansible, and keys are strings',
    'quote it: `"~"`',
  ],
  [
    '‹2001-12-14›: x\n',
    'syntax/key-not-string',
    'the key `2001-12-14` is a date to Ansible, and keys are strings',
    'quote it: `"2001-12-14"`',
  ],
  ['‹›: x\n', 'syntax/key-not-string', 'a key is empty', 'write a key before the colon'],
  [
    '‹[a, b]›: x\n',
    'syntax/key-not-string',
    'a key is a list, and keys are strings',
    'write a string as the key',
  ],
  [
    '? ‹{a: 1}›\n: x\n',
    'syntax/key-not-string',
    'a key is a map, and keys are strings',
    'write a string as the key',
  ],
  [
    '!vault ‹k›: x\n',
    'syntax/key-not-string',
    'a key has a tag that only values have',
    'remove the tag',
  ],
  [
    '‹2001-02-30›: x\n',
    'syntax/impossible-date',
    '`2001-02-30` looks like a date, and there is no such date',
  ],
  [
    `a: 1\n"b\\n${'k'.repeat(70)}": 2\n‹"b\\n${'k'.repeat(70)}"›: 3\n`,
    'syntax/duplicate-key',
    `the key \`b ${'k'.repeat(38)}…\` is set twice in one map`,
  ],
  [
    'a: &n 1\n‹*n› : x\n',
    'syntax/key-not-string',
    'the key `*n` is a number to Ansible, and keys are strings',
  ],
  [
    'a: ‹{{ x }}›\n',
    'syntax/key-not-string',
    '`{{ x }}` is a map inside a map to YAML, no template',
    'quote it: `"{{ x }}"`',
  ],
  [
    'a: [‹{{ x }}›, b]\n',
    'syntax/key-not-string',
    '`{{ x }}` is a map inside a map to YAML, no template',
    'quote it: `"{{ x }}"`',
  ],

  // Tags
  [
    'a: ‹!vaul› x\n',
    'syntax/unknown-tag',
    '`!vaul` is not a tag that is accepted here',
    'did you mean `!vault`?',
  ],
  [
    'a: ‹!!set› {b}\n',
    'syntax/unknown-tag',
    '`!!set` is not a tag that is accepted here',
    'use one of `!vault`, `!unsafe`, `!replace`, `!append`, `!unset`, `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!timestamp`, `!!map`, `!!seq`, or no tag',
  ],
  [
    'a: ‹!!python/tuple› [1]\n',
    'syntax/unknown-tag',
    '`!!python/tuple` is not a tag that is accepted here',
  ],
  ['a: ‹!x!y› z\n', 'syntax/unknown-tag', '`!x!y` is not a tag that is accepted here'],
  [
    'a: ‹!replace› [1]\n',
    'syntax/tag-mismatch',
    '`!replace` stands on a list, and takes a map',
    'change the value, or remove the tag',
  ],
  ['a: ‹!replace› x\n', 'syntax/tag-mismatch', '`!replace` stands on this text, and takes a map'],
  ['a: ‹!append› {b: 1}\n', 'syntax/tag-mismatch', '`!append` stands on a map, and takes a list'],
  ['a: ‹!append›\n', 'syntax/tag-mismatch', '`!append` stands on nothing, and takes a list'],
  [
    'a: ‹!unset› 1\n',
    'syntax/tag-mismatch',
    '`!unset` stands on a value, and takes no value at all',
    'remove the value behind it',
  ],
  [
    'a: ‹!vault› [x]\n',
    'syntax/tag-mismatch',
    '`!vault` stands on a list, and takes text that `ansible-vault encrypt_string` made',
  ],
  ['a: ‹!!int› x\n', 'syntax/tag-mismatch', '`!!int` stands on this text, and takes an integer'],
  [
    'a: ‹!!bool› y\n',
    'syntax/tag-mismatch',
    '`!!bool` stands on this text, and takes `true` or `false`',
  ],
  ['a: ‹!!map› [x]\n', 'syntax/tag-mismatch', '`!!map` stands on a list, and takes a map'],

  // Anchors and merge keys
  [
    'a: ‹*x›\n',
    'syntax/unknown-anchor',
    'no anchor `&x` is set before this alias',
    'quote the value if it is meant as text',
  ],
  [
    'a: &base {}\nb: ‹*bas›\n',
    'syntax/unknown-anchor',
    'no anchor `&bas` is set before this alias',
    'did you mean `*base`?',
  ],
  ['a: &x [‹*x›]\n', 'syntax/unknown-anchor', '`*x` stands inside the value that it names'],
  [
    'a: &x 1\nb: ‹&x› 2\n',
    'syntax/duplicate-anchor',
    'the anchor `&x` is set twice',
    'give one of them another name',
  ],
  ['a: {<<: ‹x›}\n', 'syntax/merge-not-map', 'the merge key `<<` takes a map or a list of maps'],
  ['a: {<<: [{}, ‹x›]}\n', 'syntax/merge-not-map', 'the merge key `<<` takes a list of maps only'],
  ['a: {<<:‹› }\n', 'syntax/merge-not-map', 'the merge key `<<` takes a map or a list of maps'],
  [
    'a: ‹<<›\n',
    'syntax/reserved-scalar',
    'a plain `<<` is no value to Ansible',
    'quote it: `"<<"`',
  ],
  ['a: [‹=›]\n', 'syntax/reserved-scalar', 'a plain `=` is no value to Ansible', 'quote it: `"="`'],

  // Scalars
  [
    'a: ‹.inf›\n',
    'syntax/not-finite',
    '`.inf` in `a` is no finite number',
    'quote it if it is meant as text',
  ],
  ['a: ‹-.INF›\n', 'syntax/not-finite', '`-.INF` in `a` is no finite number'],
  ['a: ‹.nan›\n', 'syntax/not-finite', '`.nan` in `a` is no finite number'],
  [
    `a: ‹${'9'.repeat(4301)}›\n`,
    'syntax/number-too-large',
    '`99999999999999999999…` has more than 4300 digits',
  ],
  [
    `a: ‹0x${'f'.repeat(4000)}›\n`,
    'syntax/number-too-large',
    '`0xffffffffffffffffff…` has more than 4300 digits',
  ],
  ['a: !!float ‹1e400›\n', 'syntax/number-too-large', '`1e400` overflows a float'],
  ['a: ‹1.0e+400›\n', 'syntax/number-too-large', '`1.0e+400` overflows a float'],
  [
    'a: ‹2001-02-30›\n',
    'syntax/impossible-date',
    '`2001-02-30` looks like a date, and there is no such date',
    'quote it if it is meant as text: `"2001-02-30"`',
  ],
  [
    'a: ‹2001-01-01 25:00:00›\n',
    'syntax/impossible-date',
    '`2001-01-01 25:00:00` looks like a date, and there is no such date',
  ],
  ['a: ‹0x_›\n', 'syntax/invalid', '`0x_` looks like a number to Ansible but is none'],
  [
    'a: "‹\\ud800›"\n',
    'syntax/lone-surrogate',
    '`\\ud800` is half of a surrogate pair, which is no character',
  ],
  [
    'a: "x ‹\\ud83d›\\ude00"\n',
    'syntax/lone-surrogate',
    '`\\ud83d` is half of a surrogate pair, which is no character',
  ],
  [
    'a: "‹\\U00110000›"\n',
    'syntax/invalid',
    '`\\U00110000` is no character: the last one is `\\U0010FFFF`',
  ],

  // What no parser takes
  ['a:\n‹\t›b: 1\n', 'syntax/invalid', 'a tab stands in the indentation', 'indent with spaces'],
  ['a:\n  - b\n‹\t\t›- c\n', 'syntax/invalid', 'a tab stands in the indentation'],
  [
    'a: ‹"x›\nb: 1\nc: "y"\n',
    'syntax/invalid',
    'the quote that opens here is not closed before the next entry',
    'close it, or indent the lines that continue it',
  ],
  ["a: ‹'x›\nb: 1\n", 'syntax/invalid', 'the quote that opens here is never closed', 'close it'],
  ['a: [‹"x, y]›\nb: c\n', 'syntax/invalid', 'the quote that opens here is never closed'],
  [
    'a: "x\n‹y"›\n',
    'syntax/invalid',
    'a quoted value goes on at the column of its key',
    'indent the lines that continue it',
  ],
  [
    "a: 'it'‹s'›\n",
    'syntax/invalid',
    'text follows the closing quote',
    "put all of it in the quotes, and write `''` for a quote in it",
  ],
  [
    'a: "{{ x }}"‹/y› # z\n',
    'syntax/invalid',
    'text follows the closing quote',
    'put all of it in the quotes',
  ],
  ['a: ‹[›1, 2\nb: 3\n', 'syntax/invalid', 'the bracket `[` is never closed', 'close it with `]`'],
  [
    'a:\n- b: ‹{›c: 1\n- d: {e: 2}\n',
    'syntax/invalid',
    'the bracket `{` is never closed',
    'close it with `}`',
  ],
  ['a: [1, 2]‹]›\n', 'syntax/invalid', '`]` closes nothing'],
  [
    'a: {b: [1, 2‹}›\n',
    'syntax/invalid',
    '`}` stands where `]` is expected',
    'close the `[` first',
  ],
  [
    'a: {b: 1 ‹c:› 2}\n',
    'syntax/invalid',
    'a comma is missing between two entries in brackets',
    'put `,` between the entries, or quote the value',
  ],
  ['a: [1,‹,› 2]\n', 'syntax/invalid', 'a comma stands where a value is expected'],
  [
    'a: {‹b\n  c›: 1}\n',
    'syntax/invalid',
    'a key inside brackets goes over several lines',
    'is a comma missing before it?',
  ],
  [
    'a: [‹?b›]\n',
    'syntax/invalid',
    'a value inside brackets starts with `?`, which marks a key to Ansible',
    'quote it: `"?b"`',
  ],
  [
    'a: ‹b: c› # d\n',
    'syntax/invalid',
    'a plain value holds `: `, which would start another key',
    'quote it: `"b: c"`',
  ],
  [
    'a: ‹echo "b": c›\n',
    'syntax/invalid',
    'a plain value holds `: `, which would start another key',
    'quote it: `\'echo "b": c\'`',
  ],
  [
    'a: ‹!!str b: c›\n',
    'syntax/invalid',
    'a map starts on the line of its own key',
    'put the map on the next line and indent it, or quote the value if it is text',
  ],
  [
    'a: 1\n  ‹b›: 2\n',
    'syntax/invalid',
    'the line above has its value already, and this key is indented below it',
  ],
  [
    'a:\n    b: 1\n  ‹c: 2›\n',
    'syntax/invalid',
    'the indentation of this line fits nothing above it',
    'align it with the keys or items that it belongs to',
  ],
  [
    'a:\n  - x\n ‹- y›\n',
    'syntax/invalid',
    'the indentation of this list item fits nothing above it',
  ],
  [
    'a: ‹- b›\n',
    'syntax/invalid',
    'a list starts on the line of its key',
    'put its first `-` on the next line',
  ],
  [
    'a: 1\n‹b:2›\n',
    'syntax/invalid',
    'this line is no `key: value`',
    'put a blank behind the colon',
  ],
  [
    'a: 1\n‹b›\nc: 2\n',
    'syntax/invalid',
    'this line is no `key: value`',
    'put `:` behind the key, or indent the line if it continues the value above',
  ],
  [
    'a: ‹{{ x }}/y›\n',
    'syntax/invalid',
    'a template starts a value without quotes',
    'quote it: `"{{ x }}/y"`',
  ],
  [
    '- ‹{{ x["y"] }}›\n',
    'syntax/invalid',
    'a template starts a value without quotes',
    'quote it: `\'{{ x["y"] }}\'`',
  ],
  ['a: ‹{% if x %}y{% endif %}›\n', 'syntax/invalid', 'a template starts a value without quotes'],
  ['a: {b: ‹{{ x }}/y›, c: d}\n', 'syntax/invalid', 'a template starts a value without quotes'],
  ['a: ‹@b›\n', 'syntax/invalid', 'a plain value cannot start with `@`', 'quote it: `"@b"`'],
  ['- ‹`b` c› # d\n', 'syntax/invalid', 'a plain value cannot start with a backtick'],
  ['a: ‹%b›\n', 'syntax/invalid', 'a plain value cannot start with `%`'],
  [
    '‹%b›\na: 1\n',
    'syntax/invalid',
    'a line that starts with `%` is a directive to YAML, and this is none that is understood',
  ],
  [
    '‹%YAML 2.0›\n---\na: 1\n',
    'syntax/invalid',
    'the file asks for a version of YAML that does not exist',
  ],
  [
    'a: ‹*›\n',
    'syntax/invalid',
    '`*` starts an alias, and no name follows',
    'quote the value if it is meant as text',
  ],
  [
    'a: &x b\n‹*x:› c\n',
    'syntax/invalid',
    'the name of an alias goes on to its colon',
    'put a blank before the colon: `*x :`',
  ],
  [
    'a: "‹\\d›+"\n',
    'syntax/invalid',
    '`\\d` is no escape that double quotes know',
    'use single quotes, or write `\\\\` for a backslash',
  ],
  ['a: "C:‹\\U›sers"\n', 'syntax/invalid', '`\\U` has too few hexadecimal digits'],
  [
    'a: |‹x›\n  y\n',
    'syntax/invalid',
    'text follows the header of a block scalar',
    'start the text on the next line',
  ],
  ['a: !!str ‹!›!int 1\n', 'syntax/invalid', 'a value has two tags', 'keep one of them'],
];

describe('syntax diagnostics', () => {
  for (const [marked, code, message, help] of rows) {
    it(`${code}: ${JSON.stringify(marked.length > 60 ? `${marked.slice(0, 60)}…` : marked)}`, () => {
      const start = marked.indexOf('‹');
      const end = marked.indexOf('›') - 1;
      const { value, diagnostics } = parse(marked.replace('‹', '').replace('›', ''));
      expect(diagnostics.map((each) => [each.code, each.message])).to.deep.equal([[code, message]]);
      const [found] = diagnostics;
      expect([found?.span.start, found?.span.end]).to.deep.equal([start, end]);
      expect(found?.span.source).to.equal(value.source);
      if (help !== undefined) expect(found?.help).to.equal(help);
    });
  }

  const billionLaughs = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++)
    billionLaughs.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );

  it('syntax/alias-budget: a few lines that ask for billions of values', () => {
    const { value, diagnostics } = parse(`${billionLaughs.join('\n')}\n`);
    expect(diagnostics.map((each) => each.code)).to.deep.equal(['syntax/alias-budget']);
    expect(diagnostics[0]?.message).to.equal(
      'with `*a3`, aliases expand to more than 100000 values',
    );
    expect(value.root).to.equal(undefined);
  });

  it('syntax/alias-budget: the same through merge keys', () => {
    const lines = ['a0: &a0 {k0: 1}'];
    for (let level = 1; level < 3000; level++)
      lines.push(`a${level}: &a${level} {<<: *a${level - 1}, k${level}: 1}`);
    expect(parse(`${lines.join('\n')}\n`).diagnostics.map((each) => each.code)).to.deep.equal([
      'syntax/alias-budget',
    ]);
  });

  it('aliases may be many: ten thousand uses of one small anchor', () => {
    const lines = [
      'base: &base {a: 1, b: [x, y], c: {d: e}}',
      'list:',
      ...Array<string>(10_000).fill('- *base'),
    ];
    const merges = [
      'map:',
      ...Array.from({ length: 10_000 }, (_, at) => `  k${at}: {<<: *base, e: 1}`),
    ];
    expect(parse([...lines, ...merges, ''].join('\n')).diagnostics).to.deep.equal([]);
  });

  it('syntax/too-deep: in brackets, in blocks, through aliases, and far too deep', () => {
    const codesOf = (text: string): string[] => parse(text).diagnostics.map((each) => each.code);
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(codesOf(nested(100))).to.deep.equal([]);
    expect(codesOf(nested(101))).to.deep.equal(['syntax/too-deep']);
    expect(parse(nested(101)).diagnostics[0]?.span.start).to.equal(100);
    expect(codesOf(nested(100_000))).to.deep.equal(['syntax/too-deep']);
    expect(codesOf(`a: ${'{b: '.repeat(99)}1${'}'.repeat(99)}\n`)).to.deep.equal([]);
    expect(codesOf(`a: ${'{b: '.repeat(100)}1${'}'.repeat(100)}\n`)).to.deep.equal([
      'syntax/too-deep',
    ]);
    expect(codesOf('- '.repeat(101))).to.deep.equal(['syntax/too-deep']);
    expect(codesOf('- '.repeat(100_000))).to.deep.equal(['syntax/too-deep']);
    expect(
      codesOf(Array.from({ length: 120 }, (_, at) => `${' '.repeat(at)}a:\n`).join('')),
    ).to.deep.equal(['syntax/too-deep']);
    expect(codesOf(`a: &x ${nested(60)}\nb: ${'['.repeat(39)}*x${']'.repeat(39)}\n`)).to.deep.equal(
      [],
    );
    expect(codesOf(`a: &x ${nested(60)}\nb: ${'['.repeat(40)}*x${']'.repeat(40)}\n`)).to.deep.equal(
      ['syntax/too-deep'],
    );
  });

  it('names the first place of what stands twice', () => {
    const related = (text: string): unknown =>
      parse(text).diagnostics.map((each) =>
        each.related.map(({ span, message }) => [span.start, span.end, message]),
      );
    expect(related('a: 1\nbc: 2\nbc: 3\n')).to.deep.equal([[[5, 7, '`bc` is set here first']]]);
    expect(related('a: {<<: {}, <<: {}}\n')).to.deep.equal([[[4, 6, '`<<` is set here first']]]);
    expect(related('a: &x 1\nb: &x 2\n')).to.deep.equal([[[3, 5, '`&x` is set here first']]]);
    expect(related('a: &x [*x]\n')).to.deep.equal([[[3, 5, '`&x` is set here']]]);
    expect(related('a: [1}\n')).to.deep.equal([[[3, 4, '`[` opens here']]]);
  });

  it('tells every independent error of a file at once', () => {
    const text = 'a: 1\na: 2\n2024: x\nb: *no\nc: !foo x\nd: .inf\ne: {{ x }}\nf: 2001-02-30\n';
    expect(parse(text).diagnostics.map((each) => each.code)).to.deep.equal([
      'syntax/duplicate-key',
      'syntax/key-not-string',
      'syntax/unknown-anchor',
      'syntax/unknown-tag',
      'syntax/not-finite',
      'syntax/key-not-string',
      'syntax/impossible-date',
    ]);
  });

  it('has a row for every code', () => {
    const tested = new Set([
      ...rows.map(([, code]) => code),
      'syntax/alias-budget',
      'syntax/too-deep',
      'syntax/reads-differently',
    ]);
    expect([...tested].sort()).to.deep.equal(
      Object.keys(codes)
        .filter((code) => code.startsWith('syntax/'))
        .sort(),
    );
  });
});
