/** Whatever the text, the parser answers: no exception, spans inside the text, and no `yaml` unless it is needed. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Node } from '../src/syntax/node.js';
import { findDifferentReadings } from '../src/syntax/readings.js';
import { parse } from './support/syntax.js';
import { anyPieces, mutated, wellFormed } from './support/yaml-documents.js';

function checkSpans(text: string): void {
  const { value, diagnostics } = parse(text);
  for (const { span, message, help = '', related } of [
    ...diagnostics,
    ...findDifferentReadings(value),
  ]) {
    for (const { start, end } of [span, ...related.map((each) => each.span)]) {
      expect(start >= 0 && start <= end && end <= text.length, `span ${start}-${end}`).to.equal(
        true,
      );
    }
    expect(message)
      .to.match(/^[^A-Z]/)
      .and.not.match(/[.\n]$/);
    expect(help).to.not.match(/undefined/);
  }
  if (value.root === undefined) expect(diagnostics).to.not.deep.equal([]);
  else checkNode(value.root, text.length, new Set());
}

/** Children lie in order inside their parent, unless an alias or a merge key brought them there. */
function checkNode(node: Node, length: number, seen: Set<Node>): void {
  if (seen.has(node)) return;
  seen.add(node);
  expect(
    node.start >= 0 && node.start <= node.end && node.end <= length,
    `${node.kind} ${node.start}-${node.end}`,
  ).to.equal(true);
  if (node.kind === 'list')
    node.items.forEach((item) => {
      checkNode(item, length, seen);
    });
  if (node.kind === 'map')
    node.entries.forEach(({ value }) => {
      checkNode(value, length, seen);
    });
}

describe('any text', () => {
  const property = (texts: fc.Arbitrary<string>, numRuns: number) => () => {
    fc.assert(fc.property(texts, checkSpans), { numRuns });
  };
  it('is answered: well-formed documents', property(wellFormed, 200));
  it('is answered: documents with a few edits', property(mutated(wellFormed), 300));
  it('is answered: sequences of YAML indicators', property(anyPieces, 800));
  it(
    'is answered: random strings, halves of surrogate pairs included',
    property(fc.string({ unit: 'binary', maxLength: 60 }), 500),
  );
  it(
    'is answered: bytes read as Latin-1',
    property(
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      500,
    ),
  );

  const long = 20_000;
  const rows: readonly (readonly [name: string, text: string])[] = [
    ['a line of blanks', `a: b${' '.repeat(long)}c: d\n`],
    ['blanks before a comment', `a: "b" c${' '.repeat(long)}\n`],
    ['brackets that never close', '['.repeat(long)],
    ['braces that never open', `a: ${'}'.repeat(long)}`],
    ['a key in a key in a key', '? '.repeat(long)],
    ['quotes without end', `a: ${'"x" '.repeat(long / 4)}`],
    ['a quote over everything', `a: "${'x\n'.repeat(long / 2)}`],
    ['colons', `a${': '.repeat(long / 2)}`],
    ['anchors on anchors', `${'&a '.repeat(long / 3)}x\n`],
    ['tags on tags', `${'!a '.repeat(long / 3)}x\n`],
    ['one property a line', `${'!a\n'.repeat(long / 3)}x\n`],
    ['comments in brackets', `a: [\n${'# x\n'.repeat(long / 4)}`],
    ['templates', `a: ${'{{ x }}'.repeat(long / 7)}\n`],
    ['tabs', `a:\n${'\t'.repeat(long)}b: c\n`],
    ['backslashes', `a: "${'\\'.repeat(long + 1)}"\n`],
    ['line separators', `a: "${'\u2028'.repeat(long)}"\n`],
    ['control characters', '\u0001'.repeat(long)],
    ['commas', `a: [${','.repeat(long)}]\n`],
    ['numbers', `a: ${'1:'.repeat(long / 2)}1\n`],
    ['digits', `a: ${'9'.repeat(long)}\nb: 0x${'f'.repeat(long)}\nc: ${'9'.repeat(long)}.5\n`],
    ['a block scalar of blank lines', `a: |+\n${'\n'.repeat(long)}b`],
    ['many documents', '---\n'.repeat(long / 4)],
    ['dashes', '-\n'.repeat(long / 2) + '\t'],
  ];
  for (const [name, text] of rows) {
    it(`is answered: ${name}`, () => {
      checkSpans(text);
    });
  }

  it('that js-yaml takes never loads `yaml`', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { parseDocument } from './src/syntax/parse.ts';
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => /node_modules.yaml./.test(path));
      const parse = (text) => parseDocument({ path: '/a', name: 'a', text });
      parse('a: &x [1, {b: c}]\\nd: *x\\ne: [\\n  f\\n]\\ng: .inf\\n');
      const before = loaded();
      parse('a: [b\\n');
      console.log(before, loaded());
    `;
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { cwd, encoding: 'utf8' },
    );
    expect(stdout + stderr).to.equal('false true\n');
  });
});
