/**
 * What an expression sees on a host: all that the host receives, under the names by which Ansible knows it. A value is
 * looked up and converted when an expression asks for it; what hosts share is converted once.
 */
import { dirname } from 'node:path';
import { rawOfData, rawOfNode } from '../expr/convert.js';
import type { Raw, Scope } from '../expr/expressions.js';
import { componentData, isSpecial, type Data } from '../model/component-data.js';
import type { Inventory } from '../model/inventory.js';
import { serviceGroup, serviceVariable, tagGroup } from '../model/safe-name.js';
import { secretSourceData } from '../model/secret-source-data.js';
import { holdsSensitive, type Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import type { ResolvedHost } from './resolve.js';
import { servicesData } from './service-data.js';
import { transportVariables } from './transport.js';
import type { Variable } from './variables.js';

/** What expressions have set on a host. */
export interface Composed {
  readonly values: ReadonlyMap<string, Raw>;
  /** The names of those that are made of sensitive values. */
  readonly secrets: ReadonlySet<string>;
}

export type ScopeOf = (host: ResolvedHost, composed: Composed) => HostScope;

export interface HostScope extends Scope {
  /** True once somebody has read a sensitive value: whatever is made from then on may tell of it. */
  holdsSecret: boolean;
}

/** The value of a name on a host, for names that the tool sets; undefined where it sets none. */
type Lookup = (name: string, host: ResolvedHost) => Raw | undefined;

/** What expressions have set on a host that is resolved. */
export function composedOf({ composed }: Pick<ResolvedHost, 'composed'>): Composed {
  return {
    values: new Map(composed.map(({ name, value }) => [name, rawOfNode(value)])),
    secrets: new Set(composed.filter(({ value }) => holdsSensitive(value)).map(({ name }) => name)),
  };
}

/** Scopes for hosts of `inventory`, whose variables have these `names`. */
export function scopeMaker(inventory: Inventory, names: readonly string[]): ScopeOf {
  const toolValue = toolValues(inventory);
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  const shared: (Raw | undefined)[] = [];
  const mayHoldSecrets = inventory.upstreams.length > 0;
  const secretDefinitions = once(
    () =>
      new Set(
        [...inventory.services.values()]
          .filter(({ components }) => isSecretData(componentData(components)))
          .map(({ name }) => serviceVariable(name)),
      ),
  );
  return (host, composed) => {
    let variables: readonly Variable[] | undefined;
    // One object for one value: a template that needs itself is found out by that.
    let own: Map<string, Raw | undefined> | undefined;
    const kept = (name: string, find: () => Raw | undefined): Raw | undefined => {
      own ??= new Map();
      if (!own.has(name)) own.set(name, find());
      return own.get(name);
    };
    const scope: HostScope = { holdsSecret: false, lookup: (name) => lookup(name) };
    const noteSecret = (node: Node | undefined): void => {
      if (mayHoldSecrets && node !== undefined && holdsSensitive(node)) scope.holdsSecret = true;
    };
    const lookup = (name: string): Raw | undefined => {
      const made = composed.values.get(name);
      if (made !== undefined) {
        if (composed.secrets.has(name)) scope.holdsSecret = true;
        return made;
      }
      const rank = ranks.get(name);
      const variable =
        rank === undefined ? undefined : findVariable((variables ??= host.variables()), rank);
      if (name.startsWith('ansible_') || variable === undefined) {
        return kept(name, () => {
          const value = transportValue(name, host) ?? variable?.value;
          noteSecret(value);
          if (value !== undefined) return rawOfNode(value);
          if (mayHoldSecrets && secretDefinitions().has(name)) scope.holdsSecret = true;
          return toolValue(name, host);
        });
      }
      const { id, value } = variable;
      noteSecret(value);
      return id < 0 ? kept(name, () => rawOfNode(value)) : (shared[id] ??= rawOfNode(value));
    };
    return scope;
  };
}

/** True if a part of a tool's own data is the value of a sensitive export. */
function isSecretData(data: Data | undefined): boolean {
  if (data === undefined || typeof data !== 'object') return false;
  if (!(data instanceof Map) && !Array.isArray(data) && isSpecial(data))
    return holdsSensitive(data.special);
  return (
    data instanceof Map ? [...(data as ReadonlyMap<string, Data>).values()] : Object.values(data)
  ).some(isSecretData);
}

/** All that transports set is called `ansible_…`. */
function transportValue(name: string, { host }: ResolvedHost): Node | undefined {
  return name.startsWith('ansible_')
    ? transportVariables(host).find((each) => each.name === name)?.value
    : undefined;
}

/** In a list that is in the order of ranks. */
function findVariable(variables: readonly Variable[], rank: number): Variable | undefined {
  let low = 0;
  let high = variables.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const variable = variables[middle];
    const distance = variable === undefined ? 0 : variable.rank - rank;
    if (distance === 0) return variable;
    if (distance < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** What Ansible and the tool say of a host, and the variables of its service groups and of `all`. */
function toolValues({ path, services, secretSources, ansible }: Inventory): Lookup {
  const secrets = once(() =>
    secretSources.size === 0 ? undefined : rawOfData(secretSourceData(secretSources.values())),
  );
  const definitions = new Map(
    [...services.values()].map((service) => [
      serviceVariable(service.name),
      { service, value: once(() => rawOfData(componentData(service.components))) },
    ]),
  );
  const definitionOf: Lookup = (name, host) => {
    const definition = ansible.serviceGroups ? definitions.get(name) : undefined;
    return definition !== undefined &&
      host.services.some((each) => each.service === definition.service)
      ? definition.value()
      : undefined;
  };
  return (name, host) => {
    switch (name) {
      case 'inventory_hostname':
        return host.host.name;
      case 'inventory_hostname_short':
        return shortName(host.host.name);
      case 'inventory_dir':
        return dirname(path);
      case 'inventory_file':
        return path;
      case 'group_names':
        return rawOfData(groupNames(host, ansible));
      case 'inventory_tags':
        return rawOfData(host.tags.map((tag) => tag.name));
      case 'inventory_services':
        return rawOfData(servicesData(host.services, ansible));
      case 'inventory_secret_sources':
        return secrets();
      default:
        return definitionOf(name, host);
    }
  };
}

/** The groups of a host before expressions make more, by code point. */
export function groupNames(
  { tags, services }: ResolvedHost,
  ansible: Inventory['ansible'],
): readonly string[] {
  const groups = tags.map((tag) => tagGroup(tag.name, ansible));
  if (ansible.serviceGroups)
    groups.push(...services.map(({ service, given }) => serviceGroup(service.name, given.state)));
  return groups.length === 0 ? ['ungrouped'] : groups.sort(byCodePoint);
}

/** An address is its own short name. */
function shortName(host: string): string {
  return host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host)
    ? host
    : (host.split('.', 1)[0] ?? '');
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
