/** How messages call an entry of `hosts`. */
import type { HostDefinition } from '../model/inventory.js';

/** "host `gena`"; a host whose name is missing (which was told) is "a host without a name". */
export function describeHost({ name: { name } }: HostDefinition): string {
  return name === '' ? 'a host without a name' : `host \`${name}\``;
}
