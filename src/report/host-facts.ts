/**
 * What lists of hosts say of each: how it is reached, its tags, groups and services. Connection values are those that
 * Ansible would use, whoever sets them; one that is secret, or not known yet, is withheld and says why.
 */
import type { ReadInventory } from '../ansible/read-back.js';
import { valueReader, type HostValue } from '../resolve/host-values.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';

/** How Ansible names a connection's parts; of several names the first that is set counts. */
const sources = {
  connection: ['ansible_connection'],
  address: ['ansible_ssh_host', 'ansible_host'],
  port: ['ansible_ssh_port', 'ansible_port'],
  user: ['ansible_ssh_user', 'ansible_user'],
  identityFile: ['ansible_ssh_private_key_file', 'ansible_private_key_file'],
  commonArgs: ['ansible_ssh_common_args'],
  extraArgs: ['ansible_ssh_extra_args'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ConnectionPart = keyof typeof sources;

export interface HostFacts {
  readonly resolved: ResolvedHost;
  readonly name: string;
  readonly tags: readonly string[];
  /** Services in order; those that are absent carry a `!` in people's lists. */
  readonly services: readonly { readonly name: string; readonly state: string }[];
  /** All its groups but `all`, by code point. */
  groups(): readonly string[];
  connection(part: ConnectionPart): HostValue;
}

/** Facts of hosts that belong to `resolved`; `read` says which groups there are. */
export function factsReader(
  resolved: ResolvedInventory,
  read: () => ReadInventory,
): (host: ResolvedHost) => HostFacts {
  const valueOf = valueReader(resolved);
  let groups: ReadonlyMap<string, readonly string[]> | undefined;
  return (host) => ({
    resolved: host,
    name: host.host.name,
    tags: host.tags.map((tag) => tag.name),
    services: host.services.map(({ service, given }) => ({
      name: service.name,
      state: given.state,
    })),
    groups: () => (groups ??= groupsByHost(read())).get(host.host.name) ?? [],
    connection: (part) => {
      for (const name of sources[part]) {
        const value = valueOf(host, name);
        if (value.kind !== 'absent') return value;
      }
      return { kind: 'absent' };
    },
  });
}

function groupsByHost(read: ReadInventory): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const group of [...read.groups.keys()].filter((name) => name !== 'all').sort(byCodePoint)) {
    for (const host of read.membersOf(group)) {
      const known = found.get(host);
      if (known === undefined) found.set(host, [group]);
      else known.push(group);
    }
  }
  return found;
}

/** A host that a list cannot hold, or not with all that is known of it. */
export interface LeftOut {
  readonly host: ResolvedHost;
  /** What follows the names of such hosts and `is` or `are`. */
  readonly fate: string;
}

/** A list of hosts, and what it could not hold. */
export interface HostList {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}

/** The value as it may be shown; undefined where nothing sets it. */
export function shownValue(value: HostValue): string | undefined {
  return value.kind === 'absent' ? undefined : value.kind === 'text' ? value.text : value.shown;
}
