import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Code } from '../src/diagnostics/codes.js';
import { diagnostic, type Diagnostic, type Related } from '../src/diagnostics/diagnostic.js';
import { renderJson } from '../src/diagnostics/render-json.js';
import { renderText } from '../src/diagnostics/render-text.js';
import type { Source, Span } from '../src/text/source.js';

const source = (text: string, name = 'inventory.yaml'): Source => ({
  path: `/fleet/${name}`,
  name,
  text,
});

/** The span between two ‸ in a text that is otherwise as written. */
function marked(text: string, name?: string): Span {
  const [before = '', inside = '', after = ''] = text.split('‸');
  return {
    source: source(before + inside + after, name),
    start: before.length,
    end: before.length + inside.length,
  };
}

const excerpts = (found: readonly Diagnostic[], width?: number): string =>
  renderText(found, { colour: false, excerpts: true, limit: 50, width });
const lines = (found: readonly Diagnostic[], limit = 50): string =>
  renderText(found, { colour: false, excerpts: false, limit });

const some = (
  span: Span,
  more: { related?: Related[]; help?: string; code?: Code } = {},
): Diagnostic =>
  diagnostic(more.code ?? 'check/unknown-tag', span, 'host `pe2` has an unknown tag `ips`', more);

/** The source lines and marks of the only place that is shown. */
function shown(text: string, width?: number): string {
  return excerpts([some(marked(text))], width)
    .split('\n')
    .slice(3, -2)
    .join('\n');
}

const tags = marked('tags:\n  isp: {}\nhosts:\n  - {name: pe2, tags: [‸ips‸]}\n');
const isp: Span = { source: tags.source, start: 8, end: 11 };
const other = marked('‸x‸: 1', 'tags/common.yaml');

describe('renderText, one line each', () => {
  const rows: [title: string, found: Diagnostic, expected: string][] = [
    [
      'place, severity, message and code',
      some(tags),
      'inventory.yaml:4:24: error: host `pe2` has an unknown tag `ips` [check/unknown-tag]',
    ],
    [
      'a warning',
      some(tags, { code: 'check/include-order' }),
      'inventory.yaml:4:24: warning: host `pe2` has an unknown tag `ips` [check/include-order]',
    ],
    [
      'the other places, then the help',
      some(tags, {
        related: [
          { span: isp, message: '`isp` is here' },
          { span: other, message: 'and here' },
        ],
        help: 'did you mean `isp`?',
      }),
      'inventory.yaml:4:24: error: host `pe2` has an unknown tag `ips` (inventory.yaml:2:3: `isp` is here) (tags/common.yaml:1:1: and here) (did you mean `isp`?) [check/unknown-tag]',
    ],
    [
      'five other places and a count',
      some(tags, { related: Array.from({ length: 7 }, () => ({ span: isp, message: 'x' })) }),
      `inventory.yaml:4:24: error: host \`pe2\` has an unknown tag \`ips\` ${'(inventory.yaml:2:3: x) '.repeat(5)}(and 2 more places) [check/unknown-tag]`,
    ],
    [
      'a file without text',
      some({ source: source(''), start: 0, end: 0 }),
      'inventory.yaml:1:1: error: host `pe2` has an unknown tag `ips` [check/unknown-tag]',
    ],
    [
      'names that hold control characters',
      diagnostic('check/unknown-tag', marked('‸x‸', 'a\nb.yaml'), 'unknown tag `\x1b[31m\n`', {
        help: 'did you mean `\u202e`?',
      }),
      'a\\nb.yaml:1:1: error: unknown tag `\\x1b[31m\\n` (did you mean `\\u202e`?) [check/unknown-tag]',
    ],
    [
      'an endless name',
      diagnostic('check/unknown-tag', tags, 'x'.repeat(1e6)),
      `inventory.yaml:4:24: error: ${'x'.repeat(2000)}… [check/unknown-tag]`,
    ],
  ];
  for (const [title, found, expected] of rows) {
    it(`shows ${title}`, () => {
      expect(lines([found])).to.equal(`${expected}\n`);
    });
  }

  it('says nothing where there is nothing to say', () => {
    expect(lines([])).to.equal('');
    expect(excerpts([])).to.equal('');
  });

  const error = some(tags);
  const warning = some(tags, { code: 'check/include-order' });
  const limits: [
    title: string,
    found: Diagnostic[],
    limit: number,
    last: string,
    warnings: number,
  ][] = [
    ['one more error', [error, error, error], 2, '… and 1 more error', 0],
    [
      'more of both',
      [error, error, error, error, warning, warning],
      2,
      '… and 2 more errors and 2 more warnings',
      0,
    ],
    ['warnings before errors', [warning, warning, error, error], 3, '… and 1 more warning', 1],
  ];
  for (const [title, found, limit, last, warnings] of limits) {
    it(`counts what is beyond the limit: ${title}`, () => {
      const text = lines(found, limit).trimEnd().split('\n');
      expect(text).to.have.length(limit + 1);
      expect(text.at(-1)).to.equal(last);
      expect(text.filter((line) => line.includes(': warning: '))).to.have.length(warnings);
    });
  }
});

describe('renderText, with excerpts', () => {
  it('shows the source, the other places and the help', () => {
    const related = [
      { span: isp, message: '`isp` is here' },
      { span: other, message: 'and here' },
      { span: { ...other, source: source('') }, message: 'or here' },
    ];
    expect(excerpts([some(tags, { related, help: 'did you mean `isp`?' }), some(tags)])).to.equal(`\
error: host \`pe2\` has an unknown tag \`ips\` [check/unknown-tag]
  --> inventory.yaml:4:24
   |
 4 |   - {name: pe2, tags: [ips]}
   |                        ^^^
   |
  ::: inventory.yaml:2:3
   |
 2 |   isp: {}
   |   --- \`isp\` is here
   |
  ::: tags/common.yaml:1:1
   |
 1 | x: 1
   | - and here
   |
  ::: inventory.yaml:1:1: or here
   = help: did you mean \`isp\`?

error: host \`pe2\` has an unknown tag \`ips\` [check/unknown-tag]
  --> inventory.yaml:4:24
   |
 4 |   - {name: pe2, tags: [ips]}
   |                        ^^^
   |
`);
  });

  const rows: [title: string, text: string, expected: string, width?: number][] = [
    ['an empty span', 'a: ‸‸b', ' 1 | a: b\n   |    ^'],
    ['the end of the text', 'a: b\n‸‸', ' 2 |\n   | ^'],
    ['the end of a line', 'a: b‸‸\nc: d', ' 1 | a: b\n   |     ^'],
    ['a span that ends with line breaks', 'a: ‸b\n\n‸c: d', ' 1 | a: b\n   |    ^'],
    ['line ends of Windows', 'a: ‸b\r\n  c‸\r\n', ' 1 | a: b\n   |    ^\n 2 |   c\n   |   ^'],
    ['two lines', 'a: ‸b\n  c‸\nd: e', ' 1 | a: b\n   |    ^\n 2 |   c\n   |   ^'],
    ['of many lines the first', '‸a:\n  b\n  c\n  d‸\n', ' 1 | a:\n   | ^^'],
    [
      'numbers of several digits',
      `${'#\n'.repeat(98)}‸a:\n  b‸`,
      '  99 | a:\n     | ^^\n 100 |   b\n     |   ^',
    ],
    ['tabs', 'a:\t‸b\tc‸', ' 1 | a:  b   c\n   |     ^^^^^'],
    ['wide characters', '日本: ‸語‸ # x', ' 1 | 日本: 語 # x\n   |       ^^'],
    ['characters of several code points', 'é👩‍👩‍👧: ‸e\u0301‸', ' 1 | é👩‍👩‍👧: e\u0301\n   |      ^'],
    ['control characters', 'a\x1b[31m‸\u202eb‸', ' 1 | a\\x1b[31m\\u202eb\n   |          ^^^^^^^'],
    [
      'a secret',
      'a: ‸!vault |\n  $ANSIBLE_VAULT;1.1\n  6162‸\n',
      ' 1 | a: !vault |\n   |    ^^^^^^^^\n 2 |   <redacted>\n   |   ^^^^^^^^^^\n 3 |   <redacted>\n   |   ^^^^^^^^^^',
    ],
    [
      'a place within a secret',
      'a: !vault "se‸c‸ret" # x',
      ' 1 | a: !vault <redacted> # x\n   |           ^^^^^^^^^^',
    ],
    [
      'the start of a long line',
      `‸ab‸${'x'.repeat(100)}`,
      ` 1 | ab${'x'.repeat(26)}…\n   | ^^`,
      40,
    ],
    [
      'the middle of a long line',
      `${'x'.repeat(100)}‸ab‸${'y'.repeat(100)}`,
      ` 1 | …${'x'.repeat(9)}ab${'y'.repeat(17)}…\n   |           ^^`,
      40,
    ],
    [
      'the end of a long line',
      `${'x'.repeat(100)}‸ab‸`,
      ` 1 | …${'x'.repeat(26)}ab\n   | ${' '.repeat(27)}^^`,
      40,
    ],
    [
      'a long span of a long line',
      `${'x'.repeat(100)}‸${'y'.repeat(100)}‸`,
      ` 1 | …${'x'.repeat(9)}${'y'.repeat(19)}…\n   |           ${'^'.repeat(19)}`,
      40,
    ],
    [
      'a long line of wide characters',
      `${'日'.repeat(100)}‸本‸${'語'.repeat(100)}`,
      ` 1 | …日日日日本語語語語語語語語語…\n   |          ^^`,
      40,
    ],
    [
      'a line as long as there is room',
      `‸${'x'.repeat(30)}‸`,
      ` 1 | ${'x'.repeat(30)}\n   | ${'^'.repeat(30)}`,
      40,
    ],
  ];
  for (const [title, text, expected, width] of rows) {
    it(`shows ${title}`, () => {
      expect(shown(text, width)).to.equal(expected);
    });
  }

  it('shows little of a line of many megabytes, and no secret that begins far before', () => {
    const far = 'x'.repeat(2_000_000);
    expect(shown(`a: ${far}‸b‸${far}`)).to.have.length.below(300);
    expect(shown(`a: !vault "${far}‸b‸${far}", c: 1`)).to.equal(
      ` 1 | …<redacted>…\n   |  ^^^^^^^^^^`,
    );
  });
});

describe('renderText in general', () => {
  const piece = fc.oneof(
    fc.constantFrom('\t', '日本', '\x1b[31m', '\r\n', '\n', '👩‍👩‍👧', 'a: !vault ', '\u202e', '\ud83d'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const place = fc
    .tuple(fc.array(piece, { maxLength: 20 }), fc.nat(), fc.nat())
    .map(([pieces, a, b]): Span => {
      const text = pieces.join('');
      const start = a % (text.length + 1);
      return { source: source(text), start, end: start + (b % (text.length - start + 1)) };
    });

  it('prints no unsafe character, whatever the text, and marks every line that it shows', () => {
    fc.assert(
      fc.property(
        place,
        fc.string({ unit: 'binary' }),
        fc.boolean(),
        (span, message, withExcerpts) => {
          const found = diagnostic('syntax/invalid', span, message, {
            related: [{ span, message }],
            help: message,
          });
          const text = renderText([found], {
            colour: false,
            excerpts: withExcerpts,
            limit: 1,
            width: 60,
          });
          expect(text).to.not.match(/[^\P{Cc}\n]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u);
          if (!withExcerpts) expect(text.trimEnd().split('\n')).to.have.length(1);
          const numbers = text.split('\n').filter((line) => /^ +\d+ \|/.test(line)).length;
          const marks = text.split('\n').filter((line) => /^ +\| *(\^+|-+)/.test(line)).length;
          expect(marks).to.equal(numbers);
        },
      ),
    );
  });

  it('is the same text with colour and without', () => {
    fc.assert(
      fc.property(place, fc.boolean(), (span, withExcerpts) => {
        const found = [some(span, { related: [{ span, message: 'here' }], help: 'look' })];
        const options = { excerpts: withExcerpts, limit: 1 };
        const coloured = renderText(found, { ...options, colour: true });
        expect(coloured).to.include('\x1b[');
        expect(stripVTControlCharacters(coloured)).to.equal(
          renderText(found, { ...options, colour: false }),
        );
      }),
    );
  });
});

describe('renderJson', () => {
  it('gives every place with its end', () => {
    const found = [
      some(tags, { related: [{ span: other, message: 'here' }], help: 'look' }),
      some(other, { code: 'check/include-order' }),
    ];
    expect(JSON.parse(renderJson(found))).to.deep.equal({
      diagnostics: [
        {
          code: 'check/unknown-tag',
          severity: 'error',
          message: 'host `pe2` has an unknown tag `ips`',
          help: 'look',
          file: 'inventory.yaml',
          line: 4,
          column: 24,
          endLine: 4,
          endColumn: 27,
          related: [
            {
              message: 'here',
              file: 'tags/common.yaml',
              line: 1,
              column: 1,
              endLine: 1,
              endColumn: 2,
            },
          ],
        },
        {
          code: 'check/include-order',
          severity: 'warning',
          message: 'host `pe2` has an unknown tag `ips`',
          file: 'tags/common.yaml',
          line: 1,
          column: 1,
          endLine: 1,
          endColumn: 2,
          related: [],
        },
      ],
      errors: 1,
      warnings: 1,
    });
  });

  it('is an empty report without diagnostics', () => {
    expect(renderJson([])).to.equal(
      '{\n  "diagnostics": [],\n  "errors": 0,\n  "warnings": 0\n}\n',
    );
  });

  it('keeps every message, and prints no control character raw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const json = renderJson([diagnostic('syntax/invalid', other, message)]);
        expect(
          (JSON.parse(json) as { diagnostics: { message: string }[] }).diagnostics[0]?.message,
        ).to.equal(message);
        expect(json).to.not.match(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
