/** Names of filters and tests, checked before anything is evaluated; branches of a condition are left to evaluation, as in Jinja2. */
import { JinjaError, type Place } from './error.js';
import type { CallArguments, Node, Statement } from './nodes.js';
import { filters, shortName, tests, unknown } from './registry.js';

export function validateExpression(node: Node): void {
  switch (node.type) {
    case 'constant':
    case 'name':
      return;
    case 'list':
    case 'tuple':
    case 'concat':
      (node.type === 'concat' ? node.parts : node.items).forEach(validateExpression);
      return;
    case 'dict':
      node.pairs.forEach(({ key, value }) => {
        validateAll([key, value]);
      });
      return;
    case 'attribute':
      validateExpression(node.object);
      return;
    case 'item':
      validateAll([node.object, node.key]);
      return;
    case 'slice':
      validateAll([node.object, node.from, node.to, node.step]);
      return;
    case 'call':
      validateExpression(node.callee);
      validateArguments(node.args);
      return;
    case 'filter':
    case 'test':
      validateExpression(node.value);
      checkName(node.type, node.name, node.namePlace);
      validateArguments(node.args);
      return;
    case 'unary':
      validateExpression(node.operand);
      return;
    case 'binary':
    case 'logic':
      validateAll([node.left, node.right]);
      return;
    case 'compare':
      validateAll([node.first, ...node.rest.map((each) => each.operand)]);
      return;
    case 'conditional':
      validateExpression(node.test);
  }
}

function validateAll(nodes: readonly (Node | undefined)[]): void {
  for (const node of nodes) if (node !== undefined) validateExpression(node);
}

function validateArguments(args: CallArguments): void {
  validateAll([
    ...args.positional,
    ...args.named.map((each) => each.value),
    args.star,
    args.starStar,
  ]);
}

function checkName(kind: 'filter' | 'test', name: string, place: Place): void {
  if ((kind === 'filter' ? filters : tests).has(shortName(name))) return;
  const { message, help } = unknown(kind, name);
  throw new JinjaError('syntax', message, place, help);
}

export function validateStatements(statements: readonly Statement[]): void {
  for (const statement of statements) {
    switch (statement.type) {
      case 'text':
        break;
      case 'output':
      case 'set':
        validateExpression(statement.value);
        break;
      case 'set block':
        validateStatements(statement.body);
        break;
      case 'if':
        for (const { test } of statement.branches) if (test !== undefined) validateExpression(test);
        break;
      case 'for':
        validateAll([statement.iterable, statement.condition]);
        validateStatements(statement.body);
        validateStatements(statement.otherwise ?? []);
    }
  }
}
