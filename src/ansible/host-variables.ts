/**
 * The variables of one host as Ansible receives them: merged variables, transport variables over them,
 * `inventory_tags` and `inventory_services`; names in their safe form, by code point. Texts are made once for each
 * variable and each shared list, however many hosts have it.
 */
import type { Inventory } from '../model/inventory.js';
import { dataToJson, nodeToJson, type JsonStyle } from '../model/json.js';
import { safeName, serviceVariable } from '../model/safe-name.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import type { Assignment } from '../resolve/services.js';
import { transportVariables } from '../resolve/transport.js';
import type { Variable } from '../resolve/variables.js';
import { byCodePoint } from '../text/order.js';

/** `"name": value` of a variable, ready to be joined. */
interface Part {
  readonly name: string;
  readonly text: string;
}

/** Writes the variables of hosts as JSON objects whose closing brace is indented by `indent`. */
export function hostVariablesWriter(inventory: Inventory, style: JsonStyle, indent: string): (host: ResolvedHost) => string {
  const inner = indent + style.unit;
  const separator = style.unit === '' ? ', ' : `,\n${inner}`;
  const texts = new Map<Variable, Part>();
  const lists = new Map<unknown, readonly Part[]>();
  const joined = new Map<readonly Part[], string>();

  const partOf = (variable: Variable): Part => {
    let part = texts.get(variable);
    if (part === undefined) {
      const name = safeName(variable.name);
      part = { name, text: `${JSON.stringify(name)}: ${nodeToJson(variable.value, style, inner)}` };
      texts.set(variable, part);
    }
    return part;
  };
  /** Merged variables together with what follows from tags and services: shared by hosts that share both lists. */
  const sharedParts = (host: ResolvedHost): readonly Part[] => {
    const ours = remember(lists, host.services, () => servicesPart(host.services, inventory, style, inner));
    const tags = remember(lists, host.tags, () => [{ name: 'inventory_tags', text: `"inventory_tags": ${dataToJson(host.tags.map((tag) => tag.name), style, inner)}` }]);
    return remember(lists, host.variables, () => byNameOrder([...host.variables.map(partOf), ...ours, ...tags]));
  };
  return (host) => {
    const shared = sharedParts(host);
    const transport = transportVariables(host.host);
    if (transport.length === 0) return wrap(rememberText(joined, shared, separator), style, indent);
    const own = transport.map(({ name, value }) => ({ name, text: `${JSON.stringify(name)}: ${nodeToJson(value, style, inner)}` }));
    return wrap(joinOver(shared, own, separator), style, indent);
  };
}

function servicesPart(services: readonly Assignment[], { ansible }: Inventory, style: JsonStyle, indent: string): readonly Part[] {
  const data = services.map(({ service, given }) => ({
    definition: ansible.serviceGroups ? serviceVariable(service.name) : undefined,
    name: service.name,
    order: service.order ?? 0,
    state: given.state,
  }));
  return [{ name: 'inventory_services', text: `"inventory_services": ${dataToJson(data, style, indent)}` }];
}

/** Parts by name; what `own` has wins. Both are sorted. */
function joinOver(shared: readonly Part[], own: readonly Part[], separator: string): string {
  let text = '';
  let at = 0;
  for (const part of own) {
    for (let below = shared[at]; below !== undefined && byCodePoint(below.name, part.name) < 0; below = shared[++at]) text += (text === '' ? '' : separator) + below.text;
    if (shared[at]?.name === part.name) at++;
    text += (text === '' ? '' : separator) + part.text;
  }
  for (let below = shared[at]; below !== undefined; below = shared[++at]) text += (text === '' ? '' : separator) + below.text;
  return text;
}

function byNameOrder(parts: Part[]): readonly Part[] {
  return parts.sort((a, b) => byCodePoint(a.name, b.name));
}

function wrap(text: string, { unit }: JsonStyle, indent: string): string {
  return unit === '' ? `{${text}}` : `{\n${indent}${unit}${text}\n${indent}}`;
}

function remember(known: Map<unknown, readonly Part[]>, key: unknown, make: () => readonly Part[]): readonly Part[] {
  let parts = known.get(key);
  if (parts === undefined) known.set(key, (parts = make()));
  return parts;
}

function rememberText(known: Map<readonly Part[], string>, parts: readonly Part[], separator: string): string {
  let text = known.get(parts);
  if (text === undefined) known.set(parts, (text = parts.map((part) => part.text).join(separator)));
  return text;
}
