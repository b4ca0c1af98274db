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
  /** True where each host has other values: those of the first are in `changes`. */
  readonly isExample: boolean;
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
  return fold([...groups.values()].map((each) => ({ ...each, isExample: false })));
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

function fold(groups: readonly HostGroup[]): readonly HostGroup[] {
  const alike = new Map<string, HostGroup[]>();
  for (const group of groups) {
    const key = [causeKey(group.cause), ...group.changes.map(({ action, name }) => `${action} ${name}`)].join('\n');
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [group]);
    else known.push(group);
  }
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined || same.length < manyGroups ? same : [{ ...first, hosts: same.flatMap(({ hosts }) => hosts), isExample: true }];
  });
}
