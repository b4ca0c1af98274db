/** Where an inventory takes values from its upstreams: which upstream is named by which tag, service, host, or by the file itself. */
import type { Inventory } from '../model/inventory.js';
import type { Document, Entry, Node } from '../syntax/node.js';
import { mayHoldReferences, parseReferences } from '../upstream/reference-text.js';

export interface UpstreamUses {
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
  readonly services: ReadonlyMap<string, ReadonlySet<string>>;
  /** By the name as it is written, with its ranges. */
  readonly hosts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Variables of every host, and exports. */
  readonly inventory: ReadonlySet<string>;
}

/** Reads the files as they are written: `documents` are those of the inventory, before anything was put in. */
export function upstreamUses(documents: readonly Document[], inventory: Inventory): UpstreamUses {
  const tags = new Map<string, Set<string>>();
  const services = new Map<string, Set<string>>();
  const hosts = new Map<string, Set<string>>();
  const own = new Set<string>();
  const known = new Set(inventory.upstreams.map((each) => each.name));
  for (const { root, source } of documents) {
    if (root?.kind !== 'map') continue;
    const files = [...inventory.services.values()].filter(
      (each) => each.file !== undefined && each.components.path === source.path,
    );
    for (const service of files) gather(root, known, setOf(services, service.name));
    if (files.length > 0) continue;
    for (const { key, value } of root.entries) {
      if (key === 'tags')
        for (const entry of entriesOf(value)) gather(entry.value, known, setOf(tags, entry.key));
      else if (key === 'services')
        for (const entry of entriesOf(value))
          gather(entry.value, known, setOf(services, entry.key));
      else if (key === 'hosts')
        for (const item of value.kind === 'list' ? value.items : [])
          gather(item, known, setOf(hosts, nameOf(item)));
      else if (key === 'vars' || key === 'exports') gather(value, known, own);
    }
  }
  return { tags, services, hosts, inventory: own };
}

function setOf(map: Map<string, Set<string>>, key: string): Set<string> {
  let set = map.get(key);
  if (set === undefined) map.set(key, (set = new Set()));
  return set;
}

function entriesOf(node: Node): readonly Entry[] {
  return node.kind === 'map' ? node.entries : [];
}

function nameOf(host: Node): string {
  const name = entriesOf(host).find(({ key }) => key === 'name')?.value;
  return name?.kind === 'string' ? name.value : '';
}

/** Adds the upstreams that texts below `node` refer to. */
function gather(node: Node, known: ReadonlySet<string>, to: Set<string>): void {
  if (node.kind === 'list') for (const item of node.items) gather(item, known, to);
  else if (node.kind === 'map') for (const { value } of node.entries) gather(value, known, to);
  else if (node.kind === 'string' && mayHoldReferences(node.value)) {
    for (const piece of parseReferences(node.value).pieces)
      if (piece.kind === 'reference' && known.has(piece.upstream.name)) to.add(piece.upstream.name);
  }
}
