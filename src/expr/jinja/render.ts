/**
 * The statements of a template → its value: one output alone keeps its type, several are joined as text and None
 * among them is dropped, as Ansible does since 2.19.
 */
import { truthy } from './compare.js';
import { at, fail } from './error.js';
import { concatenate, evaluateNode, type Names } from './evaluate.js';
import { spend } from './limits.js';
import type { Statement, Target } from './nodes.js';
import { items, usable, type Run } from './run.js';
import { dictOf, isUndefined, list, typeName, undefinedValue, type Value } from './values.js';

export function renderStatements(
  names: Names,
  statements: readonly Statement[],
  text: string,
): Value {
  const frame: Frame = { ...names, locals: new Map(names.locals), output: [] };
  renderBody(frame, statements);
  const value = joined(names.run, frame.output);
  return typeof value === 'string' ? withNewlines(value, text) : value;
}

function joined(run: Run, output: readonly Value[]): Value {
  const parts = output.filter((part) => part !== null);
  const [only] = parts;
  if (only === undefined) return null;
  return parts.length === 1 ? only : concatenate(run, parts);
}

/** The newlines at the end of the template are kept. */
function withNewlines(value: string, text: string): string {
  const missing = trailing(text) - trailing(value);
  return missing > 0 ? value + '\n'.repeat(missing) : value;
}

function trailing(text: string): number {
  return /\n*$/.exec(text)?.[0].length ?? 0;
}

interface Frame extends Names {
  readonly locals: Map<string, Value>;
  readonly output: Value[];
}

function renderBody(frame: Frame, statements: readonly Statement[]): void {
  for (const statement of statements) {
    spend(frame.run.budget);
    switch (statement.type) {
      case 'text':
        frame.output.push(statement.text);
        break;
      case 'output':
        frame.output.push(evaluateNode(frame, statement.value));
        break;
      case 'if':
        renderIf(frame, statement);
        break;
      case 'for':
        renderFor(frame, statement);
        break;
      case 'set':
        assign(frame, statement.targets, evaluateNode(frame, statement.value));
        break;
      case 'set block': {
        const inner: Frame = { ...frame, output: [] };
        renderBody(inner, statement.body);
        // Undefined output errs where the name is used, not here.
        frame.locals.set(
          statement.name,
          inner.output.find(isUndefined) ?? joined(frame.run, inner.output),
        );
      }
    }
  }
}

function renderIf(frame: Frame, statement: Extract<Statement, { type: 'if' }>): void {
  for (const { test, body } of statement.branches) {
    if (test !== undefined) {
      const value = evaluateNode(frame, test);
      if (!at(test, () => truthy(value))) continue;
    }
    renderBody(frame, body);
    return;
  }
}

/** Names set inside a loop are gone after each round, as in Jinja2. */
function renderFor(frame: Frame, statement: Extract<Statement, { type: 'for' }>): void {
  const iterable = evaluateNode(frame, statement.iterable);
  const all = at(statement.iterable, () => items(frame.run, iterable, true));
  const rounds = all.filter((item) => {
    if (statement.condition === undefined) return true;
    const inner: Frame = { ...frame, locals: new Map(frame.locals) };
    assign(inner, statement.targets, item);
    return truthy(evaluateNode(inner, statement.condition));
  });
  for (const [index, item] of rounds.entries()) {
    const inner: Frame = { ...frame, locals: new Map(frame.locals) };
    assign(inner, statement.targets, item);
    inner.locals.set('loop', loopValue(rounds, index));
    renderBody(inner, statement.body);
  }
  if (rounds.length === 0 && statement.otherwise !== undefined)
    renderBody(frame, statement.otherwise);
}

function loopValue(rounds: readonly Value[], index: number): Value {
  const { length } = rounds;
  return dictOf([
    ['index', BigInt(index + 1)],
    ['index0', BigInt(index)],
    ['revindex', BigInt(length - index)],
    ['revindex0', BigInt(length - index - 1)],
    ['first', index === 0],
    ['last', index === length - 1],
    ['length', BigInt(length)],
    ['previtem', itemAt(rounds, index - 1, 'previous')],
    ['nextitem', itemAt(rounds, index + 1, 'next')],
    ['depth', 1n],
    ['depth0', 0n],
  ]);
}

function itemAt(rounds: readonly Value[], index: number, which: string): Value {
  const item = rounds[index];
  return item === undefined ? undefinedValue(`there is no ${which} item`, { isOpen: true }) : item;
}

function assign(frame: Frame, target: Target, value: Value): void {
  const [first = ''] = target.names;
  if (!target.unpack) {
    frame.locals.set(first, value);
    return;
  }
  const parts = at(target, () => items(frame.run, usable(value), true));
  if (parts.length !== target.names.length) {
    at(target, () =>
      fail(
        'value',
        `expected ${target.names.length} values to unpack, got ${parts.length} of ${typeName(list(parts))}`,
      ),
    );
  }
  for (const [index, name] of target.names.entries()) frame.locals.set(name, parts[index] ?? null);
}
