/** Regular expressions of Python for those who have no Jinja expression around them. */
import { JinjaError } from './jinja/error.js';
import { compileRegex, firstMatch } from './jinja/regex/regex.js';

/** A compiled pattern: whether a text matches from its start on; undefined where that takes too long to find out. */
export type RegexMatcher = (text: string) => boolean | undefined;

/** The matcher of a pattern, or what is wrong with it. */
export function regexMatcher(pattern: string): RegexMatcher | { readonly fault: string } {
  const compiled = attempt(() => compileRegex(pattern, { ignorecase: false, multiline: false }));
  if ('fault' in compiled) return compiled;
  return (text) => {
    const found = attempt(() => ({ match: firstMatch(compiled, text, 'match') }));
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
