/**
 * One variable's values laid over each other, with who wrote what is left: the rules of `resolve/overlay.ts` and
 * `resolve/unify.ts` for writers. A value is needed if taking it away would change what a host gets: it is what is left,
 * or it hides something that would come through.
 */
import { identical } from '../resolve/unify.js';
import type { Entry, Node } from '../syntax/node.js';
import { groupedBy } from '../text/grouped-by.js';
import type { Span } from '../text/source.js';

/** What became of written values; a map with keys in it is judged by these. */
export interface Marks {
  /** Values that some host gets, or that hide others there. */
  readonly wins: Set<Entry>;
  /** The nodes that some host gets, whichever alias leads to them. */
  readonly nodes: Set<Node>;
  /** Values that some host would get without them, too. */
  readonly repeats: Set<Entry>;
  /** Equal values of which any one would do on some host: decided when all are known. */
  readonly choices: Pick<Leaf, 'writers' | 'repeaters'>[];
  /** What first won against a value, and on which host. */
  readonly beatenBy: Map<Entry, { readonly span: Span; readonly host: string }>;
}

/** What is left of the layers so far. */
export type State = Leaf | Tree | Gone;

interface Leaf {
  readonly kind: 'leaf';
  /** Undefined for what several writers made. */
  readonly node: Node | undefined;
  readonly writers: readonly Entry[];
  readonly repeaters: Entry[];
  /** True where a map or list would come through without it. */
  readonly hides: boolean;
  /** Who keeps away what lies below. */
  readonly hiders: readonly Entry[];
}

interface Tree {
  readonly kind: 'tree';
  readonly children: Map<string, State>;
  /** Who wrote it as an empty map, or keeps away what lies below. */
  readonly keepers: Entry[];
  /** Empty maps over it. */
  readonly repeaters: Entry[];
}

/** After an `!unset`. */
interface Gone {
  readonly kind: 'gone';
  readonly writers: readonly Entry[];
  readonly hides: boolean;
}

/** Lays the values that one order sets over what is below them. */
export function layTogether(
  below: State | undefined,
  rank: readonly Entry[],
  marks: Marks,
  host: string,
): State {
  const [first] = rank;
  if (first === undefined) throw new Error('no value');
  const node = first.value;
  if (rank.some(({ value }) => value.kind === 'unknown'))
    return layUnknown(below, rank, marks, host);
  if (node.kind === 'unset') {
    beat(below, first, marks, host);
    return { kind: 'gone', writers: rank, hides: below !== undefined };
  }
  if (node.kind === 'list' && node.marker === 'append') return append(below, rank);
  if (node.kind === 'map' && node.marker === undefined) return layMap(below, rank, marks, host);
  if (node.kind === 'map') {
    beat(below, first, marks, host);
    const twins = rank.slice(1).flatMap(leavesOf);
    return freshTree(
      [first],
      [
        ...(below === undefined || node.entries.length === 0 ? [] : rank),
        ...(node.entries.length === 0 ? rank : []),
        ...twins,
      ],
      marks,
      host,
    );
  }
  if (below?.kind === 'leaf' && below.node !== undefined && identical(below.node, node)) {
    below.repeaters.push(...rank);
    return below;
  }
  beat(below, first, marks, host);
  return {
    kind: 'leaf',
    node,
    writers: rank,
    repeaters: [],
    hides: hidesStructure(below),
    hiders: [],
  };
}

function layMap(
  below: State | undefined,
  rank: readonly Entry[],
  marks: Marks,
  host: string,
): State {
  const isEmpty = rank.every(({ value }) => value.kind === 'map' && value.entries.length === 0);
  if (below?.kind === 'tree') {
    for (const [key, entries] of childrenOf(rank))
      below.children.set(key, layTogether(below.children.get(key), entries, marks, host));
    if (isEmpty) below.repeaters.push(...rank);
    return below;
  }
  const isOpen = below?.kind === 'leaf' && below.node?.kind === 'unknown' && below.node.mayBeMap;
  const [first] = rank;
  if (first !== undefined && !isOpen) beat(below, first, marks, host);
  const hidden = below !== undefined && (isOpen || below.hides) ? below.writers : [];
  return freshTree(rank, [...hidden, ...(isEmpty ? rank : [])], marks, host);
}

function freshTree(
  rank: readonly Entry[],
  keepers: readonly Entry[],
  marks: Marks,
  host: string,
): Tree {
  const children = new Map<string, State>();
  for (const [key, entries] of childrenOf(rank))
    children.set(key, layTogether(undefined, entries, marks, host));
  return { kind: 'tree', children, keepers: [...keepers], repeaters: [] };
}

function childrenOf(rank: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  return groupedBy(
    rank.flatMap(({ value }) => (value.kind === 'map' ? value.entries : [])),
    ({ key }) => key,
  );
}

function append(below: State | undefined, rank: readonly Entry[]): Leaf {
  const lower = below?.kind === 'leaf' ? below : undefined;
  if (
    lower !== undefined &&
    (lower.node === undefined || lower.node.kind === 'list') &&
    rank.every(({ value }) => value.kind === 'list' && value.items.length === 0)
  ) {
    lower.repeaters.push(...rank);
    return lower;
  }
  const hiders = below?.kind === 'gone' && below.hides ? below.writers : (lower?.hiders ?? []);
  return {
    kind: 'leaf',
    node: undefined,
    writers: [...(lower?.writers ?? []), ...rank],
    repeaters: lower?.repeaters ?? [],
    hides: hidesStructure(below),
    hiders,
  };
}

/** A value that is not known yet may turn out to be a map, which merges, or a list, which others may be appended to. */
function layUnknown(
  below: State | undefined,
  rank: readonly Entry[],
  marks: Marks,
  host: string,
): Leaf {
  const [first] = rank;
  const node = rank.length === 1 ? first?.value : undefined;
  if (
    below?.kind === 'leaf' &&
    below.node !== undefined &&
    node !== undefined &&
    identical(below.node, node)
  ) {
    below.repeaters.push(...rank);
    return below;
  }
  const mayMerge = node?.kind !== 'unknown' || node.mayBeMap || node.mayBeList;
  if (!mayMerge && first !== undefined) beat(below, first, marks, host);
  return {
    kind: 'leaf',
    node,
    writers: [...(mayMerge ? writersOf(below) : []), ...rank.flatMap(leavesOf)],
    repeaters: [],
    hides: hidesStructure(below),
    hiders: [],
  };
}

function hidesStructure(below: State | undefined): boolean {
  if (below === undefined) return false;
  if (below.kind === 'tree') return true;
  return (
    below.hides ||
    (below.kind === 'leaf' &&
      (below.node === undefined || below.node.kind === 'list' || below.node.kind === 'unknown'))
  );
}

/** Everything that has a part in a state. */
function writersOf(state: State | undefined): Entry[] {
  if (state === undefined) return [];
  if (state.kind === 'tree')
    return [
      ...state.keepers,
      ...state.repeaters,
      ...[...state.children.values()].flatMap(writersOf),
    ];
  return state.kind === 'leaf'
    ? [...state.writers, ...state.repeaters, ...state.hiders]
    : [...state.writers];
}

/** The entries below one that hold no further keys; the entry itself where it holds none. */
export function leavesOf(entry: Entry): Entry[] {
  const { value } = entry;
  return value.kind === 'map' && value.entries.length > 0
    ? value.entries.flatMap(leavesOf)
    : [entry];
}

/** Remembers what first won against the writers of a state. */
function beat(state: State | undefined, winner: Entry, { beatenBy }: Marks, host: string): void {
  for (const each of writersOf(state))
    if (!beatenBy.has(each)) beatenBy.set(each, { span: winner, host });
}

/** Marks what is left when all layers are laid. */
export function settle(state: State, marks: Marks): void {
  const win = (entries: readonly Entry[]): void => {
    for (const each of entries) {
      marks.wins.add(each);
      marks.nodes.add(each.value);
    }
  };
  if (state.kind === 'tree') {
    win(state.keepers);
    for (const child of state.children.values()) settle(child, marks);
    const isThere =
      state.keepers.length > 0 ||
      [...state.children.values()].some((child) => child.kind !== 'gone');
    if (isThere) for (const each of state.repeaters) marks.repeats.add(each);
    else win(state.repeaters);
    return;
  }
  if (state.kind === 'leaf') {
    for (const each of state.repeaters) marks.repeats.add(each);
    win(state.hiders);
    if (
      state.node !== undefined &&
      state.node.kind !== 'unknown' &&
      state.writers.length + state.repeaters.length > 1
    ) {
      marks.choices.push(state);
      return;
    }
  }
  win(state.writers);
}

/** Of equal values those count that are needed elsewhere, else the lowest. */
export function choose({ choices, wins, nodes, repeats }: Marks): void {
  for (const { writers, repeaters } of choices) {
    if ([...writers, ...repeaters].some((each) => wins.has(each)))
      for (const each of writers) repeats.add(each);
    else {
      for (const each of writers) {
        wins.add(each);
        nodes.add(each.value);
      }
    }
  }
}
