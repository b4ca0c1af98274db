/** The variables of a host as `show` prints them: merged ones, and over them those that expressions made. */
import type { ResolvedHost } from '../resolve/resolve.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';

/** Names as written, by code point. */
export function shownVariables(
  host: ResolvedHost,
): readonly { readonly name: string; readonly value: Node }[] {
  const { composed } = host;
  if (composed.length === 0) return host.variables();
  const made = new Set(composed.map(({ name }) => name));
  return [...host.variables().filter(({ name }) => !made.has(name)), ...composed].sort((a, b) =>
    byCodePoint(a.name, b.name),
  );
}
