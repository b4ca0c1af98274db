/** Faults that several hosts share are told once; this names the hosts. */
import type { Host } from '../model/inventory.js';

/** Names in any order → "host `a`", "hosts `a` and `b`", "hosts `a`, `b`, `c` and 5 more", in file order. */
export type DescribeHosts = (names: readonly string[]) => string;

/** A describer for names of `hosts`, which are in file order; it costs nothing until it is used. */
export function hostDescriber(hosts: readonly Host[]): DescribeHosts {
  let places: ReadonlyMap<string, number> | undefined;
  const placeOf = (name: string): number => {
    places ??= new Map(hosts.map((host, place) => [host.name, place]));
    return places.get(name) ?? 0;
  };
  return (names) => describe([...names].sort((a, b) => placeOf(a) - placeOf(b)));
}

function describe(names: readonly string[]): string {
  const quoted = names.slice(0, names.length === 4 ? 4 : 3).map((name) => `\`${name}\``);
  const rest = names.length - quoted.length;
  if (names.length === 1) return `host ${quoted[0] ?? ''}`;
  const last = rest > 0 ? `${rest} more` : quoted.pop();
  return `hosts ${quoted.join(', ')} and ${last ?? ''}`;
}
