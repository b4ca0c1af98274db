/**
 * The components of a service as `show` prints them and as Ansible receives them: defaults filled in, unit and
 * drop-in paths derived, template files absolute. Keys are in code point order; fields that were not given and have
 * no default are left out.
 */
import { posix } from 'node:path';
import { byCodePoint } from '../text/order.js';
import type { Node } from '../syntax/node.js';
import { pathFrom } from '../text/path-from.js';
import { overridePath, unitFilePath } from './claims.js';
import type {
  Binary,
  Components,
  Config,
  Name,
  Process,
  SpecialFields,
  Template,
} from './inventory.js';

/** Plain data with ordered keys; an undefined field is absent. */
export type Data =
  | string
  | number
  | boolean
  | readonly Data[]
  | { readonly [key: string]: Data | undefined }
  | ReadonlyMap<string, Data>
  | SpecialData;

/** A value that is not known yet, or that nobody may see. */
export interface SpecialData {
  readonly special: Node;
}

export function isSpecial(data: Data): data is SpecialData {
  return typeof data === 'object' && 'special' in data && !(data instanceof Map);
}

/** `{binaries, configs, processes}`, all three always there. */
export function componentData(components: Components): Readonly<Record<string, Data>> {
  return {
    binaries: byName(components.binaries, binaryData),
    configs: byName(components.configs, (config) => configData(config, config.path?.value ?? '')),
    processes: byName(components.processes, (process) => processData(process)),
  };
}

/** A map from name to data, by code point; a real map, since `__proto__` and digits are names too. */
export function byName<T extends Name>(
  named: readonly T[],
  data: (each: T) => Data,
): ReadonlyMap<string, Data> {
  return new Map(
    [...named].sort((a, b) => byCodePoint(a.name, b.name)).map((each) => [each.name, data(each)]),
  );
}

function binaryData({ manager, package: owned, type, version, special }: Binary): Data {
  return withSpecial(
    {
      manager: type === 'rpm' ? manager : undefined,
      package: owned?.value,
      type,
      version: version?.value,
    },
    special,
  );
}

/** A `path` that is no text is one that follows from a special value. */
function configData(
  { group, mode, owner, selinux, sensitive, template, special }: Config,
  path: string | SpecialData,
): Data {
  const derived = typeof path === 'string' ? posix.normalize(path) : path;
  return withSpecial(
    {
      group,
      mode,
      owner,
      path: derived,
      selinux,
      sensitive,
      template: templateData(template, special),
    },
    special,
  );
}

function templateData(template: Template | undefined, special: SpecialFields | undefined): Data {
  const inline = special?.get('template.inline');
  return {
    file: template?.file && pathFrom(template.file.span.source, template.file.value),
    inline: inline === undefined ? template?.inline?.value : { special: inline },
  };
}

function withSpecial(
  data: Readonly<Record<string, Data | undefined>>,
  special: SpecialFields | undefined,
): Data {
  if (special === undefined) return data;
  const fields = [...special].filter(([field]) => field in data);
  return {
    ...data,
    ...Object.fromEntries(fields.map(([field, node]) => [field, { special: node }])),
  };
}

function processData(process: Process): Data {
  const unit = process.unit?.value ?? '';
  const unitNode = process.special?.get('unit');
  const derived = (path: string): string | SpecialData =>
    unitNode === undefined
      ? path
      : { special: unitNode.kind === 'string' ? { ...unitNode, value: path } : unitNode };
  const data: Readonly<Record<string, Data | undefined>> = {
    after: namesOf(process.after),
    enabled: process.enabled,
    overrides:
      process.overrides.length === 0
        ? undefined
        : byName(process.overrides, (each) =>
            configData(each, derived(overridePath(unit, each.name))),
          ),
    reload_on: namesOf(process.reloadOn),
    restart_on: namesOf(process.restartOn),
    state: process.state,
    timeout: process.timeout?.value ?? '5s',
    type: 'systemd',
    unit,
    unit_file: process.unitFile && configData(process.unitFile, derived(unitFilePath(unit))),
  };
  return withSpecial(data, process.special);
}

function namesOf(names: readonly Name[]): readonly string[] {
  return names.map((each) => each.name);
}
