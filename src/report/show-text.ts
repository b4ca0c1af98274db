/** `show --format text`: the resolved inventory at a glance, one block for each host. */
import { nodeToJson } from '../model/json.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { transportFields } from '../resolve/transport.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { pathText } from '../text/path-text.js';
import { shownVariables } from './shown-variables.js';

/** Hosts by name: tags, transport, a line for each leaf of the variables, services in order. */
export function showText({ hosts }: ResolvedInventory): string {
  const blocks = [...hosts].sort((a, b) => byCodePoint(a.host.name, b.host.name)).map(hostBlock);
  return blocks.join('\n');
}

function hostBlock(host: ResolvedHost): string {
  const variables = shownVariables(host);
  const transport = transportFields(host.host)?.map(({ name, value }) => `${name} ${valueText(value)}`);
  const lines = [
    host.host.name,
    `  tags: ${host.tags.length === 0 ? '(none)' : host.tags.map((tag) => `${tag.name} (${tag.order})`).join(', ')}`,
    ...(transport === undefined ? [] : [`  transport: ${transport.join(', ')}`]),
    ...(variables.length === 0 ? [] : ['  vars:', ...variables.flatMap(({ name, value }) => leafLines([name], value))]),
    ...(host.services.length === 0 ? [] : ['  services:', ...host.services.map(({ service, given }) => `    ${service.order ?? 0} ${service.name} (${given.state})`)]),
  ];
  return `${lines.join('\n')}\n`;
}

function leafLines(keys: readonly string[], value: Node): string[] {
  if (value.kind === 'map' && value.entries.length > 0) return value.entries.flatMap((entry) => leafLines([...keys, entry.key], entry.value));
  return [`    ${pathText(keys)} = ${valueText(value)}`];
}

function valueText(node: Node): string {
  return node.kind === 'string' && /^[\w./:-]+$/.test(node.value) ? node.value : nodeToJson(node, { unit: '', redact: true, markTemplates: false }, '');
}
