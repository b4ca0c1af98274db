/**
 * Hosts and their variables for the page: hosts that list the same tags are of one kind, which has one table of explained
 * variables; what a host has beside its tags (its own `vars`, transport, what expressions made) is explained for it alone.
 */
import type { Inventory } from '../model/inventory.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import type { MapNode } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { explainLeaves } from './explain.js';
import { layersOf, type Layer } from './layers.js';
import type { Ledger } from './page-ledger.js';
import type { PageHost, PageKind } from '@inventory-script/report-page/shape';

/** The numbers that the page knows names by. */
export interface Numbers {
  readonly tags: ReadonlyMap<string, number>;
  readonly services: ReadonlyMap<string, number>;
}

/** The layers that set a variable, by its name. */
type Setters = ReadonlyMap<string, readonly Layer[]>;

/** Kinds in the order of their first host, hosts in file order. */
export function pageHosts(
  { hosts, inventory }: ResolvedInventory,
  ledger: Ledger,
  numbers: Numbers,
): { readonly kinds: readonly PageKind[]; readonly hosts: readonly PageHost[] } {
  const explained = explainer(ledger);
  const kinds = new Map<string, { readonly at: number; readonly setters: Setters }>();
  const all: PageKind[] = [];
  const keyOf = kindKeys();
  const pages = hosts.map((host): PageHost => {
    const layers = layersOf(host, inventory).filter(({ kind }) => kind !== 'tool');
    const key = keyOf(host);
    let kind = kinds.get(key);
    if (kind === undefined) {
      const setters = settersIn(layers.filter(isShared));
      const names = [...setters.keys()].sort(byCodePoint);
      const table = ledger.table(names.flatMap((name) => explained(name, setters.get(name) ?? [])));
      kinds.set(
        key,
        (kind = { at: all.push(pageKind(host, table, ledger, numbers)) - 1, setters }),
      );
    }
    const own = settersIn(layers.filter((layer) => !isShared(layer)));
    const variables = [...own].flatMap(([name, above]) =>
      explained(name, [...(kind.setters.get(name) ?? []), ...above]),
    );
    const place = ledger.place(host.host.definition.name);
    return variables.length === 0
      ? [host.host.name, kind.at, place]
      : [host.host.name, kind.at, place, variables];
  });
  return { kinds: all, hosts: pages };
}

/** What all hosts with the same tags have. */
function isShared({ kind }: Layer): boolean {
  return kind === 'inventory' || kind === 'tag';
}

/** Equal texts for hosts that list the same tags: they share one list of all their tags. */
function kindKeys(): (host: ResolvedHost) => string {
  const sets = new Map<unknown, number>();
  return ({ tags, host }) => {
    let set = sets.get(tags);
    if (set === undefined) sets.set(tags, (set = sets.size));
    return `${set} ${[...host.definition.tags.names].sort(byCodePoint).join(' ')}`;
  };
}

function settersIn(layers: readonly Layer[]): Setters {
  const setters = new Map<string, Layer[]>();
  for (const layer of layers) {
    for (const { key } of layer.vars.entries) {
      const known = setters.get(key);
      if (known === undefined) setters.set(key, [layer]);
      else known.push(layer);
    }
  }
  return setters;
}

/** Explains a variable, once for the same layers. None or one number: what no layer really sets has no leaves. */
function explainer(ledger: Ledger): (name: string, layers: readonly Layer[]) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  const ids = new Map<MapNode, number>();
  const idOf = ({ vars }: Layer): number => {
    let id = ids.get(vars);
    if (id === undefined) ids.set(vars, (id = ids.size));
    return id;
  };
  const explain = (name: string, layers: readonly Layer[]): readonly number[] => {
    const leaves = explainLeaves(layers, [name]).map((leaf) => ledger.leaf(leaf));
    return leaves.length === 0 ? [] : [ledger.variable(name, leaves)];
  };
  const alone = new Map<MapNode, Map<string, readonly number[]>>();
  const explainAlone = (name: string, layer: Layer): readonly number[] => {
    let ofLayer = alone.get(layer.vars);
    if (ofLayer === undefined)
      alone.set(layer.vars, (ofLayer = new Map<string, readonly number[]>()));
    let found = ofLayer.get(name);
    if (found === undefined) ofLayer.set(name, (found = explain(name, [layer])));
    return found;
  };
  return (name, layers) => {
    const [first] = layers;
    if (first !== undefined && layers.length === 1) return explainAlone(name, first);
    let key = name;
    for (const layer of layers) key += ` ${idOf(layer)}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = explain(name, layers)));
    return found;
  };
}

function pageKind(
  { host, tags, services }: ResolvedHost,
  table: number,
  ledger: Ledger,
  numbers: Numbers,
): PageKind {
  const numberOf = (name: string): number[] =>
    [numbers.tags.get(name) ?? -1].filter((at) => at >= 0);
  return {
    tags: tags.flatMap((tag) => numberOf(tag.name)),
    listed: host.definition.tags.names.flatMap(numberOf),
    services: services.map(({ service, given, tag }) => [
      numbers.services.get(service.name) ?? -1,
      given.state === 'present' ? 0 : 1,
      numbers.tags.get(tag.name) ?? -1,
      ledger.place(given),
    ]),
    table,
  };
}

/** The names of tags and services by order, then by name, as the page lists them. */
export function numbersOf({ tags, services }: Inventory): Numbers {
  const ranked = (
    all: Iterable<{ readonly name: string; readonly order: number | undefined }>,
  ): ReadonlyMap<string, number> =>
    new Map(
      [...all]
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || byCodePoint(a.name, b.name))
        .map(({ name }, at) => [name, at]),
    );
  return { tags: ranked(tags.values()), services: ranked(services.values()) };
}
