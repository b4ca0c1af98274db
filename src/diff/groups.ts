/**
 * The groups that expressions make, and what decides how groups are called. Groups of tags and of services follow from
 * those, and are not told again.
 */
import type { AnsibleOptions } from '../model/inventory.js';
import { tagGroup } from '../model/safe-name.js';
import type { MadeGroup, Maker } from '../resolve/made-groups.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import { gather, namesOf } from './host-sets.js';
import type { HostPair } from './match-hosts.js';
import type { TagRenames } from './match-tags.js';
import type { Cause, Change, Side } from './model.js';
import { placeOfKeys } from './places.js';
import { shownJson, shownText } from './shown.js';

export function compareGroups(
  old: Side,
  now: Side,
  pairs: readonly HostPair[],
  renames: TagRenames,
): Change[] {
  const [before, after] = [old.resolved.groups, now.resolved.groups];
  const olderName = olderNames(old, now, renames);
  const tagsBefore = tagGroups(old);
  const tagsAfter = tagGroups(now);
  const kept = new Set([...after.keys()].map(olderName));
  const names = new Set([...after.keys(), ...[...before.keys()].filter((name) => !kept.has(name))]);
  return [...names].sort(byCodePoint).flatMap((name): Change[] => {
    const [was, is] = [before.get(after.has(name) ? olderName(name) : name), after.get(name)];
    const isTag = tagsBefore.has(name) || tagsAfter.has(name);
    const base = { subject: 'group' as const, name, keys: [], cause: undefined };
    if (!isTag && is === undefined && was !== undefined)
      return [
        {
          ...base,
          action: 'removed',
          old: { place: makerOf(was)?.span },
          new: undefined,
          hosts: namesOf(
            pairs.filter((pair) => was.hosts.has(pair.old.host.name)).map((pair) => pair.new),
          ),
        },
      ];
    if (!isTag && was === undefined && is !== undefined)
      return [
        {
          ...base,
          action: 'added',
          old: undefined,
          new: { place: makerOf(is)?.span },
          cause: causeOf(makerOf(is)),
          hosts: [...is.hosts.keys()],
        },
        ...compareChildren(name, was, is),
      ];
    return [...compareHosts(name, was, is, pairs), ...compareChildren(name, was, is)];
  });
}

function tagGroups({ resolved }: Side): ReadonlySet<string> {
  return new Set(
    [...resolved.inventory.tags.keys()].map((tag) => tagGroup(tag, resolved.inventory.ansible)),
  );
}

/** What a group of a tag was called, where the tag has another name. */
function olderNames(old: Side, now: Side, renames: TagRenames): (name: string) => string {
  const names = new Map(
    [...renames].map(([was, is]) => [
      tagGroup(is, now.resolved.inventory.ansible),
      tagGroup(was, old.resolved.inventory.ansible),
    ]),
  );
  return (name) => names.get(name) ?? name;
}

function makerOf({ hosts, children }: MadeGroup): Maker | undefined {
  return [...hosts.values(), ...children.values()][0];
}

function causeOf(maker: Maker | undefined): Cause | undefined {
  return (
    maker && {
      kind: maker.section,
      name: maker.text,
      order: undefined,
      how: 'edited',
      over: undefined,
    }
  );
}

function compareHosts(
  name: string,
  was: MadeGroup | undefined,
  is: MadeGroup | undefined,
  pairs: readonly HostPair[],
): Change[] {
  if ((was?.hosts.size ?? 0) + (is?.hosts.size ?? 0) === 0) return [];
  const gathered = gather<{ readonly action: 'joined' | 'left'; readonly maker: Maker }>();
  const add = (action: 'joined' | 'left', maker: Maker, host: ResolvedHost): void => {
    gathered.add(`${action} ${maker.section} ${maker.text}`, host, () => ({ action, maker }));
  };
  for (const pair of pairs) {
    const [before, after] = [was?.hosts.get(pair.old.host.name), is?.hosts.get(pair.new.host.name)];
    if (before === undefined && after !== undefined) add('joined', after, pair.new);
    if (before !== undefined && after === undefined) add('left', before, pair.new);
  }
  return [...gathered.all.values()].map(({ what: { action, maker }, hosts }) => ({
    subject: 'group',
    action,
    name,
    keys: [],
    old: action === 'left' ? { place: maker.span } : undefined,
    new: action === 'joined' ? { place: maker.span } : undefined,
    hosts: namesOf(hosts),
    cause: causeOf(maker),
  }));
}

/** Groups below a group, as far as expressions put them there. */
function compareChildren(
  name: string,
  was: MadeGroup | undefined,
  is: MadeGroup | undefined,
): Change[] {
  const [before, after] = [was, is].map((group) =>
    [...(group?.children.keys() ?? [])].sort(byCodePoint),
  );
  if (before?.join() === after?.join()) return [];
  const place = (group: MadeGroup | undefined): Maker['span'] | undefined =>
    [...(group?.children.values() ?? [])][0]?.span;
  return [
    {
      subject: 'group',
      action: 'changed',
      name,
      keys: ['children'],
      old: { value: shownJson(before ?? []), place: place(was) },
      new: { value: shownJson(after ?? []), place: place(is) },
      hosts: undefined,
      cause: undefined,
    },
  ];
}

/** Options by which all groups of a kind are called otherwise, or are there or not. */
export function compareOptions(old: Side, now: Side): Change[] {
  if (old.documents.length === 0 || now.documents.length === 0) return [];
  const change = (
    key: string,
    valueOf: (options: AnsibleOptions) => string | boolean,
  ): Change[] => {
    const [before, after] = [old, now].map(({ resolved }) => valueOf(resolved.inventory.ansible));
    if (before === undefined || after === undefined || before === after) return [];
    const aspect = (side: Side, value: string | boolean): Change['old'] => ({
      value: typeof value === 'string' ? shownText(value) : shownJson(value),
      place: placeOfKeys(side.documents, side.resolved.inventory.path, ['ansible', key]),
    });
    return [
      {
        subject: 'option',
        action: 'changed',
        name: `ansible.${key}`,
        keys: [],
        old: aspect(old, before),
        new: aspect(now, after),
        hosts: undefined,
        cause: undefined,
      },
    ];
  };
  return [
    ...change('group_names', ({ groupNames }) => groupNames),
    ...change('service_groups', ({ serviceGroups }) => serviceGroups),
  ];
}
