/**
 * Merge keys whose value depends on the version of PyYAML: a table, and the law that a document without a warning means
 * here what it means to the PyYAML of every ansible-core that tests run against.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { findMergeOverlaps } from '../src/resolve/merge-overlaps.js';
import { ansibleVersions } from './support/ansible.js';
import { parse, treeOf } from './support/syntax.js';

const versions = await ansibleVersions();

const maps = `base: &base {port: 80, name: base, s: 1}
other: &other {port: 81, zone: eu}
same: &same {port: 80}
derived: &derived {<<: *base, port: 82}
short: &short {<<: *base, s: 2}
both: &both [*base, *other]
`;

/** What the warnings about a document with `maps` point at and name: `<<` at an offset, then the keys. */
function keysOf(text: string): string[] {
  return warningsOf(text).map(
    ({ message }) =>
      /(?:set|overrides) (.*?) (?:to|of a map)/.exec(message)?.[1]?.replaceAll('`', '') ?? message,
  );
}

function warningsOf(text: string): ReturnType<typeof findMergeOverlaps> {
  const { value, diagnostics } = parse(`${maps}${text}\n`);
  expect(diagnostics).to.deep.equal([]);
  return findMergeOverlaps(value);
}

describe('merge keys and versions of PyYAML', () => {
  const rows: readonly (readonly [text: string, keys: readonly string[]])[] = [
    ['x: {<<: *base}', []],
    ['x: {<<: [*base]}', []],
    ['x: {<<: []}', []],
    ['x: {<<: [*base, *other]}', ['port']],
    ['x: {<<: *both}', ['port']],
    ['x:\n  <<:\n    - *base\n    - *other', ['port']],
    // Equal values, and keys that the map sets itself, are the same everywhere.
    ['x: {<<: [*base, *same]}', []],
    ['x: {<<: [*base, *base]}', []],
    ['x: {<<: [{a: {p: 1, q: [x]}}, {a: {q: [x], p: 1}}]}', []],
    ['x: {<<: [{aa: 1}, {aa: 1.0}]}', ['aa']],
    ['x: {<<: [{aa: 1}, {aa: "1"}]}', ['aa']],
    ['x: {<<: [*base, *other], port: 1}', []],
    ['x: {port: 1, <<: [*base, *other]}', []],
    // A map that inherits from another one of the list: the order decides.
    ['x: {<<: [*derived, *base]}', []],
    ['x: {<<: [*base, *derived]}', ['port']],
    ['x: {<<: *derived}', []],
    ['x: {<<: [*derived, *other]}', ['port']],
    // What is warned of once is not repeated for those who merge the map.
    ['y: &y {<<: [*base, *other]}\nx: {<<: *y}', ['port']],
    ['y: &y {<<: [*base, *other]}\nx: {<<: [*y, {zone: us}]}', ['port', 'zone']],
    // What the map that is warned of has by inheritance is still the pair of the map that it comes from.
    [
      'a: &a {k: 2}\nb: &b {bb: 2, k: 1}\nc: &c {<<: *b, bb: 1}\nd: &d {<<: [*c, *a]}\nx: {<<: [*d, *b]}',
      ['k'],
    ],
    // One character: to CPython two such keys are one object, so that an override of an inherited one is lost.
    ['x: {<<: [{k: 1}, {k: 2}]}', ['k']],
    ['x: {<<: *short}', ['s']],
    ['x: {<<: *short, s: 3}', []],
    ['y: &y {<<: *short}\nx: {<<: *y}', ['s']],
    [
      'x: {<<: [{aa: 1, bb: 1, cc: 1, dd: 1, ee: 1}, {aa: 2, bb: 2, cc: 2, dd: 2, ee: 1}]}',
      ['aa, bb, cc and 1 more'],
    ],
  ];
  for (const [text, keys] of rows) {
    it(JSON.stringify(text), () => {
      expect(keysOf(text)).to.deep.equal(keys);
    });
  }

  it('a warning names both places, and the way that is the same everywhere', () => {
    const [warning] = warningsOf('x: {<<: [*base, *other]}');
    expect(warning?.code).to.equal('check/merge-overlap');
    expect(warning?.severity).to.equal('warning');
    expect(warning?.help).to.equal(
      'set it in this map beside `<<`: its own keys win in every version',
    );
    const { text } = warning?.span.source ?? { text: '' };
    expect(text.slice(warning?.span.start, (warning?.span.start ?? 0) + 18)).to.equal(
      '<<: [*base, *other',
    );
    expect(
      warning?.related.map(({ span, message }) => [
        text.slice(span.start, span.start + 8),
        message,
      ]),
    ).to.deep.equal([
      ['port: 80', 'the first map with `port` wins here and up to PyYAML 6.0.3'],
      ['port: 81', 'the last map with `port` wins in PyYAML 6.0.4'],
    ]);
  });

  it('three hundred merges of a map of a thousand keys give no warning', () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `k${at}: ${at}`).join(', ');
    const merges = Array.from({ length: 300 }, (_, at) => `m${at}: {<<: *large, own: ${at}}`);
    const { value } = parse(`large: &large {${keys}}\n${merges.join('\n')}\n`);
    expect(findMergeOverlaps(value)).to.deep.equal([]);
  });

  /** A document of anchored maps that merge earlier ones. */
  const documents = fc
    .array(
      fc.record({
        merges: fc.array(fc.nat(5), { maxLength: 3 }),
        isList: fc.boolean(),
        own: fc.dictionary(
          fc.constantFrom('k', 'é', 'aa', 'bb', 'cc'),
          fc.integer({ min: 1, max: 2 }),
          {
            maxKeys: 3,
          },
        ),
      }),
      { minLength: 2, maxLength: 6 },
    )
    .map((definitions) =>
      definitions
        .map(({ merges, isList, own }, at) => {
          const known = merges.filter((target) => target < at).map((target) => `*m${target}`);
          const [first] = known;
          const value = isList || known.length > 1 ? `[${known.join(', ')}]` : first;
          const pairs = Object.entries(own).map(([key, number]) => `${key}: ${number}`);
          const merge = first === undefined ? [] : [`<<: ${value ?? ''}`];
          return `m${at}: &m${at} {${[...merge, ...pairs].join(', ')}}\n`;
        })
        .join(''),
    );

  it('a core is there to compare with', () => {
    expect(versions).to.have.length.greaterThan(0);
  });

  for (const ansible of versions) {
    it(`what is not warned of means the same to ${ansible.label}`, async () => {
      const samples = [...new Set(fc.sample(documents, 2000))];
      const { stdout, stderr } = await ansible.run(
        'python',
        [
          '-c',
          'import json, sys, yaml; print(yaml.__version__); [print(json.dumps(yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))) for text in json.load(sys.stdin)]',
        ],
        { input: JSON.stringify(samples) },
      );
      expect(stderr).to.equal('');
      const [version, ...answers] = stdout.trimEnd().split('\n');
      let warned = 0;
      for (const [at, text] of samples.entries()) {
        const { value, diagnostics } = parse(text);
        expect(diagnostics, text).to.deep.equal([]);
        const warnings = findMergeOverlaps(value);
        const ours = value.root === undefined ? null : plainOf(treeOf(value.root));
        const isSame = sorted(ours) === sorted(JSON.parse(answers[at] ?? ''));
        if (warnings.length === 0) expect(isSame, `${text}${answers[at] ?? ''}`).to.equal(true);
        else warned++;
        // In the version that differs, only keys of one character are warned of where it agrees.
        const isAboutLong = warnings.some((each) => /`(?:aa|bb|cc)`/.test(each.message));
        if (version === '6.0.4' && isAboutLong) expect(isSame, text).to.equal(false);
      }
      expect(warned).to.be.greaterThan(50);
    });
  }
});

/** The tree of maps and integers as plain data. */
function plainOf(tree: unknown): unknown {
  const [kind, value] = tree as [string, unknown];
  if (kind !== 'm') return Number(value);
  return Object.fromEntries(
    (value as [string, unknown][]).map(([key, inner]) => [key, plainOf(inner)]),
  );
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
