/**
 * What each selected host gets: tags, merged variables, services. An inventory whose definitions were checked goes
 * in; nothing is read. All faults of the selected hosts come out in one run, each cause once.
 * Hosts with equal tags share everything that follows from tags.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { Host, HostDefinition, Inventory, Tag } from '../model/inventory.js';
import type { Node } from '../syntax/node.js';
import type { Source } from '../text/source.js';
import { findConflicts } from './conflicts.js';
import { keysOf, pathText, } from './path-text.js';
import { checkSelection, hostSelector, type Selection } from './select.js';
import { assignServices, checkAssignments, type Assignment, type Members } from './services.js';
import { tagSetsOf, type TagSet } from './tag-sets.js';
import { createMerger, type Variable } from './variables.js';

/** One selected host. */
export interface ResolvedHost {
  readonly host: Host;
  /** All its tags, by order, then name. */
  readonly tags: readonly Tag[];
  /** Its merged variables by name, without those of its transport. Hosts may share one list. */
  readonly variables: readonly Variable[];
  /** Its services as far as they are selected, by order. Hosts may share one list. */
  readonly services: readonly Assignment[];
}

export interface ResolvedInventory {
  readonly inventory: Inventory;
  /** The selected hosts in file order. */
  readonly hosts: readonly ResolvedHost[];
  /** The marked values (`!append` …) that had something below them on some host. */
  readonly effective: ReadonlySet<Node>;
}

/** What resolving needs to know beside the inventory. */
export interface ResolveOptions {
  readonly selection: Selection;
  /** False where no file holds a merge marker. */
  readonly usesMarkers: boolean;
  /** The entry file, which is blamed for names that select nothing. */
  readonly source: Source;
  /** False where a file is missing that may define more names. */
  readonly complete: boolean;
}

/** Resolves the selected hosts of `inventory`. */
export function resolveInventory(inventory: Inventory, options: ResolveOptions): Outcome<ResolvedInventory> {
  const { selection, usesMarkers } = options;
  const diagnostics: Diagnostic[] = options.complete ? checkSelection(selection, inventory, options.source) : [];
  const effective = new Set<Node>();
  const listener = {
    marked: (node: Node) => void effective.add(node),
    badAppend: badAppendTeller(diagnostics),
  };
  const merger = createMerger(inventory, usesMarkers, listener);
  const shared = sharedByTags(inventory, selection, merger);
  const setOf = tagSetsOf(inventory);
  const selected = hostSelector(selection);
  const members = new Map<TagSet, Members & { readonly names: string[] }>();
  const ownByDefinition = new Map<HostDefinition, readonly Variable[]>();
  const hosts: ResolvedHost[] = [];
  for (const host of inventory.hosts) {
    const { definition } = host;
    const set = setOf(definition);
    if (!selected(host, set)) continue;
    const ofSet = members.get(set);
    if (ofSet === undefined) members.set(set, { names: [host.name], listed: definition.tags });
    else ofSet.names.push(host.name);
    const { below, settled, services } = shared(set);
    let variables = settled;
    if (definition.vars !== undefined) {
      variables = ownByDefinition.get(definition) ?? merger.settled(merger.withOwn(below, definition.vars));
      ownByDefinition.set(definition, variables);
    }
    hosts.push({ host, tags: set.tags, variables, services });
  }
  diagnostics.push(
    ...findConflicts(new Map([...members].map(([set, { names }]) => [set, names]))),
    ...checkAssignments(members, inventory),
  );
  return { value: { inventory, hosts, effective }, diagnostics };
}

interface SharedByTags {
  readonly below: readonly Variable[];
  readonly settled: readonly Variable[];
  readonly services: readonly Assignment[];
}

/** What hosts of one tag set share, computed once. */
function sharedByTags(inventory: Inventory, selection: Selection, merger: ReturnType<typeof createMerger>): (set: TagSet) => SharedByTags {
  const known = new Map<TagSet, SharedByTags>();
  const wanted = new Set(selection.services);
  return (set) => {
    let shared = known.get(set);
    if (shared === undefined) {
      const below = merger.ofTags(set.tags);
      const services = assignServices(set, inventory.services).filter((each) => wanted.size === 0 || wanted.has(each.service.name));
      shared = { below, settled: merger.settled(below), services };
      known.set(set, shared);
    }
    return shared;
  };
}

function badAppendTeller(diagnostics: Diagnostic[]): (lower: Node, higher: Node, path: Parameters<typeof keysOf>[0]) => void {
  const told = new Set<Node>();
  return (lower, higher, path) => {
    if (told.has(higher)) return;
    told.add(higher);
    diagnostics.push(
      diagnostic('resolve/append-to-non-list', higher, `\`!append\` at \`vars.${pathText(keysOf(path))}\` lands on a value that is no list`, {
        related: [{ span: lower, message: 'the value below is set here' }],
        help: 'remove `!append` to replace the value, or make the lower value a list',
      }),
    );
  };
}
