/**
 * Why a host has another value at a path: looks through the layers of both sides as `explain` does, and says which
 * layer made the difference, and where each side writes the value.
 */
import type { ResolvedHost } from '../resolve/resolve.js';
import { identical } from '../resolve/unify.js';
import { explainLeaves, type Contribution, type Leaf } from '../report/explain.js';
import { layersOf, type Layer } from '../report/layers.js';
import type { Span } from '../text/source.js';
import type { ReferenceUse } from '../upstream/upstreams.js';
import type { HostPair } from './match-hosts.js';
import type { TagRenames } from './match-tags.js';
import type { Cause, Side } from './model.js';
import { sameFound } from './upstreams.js';

/** Why, and where on both sides. */
export interface Origin {
  readonly cause: Cause | undefined;
  readonly old: Span | undefined;
  readonly new: Span | undefined;
  /** True where the same layer says it on both sides. */
  readonly isSameLayer: boolean;
}

/** Finds origins between two sides; layers of hosts are made once for each host in a row. */
export function originFinder(
  old: Side,
  now: Side,
  renames: TagRenames,
): (pair: HostPair, oldKeys: readonly string[], newKeys: readonly string[]) => Origin {
  const layers = { old: lastLayers(old), new: lastLayers(now) };
  const changedReferences = referenceChanges(old.uses, now.uses);
  const newName = (name: string): string => renames.get(name) ?? name;
  return (pair, oldKeys, newKeys) => {
    const before = withNewNames(leafAt(layers.old(pair.old), oldKeys), newName);
    const after = leafAt(layers.new(pair.new), newKeys);
    const [winners, newWinners] = [before?.winners ?? [], after?.winners ?? []];
    // Of several lists that are joined the one counts that made the difference.
    const lost =
      winners.find((one) => !newWinners.some((other) => isSame(one, other))) ?? winners.at(-1);
    const won =
      newWinners.find((one) => !winners.some((other) => isSame(one, other))) ?? newWinners.at(-1);
    const tagsBefore = new Set(pair.old.tags.map((tag) => newName(tag.name)));
    const cause = causeOf({
      lost,
      won,
      remover: after?.remover,
      before,
      after,
      tagsBefore,
      pair,
      changedReferences,
    });
    const top = won ?? after?.remover;
    return {
      old: lost && bare(lost.span),
      new: top && bare(top.span),
      cause,
      isSameLayer: lost !== undefined && top !== undefined && sameLayer(lost.layer, top.layer),
    };
  };
}

/** What was found on both sides, the names of tags as they are now. */
interface Looked {
  readonly pair: HostPair;
  readonly tagsBefore: ReadonlySet<string>;
  readonly lost: Contribution | undefined;
  readonly won: Contribution | undefined;
  readonly remover: Contribution | undefined;
  readonly before: Leaf | undefined;
  readonly after: Leaf | undefined;
  readonly changedReferences: (old: Span, now: Span) => readonly string[];
}

function causeOf({
  pair,
  tagsBefore,
  lost,
  won,
  remover,
  before,
  after,
  changedReferences,
}: Looked): Cause | undefined {
  const top = won ?? remover;
  const isLeft = ({ kind, name }: Layer): boolean =>
    kind === 'tag' && !pair.new.tags.some((tag) => tag.name === name);
  if (top === undefined) return lost && cause(lost.layer, isLeft(lost.layer) ? 'left' : 'silent');
  if (lost !== undefined && sameLayer(lost.layer, top.layer)) {
    const references = changedReferences(lost.span, top.span);
    return references.length === 0
      ? cause(top.layer, 'edited')
      : {
          kind: 'upstream',
          name: references.join(', '),
          order: undefined,
          how: 'edited',
          over: undefined,
        };
  }
  if (top.layer.kind === 'tag' && !tagsBefore.has(top.layer.name ?? ''))
    return cause(top.layer, 'joined');
  if (lost === undefined) return cause(top.layer, 'edited');
  if (isLeft(lost.layer)) return cause(lost.layer, 'left');
  if (!hasPart(before, top.layer)) return cause(top.layer, 'edited');
  const isBeaten = after?.losers.some((each) => sameLayer(each.layer, lost.layer)) === true;
  return isBeaten
    ? { ...cause(top.layer, 'wins'), over: lost.layer.name ?? lost.layer.kind }
    : cause(lost.layer, 'silent');
}

/** Whether a layer said something at the leaf, whatever became of it. */
function hasPart(leaf: Leaf | undefined, layer: Layer): boolean {
  return [...(leaf?.losers ?? []), ...(leaf?.winners ?? [])].some((each) =>
    sameLayer(each.layer, layer),
  );
}

function withNewNames(leaf: Leaf | undefined, newName: (name: string) => string): Leaf | undefined {
  const rename = <C extends Contribution>(each: C): C =>
    each.layer.name === undefined
      ? each
      : { ...each, layer: { ...each.layer, name: newName(each.layer.name) } };
  return (
    leaf && {
      ...leaf,
      winners: leaf.winners.map(rename),
      losers: leaf.losers.map(rename),
      remover: leaf.remover && rename(leaf.remover),
    }
  );
}

function isSame(one: Contribution, other: Contribution): boolean {
  return sameLayer(one.layer, other.layer) && identical(one.node, other.node);
}

function sameLayer(one: Layer, other: Layer): boolean {
  return one.kind === other.kind && one.name === other.name;
}

function cause({ kind, name, order }: Layer, how: Cause['how']): Cause {
  return { kind: kind === 'tool' ? 'host' : kind, name, order, how, over: undefined };
}

function bare({ source, start, end }: Span): Span {
  return { source, start, end };
}

function leafAt(layers: readonly Layer[], keys: readonly string[]): Leaf | undefined {
  const leaves = explainLeaves(layers, keys);
  return (
    leaves.find((leaf) => leaf.keys.length === keys.length) ??
    leaves.find((leaf) => leaf.outcome === 'value') ??
    leaves[0]
  );
}

function lastLayers({ resolved }: Side): (host: ResolvedHost) => readonly Layer[] {
  let last: ResolvedHost | undefined;
  let layers: readonly Layer[] = [];
  return (host) => {
    if (host !== last) layers = layersOf(host, resolved.inventory);
    last = host;
    return layers;
  };
}

/** The references written in two places of one text that give other values now. */
function referenceChanges(
  old: readonly ReferenceUse[],
  now: readonly ReferenceUse[],
): (before: Span, after: Span) => readonly string[] {
  const [before, after] = [usesWithin(old), usesWithin(now)];
  const known = new Map<string, readonly string[]>();
  return (one, other) => {
    if (old.length === 0 || now.length === 0 || written(one) !== written(other)) return [];
    const key = `${one.source.path}:${one.start} ${other.source.path}:${other.start}`;
    let names = known.get(key);
    if (names === undefined) {
      const was = new Map(before(one).map((use) => [use.name, use.found]));
      names = [
        ...new Set(
          after(other).flatMap(({ name, found }) =>
            was.has(name) && !sameFound(was.get(name), found) ? [name] : [],
          ),
        ),
      ];
      known.set(key, names);
    }
    return names;
  };
}

/** Finds the references that are written within a span; they are sorted when somebody asks. */
function usesWithin(uses: readonly ReferenceUse[]): (span: Span) => readonly ReferenceUse[] {
  let byFile: Map<string, { readonly use: ReferenceUse; readonly at: Span }[]> | undefined;
  return ({ source, start, end }) => {
    if (byFile === undefined) {
      byFile = new Map();
      for (const use of uses) {
        const at = use.at();
        const same = byFile.get(at.source.path);
        if (same === undefined) byFile.set(at.source.path, [{ use, at }]);
        else same.push({ use, at });
      }
      for (const all of byFile.values()) all.sort((one, other) => one.at.start - other.at.start);
    }
    const all = byFile.get(source.path) ?? [];
    const found: ReferenceUse[] = [];
    for (let at = firstFrom(all, start); at < all.length; at++) {
      const each = all[at];
      if (each === undefined || each.at.start >= end) break;
      found.push(each.use);
    }
    return found;
  };
}

function firstFrom(all: readonly { readonly at: Span }[], start: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.at.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function written({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}
