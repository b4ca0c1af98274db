/** The outline of a file, the hints between its words, and the lines above its definitions that count hosts. */
import { basename, dirname } from 'node:path';
import { usesOf, writtenAt } from '../report/uses.js';
import { pathAt } from '../syntax/path-at.js';
import { findEntry, type Entry, type Node } from '../syntax/node.js';
import type { Source, Span } from '../text/source.js';
import { typeText } from '../types/type.js';
import { bare } from './edits.js';
import { isInventoryName } from './find-inventories.js';
import type { Located } from './session.js';

export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind:
    'section' | 'host' | 'tag' | 'service' | 'component' | 'type' | 'value' | 'upstream';
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineSymbol[];
}

const kinds: Readonly<Record<string, OutlineSymbol['kind']>> = {
  tags: 'tag',
  services: 'service',
  types: 'type',
  upstreams: 'upstream',
  binaries: 'component',
  configs: 'component',
  processes: 'component',
};

/** Sections with their definitions; services with their components. */
export function outlineOf({ draft }: Located): readonly OutlineSymbol[] {
  return draft.root.entries
    .filter((entry) => isHere(entry, draft.root))
    .map((entry) => ({ ...symbol(entry, 'section'), children: membersOf(entry) }));
}

function membersOf({ key, value }: Entry): readonly OutlineSymbol[] {
  if (value.kind === 'list') return key === 'hosts' ? value.items.flatMap(hostSymbol) : [];
  if (value.kind !== 'map' || ['plugin', 'ansible', 'state'].includes(key)) return [];
  return value.entries
    .filter((entry) => isHere(entry, value))
    .map((entry) => ({
      ...symbol(entry, kinds[key] ?? 'value'),
      children: key === 'services' ? componentsOf(entry.value) : [],
    }));
}

function componentsOf(service: Node): readonly OutlineSymbol[] {
  if (service.kind !== 'map') return [];
  return service.entries.flatMap(({ key, value }) =>
    kinds[key] === 'component' && value.kind === 'map'
      ? value.entries.map((entry) => symbol(entry, 'component'))
      : [],
  );
}

function hostSymbol(item: Node): OutlineSymbol[] {
  const name = item.kind === 'map' ? findEntry(item, 'name')?.value : undefined;
  return name?.kind === 'string' && name.value !== ''
    ? [
        {
          name: name.value,
          detail: '',
          kind: 'host',
          span: bare(item),
          nameSpan: bare(name),
          children: [],
        },
      ]
    : [];
}

function symbol(entry: Entry, kind: OutlineSymbol['kind']): OutlineSymbol {
  const order = entry.value.kind === 'map' ? findEntry(entry.value, 'order')?.value : undefined;
  const end = entry.value.start >= entry.end ? Math.max(entry.end, entry.value.end) : entry.end;
  return {
    name: entry.key === '' ? '""' : entry.key,
    detail: order?.kind === 'int' ? `order ${order.value}` : '',
    kind,
    span: { source: entry.source, start: entry.start, end },
    nameSpan: bare(entry),
    children: [],
  };
}

/** False for what merge keys brought. */
function isHere(entry: Entry, map: Span): boolean {
  return entry.start >= map.start && entry.end <= map.end;
}

export interface Hint {
  readonly at: Span;
  readonly text: string;
  readonly kind: 'type' | 'order';
}

/** The inferred types of exports, and the orders of tags where they are named, between two offsets. */
export function hintsIn({ analysis, draft }: Located, start: number, end: number): readonly Hint[] {
  const { loaded } = analysis.known();
  const after = ({ source, end: at }: Span): Span => ({ source, start: at, end: at });
  const isWithin = (span: Span): boolean =>
    span.source.path === draft.source.path && span.start >= start && span.end <= end;
  const types = loaded.exports
    .filter(
      (each) => each.typeSpan === undefined && each.type.kind !== 'unknown-type' && isWithin(each),
    )
    .map((each): Hint => ({ at: after(each), text: `: ${typeText(each.type)}`, kind: 'type' }));
  const orders = analysis.mentions().flatMap((each): Hint[] => {
    const order =
      each.kind === 'tag' &&
      !each.isDefinition &&
      each.compared === undefined &&
      isWithin(each.span)
        ? loaded.inventory.tags.get(each.name)?.order
        : undefined;
    return order === undefined ? [] : [{ at: after(each.span), text: ` ${order}`, kind: 'order' }];
  });
  return [...types, ...orders];
}

/** The places above which the number of hosts stands: tags, and the variables of the inventory and of tags. */
export function lensPlaces({ draft }: Located): readonly Span[] {
  if (draft.kind === 'service_file') return [];
  const tags = findEntry(draft.root, 'tags')?.value;
  const found: Entry[] = [...entriesBelow(draft.root, 'vars')];
  for (const tag of tags?.kind === 'map' ? tags.entries : []) {
    found.push(tag);
    for (const entry of entriesBelow(tag.value, 'vars')) found.push(entry);
  }
  return found.map(bare);
}

function entriesBelow(node: Node, key: string): readonly Entry[] {
  const value = node.kind === 'map' ? findEntry(node, key)?.value : undefined;
  return value?.kind === 'map' ? value.entries.filter((entry) => isHere(entry, value)) : [];
}

/** "2 of 3 hosts": who gets what is written at a place; for each inventory of the file, where there are several. */
export function lensText(all: readonly Located[], offsetIn: (source: Source) => number): string {
  const told = all.map((located) => ({
    text: countText(located, offsetIn(located.draft.source)),
    name: shortName(located.analysis.path),
  }));
  return told.map(({ text, name }) => (told.length === 1 ? text : `${name}: ${text}`)).join(' · ');
}

/** What tells an inventory from others: its file's name, or its folder's where the file is called as all are. */
function shortName(path: string): string {
  return isInventoryName(basename(path)) ? basename(dirname(path)) : basename(path);
}

function countText({ analysis, draft }: Located, offset: number): string {
  const { loaded, resolved } = analysis.known();
  const uses = writtenAt(loaded.inventory, pathAt(draft.root, offset)).flatMap((each) =>
    usesOf(each, resolved),
  );
  const hosts = new Set(uses.filter((each) => each.lostTo === undefined).map(({ host }) => host));
  return `${hosts.size} of ${resolved.hosts.length} host${resolved.hosts.length === 1 ? '' : 's'}`;
}
