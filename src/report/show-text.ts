/** `show --format text`: the resolved inventory at a glance, one block for each host. */
import { nodeToJson } from '../model/json.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { transportFields } from '../resolve/transport.js';
import type { StateRead } from '../state/state.js';
import { unknownText, type Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { pathText } from '../text/path-text.js';
import { escapeControls } from '../text/terminal.js';
import type { UpstreamStates } from '../upstream/resolve-reference.js';
import { shownVariables } from './shown-variables.js';

/**
 * How fresh the values of each upstream are, if there are upstreams; then hosts by name: tags, transport, a line for
 * each leaf of the variables, services in order.
 */
export function showText(
  { inventory, hosts }: ResolvedInventory,
  states: UpstreamStates | undefined,
): string {
  const blocks = [...hosts].sort((a, b) => byCodePoint(a.host.name, b.host.name)).map(hostBlock);
  if (inventory.upstreams.length > 0)
    blocks.unshift(
      `upstreams:\n${inventory.upstreams.map(({ name }) => `${escapeControls(`  ${name}: ${freshnessText(states?.get(name))}`)}\n`).join('')}`,
    );
  return blocks.join('\n');
}

/** When and by what a state was written, and where it is. */
function freshnessText(read: StateRead | undefined): string {
  switch (read?.kind) {
    case undefined:
      return 'needs no state';
    case 'absent':
      return `never applied (${read.place})`;
    case 'broken':
      return `cannot be read (${read.place})`;
    case 'present': {
      const { serial, time, tool } = read.state;
      return `serial ${serial}${time === undefined ? '' : `, applied ${time}`} by ${tool} (${read.place})`;
    }
  }
}

function hostBlock(host: ResolvedHost): string {
  const variables = shownVariables(host);
  const transport = transportFields(host.host)?.map(
    ({ name, value }) => `${name} ${valueText(value)}`,
  );
  const lines = [
    host.host.name,
    `  tags: ${host.tags.length === 0 ? '(none)' : host.tags.map((tag) => `${tag.name} (${tag.order})`).join(', ')}`,
    ...(transport === undefined ? [] : [`  transport: ${transport.join(', ')}`]),
    ...(variables.length === 0
      ? []
      : ['  vars:', ...variables.flatMap(({ name, value }) => leafLines([name], value))]),
    ...(host.services.length === 0
      ? []
      : [
          '  services:',
          ...host.services.map(
            ({ service, given }) => `    ${service.order ?? 0} ${service.name} (${given.state})`,
          ),
        ]),
  ];
  return `${lines.map(escapeControls).join('\n')}\n`;
}

function leafLines(keys: readonly string[], value: Node): string[] {
  if (value.kind === 'map' && value.entries.length > 0 && value.sensitive !== true)
    return value.entries.flatMap((entry) => leafLines([...keys, entry.key], entry.value));
  return [`    ${pathText(keys)} = ${valueText(value)}`];
}

function valueText(node: Node): string {
  if (node.kind === 'unknown') return unknownText(node);
  if (node.kind !== 'unset' && node.sensitive === true) return '<redacted>';
  return node.kind === 'string' && /^[\w./:-]+$/.test(node.value)
    ? node.value
    : nodeToJson(node, { unit: '', redact: true, inWords: true, markTemplates: false }, '');
}
