/**
 * The expressions, conditions and templates that an inventory holds: each parsed once for the place where it is
 * written, with faults that point into the file. Everybody else reaches the Jinja engine through here.
 */
import type { Span, Spanned } from '../text/source.js';
import { parseCondition } from './jinja/condition.js';
import {
  parseExpression,
  parseTemplate,
  type Expression,
  type ExpressionError,
  type TemplateText,
} from './jinja/jinja.js';
import { findUnavailable, findUnavailableIn } from './jinja/unavailable.js';

export { evaluateCondition, type ConditionResult } from './jinja/condition.js';
export type { Final } from './jinja/finalize.js';
export {
  evaluate,
  render,
  type EvalResult,
  type Expression,
  type ExpressionError,
  type TemplateText,
} from './jinja/jinja.js';
export type { Scope } from './jinja/session.js';
export { quoteText } from './jinja/repr.js';
export { textOfResult } from './jinja/text.js';
export { regexMatcher, type RegexMatcher } from './python-regex.js';
export { trusted, type Raw, type Template, type Unknown } from './jinja/values.js';

/** What was parsed, or why it could not be. */
export type Parsed<T> = { readonly value: T } | { readonly error: ExpressionError };

/**
 * The expression that is written at `text`, as `compose` and keys have them: `'\1'` in it is a back reference, as up to
 * 2.18 and in all public examples, and so is `'\\1'`, as from 2.19 on.
 */
export const expressionAt = remember((text): Parsed<Expression> => {
  const parsed = parseExpression(text, { backslashes: 'references' });
  return 'error' in parsed ? withBracesHelp(text, parsed) : availableExpression(parsed.expression);
});

/** The condition that is written at `text`. Every core reads Python's escapes in it, so `'\1'` is U+0001 here. */
export const conditionAt = remember((text): Parsed<Expression> => {
  const parsed = parseCondition(text);
  return 'error' in parsed ? parsed : availableExpression(parsed.expression);
});

/** The template that is written at `text`; text without braces is one, too. */
export const templateAt = remember((text): Parsed<TemplateText> => {
  const parsed = parseTemplate(text);
  if ('error' in parsed) return parsed;
  const error = findUnavailableIn(parsed.template.statements);
  return error === undefined ? { value: parsed.template } : { error };
});

function availableExpression(expression: Expression): Parsed<Expression> {
  const error = findUnavailable(expression.node);
  return error === undefined ? { value: expression } : { error };
}

function withBracesHelp(
  text: string,
  { error }: { readonly error: ExpressionError },
): Parsed<Expression> {
  return {
    error: /^\s*\{\{/.test(text)
      ? { ...error, help: 'this is an expression already: leave out the `{{ }}`' }
      : error,
  };
}

/** `parse`, called once for each place. */
function remember<T>(parse: (text: string) => Parsed<T>): (text: Spanned<string>) => Parsed<T> {
  const known = new WeakMap<Span, Parsed<T>>();
  return ({ value, span }) => {
    let parsed = known.get(span);
    if (parsed === undefined) known.set(span, (parsed = parse(value)));
    return parsed;
  };
}
