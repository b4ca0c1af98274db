/**
 * The variables of one host as Ansible receives them: merged variables, over them those of its transport and those that
 * expressions made, `inventory_tags` and `inventory_services`; names in their safe form, by code point. Texts are made once for each
 * variable and each shared list, however many hosts have it.
 */
import type { AnsibleOptions, Tag, TagService } from '../model/inventory.js';
import { dataToJson, jsonList, namesJson, nodeToJson, type JsonStyle } from '../model/json.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { serviceData } from '../resolve/service-data.js';
import type { Assignment } from '../resolve/services.js';
import { transportVariables, type TransportVariable } from '../resolve/transport.js';
import type { Variable } from '../resolve/variables.js';
import { byCodePoint } from '../text/order.js';

/** Where a variable that the tool adds, or that only this host has, stands among the merged ones. */
interface Slot {
  readonly name: string;
  /** How many names of merged variables stand before it. */
  readonly rank: number;
  /** True if merged variables may have the name too: this one wins. */
  readonly isMerged: boolean;
  /** `"name": ` */
  readonly key: string;
}

/** A variable of this host, or of the tool. */
interface Part {
  readonly slot: Slot;
  readonly json: string;
}

/** Writes the variables of hosts as JSON objects, each behind `before`, whose closing brace is indented by `indent`. */
export function hostVariablesWriter(
  { inventory, names }: ResolvedInventory,
  style: JsonStyle,
  indent: string,
): (host: ResolvedHost, before: string) => string {
  const inner = indent + style.unit;
  const separator = style.unit === '' ? ', ' : `,\n${inner}`;
  const [open, close] = style.unit === '' ? ['{', '}'] : [`{\n${inner}`, `\n${indent}}`];
  const textOf = variableWriter(names, style, inner);
  const slotOf = slotFinder(names);
  const itemOf = serviceWriter(inventory.ansible, style, inner + style.unit);
  const servicesOf = remember((services: readonly Assignment[]) =>
    jsonList(services.map(itemOf), style, inner),
  );
  const tagsOf = remember((tags: readonly Tag[]) =>
    namesJson(
      tags.map((tag) => tag.name),
      style,
      inner,
    ),
  );
  const ofVariable = ({ name, value }: TransportVariable): Part => ({
    slot: slotOf(name),
    json: nodeToJson(value, style, inner),
  });

  return (host, before) => {
    const own = transportVariables(host.host).map(ofVariable);
    own.push({ slot: slotOf('inventory_services'), json: servicesOf(host.services, host.isAlone) });
    own.push({ slot: slotOf('inventory_tags'), json: tagsOf(host.tags, host.isAlone) });
    if (host.composed.length > 0) {
      own.push(...host.composed.map(ofVariable));
      own.sort((a, b) => byCodePoint(a.slot.name, b.slot.name));
    }
    const variables = host.variables();
    const texts: string[] = [];
    let at = 0;
    for (const { slot, json } of own) {
      const { rank, key, isMerged } = slot;
      for (
        let below = variables[at];
        below !== undefined && below.rank < rank;
        below = variables[++at]
      )
        texts.push(textOf(below));
      if (isMerged && variables[at]?.rank === rank) at++;
      texts.push(key + json);
    }
    for (let below = variables[at]; below !== undefined; below = variables[++at])
      texts.push(textOf(below));
    // One text without a further copy of it: large inventories are mostly this.
    texts[0] = before + open + (texts[0] ?? '');
    texts.push((texts.pop() ?? '') + close);
    return texts.join(separator);
  };
}

/** Finds the slots of names among the sorted `names` of merged variables, each once. */
function slotFinder(names: readonly string[]): (name: string) => Slot {
  const known = new Map<string, Slot>();
  return (name) => {
    let slot = known.get(name);
    if (slot === undefined) {
      const rank = rankOf(name, names);
      known.set(
        name,
        (slot = { name, rank, isMerged: names[rank] === name, key: `${JSON.stringify(name)}: ` }),
      );
    }
    return slot;
  };
}

/** How many of the sorted `names` stand before `name`. */
function rankOf(name: string, names: readonly string[]): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byCodePoint(names[middle] ?? '', name) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Writes variables; the text of one that hosts with other tags have too is made once. */
function variableWriter(
  names: readonly string[],
  style: JsonStyle,
  indent: string,
): (variable: Variable) => string {
  const quoted = names.map((name) => JSON.stringify(name));
  const known: (string | undefined)[] = [];
  return ({ id, rank, value }) => {
    if (id < 0) return `${quoted[rank] ?? ''}: ${nodeToJson(value, style, indent)}`;
    return (known[id] ??= `${quoted[rank] ?? ''}: ${nodeToJson(value, style, indent)}`);
  };
}

/** Writes items of `inventory_services`, each that a tag gives once. */
function serviceWriter(
  options: AnsibleOptions,
  style: JsonStyle,
  indent: string,
): (assignment: Assignment) => string {
  const known = new Map<TagService, string>();
  return (assignment) => {
    let text = known.get(assignment.given);
    if (text === undefined)
      known.set(
        assignment.given,
        (text = dataToJson(serviceData(assignment, options), style, indent)),
      );
    return text;
  };
}

/** Makes a value once for each list that several hosts share. */
function remember<K, V>(make: (key: K) => V): (key: K, isAlone: boolean) => V {
  const known = new Map<K, V>();
  return (key, isAlone) => {
    if (isAlone) return make(key);
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}
