/**
 * Variables and groups that expressions make, host by host (format reference, section 10): first `compose`, then
 * `groups`, then `keyed_groups`, which see what was composed. Means what Ansible's `Constructable` means. A variable that
 * is composed of what is not known yet is not known itself; a host is in no group that such a value decides.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { asSecret, nodeOfResult, nodeOfUnknown } from '../expr/convert.js';
import {
  conditionAt,
  evaluate,
  evaluateCondition,
  expressionAt,
  type Expression,
  type Final,
  type Parsed,
  type Unknown,
} from '../expr/expressions.js';
import type { Inventory, NamedExpression } from '../model/inventory.js';
import { constructedGroup } from '../model/safe-name.js';
import { transportNames } from '../model/transport-names.js';
import { findKey, type Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { isReservedKey } from '../text/reserved-keys.js';
import { carriesTemplate } from '../text/template-markers.js';
import { faultCollector, type Fault, type FaultCollector } from './expression-faults.js';
import type { DescribeHosts } from './host-list.js';
import { scopeMaker, type Composed, type HostScope } from './host-scope.js';
import { keyedGroupMaker } from './keyed-groups.js';
import {
  groupNamed,
  nameOwners,
  type MadeGroup,
  type MadeGroups,
  type Maker,
  type Making,
} from './made-groups.js';
import type { ResolvedHost } from './resolve.js';

/** A variable that an expression made. */
export interface ComposedVariable {
  readonly name: string;
  readonly value: Node;
}

export interface Construction {
  /** Host name → its composed variables by name; none for a host without. */
  readonly composed: ReadonlyMap<string, readonly ComposedVariable[]>;
  readonly groups: MadeGroups;
  readonly diagnostics: readonly Diagnostic[];
}

const nothingComposed: Composed = { values: new Map(), secrets: new Set() };

/** What expressions are evaluated on. */
export interface ConstructOptions {
  readonly inventory: Inventory;
  /** The names of all merged variables. */
  readonly names: readonly string[];
  readonly hosts: readonly ResolvedHost[];
  readonly describeHosts: DescribeHosts;
  /** True where errors were told already, from which an expression's may only follow. */
  readonly mayFollow: boolean;
  /** True where no state of an upstream was read: what is not known then is no fault. */
  readonly isStatic: boolean;
}

/** Evaluates all expressions of an inventory on its selected hosts. */
export function construct({
  inventory,
  names,
  hosts,
  describeHosts,
  mayFollow,
  isStatic,
}: ConstructOptions): Construction {
  const { compose, groups: conditions, keyedGroups, strict } = inventory.ansible;
  const faults = faultCollector(strict, mayFollow, isStatic);
  const scopeOf = scopeMaker(inventory, names);
  const groups = new Map<string, MadeGroup>();
  const making: Making = { inventory, groups, ownerOf: nameOwners(inventory), faults };
  const composed = new Map<string, readonly ComposedVariable[]>();
  const composeOn = composer(compose, faults);
  const addConditional = conditionalGroups(conditions, making);
  const addKeyed = keyedGroups.map((keyed) => keyedGroupMaker(keyed, making));
  for (const host of hosts) {
    let scope = scopeOf(host, nothingComposed);
    let made = nothingComposed;
    // Where values are sensitive each expression has a scope of its own, which tells whether it reads any.
    const fresh = (): HostScope => (inventory.upstreams.length === 0 ? scope : scopeOf(host, made));
    if (compose.length > 0) {
      const values = new Map<string, Final | Unknown>();
      const variables = composeOn(host, fresh, values);
      if (variables.length > 0) {
        composed.set(host.host.name, variables);
        made = {
          values,
          secrets: new Set(
            variables.flatMap(({ name, value }) =>
              value.kind !== 'unset' && value.sensitive === true ? [name] : [],
            ),
          ),
        };
        scope = scopeOf(host, made);
      }
    }
    addConditional(host.host.name, fresh);
    for (const add of addKeyed) add(host.host.name, fresh());
  }
  return { composed, groups, diagnostics: faults.diagnostics(describeHosts, hosts.length) };
}

/** What parsed; faults were told. */
function parsed(
  named: readonly NamedExpression[],
  parse: (text: NamedExpression['expression']) => Parsed<Expression>,
): (NamedExpression & { readonly parsed: Expression })[] {
  return named.flatMap((each) => {
    const found = parse(each.expression);
    return 'error' in found ? [] : [{ ...each, parsed: found.value }];
  });
}

/** Makes the composed variables of a host, by name, and notes their values. They do not see each other. */
function composer(
  compose: readonly NamedExpression[],
  faults: FaultCollector,
): (
  host: ResolvedHost,
  fresh: () => HostScope,
  values: Map<string, Final | Unknown>,
) => readonly ComposedVariable[] {
  const expressions = parsed(compose, expressionAt);
  return (host, fresh, values) => {
    const { name: hostName } = host.host;
    const made: ComposedVariable[] = [];
    for (const each of expressions) {
      const scope = fresh();
      const result = evaluate(each.parsed, scope);
      if (result.kind === 'unknown') {
        tellTransportClash(each, host, faults);
        values.set(each.name, result.unknown);
        made.push({ name: each.name, value: nodeOfUnknown(result.unknown, each.expression) });
        continue;
      }
      if (result.kind !== 'value') {
        faults.failed(`\`${each.name}\``, each.expression, result, hostName, scope);
        continue;
      }
      const value = nodeOfResult(result.value, each.expression.span);
      if (value === undefined) {
        faults.add(
          {
            code: 'resolve/expression',
            span: each.expression.span,
            before: `\`${each.name}\` is infinite or not a number on `,
          },
          hostName,
        );
        continue;
      }
      const fault = keyFault(each, value);
      if (fault !== undefined) {
        faults.add(fault, hostName);
        continue;
      }
      tellTransportClash(each, host, faults);
      values.set(each.name, result.value);
      made.push({ name: each.name, value: scope.holdsSecret ? asSecret(value) : value });
    }
    return made.sort((a, b) => byCodePoint(a.name, b.name));
  };
}

/** A key that would be another value to Ansible, or a template: a key cannot be marked as unsafe, as text is. */
function keyFault({ name, expression }: NamedExpression, value: Node): Fault | undefined {
  const origin = { code: 'resolve/expression', span: expression.span } as const;
  if (findKey(value, isReservedKey) !== undefined)
    return {
      ...origin,
      before: `\`${name}\` has a key that starts with \`__ansible_\`, which marks Ansible's own values, on `,
      help: 'choose another key',
    };
  if (findKey(value, carriesTemplate) === undefined) return undefined;
  return {
    ...origin,
    before: `\`${name}\` has a key that Ansible could read as a template on `,
    help: 'build keys without `{{`, `{%`, `{#` and `#jinja2:`',
  };
}

function tellTransportClash(
  variable: NamedExpression,
  { host }: ResolvedHost,
  faults: FaultCollector,
): void {
  const { transport } = host.definition;
  const other = transport && transportNames(transport).get(variable.name);
  if (other === undefined) return;
  faults.add(
    {
      code: 'resolve/compose-and-transport',
      span: variable,
      before: `\`compose\` sets \`${variable.name}\`, and so does the transport, on `,
      related: [{ span: other, message: 'the transport sets it here' }],
      help: 'keep one of the two',
    },
    host.name,
  );
}

/** Puts a host into the groups whose conditions hold. Names that belong to others were told. */
function conditionalGroups(
  conditions: readonly NamedExpression[],
  { groups, ownerOf, faults }: Making,
): (host: string, fresh: () => HostScope) => void {
  const expressions = parsed(conditions, conditionAt).flatMap((each) => {
    const group = constructedGroup(each.name);
    if (group === '' || ownerOf(group) !== undefined) return [];
    const maker: Maker = {
      section: 'groups',
      text: each.expression.value,
      span: each.expression.span,
    };
    return [{ ...each, group, maker }];
  });
  return (host, fresh) => {
    for (const { name, expression, parsed: condition, group, maker } of expressions) {
      const scope = fresh();
      const result = evaluateCondition(condition, scope);
      if (result.kind !== 'condition')
        faults.failed(`the condition of group \`${name}\``, expression, result, host, scope);
      else if (result.holds) {
        const { hosts } = groupNamed(groups, group);
        if (!hosts.has(host)) hosts.set(host, maker);
      }
    }
  };
}
