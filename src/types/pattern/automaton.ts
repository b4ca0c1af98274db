/**
 * Whether a pattern matches somewhere in a text, in time proportional to the text: all ways to match are followed at
 * once. What follows at a character is remembered, so that a usual text takes one look-up a character; the memory that
 * this takes is bounded, and what would go beyond is computed again.
 */
import { characterClasses, endOfText, type CharacterClass } from './character-classes.js';
import { buildStates, type States } from './states.js';
import type { Edge, PatternNode } from './syntax.js';

/** A pattern that can be tested. */
export interface Automaton {
  /** How many states it has. */
  readonly size: number;
  readonly matches: (text: string) => boolean;
}

/** The states that are reached at a place in a text, and what stands before that place. */
interface Configuration {
  readonly members: Int32Array;
  readonly before: 'nothing' | 'word' | 'other';
  /** What follows, by the number of the next character's class; undefined for a configuration that is not remembered. */
  readonly next: (Configuration | undefined)[] | undefined;
}

/** Follows every place where the end of the pattern is reached. */
const matched: Configuration = { members: new Int32Array(), before: 'nothing', next: undefined };

/** States in all configurations that are remembered, and how often one test forgets them to remember others. */
const maxRemembered = 200_000;
const maxForgotten = 20;

/** The automaton of a pattern. */
export function makeAutomaton(tree: PatternNode): Automaton {
  const states = buildStates(tree);
  const classes = characterClasses(states.tests, tellsWords(states));
  const known = new Map<string, Configuration>();
  let remembered = 0;
  let forgotten = 0;
  const forget = (): void => {
    known.clear();
    remembered = 0;
    forgotten++;
  };
  const follow = followerOf(states);
  const remember = ({ members, before }: Configuration): Configuration => {
    if (remembered > maxRemembered && forgotten < maxForgotten) forget();
    if (remembered > maxRemembered) return { members, before, next: undefined };
    const key = `${before} ${members.toSorted().join(' ')}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    const configuration = { members, before, next: [] };
    known.set(key, configuration);
    remembered += members.length + 10;
    return configuration;
  };
  const step = (from: Configuration, character: CharacterClass): Configuration => {
    const reached = follow(from, character);
    const to = reached === matched ? matched : remember(reached);
    const isKept = to === matched || to.next !== undefined;
    if (isKept && from.next !== undefined && character.number !== undefined)
      from.next[character.number] = to;
    return to;
  };
  const matches = (text: string): boolean => {
    if (classes.isFull()) {
      forget();
      classes.forget();
    }
    forgotten = 0;
    let at = remember({ members: Int32Array.of(states.start), before: 'nothing', next: undefined });
    for (let index = 0; index <= text.length; index++) {
      const code = text.codePointAt(index);
      if (code !== undefined && code > 0xffff) index++;
      const character = code === undefined ? endOfText : classes.of(code);
      at = at.next?.[character.number ?? -1] ?? step(at, character);
      if (at === matched) return true;
    }
    return false;
  };
  return { size: states.list.length, matches };
}

function tellsWords({ list }: States): boolean {
  return list.some(
    (state) => state.kind === 'edge' && (state.edge === 'word' || state.edge === 'not word'),
  );
}

/** States, each at most once, in the order of their arrival; a new mark empties it. */
interface StateSet {
  readonly members: Int32Array;
  readonly marks: Float64Array;
  size: number;
  mark: number;
}

function stateSet(size: number): StateSet {
  return { members: new Int32Array(size), marks: new Float64Array(size), size: 0, mark: 0 };
}

function empty(set: StateSet): void {
  set.size = 0;
  set.mark++;
}

function insert(set: StateSet, state: number): void {
  if (set.marks[state] === set.mark) return;
  set.marks[state] = set.mark;
  set.members[set.size++] = state;
}

type Follower = (from: Configuration, character: CharacterClass) => Configuration;

/** What is reached behind a character; a match may start at every place. */
function followerOf({ list, start }: States): Follower {
  const open = stateSet(list.length);
  const reached = stateSet(list.length);
  return (from, character) => {
    empty(open);
    empty(reached);
    for (const member of from.members) insert(open, member);
    // `open` grows by what is reached without a character.
    for (let index = 0; index < open.size; index++) {
      const state = list[open.members[index] ?? 0];
      if (state === undefined || state.kind === 'end') return matched;
      if (state.kind === 'either') {
        insert(open, state.next);
        insert(open, state.other);
      } else if (state.kind === 'edge') {
        if (isAt(state.edge, from, character)) insert(open, state.next);
      } else if (character.accepted[state.test] === 1) insert(reached, state.next);
    }
    insert(reached, start);
    return {
      members: reached.members.slice(0, reached.size),
      before: character.isWord ? 'word' : 'other',
      next: undefined,
    };
  };
}

function isAt(edge: Edge, { before }: Configuration, after: CharacterClass): boolean {
  switch (edge) {
    case 'start':
      return before === 'nothing';
    case 'end':
      return after === endOfText;
    case 'word':
      return (before === 'word') !== after.isWord;
    case 'not word':
      return (before === 'word') === after.isWord;
  }
}
