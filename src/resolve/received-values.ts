/**
 * The values that a host receives by name, before templates are evaluated: merged variables, over them those of its
 * transport, over these what expressions made (format reference, sections 2 and 10).
 */
import type { Node } from '../syntax/node.js';
import type { ResolvedHost } from './resolve.js';
import { transportVariables } from './transport.js';

/** Those of its transport and of expressions alone. */
export function ownValues(host: ResolvedHost): ReadonlyMap<string, Node> {
  return new Map(ownPairs(host));
}

export function receivedValues(host: ResolvedHost): ReadonlyMap<string, Node> {
  return new Map([
    ...host.variables().map(({ name, value }) => [name, value] as const),
    ...ownPairs(host),
  ]);
}

function ownPairs(host: ResolvedHost): (readonly [string, Node])[] {
  return [...transportVariables(host.host), ...host.composed].map(
    ({ name, value }) => [name, value] as const,
  );
}
