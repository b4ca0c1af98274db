/**
 * The hosts of an inventory: ranges expanded, in file order, each name valid and unique, each tag known.
 * A transport's address goes with its host where both are ranges.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { Host, HostDefinition, Inventory, Name } from '../model/inventory.js';
import { isIPv6 } from '../text/address.js';
import { suggestion } from '../text/suggest.js';
import { describeHost } from './host-owner.js';
import { expandRange, hasRange } from './host-range.js';
import { addressOf } from './transport.js';

const dnsName = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9][A-Za-z0-9_-]*)*$/;

/** Expands definitions to hosts; one without a name, or whose name is taken, is told and left out. */
export function expandHosts(definitions: readonly HostDefinition[]): Outcome<Host[]> {
  const diagnostics: Diagnostic[] = [];
  const first = new Map<string, Name>();
  const hosts: Host[] = [];
  const add = (host: Host, name: Name): boolean => {
    const before = first.get(host.name);
    if (before === undefined) {
      first.set(host.name, name);
      hosts.push(host);
    } else diagnostics.push(duplicateHost(host.name, name, before));
    return before === undefined;
  };
  for (const definition of definitions) {
    const { name } = definition;
    if (name.name === '') continue;
    if (isPlainHost(definition)) add({ name: name.name, definition, address: undefined }, name);
    else for (const host of hostsOf(definition, diagnostics)) if (!add(host, name)) break;
  }
  return { value: hosts, diagnostics };
}

/** One host with a valid name, and an address without a range: nearly all are. */
function isPlainHost({ name: { name }, transport }: HostDefinition): boolean {
  if (!dnsName.test(name)) return false;
  const address = addressOf(transport);
  return address === undefined || (address.kind !== 'vault' && !hasRange(address.value));
}

/** The hosts that one definition stands for; what is wrong with it is told, and hides no fault of what they get. */
function hostsOf(definition: HostDefinition, diagnostics: Diagnostic[]): Host[] {
  const { name } = definition;
  const expansion = expandRange(name.name);
  if ('fault' in expansion) {
    diagnostics.push(
      diagnostic(
        'check/host-range',
        name,
        `\`${name.name}\` cannot be expanded: ${expansion.fault}`,
      ),
    );
    return [{ name: name.name, definition, address: undefined }];
  }
  const { names } = expansion;
  const addresses = addressesFor(definition, names.length, diagnostics);
  const fault = names.find((each) => !isHostName(each));
  if (fault !== undefined) diagnostics.push(badHostName(name, fault));
  return names.map((each, index) => ({ name: each, definition, address: addresses?.[index] }));
}

/** Every tag that a host lists is defined and listed once. */
export function checkHostTags(
  definitions: readonly HostDefinition[],
  tags: Inventory['tags'],
  complete: boolean,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const definition of definitions) {
    const { names, places } = definition.tags;
    const known = !complete || areKnown(names, tags);
    if (known && !hasRepetition(names)) continue;
    const owner = describeHost(definition);
    const listed = places();
    if (!known) diagnostics.push(...unknownTags(owner, listed, tags));
    diagnostics.push(
      ...repeated('check/repeated-tag', listed, (tag) => `${owner} lists the tag \`${tag}\` twice`),
    );
  }
  return diagnostics;
}

function areKnown(names: readonly string[], tags: Inventory['tags']): boolean {
  for (const name of names) if (!tags.has(name)) return false;
  return true;
}

/** The complaints about references to tags that are not defined, one for each name. */
export function unknownTags(
  owner: string,
  names: readonly Name[],
  tags: Inventory['tags'],
): Diagnostic[] {
  const unknown = new Map<string, Name>();
  for (const each of names)
    if (!tags.has(each.name) && !unknown.has(each.name)) unknown.set(each.name, each);
  return [...unknown.values()].map((tag) =>
    diagnostic('check/unknown-tag', tag, `${owner} has the unknown tag \`${tag.name}\``, {
      help: suggestion(tag.name, tags.keys()),
    }),
  );
}

/** One diagnostic for each name that stands in `names` again. */
export function repeated(
  code: 'check/repeated-tag' | 'check/repeated-reference',
  names: readonly Name[],
  message: (name: string) => string,
): Diagnostic[] {
  if (!hasRepetition(names.map((each) => each.name))) return [];
  const first = new Map<string, Name>();
  const found: Diagnostic[] = [];
  for (const each of names) {
    const before = first.get(each.name);
    if (before === undefined) first.set(each.name, each);
    else
      found.push(
        diagnostic(code, each, message(each.name), {
          related: [{ span: before, message: 'first here' }],
        }),
      );
  }
  return found;
}

/** Lists are short and rarely repeat a name: comparing is cheaper than an index. */
function hasRepetition(names: readonly string[]): boolean {
  if (names.length > 32) return new Set(names).size < names.length;
  for (let at = 1; at < names.length; at++)
    if (names.lastIndexOf(names[at] ?? '', at - 1) >= 0) return true;
  return false;
}

/** True for a name that a host may have: a DNS name or an IP address. */
export function isHostName(name: string): boolean {
  return dnsName.test(name) || (name.includes(':') && !name.includes('%') && isIPv6(name));
}

function badHostName(span: Name, name: string): Diagnostic {
  const port = /^(.+):([0-9]+)$/.exec(name);
  return diagnostic('schema/invalid-name', span, `\`${name}\` is no host name`, {
    help:
      port !== null && isHostName(port[1] ?? '')
        ? `name the host \`${port[1] ?? ''}\` and put the port into \`transport: {type: ssh, port: ${port[2] ?? ''}}\``
        : 'use letters, digits, `-` and `_` (all ASCII), DNS names with single dots, or an IP address',
  });
}

function duplicateHost(name: string, span: Name, before: Name): Diagnostic {
  return diagnostic('check/duplicate-host', span, `two hosts are named \`${name}\``, {
    related: [{ span: before, message: 'first here' }],
  });
}

/** The addresses of the hosts of one definition where its transport has a range; else none. */
function addressesFor(
  definition: HostDefinition,
  count: number,
  diagnostics: Diagnostic[],
): readonly string[] | undefined {
  const address = addressOf(definition.transport);
  if (
    address === undefined ||
    (count === 1 && (address.kind === 'vault' || !hasRange(address.value)))
  )
    return undefined;
  const expansion = address.kind === 'vault' ? { names: [''] } : expandRange(address.value);
  if ('names' in expansion && expansion.names.length === count) return expansion.names;
  const message =
    'fault' in expansion
      ? `\`${address.value}\` cannot be expanded: ${expansion.fault}`
      : `the address stands for ${expansion.names.length} ${expansion.names.length === 1 ? 'host' : 'hosts'}, the name for ${count}`;
  diagnostics.push(
    diagnostic('check/host-range', address, message, {
      related: [{ span: definition.name, message: `\`${definition.name.name}\`` }],
      help: 'give the address a range of the same length, or leave it out',
    }),
  );
  return undefined;
}
