/**
 * The regular expressions that users write as `pattern`: ECMAScript's with the flag `u`, found anywhere in a text. Each
 * test takes time in proportion to the text, whatever the pattern is; patterns that allow no such test, or that are too
 * large, are refused with a reason.
 */
import { makeAutomaton, type Automaton } from './automaton.js';
import { countStates, parsePattern, type PatternFault, type PatternNode } from './syntax.js';

/** A compiled pattern, of the shape that ajv takes for a `RegExp`. */
export interface Pattern {
  /** True if the pattern matches somewhere in `text`. */
  test(text: string): boolean;
  /** The pattern as a literal: different patterns differ in it. */
  toString(): string;
}

/** Characters of a pattern. */
const maxLength = 10_000;
/** States of its automaton: `[a-z]{1,63}` has 125. */
const maxStates = 30_000;
/** States of all automata that are kept. */
const maxKeptStates = 500_000;

/** What is wrong with a pattern; undefined for one that can be used. */
export function patternFault(text: string): PatternFault | undefined {
  const tree = readPattern(text);
  return 'fault' in tree ? tree : undefined;
}

/** The pattern; its automaton is made at the first test. One that cannot be used matches nothing. */
export function compilePattern(text: string): Pattern {
  return { test: (value) => automatonOf(text).matches(value), toString: () => `/${text}/u` };
}

function readPattern(text: string): PatternNode | PatternFault {
  if (text.length > maxLength)
    return refusal(`it is too large (${text.length} characters, at most ${maxLength})`);
  const fault = syntaxFault(text);
  if (fault !== undefined) return fault;
  const tree = parsePattern(text);
  if ('fault' in tree) return tree;
  return countStates(tree) > maxStates ? refusal('its repetitions make it too large') : tree;
}

function syntaxFault(text: string): PatternFault | undefined {
  try {
    new RegExp(text, 'u');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? /: ([^:]+)$/.exec(error.message)?.[1] : undefined;
    const fault = reason ?? 'its syntax is wrong';
    return { fault: fault.charAt(0).toLowerCase() + fault.slice(1), isRefusal: false };
  }
}

function refusal(fault: string): PatternFault {
  return { fault, isRefusal: true };
}

const automata = new Map<string, Automaton>();
let keptStates = 0;

function automatonOf(text: string): Automaton {
  let automaton = automata.get(text);
  if (automaton !== undefined) return automaton;
  const tree = readPattern(text);
  automaton = 'fault' in tree ? { size: 1, matches: () => false } : makeAutomaton(tree);
  keptStates += automaton.size;
  if (keptStates > maxKeptStates) {
    automata.clear();
    keptStates = automaton.size;
  }
  automata.set(text, automaton);
  return automaton;
}
