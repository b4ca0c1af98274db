/**
 * The order in which hosts are written: that of plays (`ansible all --list-hosts`), adjusted so that every group keeps
 * the order of its hosts, as far as one order can.
 */
import { byCodePoint } from '../text/order.js';
import type { AnsibleGroup } from './ansible-document.js';

export interface HostOrder {
  readonly hosts: readonly string[];
  /** Groups whose hosts come in another order than before, by code point. */
  readonly changed: readonly string[];
}

export function orderHosts(hosts: readonly string[], groups: Iterable<AnsibleGroup>): HostOrder {
  const lists = [...groups].filter((group) => group.name !== 'all' && group.hosts.length > 1);
  const places = placesOf(hosts);
  if (lists.every((group) => isAscending(group.hosts, places))) return { hosts, changed: [] };
  const adjusted = adjust(hosts, lists, places);
  const after = placesOf(adjusted);
  const changed = lists
    .filter((group) => !isAscending(group.hosts, after))
    .map((group) => group.name);
  return { hosts: adjusted, changed: changed.sort(byCodePoint) };
}

function placesOf(hosts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(hosts.map((host, place) => [host, place]));
}

function isAscending(hosts: readonly string[], places: ReadonlyMap<string, number>): boolean {
  return hosts.every(
    (host, at) => at === 0 || (places.get(hosts[at - 1] ?? '') ?? -1) < (places.get(host) ?? -1),
  );
}

/** Each host behind those before it in its groups; of several that could come next the first. Circles are cut at the first. */
function adjust(
  hosts: readonly string[],
  lists: readonly AnsibleGroup[],
  places: ReadonlyMap<string, number>,
): readonly string[] {
  const next = new Map<string, string[]>();
  const waiting = new Map<string, number>();
  for (const group of lists) {
    for (const [at, host] of group.hosts.entries()) {
      const before = group.hosts[at - 1];
      if (before === undefined) continue;
      const known = next.get(before);
      if (known === undefined) next.set(before, [host]);
      else known.push(host);
      waiting.set(host, (waiting.get(host) ?? 0) + 1);
    }
  }
  const placeOf = (host: string): number => places.get(host) ?? 0;
  const ready = new Heap(
    hosts
      .map((host) => ((waiting.get(host) ?? 0) === 0 ? placeOf(host) : -1))
      .filter((place) => place >= 0),
  );
  const done = new Set<string>();
  for (let first = 0; done.size < hosts.length;) {
    let place = ready.take();
    if (place === undefined) {
      while (done.has(hosts[first] ?? '')) first++;
      place = first;
    }
    const host = hosts[place] ?? '';
    if (done.has(host)) continue;
    done.add(host);
    for (const other of next.get(host) ?? []) {
      const left = (waiting.get(other) ?? 0) - 1;
      waiting.set(other, left);
      if (left === 0 && !done.has(other)) ready.put(placeOf(other));
    }
  }
  return [...done];
}

/** Numbers, the smallest first. */
class Heap {
  private readonly items: number[];

  constructor(sorted: readonly number[]) {
    this.items = [...sorted];
  }

  put(item: number): void {
    const { items } = this;
    let at = items.push(item) - 1;
    for (;;) {
      const above = (at - 1) >> 1;
      const parent = items[above];
      if (at === 0 || parent === undefined || parent <= item) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  take(): number | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      const smaller = (items[right] ?? Infinity) < (items[left] ?? Infinity) ? right : left;
      const child = items[smaller];
      if (child === undefined || child >= last) break;
      items[at] = child;
      at = smaller;
    }
    items[at] = last;
    return first;
  }
}
