/**
 * Which hosts of one side are those of the other: by name, and where one went and another came, by address, if on each
 * side only one host has it. Nothing else makes a host the same under another name: no guess is made.
 */
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { receivedValues } from '../resolve/received-values.js';
import type { Node } from '../syntax/node.js';
import { groupedBy } from '../text/grouped-by.js';
import { holdsTemplate } from '../text/template-markers.js';

/** A host as it is on both sides; their names differ where it was renamed. */
export interface HostPair {
  readonly old: ResolvedHost;
  readonly new: ResolvedHost;
}

export interface HostMatches {
  /** In the order of the newer side. */
  readonly pairs: readonly HostPair[];
  readonly added: readonly ResolvedHost[];
  readonly removed: readonly ResolvedHost[];
  readonly renamed: readonly (HostPair & { readonly address: string })[];
}

export function matchHosts(old: ResolvedInventory, now: ResolvedInventory): HostMatches {
  const before = new Map(old.hosts.map((each) => [each.host.name, each]));
  const after = new Set(now.hosts.map(({ host }) => host.name));
  const gone = old.hosts.filter(({ host }) => !after.has(host.name));
  const come = now.hosts.filter(({ host }) => !before.has(host.name));
  const renamed = gone.length === 0 || come.length === 0 ? [] : findRenamed(old, now, gone, come);
  const olderOf = new Map(renamed.map((each) => [each.new, each.old]));
  const isGone = new Set(renamed.map((each) => each.old));
  const pairs: HostPair[] = [];
  for (const each of now.hosts) {
    const older = before.get(each.host.name) ?? olderOf.get(each);
    if (older !== undefined) pairs.push({ old: older, new: each });
  }
  return {
    pairs,
    added: come.filter((each) => !olderOf.has(each)),
    removed: gone.filter((each) => !isGone.has(each)),
    renamed,
  };
}

function findRenamed(
  old: ResolvedInventory,
  now: ResolvedInventory,
  gone: readonly ResolvedHost[],
  come: readonly ResolvedHost[],
): HostMatches['renamed'] {
  const [before, after] = [groupedBy(old.hosts, addressOf), groupedBy(now.hosts, addressOf)];
  const isCome = new Set(come);
  return gone.flatMap((each) => {
    const address = addressOf(each);
    if (address === undefined || before.get(address)?.length !== 1) return [];
    const [other, another] = after.get(address) ?? [];
    return other !== undefined && another === undefined && isCome.has(other)
      ? [{ old: each, new: other, address: address.split(' ')[0] ?? '' }]
      : [];
  });
}

/** Address and port by which Ansible reaches a host, where they are told. */
function addressOf(each: ResolvedHost): string | undefined {
  const values = receivedValues(each);
  const address = plainText(values.get('ansible_host'));
  return address === undefined
    ? undefined
    : `${address} ${plainText(values.get('ansible_port')) ?? ''}`;
}

function plainText(node: Node | undefined): string | undefined {
  if (node?.kind === 'int') return String(node.value);
  return node?.kind === 'string' &&
    node.sensitive !== true &&
    node.value !== '' &&
    !holdsTemplate(node.value)
    ? node.value
    : undefined;
}

/** The hosts that stand elsewhere among the others than before: as few as explain it. */
export function movedHosts(
  pairs: readonly HostPair[],
  old: ResolvedInventory,
): readonly HostPair[] {
  const places = new Map(old.hosts.map((each, place) => [each, place]));
  const order = pairs.map((each) => places.get(each.old) ?? 0);
  if (order.every((place, at) => at === 0 || place > (order[at - 1] ?? 0))) return [];
  const kept = longestRise(order);
  return pairs.filter((_, at) => !kept.has(at));
}

/** The places of a longest rising subsequence. */
function longestRise(order: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, value] of order.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((order[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.add(at);
  return kept;
}
