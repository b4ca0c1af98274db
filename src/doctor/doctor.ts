/**
 * Everything around an inventory that can go wrong between it and Ansible, as findings with their remedies, in the order
 * of `subjects`. Reads, and asks `ansible-config`; changes nothing.
 */
import { resolve } from 'node:path';
import { emitList } from '../ansible/list.js';
import { cacheFolder, planCache } from '../cache/cache.js';
import type { Disk } from '../cache/disk.js';
import { readSource } from '../load/read-source.js';
import { safeName, tagGroup } from '../model/safe-name.js';
import { validatePath, type Resolution } from '../pipeline.js';
import { ownValues } from '../resolve/received-values.js';
import type { Node } from '../syntax/node.js';
import { displayName } from '../text/display-name.js';
import type { System } from '../system.js';
import { shellWord } from '../text/shell-word.js';
import { inspectAnsible } from './ansible-settings.js';
import { ok, subjects, type Finding } from './finding.js';
import { inspectFile } from './source-file.js';
import { inspectUpstreams } from './upstream-states.js';
import { inspectVarsFiles, type Given } from './vars-files.js';

export interface DoctorRequest {
  /** The inventory (absolute), or why there is none, in a sentence with what to do. */
  readonly inventory:
    { readonly path: string } | { readonly missing: string; readonly remedy: string | undefined };
  /** What was named: a folder has findings of its own. */
  readonly named: string | undefined;
  /** The Node that runs this. */
  readonly node: string;
  readonly disk: Disk;
}

export async function examine(system: System, request: DoctorRequest): Promise<readonly Finding[]> {
  const { inventory } = request;
  const findings = [
    ...('path' in inventory
      ? examineInventory(system, inventory.path, request.named)
      : [
          {
            subject: 'inventory',
            level: 'error',
            message: inventory.missing,
            ...(inventory.remedy === undefined ? {} : { remedy: inventory.remedy }),
          } as const,
        ]),
    ...(await inspectAnsible(system)),
    ok('node', `Node ${request.node}`),
    ...inspectCache(system, request.disk),
    ...('path' in inventory ? await inspectUpstreams(system, inventory.path) : []),
  ];
  return subjects.flatMap((subject) => findings.filter((each) => each.subject === subject));
}

function examineInventory(
  system: System,
  path: string,
  named: string | undefined,
): readonly Finding[] {
  const { value: source } = readSource(system, path);
  const namedPath = named === undefined ? undefined : resolve(system.cwd, named);
  const namedFolder =
    namedPath !== undefined && system.kindOf(namedPath) === 'folder' ? namedPath : undefined;
  const resolution = validatePath(system, path);
  return [
    inspectValidity(displayName(system.cwd, path), resolution),
    ...(source === undefined
      ? []
      : inspectFile(system, {
          path,
          name: displayName(system.cwd, path),
          text: source.text,
          namedFolder,
        })),
    ...inspectVarsFiles(system, path, resolution.valid ? givenTo(resolution) : undefined),
  ];
}

function inspectValidity(name: string, { diagnostics }: Resolution): Finding {
  const errors = diagnostics.filter((each) => each.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counted = [
    [errors, 'error'],
    [warnings, 'warning'],
  ]
    .flatMap(([count, noun]) =>
      count === 0 ? [] : `${count ?? 0} ${noun ?? ''}${count === 1 ? '' : 's'}`,
    )
    .join(' and ');
  if (diagnostics.length === 0) return ok('inventory', `\`${name}\` is valid`);
  return {
    subject: 'inventory',
    level: errors > 0 ? 'error' : 'warning',
    message: `\`${name}\` has ${counted}`,
    remedy: `run \`inventory-script validate ${shellWord(name)}\``,
  };
}

/** What Ansible receives: the names of each host's variables, and the hosts of each group. */
function givenTo({ resolved }: Resolution): Given {
  const list = JSON.parse([...emitList(resolved, true)].join('')) as Readonly<
    Record<string, { readonly hosts?: readonly string[]; readonly children?: readonly string[] }>
  > & { readonly _meta: { readonly hostvars: Readonly<Record<string, object>> } };
  const groups = new Map<string, readonly string[]>();
  const hostsOf = (name: string): readonly string[] => {
    const known = groups.get(name);
    if (known !== undefined) return known;
    const { hosts = [], children = [] } = list[name] ?? {};
    const all = [...new Set([...hosts, ...children.flatMap(hostsOf)])];
    groups.set(name, all);
    return all;
  };
  for (const name of Object.keys(list)) if (name !== '_meta') hostsOf(name);
  const values = valuesOf(resolved);
  const { vars, tags, ansible } = resolved.inventory;
  const tagOf = new Map([...tags.values()].map((tag) => [tagGroup(tag.name, ansible), tag]));
  return {
    valueOf: (host, name) => values(host)?.get(name),
    tagValue: (group, name) =>
      (group === 'all' ? vars : tagOf.get(group)?.vars)?.entries.find(
        ({ key }) => safeName(key) === name,
      )?.value,
    orderOf: (group) => (group === 'all' ? -Infinity : tagOf.get(group)?.order),
    hostVariables: new Map(
      Object.entries(list._meta.hostvars).map(([host, variables]) => [
        host,
        new Set(Object.keys(variables)),
      ]),
    ),
    groups,
  };
}

/** The values of each host, by the names that Ansible gets. */
function valuesOf({
  hosts,
  names,
}: Resolution['resolved']): (host: string) => ReadonlyMap<string, Node> | undefined {
  const byName = new Map(hosts.map((each) => [each.host.name, each]));
  const known = new Map<string, ReadonlyMap<string, Node>>();
  return (name) => {
    const host = byName.get(name);
    if (host === undefined) return undefined;
    let values = known.get(name);
    if (values === undefined) {
      values = new Map([
        ...host.variables().map(({ rank, value }) => [names[rank] ?? '', value] as const),
        ...ownValues(host),
      ]);
      known.set(name, values);
    }
    return values;
  };
}

function inspectCache(system: System, disk: Disk): readonly Finding[] {
  const folder = cacheFolder(system);
  if (folder === undefined || planCache(system, undefined) === undefined) return [];
  const state = disk.judgeFolder(folder);
  if (typeof state === 'string')
    return [
      ok(
        'cache',
        `the folder of the cache, \`${folder}\`, ${state === 'missing' ? 'is made when the cache is used' : 'is yours alone'}`,
      ),
    ];
  return [
    {
      subject: 'cache',
      level: 'warning',
      message: `the folder of the cache, \`${folder}\`, is not used: ${state.unusable}`,
      remedy: 'do as it says, or name another folder: INVENTORY_SCRIPT_CACHE_DIR',
    },
  ];
}
