/**
 * Conditions, as `groups` has them: an expression whose result must be a bool. Since 2.19 Ansible refuses any other
 * result; before that it took Python's truth of it. Text between `{{ }}` is no condition.
 */
import { holdsTemplate } from '../../text/template-markers.js';
import {
  evaluate,
  parseExpression,
  type EvalResult,
  type Expression,
  type ExpressionError,
} from './jinja.js';
import type { Scope } from './session.js';

export type ConditionResult =
  | { readonly kind: 'condition'; readonly holds: boolean }
  /** a result that is neither true nor false: `gives` names it */
  | { readonly kind: 'neither'; readonly gives: string; readonly error: ExpressionError }
  | Exclude<EvalResult, { readonly kind: 'value' | 'omit' }>;

export function parseCondition(
  text: string,
): { readonly expression: Expression } | { readonly error: ExpressionError } {
  const whole = { start: 0, end: text.length };
  if (text.trim() === '')
    return { error: { kind: 'syntax', message: 'the condition is empty', ...whole } };
  const parsed = parseExpression(text);
  if ('error' in parsed && holdsTemplate(text))
    return {
      error: {
        ...parsed.error,
        help: 'a condition is an expression already: leave out the `{{ }}`',
      },
    };
  return parsed;
}

export function evaluateCondition(expression: Expression, scope: Scope): ConditionResult {
  const result = evaluate(expression, scope);
  if (result.kind !== 'value' && result.kind !== 'omit') return result;
  if (result.kind === 'value' && typeof result.value === 'boolean')
    return { kind: 'condition', holds: result.value };
  const gives = result.kind === 'omit' ? '`omit`' : described(result.value);
  return {
    kind: 'neither',
    gives,
    error: {
      kind: 'type',
      isOpen: true,
      message: `the condition gives ${gives}, not true or false`,
      start: 0,
      end: expression.text.length,
      help: 'compare it, or append `is truthy` or `| bool`',
    },
  };
}

function described(value: Extract<EvalResult, { kind: 'value' }>['value']): string {
  if (value === null) return 'none';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'object':
      return value.kind === 'vault' ? 'an encrypted text' : `a ${value.kind}`;
    default:
      return 'a number';
  }
}
