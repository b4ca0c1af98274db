/** The text of references: what is one, what is text, and the way back. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  parseReferences,
  referenceName,
  writePieces,
  type Piece,
  type Step,
} from '../src/upstream/reference-text.js';

/** Pieces as one text each: `<name>` for a reference, `!message` for a fault. */
function told(text: string): string[] {
  const { pieces, faults } = parseReferences(text);
  return [
    ...pieces.map((piece) => (piece.kind === 'text' ? piece.text : `<${referenceName(piece)}>`)),
    ...faults.map((each) => `!${text.slice(each.start, each.end)}`),
  ];
}

const table: readonly (readonly [string, readonly string[]])[] = [
  ['', []],
  ['plain', ['plain']],
  ['${network.vpc_id}', ['<network.vpc_id>']],
  ['${ network.vpc_id }', ['<network.vpc_id>']],
  ['a ${n.x}${n.y} b', ['a ', '<n.x>', '<n.y>', ' b']],
  ['${n.x.y.z}', ['<n.x.y.z>']],
  ['${n.x["a.b"][0].c}', ['<n.x["a.b"][0].c>']],
  ["${n.x['it is']}", ['<n.x["it is"]>']],
  ["${n.x['\"']}", ['<n.x["\\""]>']],
  ["${n.x['it\\'s']}", ['<n.x["it\'s"]>']],
  ['${n.x["\\u00e9"]}', ['<n.x["é"]>']],
  ['${n.x[ 12 ]}', ['<n.x[12]>']],
  ['${my-net.x-1}', ['<my-net.x-1>']],
  ['${1.2}', ['<1.2>']],
  ['$${n.x}', ['${n.x}']],
  ['$$${n.x}', ['$${n.x}']],
  ['$${HOME} ${HOME}', ['${HOME} ${HOME}']],
  [
    '${HOME:-a.b} ${} ${.x} ${a b.c} ${-a.b} $n.x {n.x} ${a["b"]}',
    ['${HOME:-a.b} ${} ${.x} ${a b.c} ${-a.b} $n.x {n.x} ${a["b"]}'],
  ],
  ['{{ n.x }} ${n.x}', ['{{ n.x }} ', '<n.x>']],
  ['${n.x', ['!${n.x']],
  ['a ${n.} b', ['a  b', '!${n.}']],
  ['${n.x[01]} ${n.y}', [' ', '<n.y>', '!${n.x[01]}']],
  ['${n.x[-1]}', ['!${n.x[-1]}']],
  ['${n.x["a]}', ['!${n.x["a]}']],
  ['${n.x | upper}', ['!${n.x | upper}']],
];

describe('the text of references', () => {
  for (const [text, expected] of table) {
    it(JSON.stringify(text), () => {
      expect(told(text)).to.deep.equal(expected);
    });
  }

  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,5}$/);
  const span = { start: 0, end: 0 };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc
      .stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,5}$/)
      .map((field): Step => ({ kind: 'field', name: field, ...span })),
    fc
      .string({
        unit: fc.oneof(
          fc.constantFrom('"', "'", '\\', ']', '}', '${', '\n', 'é'),
          fc.string({ unit: 'grapheme', maxLength: 1 }),
        ),
      })
      .map((key): Step => ({ kind: 'key', name: key, ...span })),
    fc.nat(999).map((index): Step => ({ kind: 'index', index, ...span })),
  );
  const reference = fc
    .tuple(name, name, fc.array(step, { maxLength: 3 }))
    .map(([upstream, exported, steps]): Piece => ({
      kind: 'reference',
      upstream: { name: upstream, ...span },
      export: { name: exported, ...span },
      steps,
      ...span,
    }));
  const text = fc.string({
    unit: fc.constantFrom('$', '{', '}', '${', '$${', 'a', '.', '${a.b', ' '),
    minLength: 1,
    maxLength: 8,
  });
  /** Texts and references in turn; a `$` right before a reference would be an escape. */
  const pieces = fc
    .array(fc.tuple(text, reference), { maxLength: 4 })
    .map((pairs): Piece[] =>
      pairs.flatMap(([before, piece]): Piece[] => [
        { kind: 'text', text: before.replace(/\$+$/, '') || 'x' },
        piece,
      ]),
    );

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(pieces, (written) => {
        const { pieces: read, faults } = parseReferences(writePieces(written));
        expect(faults).to.deep.equal([]);
        expect(read.map(bare)).to.deep.equal(written.map(bare));
      }),
      { numRuns: 2000 },
    );
  });

  it('never loses a character, and every part has its place', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '${',
            '$',
            '{',
            '}',
            'n',
            '.',
            'x',
            '[',
            ']',
            '"',
            "'",
            '\\',
            '0',
            ' ',
            '\n',
          ),
        }),
        (written) => {
          const { pieces: read, faults } = parseReferences(written);
          for (const each of [...faults, ...read.filter((piece) => piece.kind === 'reference')]) {
            expect(each.start).to.be.at.least(0);
            expect(each.end).to.be.within(each.start + 1, written.length);
            expect(written.slice(each.start, each.start + 2)).to.equal(
              each.end > each.start && 'message' in each && written[each.start] !== '$'
                ? written.slice(each.start, each.start + 2)
                : '${',
            );
          }
          const known = read.reduce(
            (sum, piece) =>
              sum + (piece.kind === 'text' ? piece.text.length : piece.end - piece.start),
            0,
          );
          expect(known).to.be.at.most(written.length);
          if (faults.length === 0)
            expect(known + (written.match(/\$\$\{/g)?.length ?? 0)).to.be.at.least(written.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function bare(piece: Piece): unknown {
  if (piece.kind === 'text') return piece.text;
  return [
    piece.upstream.name,
    piece.export.name,
    ...piece.steps.map((each) => (each.kind === 'index' ? each.index : [each.name, each.kind])),
  ];
}
