import { expect } from 'chai';
import { secretRanges } from '../src/diagnostics/redact.js';
import type { Source } from '../src/text/source.js';

function sourceOf(text: string): Source {
  return { path: '/inventory.yaml', name: 'inventory.yaml', text };
}

/** The text with every secret range written as █ for each of its characters. */
function shown(text: string): string {
  const source = sourceOf(text);
  let out = '';
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    let at = start;
    for (const range of secretRanges(source, start, end)) {
      expect(range.start).to.be.at.least(at);
      expect(range.end).to.be.within(range.start + 1, end);
      out += text.slice(at, range.start) + '█'.repeat(range.end - range.start);
      at = range.end;
    }
    out += `${text.slice(at, end)}\n`;
    start = end + 1;
  }
  return out.slice(0, -1);
}

describe('secretRanges', () => {
  const rows: [title: string, text: string, expected: string][] = [
    [
      'a block below its key, and not what follows',
      'vars:\n  key: !vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    6162\n\n    63\n  other: 1\nhosts: []',
      'vars:\n  key: !vault |\n    █████████████████████████\n    ████\n\n    ██\n  other: 1\nhosts: []',
    ],
    [
      'plain text that somebody forgot to encrypt',
      'a: !vault |-\n  pass: word\n    deep\n  end\nb: 1',
      'a: !vault |-\n  ██████████\n    ████\n  ███\nb: 1',
    ],
    [
      'an indicator of indentation and a comment',
      'a: !vault |2- # of gena\n   x\nb: 1',
      'a: !vault |2- # of gena\n   █\nb: 1',
    ],
    ['a folded block', 'a: !vault >\n  x\nb: 1', 'a: !vault >\n  █\nb: 1'],
    ['a quoted value', 'a: {b: !vault "x\\"y, z", c: 1}', 'a: {b: !vault █████████, c: 1}'],
    ['a value in single quotes', "a: [!vault 'x, y', 2]", 'a: [!vault ██████, 2]'],
    [
      'a quoted value over several lines',
      'a: !vault "x\n  y\n  z"\nb: 1',
      'a: !vault ██\n  █\n  ██\nb: 1',
    ],
    ['a plain value', 'a: !vault x, y', 'a: !vault ████'],
    ['a plain value over several lines', 'a: !vault x\n  y\nb: 1', 'a: !vault █\n  █\nb: 1'],
    ['behind an anchor', 'a: &k !vault x\nb: !vault &l y', 'a: &k !vault █\nb: !vault &l █'],
    [
      'the other spellings of the tag',
      'a: !vault-encrypted x\nb: !<!vault> y',
      'a: !vault-encrypted █\nb: !<!vault> █',
    ],
    ['the tag on its own line', 'a:\n  !vault |\n  x\nb: 1', 'a:\n  !vault |\n  █\nb: 1'],
    [
      'the tag on the line of the key, the value below',
      'a: !vault\n  "x\n  y"\nb: 1',
      'a: !vault\n  ██\n  ██\nb: 1',
    ],
    ['an item of a list', 'a:\n- !vault |\n  x\n- y\n', 'a:\n- !vault |\n  █\n- y\n'],
    [
      'the first key of an item, and not its other keys',
      'a:\n  - key: !vault |\n      x\n    name: y',
      'a:\n  - key: !vault |\n      █\n    name: y',
    ],
    ['a list in a list', 'a:\n- - !vault |\n    x\n  - y', 'a:\n- - !vault |\n    █\n  - y'],
    [
      'an envelope without its tag',
      'a: |\n  $ANSIBLE_VAULT;1.1;AES256\n  6162\n  63\nb: 1',
      'a: |\n  █████████████████████████\n  ████\n  ██\nb: 1',
    ],
    [
      'an envelope in quotes',
      'a: {"__ansible_vault": "$ANSIBLE_VAULT;1.1\\n6162", b: 1}',
      'a: {"__ansible_vault": "████████████████████████", b: 1}',
    ],
    [
      'payload at the column of its key',
      'a: !vault "$ANSIBLE_VAULT;1.1\\n\\\n6162\\n\\\n63"\nb: 1',
      'a: !vault ██████████████████████\n███████\n███\nb: 1',
    ],
    [
      'a file that is encrypted whole',
      '$ANSIBLE_VAULT;1.1;AES256\n6162\n63',
      '█████████████████████████\n████\n██',
    ],
    ['line ends of Windows', 'a: !vault |\r\n  x\r\nb: 1\r', 'a: !vault |\r\n  ██\nb: 1\r'],
    [
      'nothing in a comment',
      'vars: # use !vault here\n  a: 1\n# !vault\nb: 2',
      'vars: # use !vault here\n  a: 1\n# !vault\nb: 2',
    ],
    ['a value whose key has a hash in quotes', '"a #b": !vault |\n  x', '"a #b": !vault |\n  █'],
    [
      'nothing in digits of other values',
      'a: |\n  6162\n  63\nb: 42\n10: 1',
      'a: |\n  6162\n  63\nb: 42\n10: 1',
    ],
    [
      'nothing where a word only begins like the tag',
      'a: !vaults x\nb: my!vault_x',
      'a: !vaults x\nb: my!vault_x',
    ],
  ];
  for (const [title, text, expected] of rows) {
    it(`finds ${title}`, () => {
      expect(shown(text)).to.equal(expected);
    });
  }

  it('finds the end of a payload of any length', () => {
    const text = `a: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n${'  6162\n'.repeat(20_000)}`;
    const start = text.lastIndexOf('  6162');
    expect(secretRanges(sourceOf(text), start, start + 6)).to.deep.equal([
      { start: start + 2, end: start + 6 },
    ]);
  });
});
