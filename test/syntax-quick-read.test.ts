/** The quick reader decides nothing: where it answers, the full parser says the same, node for node and span for span. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { isRefusal, readEvents } from '../src/syntax/events.js';
import type { Node } from '../src/syntax/node.js';
import { parseDocument } from '../src/syntax/parse.js';
import { readSections } from '../src/syntax/quick-read.js';
import { buildDocument } from '../src/syntax/tree.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The tree through the full parser alone; undefined where it has anything to say. */
function fullTree(text: string): unknown {
  const source = { path: '/t.yaml', name: 't.yaml', text };
  const events = readEvents(text);
  if (isRefusal(events)) return undefined;
  const { value, diagnostics } = buildDocument(source, text, events);
  return diagnostics.length > 0 || value.root === undefined ? undefined : bare(value.root);
}

/** A tree without its sources, for comparing. */
function bare(node: Node): unknown {
  const span = [node.start, node.end];
  switch (node.kind) {
    case 'map':
      return {
        kind: node.kind,
        span,
        marker: node.marker,
        entries: node.entries.map((entry) => [
          entry.key,
          entry.start,
          entry.end,
          bare(entry.value),
        ]),
      };
    case 'list':
      return { kind: node.kind, span, marker: node.marker, items: node.items.map(bare) };
    case 'null':
    case 'unset':
    case 'unknown':
      return { kind: node.kind, span };
    default:
      return { kind: node.kind, span, value: node.value };
  }
}

/** What the quick reader makes of a text by itself: a tree for each section, or undefined. */
function quickSections(text: string): readonly (readonly [string, unknown])[] | undefined {
  const sections = readSections({ path: '/t.yaml', name: 't.yaml', text });
  return sections?.map(({ key, entry }) => [
    key,
    entry && [entry.key, entry.start, entry.end, bare(entry.value)],
  ]);
}

function agrees(text: string): 'quick' | 'full' {
  const quick = quickSections(text);
  if (quick?.every(([, entry]) => entry !== undefined) !== true) return 'full';
  const full = fullTree(text) as { entries: unknown } | undefined;
  expect(full?.entries, JSON.stringify(text)).to.deep.equal(quick.map(([, entry]) => entry));
  return 'quick';
}

const values = [
  'x',
  '10-x.conf',
  '1e3x',
  '12',
  '1.5',
  'a b',
  'a:b',
  'http://x/y?z',
  '-5',
  '- 5',
  '-',
  'yes',
  'No',
  '0644',
  '08',
  '1.0',
  '1e3',
  '1.5e+3',
  '22:22',
  '~',
  'null',
  '.5',
  '.inf',
  '<<',
  '=',
  '2001-12-14',
  '2001-02-30',
  '"q"',
  '"q" # c',
  "'it''s'",
  "'a' 'b'",
  '"a\\n"',
  '"a',
  "'a",
  'a # c',
  'a #',
  'a#b',
  '# c',
  '#c',
  '[a, b]',
  '[a, [b, c]]',
  '[a, ]',
  '[ ]',
  '[]',
  '[a,b]',
  '[a b, c:d]',
  '[a: b]',
  '["x", \'y\']',
  '[a',
  'a]',
  '{a: 1, b: [x]}',
  '{a: 1, a: 2}',
  '{}',
  '{ }',
  '{a: }',
  '{a}',
  '{a:1}',
  '{"a": 1}',
  '{a: {b: c}}',
  '{{ x }}',
  'x {{ y }}',
  '&a x',
  '*a',
  '!vault x',
  '!unset',
  '|',
  '>',
  '| x',
  '@x',
  '`x`',
  '%x',
  '?x',
  ': x',
  ':x',
  'x:',
  'x: y',
  ',x',
  'a, b',
  'ä',
  'é: f',
  '日本',
  '\u00a0x',
  'x\u00a0',
  'x\u2028y',
  'tab\there',
  'x ',
  '(a)',
  '$x',
  '<x',
  '+1',
  '1_000',
  '12345678901234567890123',
  '"\u0085"',
  '[a#b]',
  '[a #b]',
  '[x, "y": z]',
  "[it's]",
  '[-1, - 2]',
  '[-, a]',
  '{a: -1}',
  '[a ]',
  '{a: b }',
  '{a: b, }',
];

const shapes: readonly ((value: string) => string)[] = [
  (value) => `k: ${value}\n`,
  (value) => `k: ${value}`,
  (value) => `k:\n  j: ${value}\n  l: m\n`,
  (value) => `k:\n- ${value}\n- x\nz: 1\n`,
  (value) => `k:\n  - ${value}\n  - x\n`,
  (value) => `k:\n  - a: ${value}\n    b: c\n  - d: e\n`,
  (value) => `k: ${value}\n  more\n`,
  (value) => `k: ${value}\n# c\nz: y\n`,
  (value) => `k: [${value}, z]\n`,
  (value) => `k: {a: ${value}, z: y}\n`,
  (value) => `${value}: k\nz: y\n`,
  (value) => `k:   ${value}   \n\n\nz:\n`,
  (value) => `k:\n\n  # c\n    j: ${value}\n`,
  (value) => `k:\n  a:\n    b: ${value}\n   c: d\n`,
  (value) => `k:\n  a: ${value}\n b: c\n`,
  (value) => `k: ${value}\nk: again\n`,
  (value) => `---\nk: ${value}\n`,
  (value) => ` k: ${value}\n`,
  (value) => `k: ${value}\r\n`,
];

/** Block scalars below a key at column 0 and deeper. */
const blocks = [
  'a: |\n  x\n  y\nb: 1\n',
  'a: |-\n  x\n\n   y\n\n\nb: 1\n',
  'a:\n  - |\n    x\n  - y\n',
  'a: |\n  x\n  # c\n# d\nb: 1\n',
  'a: |   # c\n  x\nb: 1\n',
  'a: |\n\n\n  x\nb: 1\n',
  'a: |\n\nb: 1\n',
  'a: |\n  x',
  'a: |\n  x\n',
  'a: |\n  x\n    \nb: 1\n',
  'a: |\n  x\n  \n\nb: 1\n',
  'a:\n  c: |\n    x\n\n    \n    z   \n  d: 1\n',
  'a: |+\n  x\n\nb: 1\n',
  'a: |2\n   x\nb: 1\n',
  'a: |\n    x\n  y\nb: 1\n',
  'a:\n  c: |\n  x\n',
  'a:\n  c: |\n x\nb: 1\n',
  'a:\n- |\n x\n- |-\n  y\n',
  'a: |\n   \n  x\nb: 1\n',
  'a:\n  c: |\n    key: [not, flow\n    - "text\n  d: {e: f}\n',
  'a: >\n  x\n  y\n',
  'a: |\n  é \n  日\n\n',
  'a:\n  - b: |\n      x\n    c: d\n',
  'a: |\n  x\n b: 1\n',
  'a: |-\n  x   \n   \nb:\n',
];

describe('the quick reader', () => {
  it('agrees on block scalars', () => {
    expect(blocks.filter((text) => agrees(text) === 'quick').length).to.be.greaterThan(8);
  });

  for (const shape of shapes) {
    it(`agrees in the shape ${JSON.stringify(shape('…'))}`, () => {
      const quick = values.filter((value) => agrees(shape(value)) === 'quick');
      if (/^k: …\n$/.test(shape('…'))) expect(quick.length).to.be.greaterThan(40);
    });
  }

  it('agrees on maps that begin like the one before', () => {
    const keys = ['yes', '"yes"', 'a', '"a"', "'a'", 'ab', 'a.b', '"a: b"', '1'];
    const pairs = fc.oneof(
      { weight: 3, arbitrary: fc.subarray(['a', 'ab', 'a.b', '"yes"'], { minLength: 1 }) },
      { weight: 1, arbitrary: fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 }) },
    );
    const items = fc
      .tuple(fc.constantFrom('- ', '- {'), pairs)
      .map(([open, names]) =>
        open === '- '
          ? `- ${names.map((name) => `${name}: 1`).join('\n  ')}\n`
          : `- {${names.map((name) => `${name}: 1`).join(', ')}}\n`,
      );
    let quick = 0;
    fc.assert(
      fc.property(fc.array(items, { minLength: 2, maxLength: 4 }), (maps) => {
        if (agrees(`k:\n${maps.join('')}`) === 'quick') quick++;
      }),
      { numRuns: 600 },
    );
    expect(quick).to.be.greaterThan(20);
    for (const text of [
      'k:\n- a: 1\n  b: 2\n- a: 1\n  b: 2\n  a: 3\n',
      'k: [{a: 1}, {a: 1, a: 2}]\n',
      'k: {a: 1, b: {a: 1, b: 2}, a: 1}\n',
    ])
      expect(agrees(text), text).to.equal('full');
  });

  it('agrees on nested documents', () => {
    const { document } = fc.letrec<{ document: string; block: readonly string[] }>((tie) => ({
      document: fc
        .array(fc.tuple(fc.constantFrom('a', 'b', 'tags', 'hosts', 'yes', '"q"'), tie('block')), {
          minLength: 1,
          maxLength: 4,
        })
        .map((sections) =>
          sections
            .map(([key, lines]) =>
              lines.length === 1 && !lines[0]?.includes('\n')
                ? `${key}: ${lines[0] ?? ''}\n`
                : `${key}:\n${lines.map((line) => `  ${line}\n`).join('')}`,
            )
            .join(''),
        ),
      block: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc
          .oneof(
            {
              weight: 9,
              arbitrary: fc.constantFrom('x', 'a b', '5', '"q"', '[a, b]', '{a: 1}', 'no'),
            },
            { weight: 1, arbitrary: fc.constantFrom(...values) },
          )
          .map((value) => [value]),
        fc
          .array(fc.tuple(fc.constantFrom('x', 'y', 'z', 'name', "'w'"), tie('block')), {
            minLength: 1,
            maxLength: 3,
          })
          .map((entries) =>
            entries.flatMap(([key, lines]) =>
              lines.length === 1
                ? [`${key}: ${lines[0] ?? ''}`]
                : [`${key}:`, ...lines.map((line) => `  ${line}`)],
            ),
          ),
        fc
          .array(tie('block'), { minLength: 1, maxLength: 3 })
          .map((items) =>
            items.flatMap((lines) =>
              lines.map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`)),
            ),
          ),
      ),
    }));
    let quick = 0;
    fc.assert(
      fc.property(document, (text) => {
        if (agrees(text) === 'quick') quick++;
      }),
      { numRuns: 400 },
    );
    expect(quick).to.be.greaterThan(20);
  });

  it('leaves the tree of a whole file as it is, where only some sections are quick', () => {
    const texts = [
      'a: &x {n: 1}\nb: *x\nhosts:\n- {name: h, tags: [t, u]}\n- name: i\n  vars: {v: 1}\n',
      'hosts:\n- name: h\n- name: i\n- name: j\n- name: k\ntags:\n  t: {vars: {s: !unset }}\n',
      'plugin: inventory-script\nhosts: [{name: h}, {name: i}]\nvars:\n  text: |\n    one\n    b: two\n',
    ];
    for (const text of texts) {
      const source = { path: '/t.yaml', name: 't.yaml', text };
      const { value, diagnostics } = parseDocument(source);
      expect(diagnostics).to.deep.equal([]);
      expect(value.root && bare(value.root)).to.deep.equal(fullTree(text));
      expect(value.usesMarkers).to.equal(text.includes('!unset'));
    }
  });

  it('agrees on every example and fixture', () => {
    const files = ['examples', 'test/fixtures'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.ya?ml$/.test(name))
        .map((name) => join(root, folder, name)),
    );
    const quick = files.filter((file) => agrees(readFileSync(file, 'utf8')) === 'quick');
    expect(quick.length).to.be.greaterThan(10);
  });
});
