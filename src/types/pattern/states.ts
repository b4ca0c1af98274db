/**
 * The tree of a pattern → the states of a nondeterministic automaton, by Thompson's construction. They are made from the
 * end of the pattern to its start: each state leads to states that are there already, but for the ends of loops.
 */
import type { Edge, PatternNode } from './syntax.js';

/** A state, and the states that it leads to. */
export type State =
  /** Goes on at a character that the test of this number accepts. */
  | { readonly kind: 'character'; readonly test: number; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { readonly kind: 'either'; readonly next: number; other: number }
  | { readonly kind: 'end' };

/** All states of a pattern, and what their characters are tested with: expressions that match one character. */
export interface States {
  readonly list: readonly State[];
  readonly start: number;
  readonly tests: readonly string[];
}

interface Construction {
  readonly states: State[];
  readonly tests: Map<string, number>;
}

/** The states of a pattern. */
export function buildStates(tree: PatternNode): States {
  const construction: Construction = { states: [{ kind: 'end' }], tests: new Map() };
  const start = addNode(construction, tree, 0);
  return { list: construction.states, start, tests: [...construction.tests.keys()] };
}

/** Adds the states of `node`, which lead to `next`; returns the first of them. */
function addNode(construction: Construction, node: PatternNode, next: number): number {
  switch (node.kind) {
    case 'character':
      return add(construction, {
        kind: 'character',
        test: testNumber(construction, node.source),
        next,
      });
    case 'edge':
      return add(construction, { kind: 'edge', edge: node.edge, next });
    case 'sequence':
      return node.parts.reduceRight((after, part) => addNode(construction, part, after), next);
    case 'choice':
      return node.options
        .map((option) => addNode(construction, option, next))
        .reduceRight((other, first) => add(construction, { kind: 'either', next: first, other }));
    case 'repeat':
      return addRepeat(construction, node, next);
  }
}

function addRepeat(
  construction: Construction,
  { body, min, max }: Extract<PatternNode, { kind: 'repeat' }>,
  end: number,
): number {
  let next = end;
  if (max === Infinity) {
    const loop: State = { kind: 'either', next: end, other: end };
    next = add(construction, loop);
    loop.other = addNode(construction, body, next);
  } else
    for (let copy = min; copy < max; copy++) {
      const other = addNode(construction, body, next);
      next = add(construction, { kind: 'either', next: end, other });
    }
  for (let copy = 0; copy < min; copy++) next = addNode(construction, body, next);
  return next;
}

function add({ states }: Construction, state: State): number {
  return states.push(state) - 1;
}

function testNumber({ tests }: Construction, source: string): number {
  let number = tests.get(source);
  if (number === undefined) tests.set(source, (number = tests.size));
  return number;
}
