/** Users' regular expressions: those of ECMAScript with `u`, in time that grows with the text alone. */
import { expect } from 'chai';
import fc from 'fast-check';
import { compilePattern, patternFault } from '../src/types/pattern/pattern.js';

/** Expressions that match one character, and texts to find them in. */
const characters = [
  'a',
  'b',
  '.',
  '\\d',
  '\\D',
  '\\w',
  '\\W',
  '\\s',
  '\\S',
  '[ab]',
  '[^a]',
  '[\\w.]',
  '[a-c\\-]',
  '[\\]\\b]',
  '[]',
  '[^]',
  'é',
  '😀',
  '[😀-😂]',
  '\\u{1F600}',
  '\\uD83D\\uDE00',
  '\\ud83d',
  '\\p{L}',
  '\\P{Lu}',
  '\\p{Script=Greek}',
  '\\x61',
  '\\cA',
  '\\0',
  '\\.',
  '\\/',
];
const pattern = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(...characters),
    fc.constantFrom('^', '$', '\\b', '\\B', ''),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('|')),
    fc
      .tuple(
        fc.constantFrom('(', '(?:', '(?<name>'),
        tie('pattern'),
        fc.constantFrom(
          '',
          '*',
          '+',
          '?',
          '*?',
          '+?',
          '??',
          '{2}',
          '{0,2}',
          '{1,}',
          '{0}',
          '{1,2}?',
        ),
      )
      .map(([opening, body, quantifier]) => `${opening}${body})${quantifier}`),
  ),
})).pattern;
const text = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', 'c', 'A', '1', '_', '.', '-', ' ', '\n', '\r', '\u2028', '\ufeff', '\0'],
      ...['\u0001', 'é', 'λ', '😀', '😂', '\ud83d', '\ude00'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('patterns', () => {
  it('match where a `RegExp` with the flag `u` matches', () => {
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        const native = nativeOf(source);
        if (native === undefined) return patternFault(source)?.isRefusal === false;
        // V8 looks for `\B` inside of surrogate pairs, too.
        const asked = source.includes('\\B')
          ? value.replace(/[^\0-\u{d7ff}\u{e000}-\uffff]/gu, 'é')
          : value;
        expect(patternFault(source)).to.equal(undefined);
        return compilePattern(source).test(asked) === native.test(asked);
      }),
      { numRuns: 5_000 },
    );
  });

  for (const [source, fault] of [
    ['a(?=b)', 'it has a lookahead, `(?=…)`'],
    ['^(?!a)', 'it has a lookahead, `(?!…)`'],
    ['(?<=a)b', 'it has a lookbehind, `(?<=…)`'],
    ['((?<!a)b)*', 'it has a lookbehind, `(?<!…)`'],
    ['(a)\\1', 'it has a back reference, `\\1`'],
    ['(?<x>a)[\\]]\\k<x>', 'it has a back reference, `\\k<x>`'],
    ['(a{1,1000}){1,1000}', 'its repetitions make it too large'],
    ['a{1,99999999999999999999}', 'its repetitions make it too large'],
    ['((){1000}){1000}', 'its repetitions make it too large'],
    ['('.repeat(101) + ')'.repeat(101), 'it nests more than 100 groups'],
    ['a'.repeat(1_000_000), 'it is too large (1000000 characters, at most 10000)'],
  ] as const) {
    it(`do not take ${source.slice(0, 40)}`, () => {
      expect(patternFault(source)).to.deep.equal({ fault, isRefusal: true });
      expect(compilePattern(source).test('ab')).to.equal(false);
    });
  }

  for (const source of ['(', 'a**', '[b-a]', '\\-', 'a{2,1}', '(?i)a', '\\k<x>', '\\1', '{'])
    it(`must be well-formed: ${source}`, () => {
      expect(patternFault(source)?.isRefusal).to.equal(false);
    });

  for (const source of [
    '^(a+)+$',
    '^(a|a)*$',
    '(a*)*b',
    '(.*)*x',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a?){500}a{500}b',
    '^(a|aa|aaa)+$',
    'a*a*a*a*a*a*a*a*b',
  ]) {
    it(`take time in proportion to the text: ${source}`, () => {
      const compiled = compilePattern(source);
      for (const length of [40, 200_000]) {
        const started = performance.now();
        expect(compiled.test(`${'a'.repeat(length)}!`)).to.equal(false);
        expect(performance.now() - started).to.be.lessThan(10_000);
      }
    });
  }

  it('take bounded memory, however many there are', () => {
    const before = process.memoryUsage().heapUsed;
    for (let number = 0; number < 2_000; number++)
      expect(compilePattern(`(a{1,90}){1,90}|${number}$`).test('b')).to.equal(false);
    expect(process.memoryUsage().heapUsed - before).to.be.lessThan(400_000_000);
  });
});

function nativeOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
