/**
 * Hosts that are reached at one address and port: probably one machine under two names, on which every play runs twice. An
 * address that a tag or the inventory sets is meant for many; so is this machine itself, and what is behind different
 * jump hosts is not one.
 */
import { diagnostic } from '../diagnostics/diagnostic.js';
import { ownValues, receivedValues } from '../resolve/received-values.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import { findEntry, type Node } from '../syntax/node.js';
import { groupedBy } from '../text/grouped-by.js';
import { holdsTemplate } from '../text/template-markers.js';
import { plain, type Finding } from './finding.js';
import type { Linted } from './linted.js';

export function findSameAddresses({ resolution }: Linted): Finding[] {
  const candidates = groupedBy(resolution.resolved.hosts, ownAddress);
  const found: Finding[] = [];
  for (const [address, hosts] of candidates) {
    if (hosts.length < 2) continue;
    for (const [, same] of groupedBy(hosts, wayTo))
      if (same.length > 1) found.push(tell(address, same));
  }
  return found;
}

function tell(address: string, hosts: readonly ResolvedHost[]): Finding {
  const [first, second, ...more] = hosts.map(({ host }) => host);
  if (first === undefined || second === undefined) throw new Error('one host alone');
  const names = hosts.slice(0, 3).map(({ host }) => `\`${host.name}\``);
  const all =
    more.length === 0
      ? names.join(' and ')
      : `${names.join(', ')}${more.length > 1 ? ` and ${more.length - 1} more` : ''}`;
  const related = [first, ...more]
    .filter(({ definition }) => definition !== second.definition)
    .map((each) => ({ span: each.definition.name, message: `\`${each.name}\` is defined here` }));
  return plain(
    diagnostic(
      'lint/same-address',
      second.definition.name,
      `the hosts ${all} are reached at one address, \`${address}\``,
      { related, help: 'keep one name, or correct the address' },
    ),
  );
}

/** The address that is written for this very host, its name where there is none; undefined for what cannot be compared. */
function ownAddress(each: ResolvedHost): string | undefined {
  const { host, tags } = each;
  const { transport, vars } = host.definition;
  if (transport?.type === 'local') return undefined;
  const own =
    ownValues(each).get('ansible_host') ?? (vars && findEntry(vars, 'ansible_host')?.value);
  if (own !== undefined) return comparable(textOf(own));
  return tags.some(
    (tag) => tag.vars !== undefined && findEntry(tag.vars, 'ansible_host') !== undefined,
  )
    ? undefined
    : comparable(host.name);
}

function comparable(address: string | undefined): string | undefined {
  if (address === undefined || holdsTemplate(address)) return undefined;
  const plainAddress = shortest(address.toLowerCase().replace(/\.$/, ''));
  return /^(?:localhost|127\.|::1$|0\.0\.0\.0$)/.test(plainAddress) || plainAddress === ''
    ? undefined
    : plainAddress;
}

/** An IPv6 address in the one way of writing it that is shortest. */
function shortest(address: string): string {
  const url = `http://[${address}]`;
  return address.includes(':') && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
}

/** How the host is reached at its address; undefined for connections that have addresses of another kind. */
function wayTo(host: ResolvedHost): string | undefined {
  const values = receivedValues(host);
  const connection = values.get('ansible_connection');
  const kind = connection === undefined ? 'ssh' : textOf(connection)?.replace(/^.*\./, '');
  const port = values.get('ansible_port');
  const number = port === undefined ? '22' : textOf(port);
  if (
    kind === undefined ||
    !/^(?:ssh|smart|paramiko|paramiko_ssh|winrm|psrp)$/.test(kind) ||
    number === undefined ||
    number.includes('{')
  )
    return undefined;
  const way = ['ansible_ssh_common_args', 'ansible_ssh_extra_args']
    .map((name) => values.get(name))
    .map((each) => (each === undefined ? '' : (textOf(each) ?? '?')));
  return [/^(?:winrm|psrp)$/.test(kind) ? kind : 'ssh', number, ...way].join(' ');
}

function textOf(node: Node): string | undefined {
  if (node.kind === 'unset' || node.sensitive === true) return undefined;
  return node.kind === 'string' || node.kind === 'unsafe'
    ? node.value
    : node.kind === 'int'
      ? String(node.value)
      : undefined;
}
