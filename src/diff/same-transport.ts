/** Hosts whose transports say the same on both sides, which can be seen before any variable is made of them. */
import type { Transport } from '../model/inventory.js';
import { identical } from '../resolve/unify.js';
import type { Node } from '../syntax/node.js';
import type { HostPair } from './match-hosts.js';

/** False where it is not certain. */
export function sameTransport({ old, new: now }: HostPair): boolean {
  const [before, after] = [old.host.definition.transport, now.host.definition.transport];
  if (before === undefined || after === undefined) return before === after;
  // The path of a key file depends on the file that declares it.
  return (
    before.source.path === after.source.path &&
    old.host.address === now.host.address &&
    sameFields(before, after)
  );
}

function sameFields(before: Transport, after: Transport): boolean {
  if (before.type === 'ssh' && after.type === 'ssh') {
    return (
      before.fields.length === after.fields.length &&
      before.fields.every(
        ({ key, value }, at) =>
          key === after.fields[at]?.key && sameNode(value, after.fields[at].value),
      )
    );
  }
  if (before.type === 'plugin' && after.type === 'plugin')
    return sameNode(before.connection, after.connection) && sameNode(before.options, after.options);
  return before.type === after.type;
}

function sameNode(before: Node | undefined, after: Node | undefined): boolean {
  return before === undefined || after === undefined ? before === after : identical(before, after);
}
