/**
 * Merged variables against their declarations, host by host. A value that hosts share is judged once for each type that
 * is declared for it; what a host lacks is told once for all hosts that lack it. Keeps no merged value.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../model/inventory.js';
import { transportNames } from '../model/transport-names.js';
import { findEntry, type Node } from '../syntax/node.js';
import { holdsTemplate } from '../text/template-markers.js';
import { judgeValue, type Judgement } from '../types/check-value.js';
import type { DeclaredVariable } from '../types/declared-variables.js';
import { asReferences, type Given } from '../upstream/as-references.js';
import type { LacksLayer } from './broken-layers.js';
import type { DescribeHosts } from './host-list.js';
import type { ResolvedHost } from './resolve.js';
import type { Variable } from './variables.js';

/** What the hosts of one list of variables have in common. */
interface Findings {
  readonly missing: readonly DeclaredVariable[];
  readonly judgements: readonly Judgement[];
}

/** What the check has to know beside the hosts. */
interface CheckOptions {
  readonly declared: readonly DeclaredVariable[];
  readonly describeHosts: DescribeHosts;
  readonly given: Given | undefined;
  readonly lacksLayer: LacksLayer;
}

/**
 * Everything that the selected hosts' variables do not fulfil of what `declared` says. Of hosts that lack a layer only
 * wrong values are reported, not missing ones.
 */
export function checkDeclaredVariables(
  hosts: readonly ResolvedHost[],
  { declared, describeHosts, given, lacksLayer }: CheckOptions,
): Diagnostic[] {
  const lookUp = finder(declared, given);
  const shared = new WeakMap<readonly Variable[], Findings>();
  const faults = new Map<string, { readonly judgement: Judgement; readonly names: string[] }>();
  const missing = new Map<DeclaredVariable, Host[]>();
  const add = (judgement: Judgement, { name }: Host, isPartial: boolean): void => {
    if (isPartial && judgement.isAboutWhole) return;
    const { span, message } = judgement.diagnostic;
    const key = `${span.start} ${span.source.path} ${message}`;
    const known = faults.get(key);
    if (known === undefined) faults.set(key, { judgement, names: [name] });
    else known.names.push(name);
  };
  for (const resolved of hosts) {
    const { host, composed } = resolved;
    const merged = resolved.variables();
    let findings = shared.get(merged);
    if (findings === undefined) shared.set(merged, (findings = lookUp(merged)));
    const made = composed.length === 0 ? undefined : lookUp(composed);
    const isPartial = lacksLayer(host, resolved.tags);
    for (const judgement of findings.judgements) add(judgement, host, isPartial);
    for (const judgement of made?.judgements ?? []) add(judgement, host, isPartial);
    if (isPartial) continue;
    for (const variable of findings.missing) {
      if (made?.missing.includes(variable) === false || setByTransport(host, variable)) continue;
      const known = missing.get(variable);
      if (known === undefined) missing.set(variable, [host]);
      else known.push(host);
    }
  }
  return [
    ...[...missing].map(([variable, all]) => tellMissing(variable, all, describeHosts)),
    ...[...faults.values()].map((each) => tellFault(each, describeHosts)),
  ];
}

/** Judges a list of variables; a value is judged once for a declaration, whichever list it is in. */
function finder(
  declared: readonly DeclaredVariable[],
  given: Given | undefined,
): (variables: readonly { readonly name: string; readonly value: Node }[]) => Findings {
  const byName = new Map<string, DeclaredVariable[]>();
  for (const each of declared)
    byName.set(each.keys[0], [...(byName.get(each.keys[0]) ?? []), each]);
  const required = declared.filter((each) => each.required);
  const known = new Map(declared.map((each) => [each, new WeakMap<Node, readonly Judgement[]>()]));
  const judge = (variable: DeclaredVariable, node: Node): readonly Judgement[] => {
    const values = known.get(variable);
    let judgements = values?.get(node);
    if (judgements === undefined) {
      judgements = judgeValue(
        given === undefined ? node : asReferences(node, given),
        variable.type,
        { name: variable.name, declared: { what: `\`${variable.name}\``, span: variable.span } },
      );
      values?.set(node, judgements);
    }
    return judgements;
  };
  return (variables) => {
    const set = new Set<DeclaredVariable>();
    const judgements: Judgement[] = [];
    for (const { name, value } of variables) {
      for (const variable of byName.get(name) ?? []) {
        const found = valueAt(value, variable.keys);
        if (found !== undefined) set.add(variable);
        if (found !== undefined && found !== 'open')
          for (const each of judge(variable, found)) judgements.push(each);
      }
    }
    return { missing: required.filter((each) => !set.has(each)), judgements };
  };
}

/** The value at a path below the variable that is its first key; `open` where something not known yet stands above it. */
function valueAt(value: Node, [, ...keys]: readonly string[]): Node | 'open' | undefined {
  let node: Node | undefined = value;
  for (const key of keys) {
    if (node.kind !== 'map')
      return node.kind === 'unknown' || (node.kind === 'string' && holdsTemplate(node.value))
        ? 'open'
        : undefined;
    node = findEntry(node, key)?.value;
    if (node === undefined) return undefined;
  }
  return node;
}

function setByTransport(
  { definition: { transport } }: Host,
  { keys: [name, ...rest] }: DeclaredVariable,
): boolean {
  return rest.length === 0 && transport !== undefined && transportNames(transport).has(name);
}

function tellMissing(
  { name, span }: DeclaredVariable,
  hosts: readonly Host[],
  describeHosts: DescribeHosts,
): Diagnostic {
  const on = describeHosts(hosts.map((each) => each.name));
  const related = hosts
    .slice(0, 1)
    .map(({ definition }) => ({ span: definition.name, message: 'this host lacks it' }));
  return diagnostic(
    'resolve/required-variable',
    span,
    `\`${name}\` is required, and no layer sets it on ${on}`,
    { related, help: "set it in the inventory's `vars`, in a tag, or on the host" },
  );
}

/** What a merged value lacks is the affair of some hosts; a single value is wrong for all of them. */
function tellFault(
  { judgement, names }: { readonly judgement: Judgement; readonly names: readonly string[] },
  describeHosts: DescribeHosts,
): Diagnostic {
  const { diagnostic: found, isAboutWhole } = judgement;
  return isAboutWhole
    ? { ...found, message: `${found.message}, on ${describeHosts(names)}` }
    : found;
}
