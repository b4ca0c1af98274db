/** Rules about transports: usable addresses, options that are `ansible_*` variables, no clash with the host's `vars`. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { HostDefinition, TextNode, Transport, TransportField } from '../model/inventory.js';
import { textOf } from '../model/read.js';
import { safeName } from '../model/safe-name.js';
import { transportNames } from '../model/transport-names.js';
import type { MapNode } from '../syntax/node.js';
import { describeHost } from './host-owner.js';

/** The `host` field of an ssh transport, if it is text or a secret. */
export function addressOf(transport: Transport | undefined): TextNode | undefined {
  if (transport?.type !== 'ssh') return undefined;
  const value = transport.fields.find((field) => field.key === 'host')?.value;
  return value?.kind === 'string' || value?.kind === 'unsafe' || value?.kind === 'vault'
    ? value
    : undefined;
}

/** All faults of the transports of `definitions`. */
export function checkTransports(definitions: readonly HostDefinition[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const definition of definitions) {
    const { transport } = definition;
    if (transport === undefined) continue;
    if (transport.type === 'ssh') checkAddresses(transport.fields, diagnostics);
    if (transport.type === 'plugin') diagnostics.push(...checkOptions(transport.options));
    if (definition.vars !== undefined) diagnostics.push(...checkClash(definition));
  }
  return diagnostics;
}

function checkAddresses(fields: readonly TransportField[], into: Diagnostic[]): void {
  for (const { key, value } of fields) {
    const address = key === 'host' || key === 'proxy_jump' ? textOf(value) : undefined;
    const fault = address === undefined ? undefined : faultOf(address);
    if (fault !== undefined)
      into.push(diagnostic('check/transport-host', value, `\`${key}\` ${fault}`));
  }
}

function faultOf(address: string): string | undefined {
  if (address === '') return 'is empty: Ansible would connect nowhere';
  if (address.startsWith('-'))
    return `\`${address}\` starts with \`-\`: ssh would read it as an option`;
  return /\s/.test(address) ? `\`${address}\` holds blanks` : undefined;
}

function checkOptions(options: MapNode | undefined): Diagnostic[] {
  return (options?.entries ?? []).flatMap((entry) => {
    if (entry.key === 'ansible_connection') {
      return [
        diagnostic(
          'check/transport-option',
          entry,
          '`ansible_connection` is what `connection` sets',
        ),
      ];
    }
    if (/^ansible_[A-Za-z0-9_]+$/.test(entry.key)) return [];
    return [
      diagnostic('check/transport-option', entry, `\`${entry.key}\` is no \`ansible_*\` variable`, {
        help: /^[A-Za-z0-9_]+$/.test(entry.key)
          ? `did you mean \`ansible_${entry.key}\`?`
          : undefined,
      }),
    ];
  });
}

function checkClash(definition: HostDefinition): Diagnostic[] {
  const { transport, vars } = definition;
  if (transport === undefined || !vars?.entries.some((entry) => entry.key.startsWith('ansible')))
    return [];
  const set = transportNames(transport);
  return vars.entries.flatMap((entry) => {
    const other = set.get(safeName(entry.key));
    if (other === undefined) return [];
    return [
      diagnostic(
        'check/transport-and-vars',
        entry,
        `${describeHost(definition)} sets \`${entry.key}\` in its \`vars\` and by its transport`,
        {
          related: [{ span: other, message: 'the transport sets it here' }],
          help: 'keep one of the two',
        },
      ),
    ];
  });
}
