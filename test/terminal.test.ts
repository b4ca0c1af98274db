import { expect } from 'chai';
import fc from 'fast-check';
import { cellsOf, escapeControls } from '../src/text/terminal.js';

const width = (text: string): number => cellsOf(text).reduce((sum, cell) => sum + cell.width, 0);

describe('escapeControls', () => {
  const rows: [title: string, text: string, shown: string][] = [
    ['an escape sequence', '\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['a title that a terminal would take', '\x1b]0;owned\x07', '\\x1b]0;owned\\x07'],
    ['a C1 control', '\u009b31m', '\\x9b31m'],
    ['line breaks and tabs', 'a\r\nb\tc', 'a\\r\\nb\\tc'],
    ['NUL and DEL', '\0\x7f', '\\x00\\x7f'],
    ['line separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
    ['text that turns its direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['what cannot be seen', 'pay\u200bpal\ufeff', 'pay\\u200bpal\\ufeff'],
    ['tag characters', 'x\u{e0041}', 'x\\u{e0041}'],
    ['half of a surrogate pair', 'a\ud83d!', 'a\\ud83d!'],
  ];
  for (const [title, text, shown] of rows) {
    it(`writes as escapes: ${title}`, () => {
      expect(escapeControls(text)).to.equal(shown);
    });
  }

  it('leaves letters of every script, emoji and their joiners', () => {
    for (const text of [
      'gena',
      'Привет',
      '日本',
      'می‌خواهم',
      'e\u0301',
      '👩‍👩‍👧',
      '🇩🇪',
      '1️⃣',
      'a\u00a0b',
    ])
      expect(escapeControls(text)).to.equal(text);
  });

  it('leaves nothing behind that is unsafe, and is done after one time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = escapeControls(text);
        for (const character of shown)
          expect(character.codePointAt(0)).to.satisfy(
            (code: number) => code >= 0x20 && (code < 0x7f || code > 0x9f),
          );
        expect(shown).to.not.match(/\p{Cs}/u);
        expect(escapeControls(shown)).to.equal(shown);
      }),
    );
  });
});

describe('cellsOf', () => {
  const widths: [text: string, columns: number][] = [
    ['', 0],
    ['gena', 4],
    ['日本', 4],
    ['ｗｉｄｅ', 8],
    ['한글', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['✅ ok', 5],
    ['Привет', 6],
    ['\u001b', 4],
    ['\t', 4],
    ['ab\t', 4],
    ['abcd\t', 8],
    ['日\tx', 5],
  ];
  for (const [text, columns] of widths) {
    it(`measures ${JSON.stringify(text)} as ${columns}`, () => {
      expect(width(text)).to.equal(columns);
    });
  }

  it('covers the text without gaps, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let end = 0;
        for (const cell of cellsOf(text)) {
          expect(cell.start).to.equal(end);
          end = cell.end;
        }
        expect(end).to.equal(text.length);
      }),
    );
  });
});
