/**
 * Changes of variables as people read them: those with the same hosts and the same cause stand together, and where many
 * hosts have the same changes with values of their own, one stands for all.
 */
import type { Cause, Change } from './model.js';
import { causeKey } from './variables.js';
import { groupedBy } from '../text/grouped-by.js';

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
  const groups = groupedBy(
    changes,
    ({ hosts = [], cause }) => `${setOf(hosts)} ${causeKey(cause)}`,
  );
  const all = [...groups.values()].map((same): HostGroup => ({
    hosts: same[0].hosts ?? [],
    cause: same[0].cause,
    changes: same,
    differ: 'nothing',
  }));
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
  return old?.value?.isSecret === true || now?.value?.isSecret === true
    ? ''
    : `${old?.value?.words ?? ''} → ${now?.value?.words ?? ''}`;
}

/** One group for those with the same changes, if they are as many as `least`. */
function fold(
  groups: readonly HostGroup[],
  least: number,
  differ: HostGroup['differ'],
  valueOf: (change: Change) => string,
): readonly HostGroup[] {
  const alike = groupedBy(groups, ({ cause, changes }) =>
    [
      causeKey(cause),
      ...changes.map((change) => `${change.action} ${change.name} ${valueOf(change)}`),
    ].join('\n'),
  );
  return [...alike.values()].flatMap((same) =>
    same.length < least
      ? same
      : [{ ...same[0], hosts: same.flatMap(({ hosts }) => hosts), differ }],
  );
}
