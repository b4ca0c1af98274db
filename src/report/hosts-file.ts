/** Hosts as lines of `/etc/hosts`: an address and the host's name, only where `ansible_host` is an address and the name is one. */
import { isAddress } from '../text/address.js';
import type { HostFacts, HostList, LeftOut } from './host-facts.js';

export function hostsFile(hosts: readonly HostFacts[]): HostList {
  const leftOut: LeftOut[] = [];
  const rows: (readonly [string, string])[] = [];
  for (const host of hosts) {
    const address = host.connection('address');
    const why = reasonAgainst(host, address);
    if (why !== undefined) leftOut.push({ host: host.resolved, fate: `left out: ${why}` });
    else if (address.kind === 'text') rows.push([address.text, host.name]);
  }
  const width = rows.reduce((widest, [address]) => Math.max(widest, address.length), 0);
  return {
    text: rows.map(([address, name]) => `${address.padEnd(width)}  ${name}\n`).join(''),
    leftOut,
  };
}

/** Why there is no line for a host. */
function reasonAgainst(
  { name }: HostFacts,
  address: ReturnType<HostFacts['connection']>,
): string | undefined {
  if (isAddress(name)) return 'the name is an address itself';
  if (address.kind === 'absent') return 'there is no `ansible_host`';
  if (address.kind === 'withheld') return `the address cannot be told: ${address.why}`;
  return isAddress(address.text) ? undefined : '`ansible_host` is no IP address';
}
