/**
 * Jinja2 expressions and templates as Ansible evaluates them (since 2.19: values keep their types).
 * Text in, a value or an error with offsets into that text out; never throws, never hangs, reads nothing but the scope.
 * What Ansible has and this module has not (lookups, files, clocks, chance, collections) is an error that says so.
 */
import { JinjaError, UnknownSignal, type ErrorKind, type Place } from './error.js';
import { evaluateNode, type Names } from './evaluate.js';
import { finalize, type Final } from './finalize.js';
import { limits } from './limits.js';
import type { Node, Statement } from './nodes.js';
import { cursor, describe, parseExpressionAt, peek } from './parser.js';
import { parseTemplateText } from './parse-template.js';
import { renderStatements } from './render.js';
import { startRun, type Scope } from './session.js';
import { tokenize, type Backslashes } from './tokens.js';
import { validateExpression, validateStatements } from './validate.js';
import type { Unknown, Value } from './values.js';

export interface ExpressionError extends Place {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly help?: string;
  /** the message holds nothing but words of the expression and names of types: anybody may see it */
  readonly isOpen?: boolean;
}

export interface Expression {
  readonly text: string;
  readonly node: Node;
}
export interface TemplateText {
  readonly text: string;
  readonly statements: readonly Statement[];
}

export type EvalResult =
  | { readonly kind: 'value'; readonly value: Final }
  /** the whole result is Ansible's `omit` */
  | { readonly kind: 'omit' }
  /** something undefined was used: what `strict: false` skips */
  | { readonly kind: 'undefined'; readonly error: ExpressionError }
  | { readonly kind: 'error'; readonly error: ExpressionError }
  | { readonly kind: 'unknown'; readonly unknown: Unknown };

/**
 * Parses an expression without delimiters. Unknown filters and tests are errors here, as in Jinja2.
 * `backslashes` says what a backslash in a string means: Python's escapes (Ansible since 2.19, the default), itself
 * (before), or Python's escapes apart from a digit after it.
 */
export function parseExpression(
  text: string,
  options: { readonly backslashes?: Backslashes } = {},
): { readonly expression: Expression } | { readonly error: ExpressionError } {
  return caught(text, () => {
    const at = cursor(tokenize(text, 0, options.backslashes ?? 'escape').tokens);
    const node = parseExpressionAt(at);
    if (peek(at).kind !== 'end')
      throw new JinjaError('syntax', `unexpected ${describe(peek(at))}`, peek(at));
    validateExpression(node);
    return { expression: { text, node } };
  });
}

/** Parses a string with `{{ }}`, `{% %}`, `{# #}`; one without any is a template too. */
export function parseTemplate(
  text: string,
): { readonly template: TemplateText } | { readonly error: ExpressionError } {
  return caught(text, () => {
    const statements = parseTemplateText(text);
    validateStatements(statements);
    return { template: { text, statements } };
  });
}

export function evaluate(expression: Expression, scope: Scope): EvalResult {
  return result(expression.text, scope, (names) => evaluateNode(names, expression.node));
}

export function render(template: TemplateText, scope: Scope): EvalResult {
  return result(template.text, scope, (names) =>
    renderStatements(names, template.statements, template.text),
  );
}

function caught<T>(text: string, action: () => T): T | { readonly error: ExpressionError } {
  try {
    if (text.length > limits.source)
      throw new JinjaError('limit', `the text has more than ${limits.source} characters`);
    return action();
  } catch (error) {
    if (error instanceof JinjaError) return { error: toError(text, error) };
    throw error;
  }
}

function result(text: string, scope: Scope, action: (names: Names) => Value): EvalResult {
  try {
    const names = startRun(scope);
    const value = action(names);
    if (typeof value === 'object' && value !== null && value.kind === 'omit')
      return { kind: 'omit' };
    return { kind: 'value', value: finalize(names.run, value) };
  } catch (error) {
    if (error instanceof UnknownSignal) return { kind: 'unknown', unknown: error.unknown };
    if (error instanceof RangeError) {
      return {
        kind: 'error',
        error: {
          kind: 'limit',
          message: 'the evaluation is nested too deeply',
          start: 0,
          end: text.length,
        },
      };
    }
    if (!(error instanceof JinjaError)) throw error;
    return {
      kind: error.kind === 'undefined' ? 'undefined' : 'error',
      error: toError(text, error),
    };
  }
}

function toError(text: string, error: JinjaError): ExpressionError {
  const { start, end } = error.place ?? { start: 0, end: text.length };
  const place = { start, end: Math.max(end, Math.min(start + 1, text.length)) };
  const { kind, message, help, isOpen } = error;
  return help === undefined
    ? { kind, message, isOpen, ...place }
    : { kind, message, help, isOpen, ...place };
}
