/**
 * Which written values some host gets, which only repeat what lies below, and which are beaten everywhere. Merges as
 * `resolve/` does, but with the writers of every value instead of the value; hosts with equal layers are looked at once.
 * What nobody can be sure of (values that are not known yet) counts as used.
 */
import type { HostDefinition, Tag } from '../model/inventory.js';
import { transportNames } from '../model/transport-names.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import { groupedBy } from '../text/grouped-by.js';
import { holdsTemplate } from '../text/template-markers.js';
import { choose, layTogether, settle, type Marks, type State } from './lay-values.js';

/** What became of the values of an inventory. */
export interface Trace extends Marks {
  /** The `vars` that some host gets. */
  readonly reached: ReadonlySet<MapNode>;
}

/** Values of one name and one order: more than one only where tags of one order set it. */
export type Rank = readonly Entry[];

/** Follows every value; what it yields are chances to pause. */
export function* traceValues({ inventory, hosts }: ResolvedInventory): Generator<undefined, Trace> {
  const marks: Marks = {
    wins: new Set(),
    nodes: new Set(),
    repeats: new Set(),
    choices: [],
    beatenBy: new Map(),
  };
  const reached = new Set<MapNode>();
  const hides = hiderOf(inventory, hosts);
  const done = new Set<string>();
  const ids = new Map<MapNode, number>();
  for (const [tags, members] of byTags(hosts)) {
    const layers = layersOf(inventory.vars, tags);
    for (const { vars } of layers) reached.add(vars);
    const sequences = sequencesOf(layers, ids);
    const own = ownersIn(members);
    for (const [name, { ranks, key }] of sequences) {
      if (done.has(key)) continue;
      const seer = members.find((host) => !hides(host, name) && !isOwn(host.host.definition, name));
      if (seer === undefined) blameHidden(members, name, ranks, marks);
      else {
        done.add(key);
        traceName(ranks, marks, seer.host.name);
      }
    }
    for (const [definition, of] of own) {
      if (definition.vars === undefined) continue;
      reached.add(definition.vars);
      for (const entry of definition.vars.entries) {
        const seer = of.find((host) => !hides(host, entry.key));
        if (seer !== undefined)
          traceName([...(sequences.get(entry.key)?.ranks ?? []), [entry]], marks, seer.host.name);
      }
      yield undefined;
    }
    yield undefined;
  }
  choose(marks);
  return { ...marks, reached };
}

/** For each of `names` everything that hosts merge to it, each sequence of layers once. */
export function* sequencesNamed(
  { inventory, hosts }: ResolvedInventory,
  names: ReadonlySet<string>,
): Generator<undefined, ReadonlyMap<string, readonly (readonly Rank[])[]>> {
  const found = new Map<string, (readonly Rank[])[]>([...names].map((name) => [name, []]));
  const done = new Set<string>();
  const ids = new Map<MapNode, number>();
  for (const [tags, members] of byTags(hosts)) {
    const layers = layersOf(inventory.vars, tags).map(({ vars, order }) => ({
      vars,
      order,
      entries: vars.entries.filter(({ key }) => names.has(key)),
    }));
    const sequences = sequencesOf(layers, ids);
    for (const [name, { ranks, key }] of sequences) {
      if (done.has(key) || members.every(({ host }) => isOwn(host.definition, name))) continue;
      done.add(key);
      found.get(name)?.push(ranks);
    }
    for (const definition of ownersIn(members).keys()) {
      for (const entry of definition.vars?.entries ?? [])
        found.get(entry.key)?.push([...(sequences.get(entry.key)?.ranks ?? []), [entry]]);
    }
    yield undefined;
  }
  return found;
}

function traceName(ranks: readonly Rank[], marks: Marks, host: string): void {
  let state: State | undefined;
  for (const rank of ranks) state = layTogether(state, rank, marks, host);
  if (state !== undefined) settle(state, marks);
}

/** The hosts of each set of tags: hosts with equal tags share the list of them. */
function byTags(
  hosts: readonly ResolvedHost[],
): ReadonlyMap<readonly Tag[], readonly ResolvedHost[]> {
  return groupedBy(hosts, ({ tags }) => tags);
}

/** The hosts of each definition with values of its own. */
function ownersIn(
  members: readonly ResolvedHost[],
): ReadonlyMap<HostDefinition, readonly ResolvedHost[]> {
  return groupedBy(members, ({ host: { definition } }) =>
    definition.vars === undefined ? undefined : definition,
  );
}

interface Layer {
  readonly vars: MapNode;
  /** Layers of one order unite; the inventory's own has none. */
  readonly order: number | undefined;
  readonly entries: readonly Entry[];
}

function layersOf(vars: MapNode | undefined, tags: readonly Tag[]): Layer[] {
  const layers: Layer[] =
    vars === undefined ? [] : [{ vars, order: undefined, entries: vars.entries }];
  for (const tag of tags)
    if (tag.vars !== undefined)
      layers.push({ vars: tag.vars, order: tag.order, entries: tag.vars.entries });
  return layers;
}

interface Sequence {
  readonly ranks: Entry[][];
  /** Equal for equal layers that set the name. */
  key: string;
  order: number | undefined;
}

/** For each name what the layers set, lowest first. */
function sequencesOf(
  layers: readonly Layer[],
  ids: Map<MapNode, number>,
): ReadonlyMap<string, Sequence> {
  const sequences = new Map<string, Sequence>();
  for (const { vars, order, entries } of layers) {
    let id = ids.get(vars);
    if (id === undefined) ids.set(vars, (id = ids.size));
    for (const entry of entries) {
      const known = sequences.get(entry.key);
      if (known === undefined)
        sequences.set(entry.key, { ranks: [[entry]], key: `${id} ${entry.key}`, order });
      else {
        if (order !== undefined && known.order === order) known.ranks.at(-1)?.push(entry);
        else known.ranks.push([entry]);
        known.key = `${id} ${known.key}`;
        known.order = order;
      }
    }
  }
  return sequences;
}

function isOwn({ vars }: HostDefinition, name: string): boolean {
  return vars !== undefined && findEntry(vars, name) !== undefined;
}

/** Says whether a host's transport, or what an expression made, stands over a variable that nothing else reads. */
function hiderOf(
  { ansible, vars, tags, hosts }: ResolvedInventory['inventory'],
  resolved: readonly ResolvedHost[],
): (host: ResolvedHost, name: string) => boolean {
  const composed = new Set(resolved.flatMap((each) => each.composed.map(({ name }) => name)));
  let read: string | undefined;
  const isRead = (name: string): boolean => {
    read ??= [
      ...[...ansible.compose, ...ansible.groups].map((each) => each.expression.value),
      ...ansible.keyedGroups.flatMap((each) => [
        each.key.value,
        each.parentGroup?.value ?? '',
        each.defaultValue?.value ?? '',
      ]),
      ...templatesIn([
        vars,
        ...[...tags.values()].map((tag) => tag.vars),
        ...hosts.map((host) => host.definition.vars),
      ]),
    ].join('\n');
    return (
      /\b(?:vars|hostvars)\b/.test(read) ||
      new RegExp(`(?<![\\w])${name.replace(/[^\w]/g, '\\$&')}(?![\\w])`).test(read)
    );
  };
  const reads = new Map<string, boolean>();
  return ({ host, composed: made }, name) => {
    const { transport } = host.definition;
    if (
      transport !== undefined &&
      name.startsWith('ansible_') &&
      transportNames(transport).has(name)
    )
      return true;
    if (!composed.has(name) || !made.some((each) => each.name === name)) return false;
    let known = reads.get(name);
    if (known === undefined) reads.set(name, (known = isRead(name)));
    return !known;
  };
}

/** Every text that an expression may evaluate when it reads it. */
function templatesIn(layers: readonly (MapNode | undefined)[]): string[] {
  const found: string[] = [];
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (node.kind === 'string') {
      if (holdsTemplate(node.value)) found.push(node.value);
    } else if ((node.kind === 'map' || node.kind === 'list') && !seen.has(node)) {
      seen.add(node);
      for (const each of node.kind === 'map' ? node.entries.map(({ value }) => value) : node.items)
        visit(each);
    }
  };
  for (const layer of layers) if (layer !== undefined) visit(layer);
  return found;
}

/** Where a transport, an expression or the host itself stands over a value on every host: says what does on the first. */
function blameHidden(
  members: readonly ResolvedHost[],
  name: string,
  ranks: readonly Rank[],
  { beatenBy }: Marks,
): void {
  const [first] = members;
  if (first === undefined) return;
  const { definition } = first.host;
  const own = definition.vars && findEntry(definition.vars, name);
  const span =
    own ??
    first.composed.find((each) => each.name === name)?.value ??
    definition.transport ??
    definition.name;
  for (const entry of ranks.flat())
    if (!beatenBy.has(entry)) beatenBy.set(entry, { span, host: first.host.name });
}
