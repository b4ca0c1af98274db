/**
 * Readers of one text give one tree: js-yaml's events, the same after its flow collections were unfolded, `yaml`'s
 * events, and whatever short cut `parseDocument` takes. Trees, spans, codes, places and words are compared.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { isRefusal, readEvents, type Event } from '../src/syntax/events.js';
import { unfoldFlow } from '../src/syntax/flow-layout.js';
import { loadYaml } from '../src/syntax/lazy-yaml.js';
import { buildDocument } from '../src/syntax/tree.js';
import { readYamlEvents } from '../src/syntax/yaml-events.js';
import constructs from './data/yaml-constructs.json' with { type: 'json' };
import scalars from './data/yaml-scalars.json' with { type: 'json' };
import { parse, sourceOf, spansOf, told, treeOf } from './support/syntax.js';
import { mutated, wellFormed } from './support/yaml-documents.js';
import type { Document } from '../src/syntax/node.js';
import type { Outcome } from '../src/diagnostics/diagnostic.js';

const documents = [
  'hosts:\n  - name: web1\n    tags: [a, b]\n    vars: {x: {y: z}, n: [1, 2]}\n  - {name: h2, tags: [x,\n      y]}\n',
  'a: &a\n  b: [1, 2,\n    3]\n  c: {\n    x: 1, # c\n    y: "foo\n      bar"\n   }\nd: *a\n',
  'a:\n- x\n- - y\n  - z\n-\n- k: v\n  l: w\n- &n\n  - !!str\n',
  'a: |\n  one\n    more\n\n  last\nb: >-\n  a\n  b\n\n  c\nc: |2\n    two\nd: |+\n  keep\n\ne: |\n\n\nf: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  61\n',
  '%TAG !e! tag:yaml.org,2002:\n---\na: !e!str 12\nb: !<tag:yaml.org,2002:int> "3"\n...\n',
  '&m\n&k a: 1\nb: !replace\n  !!str c: d\n? explicit\n: value\n? - l\n: - m\n',
  'a: {b, c: , "d":1, ? e : f, [g]: h}\ni: [j: k, ? l, *m : n]\n',
  'a: "x\\\n  y\\\n\n  z"\nb: "x \n\n  y"\nc: \'x\n\n\n  y\'\nd: plain\n  text\n\n  more\n',
];

function outcomeOf(text: string, events: readonly Event[], unfolded = false): Outcome<Document> {
  return buildDocument(sourceOf(text), text, events, unfolded);
}

function view({ value, diagnostics }: Outcome<Document>): unknown {
  const root = value.root === undefined ? null : [treeOf(value.root), spansOf(value.root)];
  return {
    root,
    marks: value.usesMarkers,
    told: diagnostics.map((each) => `${told(each)} ${each.span.start}`),
  };
}

/** Texts on which the parsers are known to differ, and which no inventory holds: marks, directives, a text as the root. */
function isOdd(text: string): boolean {
  return (
    text.includes('\ufeff') ||
    /^%/m.test(text) ||
    /^[ \t]+---/m.test(text) ||
    /^(?:---|\.\.\.|#[^\r\n]*|\s+)*[|>]/.test(text)
  );
}

/** Compares all readers that take the text; answers how many did. */
function compare(text: string): number {
  const events = readEvents(text);
  const second = readYamlEvents(text, loadYaml());
  const whole = parse(text);
  if (
    whole.diagnostics.some(
      (each) => each.code === 'syntax/control-character' || each.code === 'syntax/whole-file-vault',
    )
  )
    return 0;
  if (isRefusal(events)) return 0;
  const expected = view(outcomeOf(text, events));
  expect(view(whole), 'parseDocument').to.deep.equal(expected);
  const layout = unfoldFlow(text);
  expect(layout.text).to.have.length(text.length);
  const unfolded = readEvents(layout.text);
  if (isRefusal(unfolded)) expect.fail(`unfolded: ${unfolded.reason}`);
  expect(view(outcomeOf(text, unfolded, true)), 'unfolded').to.deep.equal(expected);
  if (isRefusal(second) || whole.diagnostics.some((each) => each.code === 'syntax/invalid'))
    return 2;
  expect(view(outcomeOf(text, second)), 'yaml').to.deep.equal(expected);
  return 3;
}

describe('readers of YAML', () => {
  it('agree where a block scalar stands between sections that are read in another way', () => {
    const rest = `b: [${Array(50).fill('x').join(', ')}]\n`;
    for (const header of ['|', '>', '|+', '>+', '|-']) {
      for (const end of ['', '\n', '\n\n', '# c\n', '   \n'])
        compare(`a: ${header}\n  x\n   y\n${end}${rest}c: ${header}\n  z`);
    }
  });

  for (const text of documents) {
    it(`agree on ${JSON.stringify(text)}`, () => {
      expect(compare(text)).to.equal(3);
    });
  }

  it('agree on all measured constructs', () => {
    const readers = constructs.map(({ text }) => compare(text));
    expect(readers.filter((count) => count === 3).length).to.be.greaterThan(130);
  });

  it('agree on all measured scalars, behind a key and in brackets', () => {
    const readers = scalars.flatMap(({ written }) => [
      compare(`a: ${written}\n`),
      compare(`a: [${written}]\nb: {c: ${written}}\n`),
    ]);
    expect(readers.filter((count) => count === 3).length).to.be.greaterThan(270);
  });

  it('agree on generated documents', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        compare(text);
      }),
      { numRuns: 800 },
    );
  });

  it('agree on documents that a few edits may have broken', () => {
    fc.assert(
      fc.property(
        mutated(wellFormed).filter((text) => !isOdd(text)),
        (text) => {
          compare(text);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('flow collections at the column of their key', () => {
  const rows: readonly (readonly [broken: string, straight: string])[] = [
    ['a: [\n  b\n]\n', 'a: [b]\n'],
    ['a: {\n  b: c,\n}\nd: e\n', 'a: {b: c}\nd: e\n'],
    ['a: [\nb,\nc d,\n]\n', 'a: [b, c d]\n'],
    [
      'a:\n  b: [\n  {c: 1,\n  d: 2}, # x\n  # y\n  e\n    f\n  ]\ng: [\n]\n',
      'a:\n  b: [{c: 1, d: 2}, e f]\ng: []\n',
    ],
    ['- [\na,\n"b",\n"c\n d"]\n- x\n', '- [a, "b", "c d"]\n- x\n'],
    ['a: [b]#c\nd: "e"#f\n', 'a: [b]\nd: "e"\n'],
    ['a: [-, b]\n', 'a: ["-", b]\n'],
    ['a: [b,\tc]\n', 'a: [b, c]\n'],
    [
      'a: "[" # {\nb: [\n  c\n]\nd: |\n  [ {\ne: x [ y\n  [ z\nf: [\n]\n',
      'a: "["\nb: [c]\nd: |\n  [ {\ne: x [ y [ z\nf: []\n',
    ],
  ];
  for (const [broken, straight] of rows) {
    it(`${JSON.stringify(broken)} is ${JSON.stringify(straight)}`, () => {
      const { value, diagnostics } = parse(broken);
      expect(diagnostics.map(told)).to.deep.equal([]);
      expect(treeOf(value.root ?? expect.fail('no root'))).to.deep.equal(
        treeOf(parse(straight).value.root ?? expect.fail('no root')),
      );
      for (const span of [value.root])
        expect(span?.end).to.equal(broken.trimEnd().length - (broken.endsWith('#f\n') ? 2 : 0));
    });
  }
});
