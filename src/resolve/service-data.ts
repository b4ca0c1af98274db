/** `inventory_services`: the services of a host as Ansible and expressions see them. */
import type { Data } from '../model/component-data.js';
import type { AnsibleOptions } from '../model/inventory.js';
import { serviceVariable } from '../model/safe-name.js';
import type { Assignment } from './services.js';

export function servicesData(services: readonly Assignment[], options: AnsibleOptions): Data {
  return services.map((each) => serviceData(each, options));
}

/** One item of `inventory_services`. */
export function serviceData(
  { service, given }: Assignment,
  { serviceGroups }: AnsibleOptions,
): Data {
  return {
    definition: serviceGroups ? serviceVariable(service.name) : undefined,
    name: service.name,
    order: service.order ?? 0,
    state: given.state,
  };
}
