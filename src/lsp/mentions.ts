/**
 * Where names are defined and where they are referred to, in the tree of one file: pure, from nodes with spans. What a
 * name belongs to is its scope: the inventory, the service, or the upstream.
 */
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import type { FileKind } from '../schema/locate.js';
import type { Source, Span } from '../text/source.js';
import { placeWithin } from '../text/place-within.js';
import { isBuiltIn } from '../types/type.js';
import { isRefinement } from '../types/parse.js';
import { comparedNames } from './compared-names.js';
import { placeInScalar } from '../upstream/place-in-scalar.js';
import { mayHoldReferences, parseReferences } from '../upstream/reference-text.js';
import { scannedInInventory, scannedInService, type Scanned } from '../upstream/scanned-places.js';

export type NameKind =
  | 'tag'
  | 'service'
  | 'binary'
  | 'config'
  | 'process'
  | 'upstream'
  | 'export'
  | 'type'
  | 'secret source'
  | 'host'
  | 'variable';

/** A name where it stands. */
export interface Mention {
  readonly kind: NameKind;
  readonly name: string;
  /** Names of one kind and scope are one thing: the path of an inventory, or the place of a service. */
  readonly scope: string;
  /** The name alone: without quotes, and without what stands before it (`binary.`). */
  readonly span: Span;
  readonly isDefinition: boolean;
  /** What the name defines. */
  readonly value: Node | undefined;
  /** Where it is more than the span: with what stands before it (`binary.`). */
  readonly whole?: Span;
  /** A text that an expression compares; of a tag's group, not of the tag, where it says so. */
  readonly compared?: 'name' | 'group';
}

/** What the file belongs to. */
export interface MentionContext {
  readonly kind: FileKind;
  /** The entry file of its inventory. */
  readonly inventory: string;
  /** The entry file of the inventory that an upstream's name means. */
  readonly upstreams: ReadonlyMap<string, string>;
  readonly hasUpstreams: boolean;
}

interface Collecting extends MentionContext {
  readonly found: Mention[];
}

/** Every mention in a file, in the order of its sections. */
export function mentionsIn(root: MapNode, context: MentionContext): readonly Mention[] {
  const collecting: Collecting = { ...context, found: [] };
  if (context.kind === 'service_file') components(collecting, root, root.source.path);
  else inventory(collecting, root);
  if (context.hasUpstreams)
    references(
      collecting,
      root,
      context.kind === 'service_file' ? scannedInService : scannedInInventory,
    );
  return collecting.found;
}

function inventory(to: Collecting, root: MapNode): void {
  for (const { key, value } of root.entries) {
    if (key === 'hosts') for (const item of itemsOf(value)) host(to, item);
    if (key === 'ansible') expressions(to, value);
    const read = readers[key];
    if (read !== undefined) for (const entry of entriesOf(value)) read(to, entry);
  }
}

/** Names that expressions compare, and the groups that others belong to. */
function expressions(to: Collecting, ansible: Node): void {
  for (const { key, value } of entriesOf(ansible)) {
    if (key === 'compose' || key === 'groups')
      for (const each of entriesOf(value)) compared(to, each.value);
    if (key !== 'keyed_groups') continue;
    for (const field of itemsOf(value).flatMap(entriesOf)) {
      if (field.key === 'key') compared(to, field.value);
      else if (field.key === 'parent_group' && field.value.kind === 'string')
        to.found.push({
          kind: 'tag',
          name: field.value.value,
          scope: to.inventory,
          span: inner(field.value, field.value.value),
          isDefinition: false,
          value: undefined,
          compared: 'group',
        });
    }
  }
}

function compared(to: Collecting, node: Node): void {
  if (node.kind !== 'string' || !/inventory_(?:tags|services)|group_names/.test(node.value)) return;
  for (const { kind, name, span } of comparedNames({
    value: node.value,
    span: { source: node.source, start: node.start, end: node.end },
  })) {
    to.found.push({
      kind: kind === 'service' ? 'service' : 'tag',
      name,
      scope: to.inventory,
      span,
      isDefinition: false,
      value: undefined,
      compared: kind === 'group' ? 'group' : 'name',
    });
  }
}

/** What each entry of a section defines and refers to. */
const readers: Readonly<Record<string, (to: Collecting, entry: Entry) => void>> = {
  tags: tag,
  services(to, entry) {
    define(to, 'service', entry);
    if (entry.value.kind === 'map')
      components(to, entry.value, serviceScope(entry.source, entry.key));
  },
  secret_sources(to, entry) {
    define(to, 'secret source', entry);
  },
  upstreams(to, entry) {
    define(to, 'upstream', entry);
  },
  exports(to, entry) {
    define(to, 'export', entry);
    for (const field of entriesOf(entry.value))
      if (field.key === 'type') typeExpression(to, field.value);
  },
  types(to, entry) {
    define(to, 'type', entry);
    typeExpression(to, entry.value);
  },
  variables(to, entry) {
    define(to, 'variable', entry);
    if (entry.key !== '*') typeExpression(to, entry.value);
  },
};

/** The scope of components that a service declares inline. */
export function serviceScope({ path }: Pick<Source, 'path'>, service: string): string {
  return `${path}#${service}`;
}

function tag(to: Collecting, entry: Entry): void {
  define(to, 'tag', entry);
  for (const { key, value } of entriesOf(entry.value)) {
    if (key === 'includes') for (const item of itemsOf(value)) refer(to, 'tag', item);
    else if (key === 'services')
      for (const each of entriesOf(value))
        mention(to, 'service', each.key, to.inventory, each, undefined);
  }
}

function host(to: Collecting, item: Node): void {
  for (const { key, value } of entriesOf(item)) {
    if (key === 'name' && value.kind === 'string')
      to.found.push({
        kind: 'host',
        name: value.value,
        scope: to.inventory,
        span: inner(value, value.value),
        isDefinition: true,
        value: item,
      });
    else if (key === 'tags') for (const each of itemsOf(value)) refer(to, 'tag', each);
  }
}

const kinds = { binaries: 'binary', configs: 'config', processes: 'process' } as const;

function components(to: Collecting, service: MapNode, scope: string): void {
  for (const { key, value } of service.entries) {
    if (key !== 'binaries' && key !== 'configs' && key !== 'processes') continue;
    for (const entry of entriesOf(value)) {
      to.found.push({
        kind: kinds[key],
        name: entry.key,
        scope,
        span: inner(entry, entry.key),
        isDefinition: true,
        value: entry.value,
      });
      if (key === 'processes')
        for (const field of entriesOf(entry.value)) processField(to, field, scope);
    }
  }
}

function processField(to: Collecting, { key, value }: Entry, scope: string): void {
  if (key === 'after')
    for (const item of itemsOf(value))
      if (item.kind === 'string') mention(to, 'process', item.value, scope, item, undefined);
  if (key !== 'restart_on' && key !== 'reload_on') return;
  for (const item of itemsOf(value)) {
    if (item.kind !== 'string') continue;
    const [, kind, name] = /^(binary|config)\.(.*)$/.exec(item.value) ?? [];
    if (name === undefined || (kind !== 'binary' && kind !== 'config')) continue;
    const span = placeWithin(
      { value: item.value, span: item },
      { start: kind.length + 1, end: item.value.length },
    );
    to.found.push({ kind, name, scope, span, isDefinition: false, value: undefined, whole: item });
  }
}

const constraintKeys = new Set(['type', 'enum', 'required', 'description']);
const word = /[A-Za-z0-9][\w-]*(?:\.[A-Za-z0-9][\w-]*)?/g;

/** The names of types in a type expression (as `types/parse.ts` reads it). */
function typeExpression(to: Collecting, node: Node): void {
  if (node.kind === 'string') {
    for (const found of node.value.matchAll(word)) typeName(to, node, found[0], found.index);
  } else if (node.kind === 'map') {
    const [first, second] = node.entries;
    if (isRefinement(node)) {
      const type = findEntry(node, 'type');
      if (type !== undefined) typeExpression(to, type.value);
    } else if (first?.key === 'fields' && second === undefined) {
      for (const { value } of entriesOf(first.value)) typeExpression(to, value);
    } else
      for (const { key, value } of node.entries)
        if (!constraintKeys.has(key)) typeExpression(to, value);
  }
}

function typeName(
  to: Collecting,
  node: Node & { readonly kind: 'string' },
  name: string,
  start: number,
): void {
  const before = node.value[start - 1];
  if (
    isBuiltIn(name) ||
    name === 'list' ||
    name === 'map' ||
    before === '"' ||
    before === "'" ||
    /^\s*\??\s*:/.test(node.value.slice(start + name.length))
  )
    return;
  const at = (from: number, to_: number): Span =>
    placeWithin({ value: node.value, span: node }, { start: from, end: to_ });
  const dot = name.indexOf('.');
  if (dot < 0) {
    to.found.push({
      kind: 'type',
      name,
      scope: to.inventory,
      span: at(start, start + name.length),
      isDefinition: false,
      value: undefined,
    });
    return;
  }
  const upstream = name.slice(0, dot);
  to.found.push({
    kind: 'upstream',
    name: upstream,
    scope: to.inventory,
    span: at(start, start + dot),
    isDefinition: false,
    value: undefined,
  });
  to.found.push({
    kind: 'type',
    name: name.slice(dot + 1),
    scope: scopeOfUpstream(to, upstream),
    span: at(start + dot + 1, start + name.length),
    isDefinition: false,
    value: undefined,
  });
}

function scopeOfUpstream({ upstreams }: MentionContext, name: string): string {
  return upstreams.get(name) ?? `unknown upstream ${name}`;
}

/** The references in all places where they may stand. */
function references(to: Collecting, node: Node, scanned: Scanned): void {
  if (node.kind === 'string') {
    if (!mayHoldReferences(node.value)) return;
    for (const piece of parseReferences(node.value).pieces) {
      if (piece.kind !== 'reference') continue;
      const at = ({ start, end }: { start: number; end: number }): Span =>
        placeInScalar(node, piece.start, start, end);
      to.found.push({
        kind: 'upstream',
        name: piece.upstream.name,
        scope: to.inventory,
        span: at(piece.upstream),
        isDefinition: false,
        value: undefined,
      });
      to.found.push({
        kind: 'export',
        name: piece.export.name,
        scope: scopeOfUpstream(to, piece.upstream.name),
        span: at(piece.export),
        isDefinition: false,
        value: undefined,
      });
    }
  } else if (node.kind === 'list') {
    const of = typeof scanned === 'string' ? scanned : scanned.get('*');
    if (of !== undefined && node.words === undefined)
      for (const item of node.items) references(to, item, of);
    else if (of === 'deep' && node.words?.some(mayHoldReferences) === true)
      for (const item of node.items) references(to, item, of);
  } else if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      const of = typeof scanned === 'string' ? scanned : (scanned.get(key) ?? scanned.get('*'));
      if (of !== undefined) references(to, value, of);
    }
  }
}

function define(to: Collecting, kind: NameKind, entry: Entry): void {
  to.found.push({
    kind,
    name: entry.key,
    scope: to.inventory,
    span: inner(entry, entry.key),
    isDefinition: true,
    value: entry.value,
  });
}

function refer(to: Collecting, kind: NameKind, item: Node): void {
  if (item.kind === 'string') mention(to, kind, item.value, to.inventory, item, undefined);
}

function mention(
  to: Collecting,
  kind: NameKind,
  name: string,
  scope: string,
  at: Span,
  value: Node | undefined,
): void {
  to.found.push({ kind, name, scope, span: inner(at, name), isDefinition: false, value });
}

/** The place of a text without its quotes. */
function inner(span: Span, value: string): Span {
  return placeWithin(
    { value, span: { source: span.source, start: span.start, end: span.end } },
    { start: 0, end: value.length },
  );
}

function entriesOf(node: Node): readonly Entry[] {
  return node.kind === 'map' ? node.entries : [];
}

function itemsOf(node: Node): readonly Node[] {
  return node.kind === 'list' ? node.items : [];
}
