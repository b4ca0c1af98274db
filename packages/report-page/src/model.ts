/** The page's data with names for its numbers. What costs time is found out when it is first asked for. */
import type { LayerKind, PageData, PageSetting } from './shape.js';

/** The part that a layer has in a value. */
export interface Part {
  readonly kind: LayerKind;
  readonly name: string | undefined;
  readonly order: number | undefined;
  readonly place: string;
  readonly text: string;
}

export type Reason = 'replaced' | 'identical' | 'unset' | 'conflict';

export interface Leaf {
  readonly number: number;
  readonly path: string;
  readonly outcome: 'nothing' | 'value' | 'map';
  readonly isSecret: boolean;
  readonly isUnknown: boolean;
  readonly isConflict: boolean;
  /** JSON, or words for what is not known. */
  readonly value: string | undefined;
  readonly winners: readonly Part[];
  readonly remover: Part | undefined;
  readonly losers: readonly (Part & { readonly reason: Reason })[];
}

const outcomes = ['nothing', 'value', 'map'] as const;
/** Layers whose leaves are memberships in groups. */
const groupLayers: ReadonlySet<string | undefined> = new Set(['groups', 'keyed_groups']);

/** The name of a group whose membership stands at a path. */
export function groupAt(path: string): string {
  return path.replace(/^group_names\.?/, '');
}

/** True for a membership in a group that an expression made, which is explained beside the variables. */
export function isGroup({ winners }: Leaf): boolean {
  return groupLayers.has(winners[0]?.kind);
}

const reasons = ['replaced', 'identical', 'unset', 'conflict'] as const;

export type Model = ReturnType<typeof openModel>;

export function openModel(data: PageData) {
  const words = openWords(data);
  const { text, leaf, place } = words;
  const hostNumbers = once(() => new Map(data.hosts.map(([name], at) => [name, at])));
  const tagNumbers = new Map(data.tags.map(({ name }, at) => [name, at]));
  const serviceNumbers = new Map(data.services.map(({ name }, at) => [name, at]));
  const hostsOfKind = once(() =>
    groupBy(data.hosts.length, data.kinds.length, (host) => [data.hosts[host]?.[1] ?? 0]),
  );
  const variablesOf = variableReader(data, text);
  const outcomesAt = outcomeReader(data, words, variablesOf);
  const hostsOfKinds = (isWanted: (kind: PageData['kinds'][number]) => boolean): number[] =>
    data.kinds
      .flatMap((kind, at) => (isWanted(kind) ? (hostsOfKind()[at] ?? []) : []))
      .sort((a, b) => a - b);
  return {
    data,
    text,
    place,
    leaf,
    variablesOf,
    ...outcomesAt,
    hostsOfKind,
    leavesOf: (host: number): readonly Leaf[] =>
      variablesOf(host).flatMap((variable) => (data.variables[variable] ?? []).slice(1).map(leaf)),
    hostName: (at: number): string => data.hosts[at]?.[0] ?? '',
    hostNumber: (name: string): number | undefined => hostNumbers().get(name),
    tagNumber: (name: string): number | undefined => tagNumbers.get(name),
    serviceNumber: (name: string): number | undefined => serviceNumbers.get(name),
    kindOf: (host: number): PageData['kinds'][number] | undefined =>
      data.kinds[data.hosts[host]?.[1] ?? -1],
    hostsOfTag: (tag: number): number[] => hostsOfKinds(({ tags }) => tags.includes(tag)),
    /** Those where it is present, or absent. */
    hostsOfService: (service: number, state: 0 | 1): number[] =>
      hostsOfKinds(({ services }) =>
        services.some(([each, is]) => each === service && is === state),
      ),
    settings: (settings: readonly PageSetting[]): readonly Setting[] =>
      settings.map(([path, at, value]) => ({
        path: text(path),
        place: place(at),
        text: text(value),
      })),
  };
}

/** What numbers stand for. */
function openWords(data: PageData) {
  const text = (at: number): string => data.texts[at] ?? '';
  const place = (at: number): string =>
    `${text(data.places[at * 3] ?? -1)}:${data.places[at * 3 + 1] ?? 0}:${data.places[at * 3 + 2] ?? 0}`;
  const part = (at: number): Part => {
    const [kind, name, order] = data.layers[data.parts[at * 3] ?? -1] ?? ['tool', null, null];
    return {
      kind,
      name: name ?? undefined,
      order: order ?? undefined,
      place: place(data.parts[at * 3 + 1] ?? -1),
      text: text(data.parts[at * 3 + 2] ?? -1),
    };
  };
  const leaf = (number: number): Leaf => {
    const [path = -1, flags = 0, value = -1, count = 0, ...rest] = data.leaves[number] ?? [];
    const after = rest.slice(count + 1);
    const remover = rest[count] ?? -1;
    return {
      number,
      path: text(path),
      outcome: outcomes[flags & 3] ?? 'nothing',
      isSecret: (flags & 4) !== 0,
      isUnknown: (flags & 8) !== 0,
      isConflict: (flags & 16) !== 0,
      value: value < 0 ? undefined : text(value),
      winners: rest.slice(0, count).map(part),
      remover: remover < 0 ? undefined : part(remover),
      losers: Array.from({ length: after.length / 2 }, (_, at) => ({
        ...part(after[at * 2 + 1] ?? -1),
        reason: reasons[after[at * 2] ?? 0] ?? 'replaced',
      })),
    };
  };
  return { text, place, leaf };
}

/** The variables of hosts, by name: those of their kind, and their own in place of them or beside them. */
function variableReader(
  data: PageData,
  text: (at: number) => string,
): (host: number) => readonly number[] {
  const nameOf = (variable: number): string => text(data.variables[variable]?.[0] ?? -1);
  return (host) => {
    const [, kind = -1, , own] = data.hosts[host] ?? [];
    const shared = data.tables[data.kinds[kind]?.table ?? -1] ?? [];
    if (own === undefined) return shared;
    const names = new Set(own.map(nameOf));
    return [...shared.filter((each) => !names.has(nameOf(each))), ...own].sort((a, b) =>
      nameOf(a) < nameOf(b) ? -1 : 1,
    );
  };
}

/** What hosts get at a path, and which paths there are. */
function outcomeReader(
  data: PageData,
  { text, leaf }: Pick<ReturnType<typeof openWords>, 'text' | 'leaf'>,
  variablesOf: (host: number) => readonly number[],
) {
  const hostsOfVariable = once(() =>
    groupBy(data.hosts.length, data.variables.length, variablesOf),
  );
  /** The numbers of all leaves by path, paths in order. */
  const leavesByPath = once(() => {
    const found = new Map<string, number[]>();
    for (const [number, each] of data.leaves.entries()) {
      const path = text(each[0] ?? -1);
      const known = found.get(path);
      if (known === undefined) found.set(path, [number]);
      else known.push(number);
    }
    return new Map([...found].sort(([a], [b]) => compareTexts(a, b)));
  });

  /** The variables that hold a leaf, by the leaf's number. */
  const variablesOfLeaf = once(() =>
    groupBy(data.variables.length, data.leaves.length, (variable) =>
      (data.variables[variable] ?? []).slice(1),
    ),
  );

  /** What hosts get at a path: each outcome with its hosts, the most common first. */
  const outcomesAt = (
    path: string,
  ): readonly { readonly leaf: Leaf; readonly hosts: readonly number[] }[] => {
    const all = (leavesByPath().get(path) ?? []).map((number) => {
      const hosts = (variablesOfLeaf()[number] ?? []).flatMap(
        (variable) => hostsOfVariable()[variable] ?? [],
      );
      return { leaf: leaf(number), hosts: hosts.sort((a, b) => a - b) };
    });
    return all
      .filter(({ hosts }) => hosts.length > 0)
      .sort((a, b) => b.hosts.length - a.hosts.length);
  };
  /** The paths of variables, and those that stand for groups that expressions made. */
  const paths = once(() => {
    const isGroupPath = (path: string): boolean =>
      path.startsWith('group_names') &&
      (leavesByPath().get(path) ?? []).every((number) => isGroup(leaf(number)));
    const all = [...leavesByPath().keys()];
    return {
      variables: all.filter((path) => !isGroupPath(path)),
      groups: all.filter(isGroupPath),
    };
  });
  return { paths, outcomesAt };
}

/** A value as it is written in a layer. */
export interface Setting {
  readonly path: string;
  readonly place: string;
  readonly text: string;
}

/** The order of lists that are sorted by name: the same in every language. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function groupBy(
  count: number,
  groups: number,
  groupsOf: (each: number) => readonly number[],
): number[][] {
  const found = Array.from({ length: groups }, (): number[] => []);
  for (let each = 0; each < count; each++)
    for (const group of groupsOf(each)) found[group]?.push(each);
  return found;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
