/** Which hosts share something: names gathered under keys, and lists that are equal made one. */
import type { ResolvedHost } from '../resolve/resolve.js';

/** Things that hosts share, by key, in the order in which they were met. */
export interface Gathered<T> {
  readonly what: T;
  readonly hosts: ResolvedHost[];
}

/** Gathers hosts under texts; `make` is called once for each. */
export function gather<T>(): {
  readonly all: ReadonlyMap<string, Gathered<T>>;
  readonly add: (key: string, host: ResolvedHost, make: () => T) => void;
} {
  const all = new Map<string, Gathered<T>>();
  return {
    all,
    add: (key, host, make) => {
      const known = all.get(key);
      if (known === undefined) all.set(key, { what: make(), hosts: [host] });
      else known.hosts.push(host);
    },
  };
}

/** Remembers what is computed for two objects. */
export function forPairs<A extends object, B extends object, V>(
  make: (one: A, other: B) => V,
): (one: A, other: B) => V {
  const known = new Map<A, Map<B, V>>();
  return (one, other) => {
    let row = known.get(one);
    if (row === undefined) known.set(one, (row = new Map<B, V>()));
    let value = row.get(other);
    if (value === undefined) row.set(other, (value = make(one, other)));
    return value;
  };
}

export function namesOf(hosts: readonly ResolvedHost[]): readonly string[] {
  return hosts.map(({ host }) => host.name);
}
