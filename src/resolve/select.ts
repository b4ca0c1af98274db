/** Which hosts and services a run is about (format reference, section 6): unions within a group, both intersect. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host, Inventory } from '../model/inventory.js';
import { nowhere } from '../text/source.js';
import { suggestion } from '../text/suggest.js';
import type { TagSet } from './tag-sets.js';

/** Names as given by `--host`, `--tag` and `--service`; an empty group selects all of it. */
export interface Selection {
  readonly hosts: readonly string[];
  readonly tags: readonly string[];
  readonly services: readonly string[];
}

export const everything: Selection = { hosts: [], tags: [], services: [] };

/** One error for each name that nothing has. */
export function checkSelection(selection: Selection, inventory: Inventory): Diagnostic[] {
  const unknown = (
    kind: string,
    names: readonly string[],
    known: ReadonlySet<string>,
  ): Diagnostic[] =>
    [...new Set(names)]
      .filter((name) => !known.has(name))
      .map((name) =>
        diagnostic('resolve/unknown-selection', nowhere, `there is no ${kind} \`${name}\``, {
          help: suggestion(name, known),
        }),
      );
  const hosts =
    selection.hosts.length === 0
      ? new Set<string>()
      : new Set(inventory.hosts.map((host) => host.name));
  return [
    ...unknown('host', selection.hosts, hosts),
    ...unknown('tag', selection.tags, new Set(inventory.tags.keys())),
    ...unknown('service', selection.services, new Set(inventory.services.keys())),
  ];
}

/** Judges whether a host is selected, given its tags. */
export function hostSelector(selection: Selection): (host: Host, set: TagSet) => boolean {
  if (selection.hosts.length === 0 && selection.tags.length === 0) return () => true;
  const hosts = new Set(selection.hosts);
  const tags = new Set(selection.tags);
  return (host, set) => hosts.has(host.name) || set.tags.some((tag) => tags.has(tag.name));
}
