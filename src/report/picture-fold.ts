/**
 * A picture that a person can read: several nodes become one that names some of them and counts the rest. Done step by step,
 * as far as the picture is too large: first nodes with the very same neighbours; then tags that only carry variables, by
 * their order; then the smaller sets of hosts; then nodes whose neighbours play the same parts; then hosts are only counted on
 * their tags; and at last each kind keeps its largest nodes.
 */
import type { Picture, PictureArrow, PictureKind, PictureNode } from './picture.js';
import { groupedBy } from '../text/grouped-by.js';

/** A picture beyond this many nodes is folded. */
export const mostNodes = 60;
const mostArrows = 180;

/** The picture with at most about `mostNodes` nodes; `pinned` ones stay themselves. */
export function foldPicture(whole: Picture, pinned: ReadonlySet<string>): Picture {
  let picture = whole;
  for (const step of [
    mergeTwins,
    mergePlainTags,
    mergeSmallSets,
    mergeParts,
    dropHosts,
    mergeTwins,
    mergeRest,
  ]) {
    if (picture.nodes.length <= mostNodes && picture.arrows.length <= mostArrows) break;
    picture = step(picture, pinned);
  }
  const remarks = [
    ...(whole.nodes.some(isHosts) && !picture.nodes.some(isHosts)
      ? ['hosts are only counted']
      : []),
    ...(picture.nodes.length < whole.nodes.length
      ? ['drawn as one what is alike: --focus NAME shows more']
      : []),
  ];
  return { ...picture, remarks };
}

function isHosts({ kind }: PictureNode): boolean {
  return kind === 'hosts';
}

/** So many sets of hosts are drawn beside what is left of them. */
const mostSets = 20;
const leastShare = 0.3;
/** A picture with fewer nodes than this says too little of a large inventory. */
const fewNodes = 12;

type Step = (picture: Picture, pinned: ReadonlySet<string>) => Picture;

/** Nodes of one kind with the same arrows to and from the same nodes, again and again. */
const mergeTwins: Step = (picture, pinned) => {
  for (let before = picture; ; before = picture) {
    picture = merged(
      before,
      pinned,
      signatures(before, (id) => id),
    );
    if (picture.nodes.length === before.nodes.length) return picture;
  }
};

/** Tags with nothing but variables: those of one order are probably the sites, the racks, the environments. */
const mergePlainTags: Step = (picture, pinned) => {
  const connected = new Set(
    picture.arrows.flatMap(({ from, to, kind }) => (kind === 'has' ? [] : [from, to])),
  );
  const keys = picture.nodes.map(
    (node) =>
      [
        node.id,
        node.kind === 'tag' && !connected.has(node.id) ? `plain ${node.order ?? ''}` : node.id,
      ] as const,
  );
  return mergeTwins(merged(picture, pinned, new Map(keys)), pinned);
};

/** The coarsest parting in which nodes of one part have neighbours of the same parts. */
const mergeParts: Step = (picture, pinned) => {
  let parts: ReadonlyMap<string, string> = new Map(
    picture.nodes.map((node) => [node.id, pinned.has(node.id) ? node.id : node.kind]),
  );
  for (let count = 0; ;) {
    const next = numbered(signatures(picture, (id) => parts.get(id) ?? ''));
    const size = new Set(next.values()).size;
    if (size === count) return size < fewNodes ? picture : merged(picture, pinned, next);
    [parts, count] = [next, size];
  }
};

const dropHosts: Step = ({ nodes, arrows, remarks }, pinned) => {
  const dropped = new Set(
    nodes.filter((node) => node.kind === 'hosts' && !pinned.has(node.id)).map((node) => node.id),
  );
  return {
    nodes: nodes.filter((node) => !dropped.has(node.id)),
    arrows: arrows.filter(({ from, to }) => !dropped.has(from) && !dropped.has(to)),
    remarks,
  };
};

/** Where the largest sets hold few of the hosts, sets say nothing. */
const mergeSmallSets: Step = (picture, pinned) => {
  const sets = ranked(picture, 'hosts');
  const sum = (nodes: readonly PictureNode[]): number =>
    nodes.reduce((total, node) => total + node.hosts, 0);
  if (sum(sets.slice(0, mostSets)) < leastShare * sum(sets)) return dropHosts(picture, pinned);
  return merged(
    picture,
    pinned,
    new Map(sets.map((node, rank) => [node.id, rank < mostSets ? node.id : 'rest'])),
  );
};

/** Each kind keeps its largest nodes, as far as there is room; the others become one. */
const mergeRest: Step = (picture, pinned) => {
  const kinds = [...new Set(picture.nodes.map((node) => node.kind))];
  const room = Math.floor(mostNodes / kinds.length) - 1;
  const keys = kinds.flatMap((kind) =>
    ranked(picture, kind).map((node, rank) => [node.id, rank < room ? node.id : 'rest'] as const),
  );
  return mergeTwins(merged(picture, pinned, new Map(keys)), pinned);
};

/** The nodes of a kind, those with the most hosts and then with the most arrows first. */
function ranked({ nodes, arrows }: Picture, kind: PictureKind): readonly PictureNode[] {
  const weights = new Map<string, number>();
  for (const { from, to } of arrows)
    for (const id of [from, to]) weights.set(id, (weights.get(id) ?? 0) + 1);
  const weightOf = ({ id }: PictureNode): number => weights.get(id) ?? 0;
  return nodes
    .filter((node) => node.kind === kind)
    .sort((a, b) => b.hosts - a.hosts || weightOf(b) - weightOf(a));
}

/** What a node is by its kind, its part and those of its neighbours. */
function signatures(
  { nodes, arrows }: Picture,
  partOf: (id: string) => string,
): ReadonlyMap<string, string> {
  const around = new Map<string, Set<string>>(nodes.map((node) => [node.id, new Set()]));
  for (const { from, to, kind } of arrows) {
    around.get(from)?.add(`> ${kind} ${partOf(to)}`);
    around.get(to)?.add(`< ${kind} ${partOf(from)}`);
  }
  const own = (node: PictureNode): string =>
    partOf(node.id) !== node.id
      ? partOf(node.id)
      : node.kind === 'tag' && node.names.length > 1
        ? `order ${node.order ?? ''}`
        : '';
  return new Map(
    nodes.map((node) => [
      node.id,
      [node.kind, own(node), ...[...(around.get(node.id) ?? [])].sort()].join('\n'),
    ]),
  );
}

/** Short names for long ones, so that they do not grow from round to round. */
function numbered(keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  return new Map(
    [...keys].map(([id, key]) => {
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = String(numbers.size)));
      return [id, number];
    }),
  );
}

/** Nodes with equal keys as one, at the place of the first. */
function merged(
  { nodes, arrows, remarks }: Picture,
  pinned: ReadonlySet<string>,
  keys: ReadonlyMap<string, string>,
): Picture {
  const groups = groupedBy(nodes, ({ id, kind }) =>
    pinned.has(id) ? `pinned ${id}` : `${kind} ${keys.get(id) ?? id}`,
  );
  const ids = new Map<string, string>();
  const kept = [...groups.values()].map((group) => {
    const node = together(group);
    for (const { id } of group) ids.set(id, node.id);
    return node;
  });
  const drawn = new Map<string, PictureArrow>();
  for (const { from, to, kind } of arrows) {
    const arrow = { from: ids.get(from) ?? from, to: ids.get(to) ?? to, kind };
    if (arrow.from !== arrow.to) drawn.set(`${arrow.from}\n${arrow.to}\n${kind}`, arrow);
  }
  return { nodes: kept, arrows: [...drawn.values()], remarks };
}

/** Kinds whose nodes stand for different hosts. */
const disjoint: ReadonlySet<PictureKind> = new Set(['hosts']);

function together(group: readonly PictureNode[]): PictureNode {
  const [first, ...rest] = group;
  if (first === undefined) throw new Error('no node is merged');
  if (rest.length === 0) return first;
  const hosts = group.map((node) => node.hosts);
  return {
    ...first,
    names: group.flatMap((node) => node.names),
    hosts: disjoint.has(first.kind)
      ? hosts.reduce((sum, each) => sum + each, 0)
      : Math.max(...hosts),
    order: group.every((node) => node.order === first.order) ? first.order : undefined,
    notes: [],
  };
}
