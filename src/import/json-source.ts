/**
 * The output of any inventory script → the one shape that every Ansible reads: `{"group": {"hosts", "children", "vars"},
 * "_meta": {"hostvars"}}`. Shapes in the wild: lists as groups, no `_meta`, maps of hosts with their variables, children
 * nested in their parents. What a group or host means is left to Ansible.
 */
import type { Entry, MapNode, Node } from '../syntax/node.js';
import type { Source, Span } from '../text/source.js';
import { entriesOf, isNotFinite, nowhere, readExactJson, valueAt } from './exact-json.js';

export interface ScriptOutput {
  readonly root: Node;
  /** False where nothing is said about the variables of single hosts. */
  readonly hasHostvars: boolean;
  /** Hosts that have variables and are in no group: Ansible drops them. */
  readonly homeless: readonly string[];
}

/** What became of a group, over all places that name it. */
interface Group {
  readonly hosts: Set<string>;
  readonly children: Set<string>;
  readonly vars: Map<string, Node>;
}

interface Builder {
  readonly groups: Map<string, Group>;
  readonly hostvars: Map<string, Map<string, Node>>;
  fault: string | undefined;
}

/** Reads a script's output, or says why it is none, and where that is known. */
export function readScriptOutput(
  source: Source,
): ScriptOutput | { readonly fault: string; readonly span?: Span } {
  const read = readExactJson(source);
  if ('fault' in read)
    return { fault: `it is no JSON: ${read.fault.message}`, span: read.fault.span };
  const { root } = read;
  if (root.kind !== 'map') return { fault: 'it is no JSON object' };
  if (holds(root, isNotFinite)) return { fault: 'it holds `NaN` or `Infinity`, which are no JSON' };
  if (holds(root, isHalfOfPair))
    return { fault: 'it holds half of a surrogate pair, which is no text' };
  const builder: Builder = { groups: new Map(), hostvars: new Map(), fault: undefined };
  const hostvars = valueAt(valueAt(root, '_meta'), 'hostvars');
  for (const { key, value } of entriesOf(hostvars)) addHostvars(builder, key, value);
  for (const { key, value } of root.entries) if (key !== '_meta') addGroup(builder, key, value);
  if (builder.fault !== undefined) return { fault: builder.fault };
  const placed = new Set([...builder.groups.values()].flatMap((group) => [...group.hosts]));
  return {
    root: canonical(builder),
    hasHostvars: hostvars !== undefined || builder.hostvars.size > 0,
    homeless: [...builder.hostvars.keys()].filter((name) => !placed.has(name)),
  };
}

function addGroup(builder: Builder, name: string, node: Node): void {
  const group = builder.groups.get(name) ?? {
    hosts: new Set<string>(),
    children: new Set<string>(),
    vars: new Map<string, Node>(),
  };
  builder.groups.set(name, group);
  if (node.kind === 'null') return;
  if (node.kind === 'list') {
    addHosts(builder, group, name, node);
    return;
  }
  if (node.kind !== 'map') {
    builder.fault ??= `the group \`${name}\` is neither an object nor a list`;
    return;
  }
  const known = node.entries.filter(
    ({ key }) => key === 'hosts' || key === 'children' || key === 'vars',
  );
  if (known.length === 0)
    builder.fault ??= `\`${name}\` has neither \`hosts\`, \`children\` nor \`vars\`, and Ansible takes it for a group with a host of the same name; \`"${name}": {"hosts": []}\` is an empty group`;
  for (const { key, value } of known) {
    if (value.kind === 'null') continue;
    if (key === 'hosts') addHosts(builder, group, name, value);
    else if (key === 'children') addChildren(builder, group, name, value);
    else if (value.kind === 'map')
      for (const entry of value.entries) group.vars.set(entry.key, entry.value);
    else builder.fault ??= `\`vars\` of the group \`${name}\` is no object`;
  }
}

function addHosts(builder: Builder, group: Group, name: string, node: Node): void {
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      group.hosts.add(key);
      addHostvars(builder, key, value);
    }
    return;
  }
  for (const host of namesIn(builder, node, `the hosts of the group \`${name}\``))
    group.hosts.add(host);
}

function addChildren(builder: Builder, group: Group, name: string, node: Node): void {
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      group.children.add(key);
      addGroup(builder, key, value);
    }
    return;
  }
  for (const child of namesIn(builder, node, `the children of the group \`${name}\``))
    group.children.add(child);
}

function namesIn(builder: Builder, node: Node, what: string): readonly string[] {
  if (node.kind === 'list' && node.items.every((item) => item.kind === 'string'))
    return node.items.map((item) => item.value);
  builder.fault ??= `${what} are neither a list of names nor an object`;
  return [];
}

function addHostvars(builder: Builder, host: string, node: Node): void {
  if (node.kind !== 'map' && node.kind !== 'null') {
    builder.fault ??= `the variables of the host \`${host}\` are no object`;
    return;
  }
  const known = builder.hostvars.get(host) ?? new Map<string, Node>();
  for (const { key, value } of entriesOf(node)) known.set(key, value);
  builder.hostvars.set(host, known);
}

function canonical({ groups, hostvars }: Builder): Node {
  const ofGroups = [...groups].map(([name, { hosts, children, vars }]) =>
    entry(
      name,
      map([
        entry('hosts', names(hosts)),
        ...(children.size === 0 ? [] : [entry('children', names(children))]),
        ...(vars.size === 0 ? [] : [entry('vars', variables(vars))]),
      ]),
    ),
  );
  const ofHosts = map([...hostvars].map(([host, vars]) => entry(host, variables(vars))));
  return map([entry('_meta', map([entry('hostvars', ofHosts)])), ...ofGroups]);
}

function variables(vars: ReadonlyMap<string, Node>): MapNode {
  return map([...vars].map(([name, value]) => entry(name, value)));
}

function names(values: Iterable<string>): Node {
  return {
    kind: 'list',
    items: [...values].map((value): Node => ({ kind: 'string', value, ...nowhere })),
    ...nowhere,
  };
}

function map(entries: readonly Entry[]): MapNode {
  return { kind: 'map', entries, ...nowhere };
}

function entry(key: string, value: Node): Entry {
  return { key, value, ...nowhere };
}

/** True if the value, or one in it, is such. */
function holds(node: Node, isSuch: (node: Node) => boolean): boolean {
  if (node.kind === 'list') return node.items.some((item) => holds(item, isSuch));
  if (node.kind === 'map') return node.entries.some(({ value }) => holds(value, isSuch));
  return isSuch(node);
}

function isHalfOfPair(node: Node): boolean {
  return node.kind === 'string' && /\p{Cs}/u.test(node.value);
}
