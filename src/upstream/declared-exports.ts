/**
 * What an inventory exports, as far as its files say it: types, written or inferred, and values that refer to no other
 * inventory. Faults are for the inventory itself to tell (`own-exports.ts`); here what failed has the unknown type.
 */
import type { Export, FileDefinitions } from '../model/inventory.js';
import { holdsSensitive, type Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { declareTypes, throughUpstream, type DeclaredTypes } from '../types/declare.js';
import { inferType } from '../types/infer.js';
import { parseType } from '../types/parse.js';
import type { TypeScope } from '../types/parse-text.js';
import { unknownType, type Type } from '../types/type.js';
import { typeOfUnknown } from './found.js';
import type { Peer } from './graph.js';
import { parseReferences } from './reference-text.js';

/** One export as others see it; the span is that of its name. */
export interface DeclaredExport extends Span {
  readonly name: string;
  readonly type: Type;
  /** The value, if the files alone say it. */
  readonly value: Node | undefined;
  readonly sensitive: boolean;
}

/** Replaces the references in a value of `peer` by what no state is needed for. */
export type SubstituteIn = (peer: Peer, value: Node) => Node;

/** Looks up exports and types of inventories; each inventory is looked at once. */
export interface Declarations {
  readonly exportsOf: (peer: Peer) => ReadonlyMap<string, DeclaredExport>;
  readonly typesOf: (peer: Peer) => DeclaredTypes;
}

export function declarations(substituteIn: SubstituteIn): Declarations {
  const exports = new Map<Peer, ReadonlyMap<string, DeclaredExport>>();
  const types = new Map<Peer, DeclaredTypes>();
  const typesOf = (peer: Peer): DeclaredTypes => {
    let known = types.get(peer);
    if (known === undefined) {
      // Inventories may take values from each other in a circle: whoever comes back here finds nothing.
      types.set(peer, nothingDeclared);
      types.set(
        peer,
        (known = declareTypes(typeEntries(peer.files), scopeOfUpstreams(peer, typesOf)).value),
      );
    }
    return known;
  };
  const exportsOf = (peer: Peer): ReadonlyMap<string, DeclaredExport> => {
    let known = exports.get(peer);
    if (known === undefined) {
      const declared = new Map<string, DeclaredExport>();
      exports.set(peer, (known = declared));
      for (const each of peer.files[0]?.exports ?? []) declared.set(each.name, untyped(each));
      for (const each of peer.files[0]?.exports ?? [])
        declared.set(each.name, declare(peer, each, typesOf(peer), substituteIn));
    }
    return known;
  };
  return { exportsOf, typesOf };
}

const nothingDeclared: DeclaredTypes = {
  types: new Map(),
  find: () => unknownType,
  names: () => [],
};

function untyped({ name, sensitive, source, start, end }: Export): DeclaredExport {
  return { name, type: unknownType, value: undefined, sensitive, source, start, end };
}

function declare(
  peer: Peer,
  written: Export,
  scope: TypeScope,
  substituteIn: SubstituteIn,
): DeclaredExport {
  const value = written.value && substituteIn(peer, written.value);
  const type =
    written.type === undefined ? typeOfValue(value) : parseType(written.type, scope).value;
  return {
    ...untyped(written),
    type,
    value: written.value !== undefined && !refers(written.value, peer) ? value : undefined,
    sensitive: written.sensitive || (value !== undefined && holdsSensitive(value)),
  };
}

function typeOfValue(value: Node | undefined): Type {
  if (value === undefined) return unknownType;
  const inferred = inferType(value, (node) =>
    node.kind === 'unknown' ? typeOfUnknown(node) : undefined,
  );
  return 'type' in inferred ? inferred.type : unknownType;
}

/** True if a part of a value is a reference; only inventories with upstreams have any. */
function refers(value: Node, peer: Peer): boolean {
  if (value.kind === 'string')
    return (
      peer.upstreams.size > 0 &&
      parseReferences(value.value).pieces.some((piece) => piece.kind === 'reference')
    );
  return partsOf(value).some((part) => refers(part, peer));
}

function partsOf(value: Node): readonly Node[] {
  return value.kind === 'list'
    ? value.items
    : value.kind === 'map'
      ? value.entries.map((entry) => entry.value)
      : [];
}

/** The types of upstreams under their names: `network.VpcId`. */
export function scopeOfUpstreams(
  peer: Peer,
  typesOf: (peer: Peer) => DeclaredTypes,
  used?: Set<string>,
): TypeScope {
  return {
    find(name) {
      const dot = name.indexOf('.');
      const upstream = name.slice(0, dot);
      if (dot < 0 || !peer.upstreams.has(upstream)) return undefined;
      used?.add(upstream);
      const other = peer.upstreams.get(upstream);
      if (other === undefined) return unknownType;
      const type = typesOf(other).types.get(name.slice(dot + 1));
      return type && throughUpstream(type, upstream);
    },
    names: () =>
      [...peer.upstreams].flatMap(([upstream, other]) =>
        other === undefined
          ? []
          : [...typesOf(other).types.keys()].map((name) => `${upstream}.${name}`),
      ),
  };
}

/** Every definition below `types`. */
export function typeEntries(files: readonly FileDefinitions[]): FileDefinitions['types'] {
  return files.flatMap((file) => file.types);
}
