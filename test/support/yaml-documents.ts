/** Arbitrary YAML texts: well-formed ones in every style, and ones that a few edits may have broken. */
import fc from 'fast-check';

const names = ['a', 'b', 'name', 'vars', 'k-1', 'x.y', '"q k"', "'s k'", 'over', '2nd', '<<x'];
const plain = [
  'x',
  'yes',
  'No',
  '012',
  '1.5',
  '08',
  '1e3',
  '~',
  'null',
  'a b',
  'http://x/y',
  '2001-12-14',
  '12:30',
  '.5',
  'x#y',
  'größe',
  '- x'.slice(2),
  '=x',
  '5',
];
const quoted = [
  '"x"',
  "'x'",
  '"a \\n \\u00e9"',
  "'it''s'",
  '""',
  "''",
  '"{{ x }}"',
  '"a: b # c"',
  '"<<"',
];
const tags = [
  ...Array<string>(60).fill(''),
  '!!str ',
  '!unsafe ',
  '!!str ',
  '!vault ',
  '!unsafe ',
  '!vault ',
  '!replace ',
  '!append ',
  '!x ',
  '&n1 ',
  '&n2 ',
  '!!str &n3 ',
  '&n4 !!str ',
];

/** A value as lines: the first goes behind its key or dash, the others below it, indented already. */
type Lines = readonly string[];

const scalar: fc.Arbitrary<Lines> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...tags), fc.constantFrom(...plain, ...quoted))
      .map(([tag, text]) => [tag + text]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '', '!unset', '!!null', '~', '*n1').map((text) => [text]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('|', '>', '|-', '>-', '|+', '>+', '|2', '!vault |'),
        fc.array(fc.constantFrom('one', 'two # no comment', '  more', '', 'k: v', '- x'), {
          minLength: 1,
          maxLength: 4,
        }),
      )
      .map(([header, lines]) => [
        header,
        `  ${lines[0] === '' || lines[0] === '  more' ? 'x' : (lines[0] ?? 'x')}`,
        ...lines.slice(1).map((line) => (line === '' ? '' : `  ${line}`)),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ['plain', '  goes on'],
      ['"quoted', '   goes on"'],
      ["'a", '', "  b'"],
      ['"a\\', '  b"'],
    ),
  },
);

const flow = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...tags), fc.constantFrom(...plain, ...quoted))
        .map(([tag, text]) => tag + text),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '[]',
        '{}',
        '!unset',
        '[a: b, c]',
        '{a, "b":c}',
        '[? a : b]',
        '{? a : b}',
        '*n1',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
    },
    {
      weight: 2,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...names), tie('value')), {
          maxLength: 3,
          selector: ([key]) => key,
        })
        .map((entries) => `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('value'), { minLength: 1, maxLength: 3 })
        .map((items) => `[\n    ${items.join(', # c\n    ')}\n    ]`),
    },
  ),
})).value;

const block = fc.letrec<{ value: Lines }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    { weight: 4, arbitrary: scalar },
    { weight: 2, arbitrary: flow.map((text) => [text]) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...tags),
          fc.uniqueArray(
            fc.tuple(
              fc.constantFrom(...names, ...names, ...names, ...names, '<<', 'yes', '12'),
              tie('value'),
            ),
            { minLength: 1, maxLength: 4, selector: ([key]) => key },
          ),
        )
        .map(([tag, entries]) => [
          tag.trimEnd(),
          ...entries.flatMap(([key, value]) => indented(`${key}: `, value)),
        ]),
    },
    {
      weight: 2,
      arbitrary: fc
        .array(tie('value'), { minLength: 1, maxLength: 4 })
        .map((items) => ['', ...items.flatMap((item) => indented('- ', item))]),
    },
  ),
})).value;

function indented(head: string, value: Lines): string[] {
  const [first = '', ...rest] = value;
  return [`  ${(head + first).trimEnd()}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))];
}

/** A text that is meant to be well-formed: a block map at the top, in LF or CRLF, with or without a last line break. */
export const wellFormed: fc.Arbitrary<string> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names, 'hosts', 'tags'), block), {
      minLength: 1,
      maxLength: 5,
      selector: ([key]) => key,
    }),
    fc.constantFrom('\n', '\n', '\n', '\r\n'),
    fc.constantFrom('', '---\n', '# comment\n\n'),
    fc.boolean(),
  )
  .map(([entries, lineBreak, head, ends]) => {
    const lines = entries.flatMap(([key, value]) =>
      indented(`${key}: `, value).map((line) => line.slice(2)),
    );
    return (head + lines.join('\n') + (ends ? '\n' : '')).replaceAll('\n', lineBreak);
  });

const pieces = [
  'a',
  ' ',
  '  ',
  '\n',
  '\n  ',
  ': ',
  ':',
  '- ',
  '-',
  '[',
  ']',
  '{',
  '}',
  ',',
  ', ',
  '"',
  "'",
  '#',
  ' #',
  '&a ',
  '*a',
  '!',
  '!!str ',
  '|',
  '|\n',
  '>-\n',
  '? ',
  '?',
  '\t',
  '1',
  '.',
  '%',
  '@',
  '`',
  '\\',
  '<<: ',
  '~',
  '=',
  '---\n',
  '...\n',
  '\r',
  'é',
  '\u{1f600}',
  '\u2028',
  '\u0007',
  '\ud800',
  '\\ud800',
  '{{ x }}',
  '!vault |',
  '\ufeff',
];

/** A text with a few pieces put in, taken out or doubled. */
export function mutated(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat(),
    fc.constantFrom(...pieces),
    fc.constantFrom('insert', 'remove', 'replace', 'double'),
  );
  return fc.tuple(texts, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((now, [place, piece, kind]) => {
      const at = place % (now.length + 1);
      switch (kind) {
        case 'insert':
          return now.slice(0, at) + piece + now.slice(at);
        case 'remove':
          return now.slice(0, at) + now.slice(at + 1 + (place % 3));
        case 'replace':
          return now.slice(0, at) + piece + now.slice(at + 1);
        default:
          return now.slice(0, at) + now.slice(Math.max(0, at - 12));
      }
    }, text),
  );
}

/** Any sequence of such pieces. */
export const anyPieces: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces), { maxLength: 24 })
  .map((list) => list.join(''));
