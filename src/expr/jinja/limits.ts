/** The bounds that keep any expression from hanging a run or filling memory; each one is an error of kind `limit`. */
import { fail } from './error.js';

export const limits = {
  /** nested brackets, calls and templates */
  depth: 100,
  /** nested values, and nested evaluations of any kind */
  valueDepth: 200,
  /** nodes evaluated and items visited by one evaluation */
  steps: 500_000,
  /** UTF-16 units of one string */
  text: 1_000_000,
  /** items of one list */
  items: 100_000,
  /** decimal digits of an int: Python prints no more either */
  digits: 4_300,
  /** characters of an expression or template */
  source: 100_000,
  /** steps of all regular-expression searches of one evaluation */
  regexSteps: 5_000_000,
} as const;

const largest = 10n ** BigInt(limits.digits);

export function checkText(length: number): void {
  if (length > limits.text)
    fail(
      'limit',
      `the text would have ${Math.round(length)} characters, more than the limit of ${limits.text}`,
    );
}

export function checkItems(count: number | bigint): void {
  if (count > limits.items)
    fail('limit', `the list would have ${count} items, more than the limit of ${limits.items}`);
}

export function checkInt(value: bigint): bigint {
  if (value >= largest || value <= -largest)
    fail('limit', `the number has more than ${limits.digits} digits`);
  return value;
}

/** Counts the work of one evaluation. */
export interface Budget extends RegexBudget {
  steps: number;
}

/** Counts the work of regular expressions. */
export interface RegexBudget {
  regexSteps: number;
}

/** A budget of which nothing is spent. */
export function freshBudget(): Budget {
  return { steps: limits.steps, regexSteps: limits.regexSteps };
}

export function spend(budget: Budget, steps = 1): void {
  budget.steps -= steps;
  if (budget.steps < 0) fail('limit', `the evaluation takes more than ${limits.steps} steps`);
}

/** One step of a regular expression, or several. */
export function spendRegex(budget: RegexBudget, steps: number): void {
  budget.regexSteps -= steps;
  if (budget.regexSteps < 0)
    fail('limit', 'the regular expression takes too many steps on this text');
}
