/** The constraints beside `type` and `enum`: each known, about values of the type, and leaving some. */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { describeNode } from '../syntax/describe-node.js';
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import { suggestion } from '../text/suggest.js';
import { checkValue } from './check-value.js';
import {
  constraintEntry,
  constraintNames,
  contradiction,
  familiesOf,
  familyPhrase,
} from './constraints.js';
import { patternFault } from './pattern/pattern.js';
import type { PatternFault } from './pattern/syntax.js';
import {
  builtIn,
  typeText,
  unknownType,
  type Constraints,
  type Literal,
  type Type,
} from './type.js';

/** `base` with the constraints that `map` holds; an enum stands without a base. */
export function parseRefinement(
  map: MapNode,
  base: Type | undefined,
  own: readonly string[],
): Outcome<Type> {
  const diagnostics: Diagnostic[] = [];
  const values = parseEnum(findEntry(map, 'enum'), base, diagnostics);
  const of: Type =
    base ??
    (values === undefined
      ? findEntry(map, 'enum') === undefined
        ? builtIn('any')
        : unknownType
      : { kind: 'enum', values });
  const constraints = parseConstraints(map, of, own, diagnostics);
  const all: Constraints =
    base === undefined || values === undefined ? constraints : { enum: values, ...constraints };
  const clash = contradiction(constraints);
  if (clash !== undefined) {
    const [low, high] = clash.map((name) => findEntry(map, name));
    if (low !== undefined && high !== undefined)
      diagnostics.push(
        diagnostic(
          'types/constraint',
          high.value,
          `no value is left: \`${high.key}\` does not go with \`${low.key}\``,
          { related: [{ span: low, message: `\`${low.key}\` is here` }] },
        ),
      );
  }
  const isBare = Object.keys(all).length === 0 || of.kind === 'unknown-type';
  return { value: isBare ? of : { kind: 'refined', base: of, constraints: all }, diagnostics };
}

function parseConstraints(
  map: MapNode,
  of: Type,
  own: readonly string[],
  diagnostics: Diagnostic[],
): Constraints {
  const constraints: Record<string, unknown> = {};
  const families = familiesOf(of);
  for (const entry of map.entries) {
    const { key, value } = entry;
    if (key === 'type' || key === 'enum' || own.includes(key)) continue;
    if (key === 'description') {
      if (value.kind !== 'string')
        diagnostics.push(
          diagnostic(
            'types/constraint',
            value,
            `\`description\` must be a string, and is ${describeNode(value)}`,
          ),
        );
      continue;
    }
    const known = constraintEntry(key);
    if (known === undefined) {
      diagnostics.push(
        diagnostic('types/constraint', entry, `there is no constraint \`${key}\``, {
          help: unknownHelp(key, own),
        }),
      );
    } else if (
      known.family !== undefined &&
      of.kind !== 'unknown-type' &&
      !families.includes(known.family)
    ) {
      diagnostics.push(
        diagnostic(
          'types/constraint',
          entry,
          `\`${key}\` is about ${familyPhrase[known.family]}, and \`${typeText(of)}\` has none`,
          { help: 'remove it, or take another type' },
        ),
      );
    } else {
      const read = readConstraint(entry, known.takes, diagnostics);
      if (read !== undefined) constraints[key] = read;
    }
  }
  return constraints;
}

function unknownHelp(key: string, own: readonly string[]): string | undefined {
  if (key === 'format') return 'take a built-in type such as `ip`, `hostname` or `email` as `type`';
  if (key === 'items') return 'write `type: list<…>`';
  if (key === 'properties' || key === 'fields')
    return 'write the fields as a map behind `type`: `type: {host: hostname, port?: port}`';
  if (key === 'default')
    return 'set the value in the `vars` of the inventory, which every other layer beats';
  return (
    suggestion(key, [...own, 'type', 'description', ...constraintNames]) ??
    'an object type that has a field called `type` or `enum` is written `{fields: {…}}`'
  );
}

function readConstraint(
  { key, value }: Entry,
  takes: 'pattern' | 'count' | 'number' | 'flag' | 'values',
  diagnostics: Diagnostic[],
): unknown {
  const wrong = (expected: string): unknown => {
    diagnostics.push(
      diagnostic(
        'types/constraint',
        value,
        `\`${key}\` must be ${expected}, and is ${describeNode(value)}`,
      ),
    );
    return undefined;
  };
  switch (takes) {
    case 'pattern':
      if (value.kind !== 'string') return wrong('a regular expression');
      return readPattern(value, value.value, diagnostics);
    case 'count':
      return value.kind === 'int' && typeof value.value === 'number' && value.value >= 0
        ? value.value
        : wrong('a count from 0 on');
    case 'flag':
      return value.kind === 'bool' ? value.value : wrong('true or false');
    default:
      if (value.kind !== 'int' && value.kind !== 'float') return wrong('a number');
      return key === 'multipleOf' && value.value <= 0 ? wrong('a number above 0') : value.value;
  }
}

function readPattern(node: Node, text: string, diagnostics: Diagnostic[]): string | undefined {
  const fault = patternFault(text);
  if (fault === undefined) return text;
  diagnostics.push(wrongPattern(node, fault));
  return undefined;
}

function wrongPattern(node: Node, { fault, isRefusal }: PatternFault): Diagnostic {
  return isRefusal
    ? diagnostic('types/constraint', node, `this \`pattern\` is not supported: ${fault}`, {
        help: 'patterns must take time in proportion to the text: no lookaheads, lookbehinds and back references, and at most 30,000 characters once repetitions are written out',
      })
    : diagnostic('types/constraint', node, `\`pattern\` is not a regular expression: ${fault}`, {
        help: 'patterns are those of JSON Schema (ECMAScript, with Unicode); `\\` must be doubled inside double quotes',
      });
}

/** The values of `enum`, which are scalars, all different, and of the base. Undefined where that could not be read. */
function parseEnum(
  entry: Entry | undefined,
  base: Type | undefined,
  diagnostics: Diagnostic[],
): readonly Literal[] | undefined {
  if (entry === undefined) return undefined;
  const { value: list } = entry;
  if (list.kind !== 'list' || list.items.length === 0) {
    const is = list.kind === 'list' ? 'an empty list' : describeNode(list);
    diagnostics.push(
      diagnostic(
        'types/constraint',
        list.start === list.end ? entry : list,
        `\`enum\` must be a list of values, and is ${is}`,
        { help: 'write `enum: [dev, prod]`' },
      ),
    );
    return undefined;
  }
  const values = new Map<string, Literal>();
  for (const item of list.items) {
    const literal = literalOf(item);
    if (literal === undefined) {
      diagnostics.push(
        diagnostic(
          'types/constraint',
          item,
          `a value of \`enum\` must be a scalar, and is ${describeNode(item)}`,
        ),
      );
      continue;
    }
    const key = `${literal.kind} ${literal.kind === 'null' ? '' : String(literal.value)}`;
    if (values.has(key))
      diagnostics.push(
        diagnostic('types/constraint', item, `\`enum\` has ${describeNode(item)} twice`, {
          help: 'remove one of them',
        }),
      );
    values.set(key, literal);
    if (base !== undefined)
      for (const each of checkValue(item, base, { name: 'enum' }))
        diagnostics.push({ ...each, code: 'types/constraint' });
  }
  return [...values.values()];
}

function literalOf(node: Node): Literal | undefined {
  switch (node.kind) {
    case 'string':
    case 'unsafe':
      return { kind: 'string', value: node.value };
    case 'int':
      return { kind: node.kind, value: node.value };
    case 'float':
      return { kind: node.kind, value: node.value };
    case 'bool':
      return { kind: node.kind, value: node.value };
    case 'null':
      return { kind: node.kind };
    default:
      return undefined;
  }
}
