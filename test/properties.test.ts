/** The laws of merging, paths and suggestions, for values made at random. A failure prints its seed. */
import { expect } from 'chai';
import fc from 'fast-check';
import { overlay, settle, type OverlayListener } from '../src/resolve/overlay.js';
import { parsePath, pathText } from '../src/text/path-text.js';
import { findClashes, identical, unify } from '../src/resolve/unify.js';
import type { Node } from '../src/syntax/node.js';
import { nearest, suggestion } from '../src/text/suggest.js';
import {
  compatibleNodes,
  mapOrUnknown,
  markedNode,
  plainNode,
  textOf,
  unset,
} from './support/arbitrary-nodes.js';

const path = { key: 'x', parent: undefined };
const deaf: OverlayListener = { marked: () => undefined, badAppend: () => undefined };
const over = (lower: Node, higher: Node): Node => overlay(lower, higher, path, deaf);
const runs = { numRuns: 1000 };

describe('unify', () => {
  it('is commutative in values exactly where nothing clashes', () => {
    fc.assert(
      fc.property(markedNode, markedNode, (one, other) => {
        const agrees = textOf(unify(one, other), false) === textOf(unify(other, one), false);
        expect(findClashes(one, other, path).length === 0).to.equal(agrees);
      }),
      runs,
    );
  });
  it('is associative for values that do not contradict each other', () => {
    fc.assert(
      fc.property(compatibleNodes, ([one, two, three]) => {
        expect(textOf(unify(unify(one, two), three), true)).to.equal(
          textOf(unify(one, unify(two, three)), true),
        );
      }),
      runs,
    );
  });
  it('is associative for maps and values that may be maps, known or not', () => {
    fc.assert(
      fc.property(mapOrUnknown, mapOrUnknown, mapOrUnknown, (one, two, three) => {
        fc.pre(
          [
            [one, two],
            [one, three],
            [two, three],
          ].every(
            ([a, b]) => a !== undefined && b !== undefined && findClashes(a, b, path).length === 0,
          ),
        );
        expect(textOf(unify(unify(one, two), three), false)).to.equal(
          textOf(unify(one, unify(two, three)), false),
        );
      }),
      runs,
    );
  });
  it('finds no clash between parts of one value', () => {
    fc.assert(
      fc.property(compatibleNodes, ([one, two, three]) => {
        expect(findClashes(unify(one, two), three, path)).to.deep.equal([]);
      }),
      runs,
    );
  });
  it('is idempotent', () => {
    fc.assert(
      fc.property(markedNode, (value) => {
        expect(textOf(unify(value, value), true)).to.equal(textOf(value, true));
        expect(findClashes(value, value, path)).to.deep.equal([]);
      }),
      runs,
    );
  });
  it('names the same clashes whichever side comes first', () => {
    fc.assert(
      fc.property(markedNode, markedNode, (one, other) => {
        const sides = findClashes(one, other, path).map(({ first, second }) =>
          [textOf(first, true), textOf(second, true)].join(' / '),
        );
        const turned = findClashes(other, one, path).map(({ first, second }) =>
          [textOf(second, true), textOf(first, true)].join(' / '),
        );
        expect(turned.sort()).to.deep.equal(sides.sort());
      }),
      runs,
    );
  });
  it('tells identical values by their text', () => {
    fc.assert(
      fc.property(markedNode, markedNode, (one, other) => {
        expect(identical(one, other)).to.equal(textOf(one, false) === textOf(other, false));
      }),
      runs,
    );
  });
});

describe('overlay', () => {
  it('is associative in values, with all markers and the order of keys', () => {
    fc.assert(
      fc.property(markedNode, markedNode, markedNode, (low, middle, high) => {
        expect(textOf(over(over(low, middle), high), true)).to.equal(
          textOf(over(low, over(middle, high)), true),
        );
      }),
      { numRuns: 5000 },
    );
  });
  it('of a value without markers onto nothing is the value itself', () => {
    fc.assert(
      fc.property(plainNode, (value) => {
        expect(settle(value)).to.equal(value);
        expect(textOf(settle(over(unset, value)), true)).to.equal(textOf(value, true));
      }),
      runs,
    );
  });
  it('is idempotent for values without markers', () => {
    fc.assert(
      fc.property(plainNode, (value) => {
        expect(textOf(settle(over(value, value)), true)).to.equal(textOf(value, true));
      }),
      runs,
    );
  });
  it('of `!unset` or `!replace` hides what is below', () => {
    fc.assert(
      fc.property(markedNode, markedNode, (low, high) => {
        expect(settle(over(low, unset))).to.equal(undefined);
        const replace: Node =
          high.kind === 'map'
            ? { ...high, marker: 'replace' }
            : {
                kind: 'map',
                entries: [],
                marker: 'replace',
                source: high.source,
                start: 0,
                end: 0,
              };
        expect(textOf(over(low, replace), true)).to.equal(textOf(replace, true));
      }),
      runs,
    );
  });
});

describe('settle', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(markedNode, (value) => {
        const once = settle(value);
        expect(once === undefined ? undefined : settle(once)).to.equal(once);
      }),
      runs,
    );
  });
  it('of the lowest layer may come before what is laid over it', () => {
    fc.assert(
      fc.property(markedNode, markedNode, (low, high) => {
        expect(textOf(settle(over(settle(low) ?? unset, high)), false)).to.equal(
          textOf(settle(over(low, high)), false),
        );
      }),
      runs,
    );
  });
});

describe('paths', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({
            unit: fc.oneof(
              fc.constantFrom('.', '"', '[', ']', "'", '\\', ' ', '\n', '\ud800', 'a'),
              fc.string({ unit: 'binary', maxLength: 1 }),
            ),
          }),
        ),
        (keys) => {
          expect(parsePath(pathText(keys))).to.deep.equal(keys);
        },
      ),
      runs,
    );
  });
  it('are never read from anything else without a word', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('.', '"', '[', ']', '\\', ' ', 'a', 'b') }),
        (text) => {
          const keys = parsePath(text);
          if (keys !== undefined) expect(parsePath(pathText(keys))).to.deep.equal(keys);
        },
      ),
      runs,
    );
  });
});

describe('suggestions', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', 'ä'), maxLength: 8 });
  it('are one of the candidates, never the name itself, and do not depend on their order', () => {
    fc.assert(
      fc.property(name, fc.array(name), (wrong, known) => {
        const near = nearest(wrong, known);
        if (near !== undefined) expect(known.filter((each) => each !== wrong)).to.include(near);
        expect(nearest(wrong, [...known].reverse())).to.equal(near);
        expect(suggestion(wrong, known) ?? '').to.not.include(`did you mean \`${wrong}\``);
      }),
      runs,
    );
  });
});
