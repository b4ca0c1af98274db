/**
 * The tree of an expression → its value. Undefined names and failed calls are values that err when something uses
 * them, as in Ansible since 2.19, so `nope.a | upper | default('x')` is `x`.
 */
import { getAttribute, getItem, getSlice } from './access.js';
import { bind, firstUndefined } from './bind.js';
import { dictFrom, truthy } from './compare.js';
import { at, fail, isOurs, JinjaError, type Place } from './error.js';
import { findFunction, globals } from './functions.js';
import { checkText, limits, spend } from './limits.js';
import { findMethod } from './methods/names.js';
import { noCallArguments, type CallArguments, type Node } from './nodes.js';
import { binary, compare, negate } from './operators.js';
import { str } from './repr.js';
import { blank, force, items, noArguments, usable, type Arguments, type Run } from './run.js';
import {
  isBlank,
  isDict,
  isObject,
  isUndefined,
  list,
  tuple,
  undefinedValue,
  type Raw,
  type Undefined,
  type Value,
} from './values.js';

/** Where names are looked up: the loop and `set` variables of a template, then the variables. */
export interface Names {
  readonly run: Run;
  readonly locals: ReadonlyMap<string, Value>;
  readonly lookup: (name: string) => Raw | undefined;
}

export function evaluateNode(names: Names, node: Node): Value {
  const { run } = names;
  spend(run.budget);
  if (node.type === 'constant') return node.value;
  if (node.type === 'name') return evaluateName(names, node.name, node);
  run.depth += 1;
  if (run.depth > limits.valueDepth) fail('limit', 'the expression is nested too deeply');
  const value = evaluateType(names, node);
  run.depth -= 1;
  return value;
}

function evaluateType(names: Names, node: Exclude<Node, { type: 'constant' | 'name' }>): Value {
  const { run } = names;
  const value = (part: Node): Value => evaluateNode(names, part);
  switch (node.type) {
    case 'list':
      return list(node.items.map(value));
    case 'tuple':
      return tuple(node.items.map(value));
    case 'dict':
      return at(node, () =>
        dictFrom(
          run,
          node.pairs.map((each) => [value(each.key), value(each.value)]),
        ),
      );
    case 'attribute':
      return placed(
        node,
        at(node, () => getAttribute(run, value(node.object), node.name)),
      );
    case 'item':
      return placed(
        node,
        at(node, () =>
          getItem(run, value(node.object), value(node.key), node.key.type === 'constant'),
        ),
      );
    case 'slice':
      return at(node, () =>
        getSlice(
          value(node.object),
          optional(names, node.from),
          optional(names, node.to),
          optional(names, node.step),
        ),
      );
    case 'call':
      return evaluateCall(names, node);
    case 'filter':
    case 'test':
      return evaluatePlugin(names, node);
    case 'unary':
      return at(node, () =>
        node.operator === 'not'
          ? !truthy(value(node.operand))
          : negate(node.operator, value(node.operand)),
      );
    case 'binary':
      return at(node, () => binary(run, node.operator, value(node.left), value(node.right)));
    case 'logic':
      return evaluateLogic(names, node);
    case 'compare':
      return at(node, () => evaluateCompare(names, node));
    case 'concat':
      return at(node, () => concatenate(run, node.parts.map(value)));
    case 'conditional':
      return evaluateConditional(names, node);
  }
}

function evaluateCall(names: Names, node: Extract<Node, { type: 'call' }>): Value {
  const callee = evaluateNode(names, node.callee);
  const args = evaluateArguments(names, node.args);
  return guarded(node, node, () => callValue(names.run, callee, args));
}

function evaluatePlugin(names: Names, node: Extract<Node, { type: 'filter' | 'test' }>): Value {
  const { run } = names;
  const input = evaluateNode(names, node.value);
  const args = evaluateArguments(names, node.args);
  return guarded(node, node.namePlace, () =>
    run.plugins.call(run, node.type, node.name, input, args),
  );
}

function optional(names: Names, node: Node | undefined): Value | undefined {
  return node === undefined ? undefined : evaluateNode(names, node);
}

function evaluateName(names: Names, name: string, place: Place): Value {
  const local = names.locals.get(name);
  if (local !== undefined) return local;
  const raw = names.lookup(name);
  if (raw !== undefined)
    return placed(
      place,
      at(place, () => force(names.run, raw)),
    );
  return (
    globals.get(name) ??
    placed(place, undefinedValue(`'${name}' is undefined`, { name, isOpen: true }))
  );
}

/** An undefined value remembers where it was read first. */
function placed(place: Place, value: Value): Value {
  if (!isUndefined(value) || value.place !== undefined) return value;
  if (value.failure instanceof JinjaError)
    value.failure.place ??= { start: place.start, end: place.end };
  const at = { start: place.start, end: place.end };
  return { ...value, place: at };
}

/** A failing call gives a value that errs when it is used. */
function guarded(place: Place, namePlace: Place, action: () => Value): Value {
  try {
    return placed(place, action());
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    error.place ??= { start: namePlace.start, end: namePlace.end };
    if (isOurs(error)) throw error;
    const { message, place: errorPlace, isOpen } = error;
    const failed: Undefined = { kind: 'undefined', message, place: errorPlace, isOpen };
    return error.kind === 'undefined' ? failed : { ...failed, failure: error };
  }
}

function evaluateLogic(names: Names, node: Extract<Node, { type: 'logic' }>): Value {
  const left = evaluateNode(names, node.left);
  const holds = at(node.left, () => truthy(left));
  return holds === (node.operator === 'and') ? evaluateNode(names, node.right) : left;
}

function evaluateCompare(names: Names, node: Extract<Node, { type: 'compare' }>): boolean {
  let left = evaluateNode(names, node.first);
  for (const { operator, operand } of node.rest) {
    const right = evaluateNode(names, operand);
    if (!compare(names.run, operator, left, right)) return false;
    left = right;
  }
  return true;
}

export function concatenate(run: Run, values: readonly Value[]): string {
  const parts = values.map((each) => str(run, usable(each)));
  checkText(parts.reduce((sum, part) => sum + part.length, 0));
  return parts.join('');
}

function evaluateConditional(names: Names, node: Extract<Node, { type: 'conditional' }>): Value {
  const test = evaluateNode(names, node.test);
  if (at(node.test, () => truthy(test))) return evaluateNode(names, node.then);
  if (node.otherwise !== undefined) return evaluateNode(names, node.otherwise);
  return { kind: 'blank', place: { start: node.start, end: node.end } };
}

function evaluateArguments(names: Names, args: CallArguments): Arguments {
  if (args === noCallArguments) return noArguments;
  const { run } = names;
  const positional = args.positional.map((each) => evaluateNode(names, each));
  if (args.star !== undefined) positional.push(...items(run, evaluateNode(names, args.star), true));
  const named = new Map(args.named.map((each) => [each.name, evaluateNode(names, each.value)]));
  if (args.starStar !== undefined) {
    const mapping = usable(evaluateNode(names, args.starStar));
    if (!isDict(mapping)) fail('type', 'the argument after ** must be a mapping');
    for (const entry of mapping.entries.values()) {
      if (typeof entry.key !== 'string') fail('type', 'keywords must be strings');
      named.set(entry.key, force(run, entry.value));
    }
  }
  return { positional, named };
}

/** Calls a method or global function. */
export function callValue(run: Run, callee: Value, args: Arguments): Value {
  if (isUndefined(callee)) return callee;
  if (isBlank(callee)) return blank(callee);
  const missing = firstUndefined(args);
  if (missing !== undefined) return missing;
  if (!isObject(callee) || callee.kind !== 'callable')
    return fail('type', 'the value is not callable');
  const { name, self } = callee;
  const definition = self === undefined ? findFunction(name) : findMethod(self, name);
  if (definition === undefined)
    return fail('unsupported', `the method \`${name}\` is not supported in expressions`);
  return definition.run(run, self ?? null, bind(run, name, definition.takes, args));
}
