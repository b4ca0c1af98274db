/**
 * Names that expressions compare with what a host has: `'edge' in inventory_tags`, `inventory_services | … is contains('app')`,
 * `'web_eu' in group_names`. Only literal texts beside such a variable; what is computed is not looked at.
 */
import { conditionAt, expressionAt, type Expression } from '../expr/expressions.js';
import { placeWithin } from '../text/place-within.js';
import type { Span, Spanned } from '../text/source.js';

export interface ComparedName {
  readonly kind: 'tag' | 'service' | 'group';
  readonly name: string;
  /** The text without its quotes. */
  readonly span: Span;
}

type Node = Expression['node'];
type Constant = Extract<Node, { readonly type: 'constant' }>;

const subjects: Readonly<Record<string, ComparedName['kind']>> = {
  inventory_tags: 'tag',
  inventory_services: 'service',
  group_names: 'group',
};

export function comparedNames(text: Spanned<string>): readonly ComparedName[] {
  const parsed = [expressionAt(text), conditionAt(text)].find((each) => 'value' in each);
  if (parsed === undefined || !('value' in parsed)) return [];
  return [...comparisons(parsed.value.node)].flatMap(
    ({ literal: { value, start, end }, subject }) => {
      const isPlain = typeof value === 'string' && text.value.slice(start + 1, end - 1) === value;
      return isPlain
        ? [
            {
              kind: subject,
              name: value,
              span: placeWithin(text, { start: start + 1, end: end - 1 }),
            },
          ]
        : [];
    },
  );
}

interface Comparison {
  readonly literal: Constant;
  readonly subject: ComparedName['kind'];
}

function* comparisons(node: Node): Generator<Comparison> {
  if (node.type === 'compare') {
    let left = node.first;
    for (const { operator, operand } of node.rest) {
      if (operator === 'in' || operator === 'not in') yield* pair(left, operand);
      left = operand;
    }
  } else if (node.type === 'test') {
    const [first] = node.args.positional;
    if (first !== undefined && node.name === 'contains') yield* pair(first, node.value);
    if (first !== undefined && node.name === 'in') yield* pair(node.value, first);
  }
  for (const child of childrenOf(node)) yield* comparisons(child);
}

function* pair(literal: Node, within: Node): Generator<Comparison> {
  const subject = literal.type === 'constant' ? subjectOf(within) : undefined;
  if (literal.type === 'constant' && subject !== undefined) yield { literal, subject };
}

function subjectOf(node: Node): ComparedName['kind'] | undefined {
  if (node.type === 'name')
    return Object.hasOwn(subjects, node.name) ? subjects[node.name] : undefined;
  if (node.type === 'filter') return subjectOf(node.value);
  return node.type === 'attribute' || node.type === 'item' ? subjectOf(node.object) : undefined;
}

/** The nodes right below one, whatever holds them. */
function childrenOf(node: object): Node[] {
  return Object.values(node).flatMap((value: unknown): Node[] => {
    if (typeof value !== 'object' || value === null) return [];
    return isNode(value) ? [value] : childrenOf(value);
  });
}

function isNode(value: object): value is Node {
  return 'type' in value;
}
