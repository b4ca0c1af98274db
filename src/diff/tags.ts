/** Tags: those that came, went, have another name or say something else, and the hosts that have them now or no longer. */
import type { Inventory, Tag } from '../model/inventory.js';
import { includeChain } from '../resolve/tag-sets.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';
import { forPairs, gather, namesOf } from './host-sets.js';
import type { HostPair } from './match-hosts.js';
import type { TagRenames } from './match-tags.js';
import type { Change, Side } from './model.js';
import { placeOfKeys } from './places.js';
import { shownJson } from './shown.js';

/** Definitions first, by name, then who has them. */
export function compareTags(
  old: Side,
  now: Side,
  pairs: readonly HostPair[],
  renames: TagRenames,
): Change[] {
  return [...compareDefinitions(old, now, renames), ...compareMembers(old, now, pairs, renames)];
}

function compareDefinitions(old: Side, now: Side, renames: TagRenames): Change[] {
  const [before, after] = [old.resolved.inventory.tags, now.resolved.inventory.tags];
  const oldNames = new Map([...renames].map(([was, is]) => [is, was]));
  const gone = [...before.keys()].filter((name) => !renames.has(name) && !after.has(name));
  return [...after.keys(), ...gone].sort(byCodePoint).flatMap((name): Change[] => {
    const [was, is] = [before.get(oldNames.get(name) ?? name), after.get(name)];
    const base = { subject: 'tag' as const, name, keys: [], hosts: undefined, cause: undefined };
    if (was === undefined || is === undefined)
      return [
        {
          ...base,
          action: was === undefined ? 'added' : 'removed',
          old: was && { place: was },
          new: is && { place: is },
        },
      ];
    const renamed: Change = {
      ...base,
      action: 'renamed',
      old: { name: was.name, place: was },
      new: { place: is },
      hosts: hostsWith(now, name),
    };
    return [...(was.name === name ? [] : [renamed]), ...compareFields(old, now, was, is, renames)];
  });
}

function hostsWith({ resolved }: Side, tag: string): readonly string[] {
  return namesOf(resolved.hosts.filter(({ tags }) => tags.some(({ name }) => name === tag)));
}

function compareFields(old: Side, now: Side, was: Tag, is: Tag, renames: TagRenames): Change[] {
  const change = (
    key: string,
    before: number | readonly string[],
    after: number | readonly string[],
  ): Change => ({
    subject: 'tag',
    action: 'changed',
    name: is.name,
    keys: [key],
    old: { value: shownJson(before), place: placeOfField(old, was, key) },
    new: { value: shownJson(after), place: placeOfField(now, is, key) },
    hosts: undefined,
    cause: undefined,
  });
  const [before, after] = [
    was.includes.map(({ name }) => renames.get(name) ?? name),
    is.includes.map(({ name }) => name),
  ].map((names) => [...new Set(names)].sort(byCodePoint));
  return [
    ...(was.order === is.order ? [] : [change('order', was.order, is.order)]),
    ...(before?.join() === after?.join() ? [] : [change('includes', before ?? [], after ?? [])]),
  ];
}

function placeOfField({ documents }: Side, tag: Tag, key: string): Span {
  return placeOfKeys(documents, tag.source.path, ['tags', tag.name, key]) ?? tag;
}

interface Membership {
  readonly action: 'joined' | 'left' | 'changed';
  readonly tag: Tag;
  readonly through: readonly string[];
  readonly place: Span;
}

function compareMembers(
  old: Side,
  now: Side,
  pairs: readonly HostPair[],
  renames: TagRenames,
): Change[] {
  const newName = (name: string): string => renames.get(name) ?? name;
  const changesOf = forPairs((before: readonly Tag[], after: readonly Tag[]) =>
    changedTags(before, after, newName),
  );
  const gathered = gather<Membership>();
  for (const pair of pairs) {
    const { joined, left } = changesOf(pair.old.tags, pair.new.tags);
    const add = (
      action: Membership['action'],
      tag: Tag,
      host: ResolvedHost,
      { tags }: Inventory,
    ): void => {
      const chain = includeChain(host.host.definition.tags.names, tag, tags);
      gathered.add([action, tag.name, ...chain].join(' '), pair.new, () => ({
        action,
        tag,
        through: chain.slice(0, -1),
        place: placeOfListed(host, chain[0]),
      }));
    };
    for (const tag of joined) add('joined', tag, pair.new, now.resolved.inventory);
    for (const tag of left) add('left', tag, pair.old, old.resolved.inventory);
    for (const { name, isListed } of changedListing(pair, newName)) {
      const tag = now.resolved.inventory.tags.get(name);
      const isKept = tag !== undefined && pair.new.tags.includes(tag) && !joined.includes(tag);
      if (isKept)
        gathered.add(`listed ${String(isListed)} ${name}`, pair.new, () => ({
          action: 'changed',
          tag,
          through: isListed
            ? []
            : includeChain(
                pair.new.host.definition.tags.names,
                tag,
                now.resolved.inventory.tags,
              ).slice(0, -1),
          place: pair.new.host.definition.name,
        }));
    }
  }
  return [...gathered.all.values()]
    .map(({ what, hosts }) => memberChange(what, hosts, newName))
    .sort((a, b) => byCodePoint(a.name, b.name));
}

function memberChange(
  { action, tag, through, place }: Membership,
  hosts: readonly ResolvedHost[],
  newName: (name: string) => string,
): Change {
  const base = {
    subject: 'tag' as const,
    action,
    name: newName(tag.name),
    hosts: namesOf(hosts),
    cause: undefined,
    ...(through.length === 0 ? {} : { tags: through }),
  };
  if (action !== 'changed')
    return {
      ...base,
      keys: [],
      old: action === 'left' ? { place } : undefined,
      new: action === 'joined' ? { place } : undefined,
    };
  const isListed = through.length === 0;
  return {
    ...base,
    keys: ['listed'],
    old: { value: shownJson(!isListed), place: undefined },
    new: { value: shownJson(isListed), place },
  };
}

function changedTags(
  before: readonly Tag[],
  after: readonly Tag[],
  newName: (name: string) => string,
): { readonly joined: readonly Tag[]; readonly left: readonly Tag[] } {
  if (
    before.length === after.length &&
    before.every(({ name }, at) => newName(name) === after[at]?.name)
  )
    return noChange;
  const was = new Set(before.map(({ name }) => newName(name)));
  const is = new Set(after.map(({ name }) => name));
  return {
    joined: after.filter(({ name }) => !was.has(name)),
    left: before.filter(({ name }) => !is.has(newName(name))),
  };
}

const noChange = { joined: [], left: [] };

/** Tags that a host lists itself on one side only. Their order in the list says nothing. */
function changedListing(
  { old, new: now }: HostPair,
  newName: (name: string) => string,
): readonly { readonly name: string; readonly isListed: boolean }[] {
  const [before, after] = [old.host.definition.tags.names, now.host.definition.tags.names];
  if (before.length === after.length && before.every((name, at) => newName(name) === after[at]))
    return [];
  const was = new Set(before.map(newName));
  const is = new Set(after);
  return [
    ...[...is].filter((name) => !was.has(name)).map((name) => ({ name, isListed: true })),
    ...[...was].filter((name) => !is.has(name)).map((name) => ({ name, isListed: false })),
  ];
}

function placeOfListed({ host }: ResolvedHost, tag: string | undefined): Span {
  return host.definition.tags.places().find(({ name }) => name === tag) ?? host.definition.name;
}
