/** What an expression names that Ansible has and this module refuses, found before anything is evaluated. */
import { findFunction } from './functions.js';
import type { ExpressionError } from './jinja.js';
import type { CallArguments, Node, Statement } from './nodes.js';
import { filters, shortName, tests } from './registry.js';

const refusal = 'refused: it ';
const refusedNames = new Set([
  'lookup',
  'query',
  'q',
  'now',
  'lipsum',
  'cycler',
  'joiner',
  'namespace',
]);

/** The first refused function, filter or test in an expression. */
export function findUnavailable(node: Node): ExpressionError | undefined {
  const own = unavailableHere(node);
  if (own !== undefined) return own;
  for (const part of partsOf(node)) {
    const found = findUnavailable(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The same for a template. */
export function findUnavailableIn(statements: readonly Statement[]): ExpressionError | undefined {
  for (const statement of statements) {
    for (const node of expressionsOf(statement)) {
      const found = findUnavailable(node);
      if (found !== undefined) return found;
    }
    const below = findUnavailableIn(bodiesOf(statement));
    if (below !== undefined) return below;
  }
  return undefined;
}

function unavailableHere(node: Node): ExpressionError | undefined {
  if (node.type === 'call' && node.callee.type === 'name' && refusedNames.has(node.callee.name)) {
    const why = findFunction(node.callee.name)?.does ?? '';
    return {
      kind: 'unsupported',
      message: `\`${node.callee.name}\` ${why}`,
      start: node.callee.start,
      end: node.callee.end,
    };
  }
  if (node.type !== 'filter' && node.type !== 'test') return undefined;
  const name = shortName(node.name);
  const does = (node.type === 'filter' ? filters : tests).get(name)?.does ?? '';
  if (!does.startsWith(refusal)) return undefined;
  return {
    kind: 'unsupported',
    message: `\`${name}\` ${does.slice(refusal.length)}`,
    start: node.namePlace.start,
    end: node.namePlace.end,
  };
}

function partsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'constant':
    case 'name':
      return [];
    case 'list':
    case 'tuple':
      return node.items;
    case 'concat':
      return node.parts;
    case 'dict':
      return node.pairs.flatMap(({ key, value }) => [key, value]);
    case 'attribute':
      return [node.object];
    case 'item':
      return [node.object, node.key];
    case 'slice':
      return present([node.object, node.from, node.to, node.step]);
    case 'call':
      return [node.callee, ...argumentsOf(node.args)];
    case 'filter':
    case 'test':
      return [node.value, ...argumentsOf(node.args)];
    case 'unary':
      return [node.operand];
    case 'binary':
    case 'logic':
      return [node.left, node.right];
    case 'compare':
      return [node.first, ...node.rest.map((each) => each.operand)];
    case 'conditional':
      return present([node.test, node.then, node.otherwise]);
  }
}

function argumentsOf(args: CallArguments): Node[] {
  return present([
    ...args.positional,
    ...args.named.map((each) => each.value),
    args.star,
    args.starStar,
  ]);
}

function expressionsOf(statement: Statement): readonly Node[] {
  switch (statement.type) {
    case 'text':
    case 'set block':
      return [];
    case 'output':
    case 'set':
      return [statement.value];
    case 'if':
      return present(statement.branches.map((each) => each.test));
    case 'for':
      return present([statement.iterable, statement.condition]);
  }
}

function bodiesOf(statement: Statement): readonly Statement[] {
  switch (statement.type) {
    case 'text':
    case 'output':
    case 'set':
      return [];
    case 'set block':
      return statement.body;
    case 'if':
      return statement.branches.flatMap((each) => each.body);
    case 'for':
      return [...statement.body, ...(statement.otherwise ?? [])];
  }
}

function present(nodes: readonly (Node | undefined)[]): Node[] {
  return nodes.filter((node) => node !== undefined);
}
