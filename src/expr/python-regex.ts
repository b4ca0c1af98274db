/** Regular expressions of Python for those who have no Jinja expression around them. */
import { JinjaError } from './jinja/error.js';
import { limits, type RegexBudget } from './jinja/limits.js';
import { compileRegex, firstMatch } from './jinja/regex/regex.js';

/** A compiled pattern: whether a text matches; undefined where that takes too long to find out. */
export type RegexMatcher = (text: string) => boolean | undefined;

/** What each text adds to the steps that are left for all of them. */
const stepsPerText = 2_000;

/** The matcher of a pattern, from the start of a text on or anywhere in it, or what is wrong with the pattern. */
export function regexMatcher(
  pattern: string,
  how: 'match' | 'search' = 'match',
): RegexMatcher | { readonly fault: string } {
  const compiled = attempt(() => compileRegex(pattern, { ignorecase: false, multiline: false }));
  if ('fault' in compiled) return compiled;
  const budget: RegexBudget = { regexSteps: limits.regexSteps };
  return (text) => {
    budget.regexSteps = Math.min(budget.regexSteps + stepsPerText, limits.regexSteps);
    const found = attempt(() => ({ match: firstMatch(compiled, text, budget, how) }));
    return 'fault' in found ? undefined : found.match !== undefined;
  };
}

function attempt<T extends object>(action: () => T): T | { readonly fault: string } {
  try {
    return action();
  } catch (error) {
    if (error instanceof JinjaError) return { fault: error.message };
    throw error;
  }
}
