import { expect } from 'chai';
import fc from 'fast-check';
import { lineRange, placeOf, positionAt } from '../src/text/position.js';
import type { Source } from '../src/text/source.js';

const source = (text: string): Source => ({
  path: '/fleet/inventory.yaml',
  name: 'inventory.yaml',
  text,
});

describe('positions', () => {
  const rows: [text: string, offset: number, line: number, column: number][] = [
    ['', 0, 1, 1],
    ['ab', 1, 1, 2],
    ['ab', 2, 1, 3],
    ['ab', 9, 1, 3],
    ['a\nb', 1, 1, 2],
    ['a\nb', 2, 2, 1],
    ['a\n', 2, 2, 1],
    ['😀x', 2, 1, 2],
    ['日x\n日x', 4, 2, 2],
  ];
  for (const [text, offset, line, column] of rows) {
    it(`are ${line}:${column} at ${offset} in ${JSON.stringify(text)}`, () => {
      expect(positionAt(source(text), offset)).to.deep.equal({ line, column });
      expect(placeOf({ source: source(text), start: offset, end: offset })).to.equal(
        `inventory.yaml:${line}:${column}`,
      );
    });
  }

  it('count characters in lines that are longer than a block', () => {
    const piece = fc.constantFrom('x'.repeat(70_000), '😀'.repeat(50_000), 'y😀', '\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(), (pieces, number) => {
        const text = pieces.join('');
        const offset = number % (text.length + 1);
        const before = text.slice(0, offset).split('\n');
        const column = Array.from(before.at(-1) ?? '').length + 1;
        expect(positionAt(source(text), offset)).to.deep.equal({ line: before.length, column });
      }),
      { numRuns: 50 },
    );
  });

  it('give each line without its line break', () => {
    const text = 'a\r\nbc\n\nd';
    const lines = [1, 2, 3, 4, 5]
      .map((line) => lineRange(source(text), line))
      .map(({ start, end }) => text.slice(start, end));
    expect(lines).to.deep.equal(['a', 'bc', '', 'd', '']);
  });
});
