/**
 * The variables of one host as Ansible receives them: merged variables, transport variables over them,
 * `inventory_tags` and `inventory_services`; names in their safe form, by code point. Texts are made once for each
 * variable and each shared list, however many hosts have it.
 */
import type { Data } from '../model/component-data.js';
import type { Inventory, Tag } from '../model/inventory.js';
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
  const [open, close] = style.unit === '' ? ['{', '}'] : [`{\n${inner}`, `\n${indent}}`];
  const partOf = partMaker(style, inner);
  const servicesOf = remember((services: readonly Assignment[]) => part('inventory_services', dataToJson(servicesData(services, inventory), style, inner)));
  const tagsOf = remember((tags: readonly Tag[]) => part('inventory_tags', dataToJson(tags.map((tag) => tag.name), style, inner)));
  const merged = remember((variables: readonly Variable[]) => byPartName(variables.map(partOf)));
  return (host) => {
    const variables = host.variables();
    const own = transportVariables(host.host).map(({ name, value }) => part(name, nodeToJson(value, style, inner)));
    const texts = overlayParts(merged(variables), [...own, servicesOf(host.services), tagsOf(host.tags)]);
    return open + texts.join(separator) + close;
  };
}

/** Makes parts; the text of a variable that hosts with other tags have too is made once. */
function partMaker(style: JsonStyle, indent: string): (variable: Variable) => Part {
  const known = new Map<Variable, Part>();
  const make = ({ name, value }: Variable): Part => part(safeName(name), nodeToJson(value, style, indent));
  return (variable) => {
    if (variable.scope === 'set') return make(variable);
    let made = known.get(variable);
    if (made === undefined) known.set(variable, (made = make(variable)));
    return made;
  };
}

function part(name: string, json: string): Part {
  return { name, text: `${JSON.stringify(name)}: ${json}` };
}

function servicesData(services: readonly Assignment[], { ansible }: Inventory): Data {
  return services.map(({ service, given }) => ({
    definition: ansible.serviceGroups ? serviceVariable(service.name) : undefined,
    name: service.name,
    order: service.order ?? 0,
    state: given.state,
  }));
}

/** Parts in the order of their names: they are, unless a name was made safe. */
function byPartName(parts: Part[]): readonly Part[] {
  for (let at = 1; at < parts.length; at++) {
    if (byCodePoint(parts[at - 1]?.name ?? '', parts[at]?.name ?? '') > 0) return parts.sort((a, b) => byCodePoint(a.name, b.name));
  }
  return parts;
}

/** The texts of two lists by name, by name; `higher` wins where both have one. */
function overlayParts(lower: readonly Part[], higher: readonly Part[]): string[] {
  const texts: string[] = [];
  let at = 0;
  for (const { name, text } of higher) {
    for (let below = lower[at]; below !== undefined && byCodePoint(below.name, name) < 0; below = lower[++at]) texts.push(below.text);
    if (lower[at]?.name === name) at++;
    texts.push(text);
  }
  for (let below = lower[at]; below !== undefined; below = lower[++at]) texts.push(below.text);
  return texts;
}

/** Makes a value once for each key that is still in use. */
function remember<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}
