/**
 * The variables that hosts have on one side and not, or otherwise, on the other: path by path, each difference told once
 * for all hosts that share it and its cause. Hosts share merged variables, and two that are the very same objects are
 * compared once; those of files that are the same on both sides are the same nodes and cost nothing.
 */
import { byCodePoint } from '../text/order.js';
import { safeName } from '../model/safe-name.js';
import { pathText } from '../text/path-text.js';
import type { Node } from '../syntax/node.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import { ownValues } from '../resolve/received-values.js';
import type { Variable } from '../resolve/variables.js';
import { forPairs, namesOf } from './host-sets.js';
import type { HostPair } from './match-hosts.js';
import type { TagRenames } from './match-tags.js';
import type { Cause, Change, Side } from './model.js';
import { differences, type Difference } from './node-differences.js';
import { originFinder, type Origin } from './origins.js';
import { samePath } from './same-path.js';
import { sameLayers } from './same-layers.js';
import { sameTransport } from './same-transport.js';
import { shownNode } from './shown.js';

/** A difference of one variable, with the names that it has on both sides. */
interface VariableDifference extends Difference {
  readonly oldKeys: readonly string[];
  /** By its safe name. */
  readonly variable: string;
  /** True where on each side one layer alone says it, the same for all hosts that have this very difference. */
  readonly isOfOneLayer: boolean;
}

type Found = readonly VariableDifference[];

/** One difference with one origin, and the hosts that have it. */
interface Shared {
  readonly difference: VariableDifference;
  readonly origin: Origin;
  readonly hosts: ResolvedHost[];
}

/** All differences between the variables of hosts that both sides have. */
export function compareVariables(
  old: Side,
  now: Side,
  pairs: readonly HostPair[],
  renames: TagRenames,
): Change[] {
  const compareHost = hostComparer(old, now, renames);
  const originOf = sharedOrigins(old, now, renames);
  const shared = new Map<string, Shared>();
  const byObject = new Map<VariableDifference, Map<Origin, Shared>>();
  for (const pair of pairs) {
    for (const difference of compareHost(pair)) {
      const origin = originOf(pair, difference);
      let row = byObject.get(difference);
      if (row === undefined) byObject.set(difference, (row = new Map<Origin, Shared>()));
      let found = row.get(origin);
      if (found === undefined) {
        const key = keyOf(difference, origin);
        found = shared.get(key);
        if (found === undefined) shared.set(key, (found = { difference, origin, hosts: [] }));
        row.set(origin, found);
      }
      found.hosts.push(pair.new);
    }
  }
  return [...shared.values()].map(changeOf);
}

function changeOf({ difference, origin, hosts }: Shared): Change {
  const { keys, oldKeys, old, new: now } = difference;
  const [name, before] = [pathText(keys), pathText(oldKeys)];
  return {
    subject: 'variable',
    action: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed',
    name,
    keys,
    old: old && {
      ...(before === name ? {} : { name: before }),
      value: shownNode(old),
      place: origin.old,
    },
    new: now && { value: shownNode(now), place: origin.new },
    hosts: namesOf(hosts),
    cause: origin.cause,
  };
}

/** Differences that read the same are one. */
function keyOf(
  { keys, old, new: now }: Difference,
  { cause, old: oldPlace, new: newPlace }: Origin,
): string {
  const place = (span: Origin['old']): string =>
    span === undefined ? '' : `${span.source.path}:${span.start}`;
  const value = (node: Node | undefined): string =>
    node === undefined ? '' : `${node.kind} ${shownNode(node).json}`;
  return [
    pathText(keys),
    value(old),
    value(now),
    place(oldPlace),
    place(newPlace),
    causeKey(cause),
  ].join('\n');
}

export function causeKey(cause: Cause | undefined): string {
  return cause === undefined ? '' : [cause.kind, cause.how, cause.name, cause.over].join(' ');
}

/** The origin of a difference; found once for hosts with the same tags where nothing of their own has a part in it. */
function sharedOrigins(
  old: Side,
  now: Side,
  renames: TagRenames,
): (pair: HostPair, difference: VariableDifference) => Origin {
  const find = originFinder(old, now, renames);
  const known = new Map<unknown, Map<unknown, Map<VariableDifference, Origin>>>();
  const ofLayers = new Map<VariableDifference, Origin>();
  const isShared = hasSharedVars(old) || hasSharedVars(now);
  const alike = new Map<string, Origin>();
  const unique = (origin: Origin): Origin => {
    const place = (span: Origin['old']): string =>
      span === undefined ? '' : `${span.source.path}:${span.start}`;
    const key = `${causeKey(origin.cause)}\n${place(origin.old)}\n${place(origin.new)}`;
    const same = alike.get(key);
    if (same === undefined) alike.set(key, origin);
    return same ?? origin;
  };
  return (pair, difference) => {
    const { keys, oldKeys, variable } = difference;
    const ofLayer = ofLayers.get(difference);
    if (ofLayer !== undefined) return ofLayer;
    if (setsItself(pair.old, variable) || setsItself(pair.new, variable))
      return unique(find(pair, oldKeys, keys));
    let row = known.get(pair.old.tags);
    if (row === undefined)
      known.set(pair.old.tags, (row = new Map<unknown, Map<VariableDifference, Origin>>()));
    let origins = row.get(pair.new.tags);
    if (origins === undefined)
      row.set(pair.new.tags, (origins = new Map<VariableDifference, Origin>()));
    let origin = origins.get(difference);
    if (origin === undefined) origins.set(difference, (origin = unique(find(pair, oldKeys, keys))));
    // What one layer says otherwise than before is the same for every host that gets it from there.
    if (difference.isOfOneLayer && origin.isSameLayer && !isShared)
      ofLayers.set(difference, origin);
    return origin;
  };
}

/** Whether two tags have the same variables by an alias, so that these do not tell which tag they are of. */
function hasSharedVars({ resolved }: Side): boolean {
  const vars = [...resolved.inventory.tags.values()].flatMap((tag) => tag.vars ?? []);
  return new Set(vars).size < vars.length;
}

/** Whether a layer that only this host has sets the variable. */
function setsItself({ host, composed }: ResolvedHost, variable: string): boolean {
  const { vars, transport } = host.definition;
  return (
    vars?.entries.some(({ key }) => safeName(key) === variable) === true ||
    (transport !== undefined && variable.startsWith('ansible_')) ||
    composed.some(({ name }) => name === variable)
  );
}

/** Compares the variables of a host on both sides. */
function hostComparer(old: Side, now: Side, renames: TagRenames): (pair: HostPair) => Found {
  const compareOne = variableComparer();
  const compareLists = listComparer(old, now, compareOne);
  const isSame = sameLayers(old, now, renames);
  const folders: Folders = { old: old.folder, new: now.folder };
  return (pair) => {
    const merged = isSame(pair) ? nothing : compareLists(pair);
    const isOwnSame =
      sameTransport(pair) && pair.old.composed.length + pair.new.composed.length === 0;
    return isOwnSame && merged.length === 0 ? merged : withOwn(pair, merged, isOwnSame, folders);
  };
}

/** Merged differences, and those of the transport and of expressions, which stand above them. */
function withOwn(
  { old, new: now }: HostPair,
  merged: Found,
  isOwnSame: boolean,
  folders: Folders,
): Found {
  const [before, after] = [ownValues(old), ownValues(now)];
  if (before.size + after.size === 0) return merged;
  const found = merged.filter(({ variable }) => !before.has(variable) && !after.has(variable));
  if (isOwnSame) return found;
  for (const name of [...new Set([...after.keys(), ...before.keys()])].sort(byCodePoint)) {
    const valueOf = (own: ReadonlyMap<string, Node>, host: ResolvedHost): Node | undefined =>
      own.get(name) ?? host.variables().find((each) => safeName(each.name) === name)?.value;
    const all = differences(valueOf(before, old), valueOf(after, now), [name]).filter(
      (each) => !isSameKeyFile(name, each, folders),
    );
    found.push(
      ...all.map((each) => ({ ...each, oldKeys: each.keys, variable: name, isOfOneLayer: false })),
    );
  }
  return found;
}

type Folders = Readonly<Record<'old' | 'new', string>>;

/** The file of a key is told absolute; it is the same if it is the same from the folders of the inventories. */
function isSameKeyFile(name: string, { old, new: now }: Difference, folders: Folders): boolean {
  return (
    name === 'ansible_ssh_private_key_file' &&
    old?.kind === 'string' &&
    now?.kind === 'string' &&
    samePath(folders, old.value, now.value)
  );
}

type CompareOne = (old: Variable | undefined, now: Variable | undefined, name: string) => Found;

const nothing: Found = [];

/** Compares two variables of one name; shared ones once. */
function variableComparer(): CompareOne {
  const known = new Map<Variable | undefined, Map<Variable | undefined, Found>>();
  const compute: CompareOne = (old, now, name) => {
    const found = differences(old?.value, now?.value, [now?.name ?? old?.name ?? name]);
    const isOfOneLayer = old?.scope === 'layer' && now?.scope === 'layer';
    return found.length === 0
      ? nothing
      : found.map((each) => ({
          ...each,
          oldKeys: [old?.name ?? each.keys[0] ?? name, ...each.keys.slice(1)],
          variable: name,
          isOfOneLayer,
        }));
  };
  return (old, now, name) => {
    if (old?.value === now?.value) return nothing;
    if ((old?.id ?? 0) < 0 || (now?.id ?? 0) < 0) return compute(old, now, name);
    let row = known.get(old);
    if (row === undefined) known.set(old, (row = new Map<Variable | undefined, Found>()));
    let found = row.get(now);
    if (found === undefined) row.set(now, (found = compute(old, now, name)));
    return found;
  };
}

/** Compares the lists of variables of hosts: both by name, in the same order. Lists that hosts share are compared once. */
function listComparer(old: Side, now: Side, compareOne: CompareOne): (pair: HostPair) => Found {
  const { names, oldPlaces, newPlaces } = joinNames(old.resolved.names, now.resolved.names);
  const compute = (before: readonly Variable[], after: readonly Variable[]): Found => {
    const found: VariableDifference[] = [];
    const place = (variable: Variable | undefined, places: Int32Array): number =>
      variable === undefined ? names.length : (places[variable.rank] ?? names.length);
    for (let one = 0, other = 0; one < before.length || other < after.length;) {
      const [was, is] = [before[one], after[other]];
      const [older, newer] = [place(was, oldPlaces), place(is, newPlaces)];
      const at = Math.min(older, newer);
      if (older === at) one++;
      if (newer === at) other++;
      const each = compareOne(
        older === at ? was : undefined,
        newer === at ? is : undefined,
        names[at] ?? '',
      );
      if (each.length > 0) found.push(...each);
    }
    return found.length === 0 ? nothing : found;
  };
  const shared = forPairs(compute);
  const hasOwnList = ({ isAlone, host }: ResolvedHost): boolean =>
    isAlone || host.definition.vars !== undefined;
  return (pair) =>
    (hasOwnList(pair.old) || hasOwnList(pair.new) ? compute : shared)(
      pair.old.variables(),
      pair.new.variables(),
    );
}

/** The names of both sides in one order, and the place there of each name of a side. */
function joinNames(
  old: readonly string[],
  now: readonly string[],
): {
  readonly names: readonly string[];
  readonly oldPlaces: Int32Array;
  readonly newPlaces: Int32Array;
} {
  const names = [...new Set([...old, ...now])].sort(byCodePoint);
  const places = new Map(names.map((name, place) => [name, place]));
  const placesOf = (side: readonly string[]): Int32Array =>
    Int32Array.from(side, (name) => places.get(name) ?? 0);
  return { names, oldPlaces: placesOf(old), newPlaces: placesOf(now) };
}
