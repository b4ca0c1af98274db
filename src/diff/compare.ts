/**
 * Two inventories → everything that differs for Ansible and for those who use their exports. Comments, layout, the order
 * of keys and of a host's tags, and which file or layer says a thing are no difference. Pure: both sides were resolved.
 */
import type { ResolvedHost } from '../resolve/resolve.js';
import { compareExports, type ExportUse } from './exports.js';
import { compareGroups, compareOptions } from './groups.js';
import { matchHosts, movedHosts, type HostMatches } from './match-hosts.js';
import { findTagRenames } from './match-tags.js';
import type { Change, Diff, Side } from './model.js';
import { compareSecretSources, compareServices } from './services.js';
import { shownText } from './shown.js';
import { compareTags } from './tags.js';
import { compareUpstreams } from './upstreams.js';
import { compareVariables } from './variables.js';

/** `uses` are the references of other inventories to its exports, if anybody looked for them. */
export function compareInventories(old: Side, now: Side, uses?: readonly ExportUse[]): Diff {
  const matches = matchHosts(old.resolved, now.resolved);
  const renames = findTagRenames(old.resolved, now.resolved);
  const { pairs } = matches;
  const changes = [
    ...compareOptions(old, now),
    ...compareHosts(matches, old),
    ...compareTags(old, now, pairs, renames),
    ...compareGroups(old, now, pairs, renames),
    ...compareServices(old, now, pairs, renames),
    ...compareSecretSources(old, now),
    ...compareExports(old, now, uses),
    ...compareUpstreams(old, now),
    ...compareVariables(old, now, pairs, renames),
  ];
  const touched = new Set(changes.flatMap(({ hosts }) => hosts ?? []));
  return {
    changes,
    hosts: {
      touched: touched.size,
      old: old.resolved.hosts.length,
      new: now.resolved.hosts.length,
    },
  };
}

function compareHosts({ pairs, added, removed, renamed }: HostMatches, old: Side): Change[] {
  const base = { subject: 'host' as const, keys: [], cause: undefined };
  const moved = movedHosts(pairs, old.resolved);
  return [
    ...added.map((each): Change => ({
      ...base,
      action: 'added',
      name: each.host.name,
      old: undefined,
      new: { place: each.host.definition.name },
      hosts: [each.host.name],
      tags: tagsOf(each),
    })),
    ...removed.map((each): Change => ({
      ...base,
      action: 'removed',
      name: each.host.name,
      old: { place: each.host.definition.name },
      new: undefined,
      hosts: undefined,
      tags: tagsOf(each),
    })),
    ...renamed.map(({ old: was, new: is, address }): Change => ({
      ...base,
      action: 'renamed',
      name: is.host.name,
      old: { name: was.host.name, value: shownText(address), place: was.host.definition.name },
      new: { value: shownText(address), place: is.host.definition.name },
      hosts: [is.host.name],
    })),
    ...(moved.length === 0
      ? []
      : [
          {
            ...base,
            action: 'moved' as const,
            name: '',
            old: undefined,
            new: { place: moved[0]?.new.host.definition.name },
            hosts: moved.map(({ new: is }) => is.host.name),
          },
        ]),
  ];
}

function tagsOf({ tags }: ResolvedHost): readonly string[] {
  return tags.map(({ name }) => name);
}
