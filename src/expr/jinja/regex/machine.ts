/**
 * The tree of a regular expression → a backtracking matcher with Python's semantics: `$` before a last newline, groups
 * that keep their last capture, Unicode classes. Spends a budget of steps, so that no pattern can hang a run.
 */
import { fail } from '../error.js';
import { spendRegex, type RegexBudget } from '../limits.js';
import { edgeTest } from './edges.js';
import { fold, type Pattern } from './syntax.js';

/** Start and end offsets of the whole match and of each group, in code points; -1 where a group took no part. */
export type Captures = readonly number[];

export interface Machine {
  run(input: readonly number[], from: number, mode: MatchMode): Captures | undefined;
}

export interface MatchMode {
  /** only at `from`, not later */
  readonly anchored: boolean;
  /** up to the end of the input */
  readonly full: boolean;
  /** not an empty match at `from` */
  readonly advance: boolean;
  readonly budget: RegexBudget;
}

interface State {
  input: readonly number[];
  captures: number[];
  depth: number;
  start: number;
  end: number;
  mode: MatchMode;
}
type Matcher = (position: number) => boolean;

export function machine(pattern: Pattern, groups: number): Machine {
  const state: State = {
    input: [],
    captures: [],
    depth: 0,
    start: 0,
    end: 0,
    mode: { anchored: false, full: false, advance: false, budget: { regexSteps: 0 } },
  };
  const accept: Matcher = (position) => {
    if (state.mode.full && position !== state.input.length) return false;
    if (state.mode.advance && position === state.start) return false;
    state.end = position;
    return true;
  };
  const match = compile(pattern, accept, state);
  return { run: (input, from, mode) => run(state, match, groups, input, from, mode) };
}

function run(
  state: State,
  match: Matcher,
  groups: number,
  input: readonly number[],
  from: number,
  mode: MatchMode,
): Captures | undefined {
  state.input = input;
  const last = mode.anchored ? from : input.length;
  for (let start = from; start <= last; start += 1) {
    spendRegex(mode.budget, 1 + groups);
    state.captures = new Array<number>(2 * groups + 2).fill(-1);
    state.start = start;
    state.depth = 0;
    state.mode = { ...mode, advance: mode.advance && start === from };
    if (!isMatched(match, start)) continue;
    state.captures[0] = start;
    state.captures[1] = state.end;
    return state.captures;
  }
  return undefined;
}

/** Each part that waits for what follows it takes room on the stack: there may be more of them than fit. */
function isMatched(match: Matcher, start: number): boolean {
  try {
    return match(start);
  } catch (error) {
    if (error instanceof RangeError)
      fail('limit', 'the regular expression repeats a group too often on this text');
    throw error;
  }
}

function step(state: State, steps = 1): void {
  spendRegex(state.mode.budget, steps);
}

function compile(pattern: Pattern, then: Matcher, state: State): Matcher {
  switch (pattern.type) {
    case 'character': {
      const { test, effort = 1 } = pattern;
      return (position) => {
        step(state, effort);
        const code = state.input[position];
        return code !== undefined && test(code) && then(position + 1);
      };
    }
    case 'sequence':
      return pattern.parts.reduceRight<Matcher>((rest, part) => compile(part, rest, state), then);
    case 'choice': {
      const options = pattern.options.map((option) => compile(option, then, state));
      return (position) =>
        options.some((option) => {
          step(state);
          return option(position);
        });
    }
    case 'group':
      return compileGroup(pattern.index, pattern.body, then, state);
    case 'atomic':
      return compileAtomic(pattern.body, then, state);
    case 'look':
      return compileLook(pattern, then, state);
    case 'reference':
      return compileReference(pattern.index, pattern.ignoreCase, then, state);
    case 'condition': {
      const yes = compile(pattern.yes, then, state);
      const no = compile(pattern.no, then, state);
      return (position) =>
        ((state.captures[2 * pattern.index + 1] ?? -1) >= 0 ? yes : no)(position);
    }
    case 'edge': {
      const holds = edgeTest(pattern.edge, pattern.ascii, () => state.input);
      return (position) => {
        step(state);
        return holds(position) && then(position);
      };
    }
    case 'repeat': {
      const { body } = pattern;
      return body.type === 'character'
        ? compileRun(pattern, body, then, state)
        : compileLoop(pattern, then, state);
    }
  }
}

function compileGroup(index: number, body: Pattern, then: Matcher, state: State): Matcher {
  const starts: number[] = [];
  const close: Matcher = (position) => {
    const start = starts.pop() ?? 0;
    const before = [state.captures[2 * index] ?? -1, state.captures[2 * index + 1] ?? -1] as const;
    state.captures[2 * index] = start;
    state.captures[2 * index + 1] = position;
    if (then(position)) return true;
    [state.captures[2 * index], state.captures[2 * index + 1]] = before;
    starts.push(start);
    return false;
  };
  const inner = compile(body, close, state);
  return (position) => {
    step(state);
    const depth = starts.length;
    starts.push(position);
    if (inner(position)) return true;
    starts.length = depth;
    return false;
  };
}

/** Matches the body on its own, keeping its first way to match; captures are undone when what follows fails. */
function compileAtomic(body: Pattern, then: Matcher, state: State): Matcher {
  let end = -1;
  const inner = compile(
    body,
    (position) => {
      end = position;
      return true;
    },
    state,
  );
  return (position) => {
    step(state, state.captures.length);
    const before = [...state.captures];
    if (inner(position) && then(end)) return true;
    state.captures = before;
    return false;
  };
}

function compileLook(
  pattern: Extract<Pattern, { type: 'look' }>,
  then: Matcher,
  state: State,
): Matcher {
  let wanted = -1;
  const inner = compile(pattern.body, (position) => pattern.ahead || position === wanted, state);
  return (position) => {
    step(state, state.captures.length);
    const before = [...state.captures];
    const from = pattern.ahead ? position : position - pattern.width;
    const outer = wanted;
    wanted = position;
    const found = from >= 0 && inner(from);
    wanted = outer;
    if (pattern.negative) state.captures = [...before];
    if (found !== pattern.negative && then(position)) return true;
    state.captures = before;
    return false;
  };
}

function compileReference(
  index: number,
  ignoreCase: boolean,
  then: Matcher,
  state: State,
): Matcher {
  return (position) => {
    const start = state.captures[2 * index] ?? -1;
    const end = state.captures[2 * index + 1] ?? -1;
    if (end < 0 || position + end - start > state.input.length) return false;
    for (let offset = 0; offset < end - start; offset += 1) {
      step(state);
      const a = state.input[start + offset] ?? 0;
      const b = state.input[position + offset] ?? 0;
      if (a !== b && (!ignoreCase || fold(a) !== fold(b))) return false;
    }
    return then(position + end - start);
  };
}

type Repeat = Extract<Pattern, { type: 'repeat' }>;

/** A repeated single character needs no recursion. */
function compileRun(
  pattern: Repeat,
  { test, effort = 1 }: Extract<Pattern, { type: 'character' }>,
  then: Matcher,
  state: State,
): Matcher {
  const { min, max, mode } = pattern;
  const fits = (position: number): boolean => {
    step(state, effort);
    const code = state.input[position];
    return code !== undefined && test(code);
  };
  if (mode === 'lazy') {
    return (position) => {
      let end = position;
      while (end - position < min) {
        if (!fits(end)) return false;
        end += 1;
      }
      for (;;) {
        if (then(end)) return true;
        if (end - position >= max || !fits(end)) return false;
        end += 1;
      }
    };
  }
  return (position) => {
    let end = position;
    while (end - position < max && fits(end)) end += 1;
    for (; end - position >= min; end -= 1) {
      if (then(end)) return true;
      step(state);
    }
    return false;
  };
}

/** A repeated group; an iteration that matched nothing ends the loop, as in Python. */
function compileLoop(pattern: Repeat, then: Matcher, state: State): Matcher {
  const { min, max, mode } = pattern;
  let count = 0;
  let last = -1;
  const body = compile(pattern.body, (position) => iterate(position), state);
  const again = (position: number, done: number, before: number): boolean => {
    count = done + 1;
    last = position;
    if (body(position)) return true;
    count = done;
    last = before;
    return false;
  };
  const iterate: Matcher = (position) => {
    step(state);
    state.depth += 1;
    if (state.depth > 1_000)
      fail('limit', 'the regular expression repeats a group too often on this text');
    const done = count;
    const before = last;
    let matched: boolean;
    if (done < min) matched = again(position, done, before);
    else if (mode === 'lazy')
      matched =
        then(position) || (done < max && position !== before && again(position, done, before));
    else
      matched =
        (done < max && position !== before && again(position, done, before)) || then(position);
    state.depth -= 1;
    return matched;
  };
  return (position) => {
    const outerCount = count;
    const outerLast = last;
    count = 0;
    last = -1;
    const matched = iterate(position);
    count = outerCount;
    last = outerLast;
    return matched;
  };
}
