/**
 * The components of a service as `show` prints them and as Ansible receives them: defaults filled in, unit and
 * drop-in paths derived, template files absolute. Keys are in code point order; fields that were not given and have
 * no default are left out.
 */
import { dirname, posix, resolve } from 'node:path';
import { byCodePoint } from '../text/order.js';
import { overridePath, unitFilePath } from './claims.js';
import type { Binary, Components, Config, Name, Process, Template } from './inventory.js';

/** Plain data with ordered keys; an undefined field is absent. */
export type Data = string | number | boolean | readonly Data[] | { readonly [key: string]: Data | undefined } | ReadonlyMap<string, Data>;

/** `{binaries, configs, processes}`, all three always there. */
export function componentData(components: Components): Readonly<Record<string, Data>> {
  const folder = dirname(components.path);
  return {
    binaries: byName(components.binaries, binaryData),
    configs: byName(components.configs, (config) => configData(config, folder, config.path?.value ?? '')),
    processes: byName(components.processes, (process) => processData(process, folder)),
  };
}

/** A map from name to data, by code point; a real map, since `__proto__` and digits are names too. */
export function byName<T extends Name>(named: readonly T[], data: (each: T) => Data): ReadonlyMap<string, Data> {
  return new Map([...named].sort((a, b) => byCodePoint(a.name, b.name)).map((each) => [each.name, data(each)]));
}

function binaryData({ manager, package: owned, type, version }: Binary): Data {
  return { manager: type === 'rpm' ? manager : undefined, package: owned?.value, type, version: version?.value };
}

function configData({ group, mode, owner, selinux, sensitive, template }: Config, folder: string, path: string): Data {
  return { group, mode, owner, path: posix.normalize(path), selinux, sensitive, template: templateData(template, folder) };
}

function templateData(template: Template | undefined, folder: string): Data {
  return { file: template?.file && resolve(folder, template.file.value), inline: template?.inline?.value };
}

function processData(process: Process, folder: string): Data {
  const unit = process.unit?.value ?? '';
  return {
    after: namesOf(process.after),
    enabled: process.enabled,
    overrides: process.overrides.length === 0 ? undefined : byName(process.overrides, (each) => configData(each, folder, overridePath(unit, each.name))),
    reload_on: namesOf(process.reloadOn),
    restart_on: namesOf(process.restartOn),
    state: process.state,
    timeout: process.timeout?.value ?? '5s',
    type: 'systemd',
    unit,
    unit_file: process.unitFile && configData(process.unitFile, folder, unitFilePath(unit)),
  };
}

function namesOf(names: readonly Name[]): readonly string[] {
  return names.map((each) => each.name);
}
