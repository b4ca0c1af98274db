/**
 * What each selected host gets: tags, merged variables, services. An inventory whose definitions were checked goes
 * in; nothing is read. All faults of the selected hosts come out in one run, each cause once.
 * Hosts with equal tags share everything that follows from tags.
 */
import { diagnostic, hasErrors, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { Host, HostDefinition, Inventory, Tag } from '../model/inventory.js';
import type { Node } from '../syntax/node.js';
import type { DeclaredVariable } from '../types/declared-variables.js';
import type { Given } from '../upstream/as-references.js';
import type { LacksLayer } from './broken-layers.js';
import { findConflicts } from './conflicts.js';
import {
  construct,
  type ComposedVariable,
  type Construction,
  type ConstructOptions,
} from './construct.js';
import { checkDeclaredVariables } from './declared-variables.js';
import { hostDescriber } from './host-list.js';
import { membershipsOf, type MadeGroups, type Membership } from './made-groups.js';
import type { Path } from './overlay.js';
import { variablePath } from './path-text.js';
import { checkSelection, hostSelector, type Selection } from './select.js';
import { assignServices, checkAssignments, type Assignment, type Members } from './services.js';
import { tagSetsOf, type TagSet } from './tag-sets.js';
import { createMerger, type Variable, type VariableMerger } from './variables.js';

/** One selected host. */
export interface ResolvedHost {
  readonly host: Host;
  /** All its tags, by order, then name. */
  readonly tags: readonly Tag[];
  /** Its services as far as they are selected, by order. Hosts may share one list. */
  readonly services: readonly Assignment[];
  /** True if no other selected host has the same tags, and so shares none of its lists. */
  readonly isAlone: boolean;
  /** Its merged variables by name, without those of its transport: merged when asked, kept where hosts share them. */
  variables(): readonly Variable[];
  /** The variables that expressions made for it, by name: stronger than merged ones. */
  readonly composed: readonly ComposedVariable[];
  /** The groups that expressions put it into. */
  madeGroups(): readonly Membership[];
}

export interface ResolvedInventory {
  readonly inventory: Inventory;
  /** The selected hosts in file order. */
  readonly hosts: readonly ResolvedHost[];
  /** The names of all variables for Ansible, by code point: what the rank of a variable counts. */
  readonly names: readonly string[];
  /** The groups that expressions made, and the groups of tags that are parents of some. */
  readonly groups: MadeGroups;
  /** The marked values (`!append` …) that had something below them on some host. */
  readonly effective: ReadonlySet<Node>;
}

/** What resolving needs to know beside the inventory. */
export interface ResolveOptions {
  readonly selection: Selection;
  /** False where no file holds a merge marker. */
  readonly usesMarkers: boolean;
  /** False where a file is missing that may define more names. */
  readonly complete: boolean;
  /** False where the definitions have errors, so that the value of an expression says little. */
  readonly sound: boolean;
  /** Which hosts lack a layer that could not be built. */
  readonly lacksLayer: LacksLayer;
  /** The variables that the inventory declares. */
  readonly declared: readonly DeclaredVariable[];
  /** What is known of the types of values that references gave; undefined where there are none. */
  readonly given: Given | undefined;
  /** True where upstreams have states that were not read. */
  readonly isStatic: boolean;
}

/** Resolves the selected hosts of `inventory`. */
export function resolveInventory(
  inventory: Inventory,
  options: ResolveOptions,
): Outcome<ResolvedInventory> {
  const { selection, usesMarkers } = options;
  const diagnostics: Diagnostic[] = options.complete ? checkSelection(selection, inventory) : [];
  const effective = new Set<Node>();
  const twins = new Map<Node, Node>();
  const merger = createMerger(inventory, usesMarkers, {
    marked: (node) => void effective.add(node),
    twin: (kept, dropped) => void twins.set(dropped, kept),
    badAppend: badAppendTeller(diagnostics),
  });
  const members = selectHosts(inventory, selection);
  const hosts = inSharedOrder(members, selection, merger);
  if (usesMarkers) for (const host of hosts) host.variables();
  for (const [dropped, kept] of twins) if (effective.has(kept)) effective.add(dropped);
  const describeHosts = hostDescriber(inventory.hosts);
  diagnostics.push(
    ...findConflicts(members, describeHosts),
    ...checkAssignments(members, inventory, describeHosts),
  );
  const construction = constructed({
    inventory,
    names: merger.names,
    hosts,
    describeHosts,
    mayFollow: !options.sound || hasErrors(diagnostics),
    isStatic: options.isStatic,
  });
  for (const each of construction.diagnostics) diagnostics.push(each);
  const complete = withConstructed(hosts, construction);
  if (options.declared.length > 0)
    for (const each of checkDeclaredVariables(complete, { ...options, describeHosts }))
      diagnostics.push(each);
  return {
    value: {
      inventory,
      hosts: complete,
      names: merger.names,
      groups: construction.groups,
      effective,
    },
    diagnostics,
  };
}

const nothingMade: Construction = { composed: new Map(), groups: new Map(), diagnostics: [] };

/** What expressions make; the engine is loaded only where there are some. */
function constructed(options: ConstructOptions): Construction {
  const { compose, groups, keyedGroups } = options.inventory.ansible;
  return compose.length + groups.length + keyedGroups.length === 0
    ? nothingMade
    : construct(options);
}

interface Selected extends Members {
  readonly names: string[];
  readonly hosts: Host[];
  /** The place of each host among all selected ones. */
  readonly places: number[];
}

/** The selected hosts by tag set, in file order. */
function selectHosts(inventory: Inventory, selection: Selection): ReadonlyMap<TagSet, Selected> {
  const setOf = tagSetsOf(inventory);
  const isSelected = hostSelector(selection);
  const members = new Map<TagSet, Selected>();
  let count = 0;
  for (const host of inventory.hosts) {
    const set = setOf(host.definition);
    if (!isSelected(host, set)) continue;
    const known = members.get(set);
    if (known === undefined) {
      members.set(set, {
        names: [host.name],
        hosts: [host],
        places: [count++],
        listed: host.definition.tags.names,
        assigned: assignServices(set, inventory.services),
      });
    } else {
      known.names.push(host.name);
      known.hosts.push(host);
      known.places.push(count++);
    }
  }
  return members;
}

/** The resolved hosts in file order; what hosts of one tag set share is computed once. */
function inSharedOrder(
  members: ReadonlyMap<TagSet, Selected>,
  selection: Selection,
  merger: VariableMerger,
): ResolvedHost[] {
  const wanted = new Set(selection.services);
  const resolved: ResolvedHost[] = [];
  for (const [set, { hosts, places, assigned }] of members) {
    const services =
      wanted.size === 0 ? assigned : assigned.filter((each) => wanted.has(each.service.name));
    const isAlone = hosts.length === 1;
    const variablesOf = variablesOfSet(set, isAlone, merger);
    for (const [index, host] of hosts.entries()) {
      resolved[places[index] ?? 0] = {
        host,
        tags: set.tags,
        services,
        isAlone,
        variables: variablesOf(host),
        composed: noVariables,
        madeGroups: noGroups,
      };
    }
  }
  return resolved;
}

/** Who merges the variables of the hosts of one set: once for all, once for a range, or when they are asked for. */
function variablesOfSet(
  set: TagSet,
  isAlone: boolean,
  merger: VariableMerger,
): (host: Host) => () => readonly Variable[] {
  const below = keep(!isAlone, () => merger.ofTags(set.tags));
  const shared = keep(!isAlone, () => merger.settled(below()));
  let own: Map<HostDefinition, () => readonly Variable[]> | undefined;
  return ({ name, definition }) => {
    if (definition.vars === undefined) return shared;
    own ??= new Map();
    let variables = own.get(definition);
    if (variables === undefined)
      own.set(
        definition,
        (variables = keep(definition.name.name !== name, () =>
          merger.settled(merger.withOwn(below(), definition.vars)),
        )),
      );
    return variables;
  };
}

const noVariables: readonly ComposedVariable[] = [];

function noGroups(): readonly Membership[] {
  return [];
}

/** The hosts with what expressions made for them. */
function withConstructed(
  hosts: readonly ResolvedHost[],
  { composed, groups }: Construction,
): readonly ResolvedHost[] {
  if (composed.size + groups.size === 0) return hosts;
  return hosts.map((each) => {
    const { name } = each.host;
    return {
      ...each,
      composed: composed.get(name) ?? [],
      madeGroups: () => membershipsOf(groups, name),
    };
  });
}

/** `make`, called at most once if `isShared`; else each time, so that nothing is held for one host. */
function keep<T>(isShared: boolean, make: () => T): () => T {
  if (!isShared) return make;
  let value: T | undefined;
  return () => (value ??= make());
}

function badAppendTeller(
  diagnostics: Diagnostic[],
): (lower: Node, higher: Node, path: Path) => void {
  const told = new Set<Node>();
  return (lower, higher, path) => {
    if (told.has(higher)) return;
    told.add(higher);
    diagnostics.push(
      diagnostic(
        'resolve/append-to-non-list',
        higher,
        `\`!append\` at \`${variablePath(path)}\` lands on a value that is no list`,
        {
          related: [{ span: lower, message: 'the value below is set here' }],
          help: 'remove `!append` to replace the value, or make the lower value a list',
        },
      ),
    );
  };
}
