/**
 * Changes of variables as people read them: those with the same hosts and the same cause stand together, and where many
 * hosts have the same changes with values of their own, one stands for all.
 */
import type { Cause, Change } from './model.js';
import { causeKey } from './variables.js';

export interface HostGroup {
  readonly hosts: readonly string[];
  readonly cause: Cause | undefined;
  readonly changes: readonly Change[];
  /** What each host has of its own, where `changes` are those of the first: only places, or values too. */
  readonly differ: 'nothing' | 'places' | 'values';
}

/** From how many groups on that differ only in values one is enough. */
const manyGroups = 4;

export function groupByHosts(changes: readonly Change[]): readonly HostGroup[] {
  const setOf = hostSets();
  const groups = new Map<string, { readonly hosts: readonly string[]; readonly cause: Cause | undefined; readonly changes: Change[] }>();
  for (const change of changes) {
    const hosts = change.hosts ?? [];
    const key = `${setOf(hosts)} ${causeKey(change.cause)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { hosts, cause: change.cause, changes: [change] });
    else group.changes.push(change);
  }
  const all = [...groups.values()].map((each): HostGroup => ({ ...each, differ: 'nothing' }));
  return fold(fold(all, 2, 'places', valuesOf), manyGroups, 'values', () => '');
}

/** Numbers lists of names: equal lists have one number. */
export function hostSets(): (hosts: readonly string[]) => number {
  const known = new Map<readonly string[], number>();
  const byText = new Map<string, number>();
  return (hosts) => {
    let set = known.get(hosts);
    if (set === undefined) {
      const text = hosts.join(' ');
      set = byText.get(text) ?? byText.size;
      byText.set(text, set);
      known.set(hosts, set);
    }
    return set;
  };
}

function valuesOf({ old, new: now }: Change): string {
  return old?.value?.isSecret === true || now?.value?.isSecret === true ? '' : `${old?.value?.words ?? ''} → ${now?.value?.words ?? ''}`;
}

/** One group for those with the same changes, if they are as many as `least`. */
function fold(groups: readonly HostGroup[], least: number, differ: HostGroup['differ'], valueOf: (change: Change) => string): readonly HostGroup[] {
  const alike = new Map<string, HostGroup[]>();
  for (const group of groups) {
    const key = [causeKey(group.cause), ...group.changes.map((change) => `${change.action} ${change.name} ${valueOf(change)}`)].join('\n');
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [group]);
    else known.push(group);
  }
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined || same.length < least ? same : [{ ...first, hosts: same.flatMap(({ hosts }) => hosts), differ }];
  });
}
