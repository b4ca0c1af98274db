/** The definitions of all files as one inventory: the first of every name counts, a second one is an error. */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { buildAnsible } from '../model/build-ansible.js';
import type { FileDefinitions, Inventory, Name } from '../model/inventory.js';
import { expandHosts } from './hosts.js';

/** Combines files in reading order; the entry file's `vars`, `upstreams`, `exports` and `ansible` are the inventory's. */
export function combineDefinitions(
  path: string,
  files: readonly FileDefinitions[],
): Outcome<Inventory> {
  const hosts = expandHosts(files.flatMap((file) => file.hosts));
  const diagnostics: Diagnostic[] = [...hosts.diagnostics];
  const [entry] = files;
  const value: Inventory = {
    path,
    vars: entry?.vars,
    hosts: hosts.value,
    tags: firstOfEach(
      'tag',
      files.flatMap((file) => file.tags),
      diagnostics,
    ),
    services: firstOfEach(
      'service',
      files.flatMap((file) => file.services),
      diagnostics,
    ),
    secretSources: firstOfEach(
      'secret source',
      files.flatMap((file) => file.secretSources),
      diagnostics,
    ),
    upstreams: entry?.upstreams ?? [],
    exports: entry?.exports ?? [],
    ansible: entry?.ansible ?? buildAnsible(undefined),
  };
  return { value, diagnostics };
}

function firstOfEach<T extends Name>(
  kind: string,
  definitions: readonly T[],
  diagnostics: Diagnostic[],
): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const each of definitions) {
    const before = first.get(each.name);
    if (before === undefined) first.set(each.name, each);
    else {
      diagnostics.push(
        diagnostic(
          'check/duplicate-definition',
          each,
          `the ${kind} \`${each.name}\` is defined twice`,
          {
            related: [{ span: before, message: 'first here' }],
          },
        ),
      );
    }
  }
  return first;
}
