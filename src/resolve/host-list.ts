/** Faults that several hosts share are told once; this names the hosts. */

/** "host `a`", "hosts `a` and `b`", "hosts `a`, `b`, `c` and 5 more". */
export function describeHosts(names: readonly string[]): string {
  const quoted = names.slice(0, names.length === 4 ? 4 : 3).map((name) => `\`${name}\``);
  const rest = names.length - quoted.length;
  if (names.length === 1) return `host ${quoted[0] ?? ''}`;
  const last = rest > 0 ? `${rest} more` : quoted.pop();
  return `hosts ${quoted.join(', ')} and ${last ?? ''}`;
}
