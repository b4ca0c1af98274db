/** Services and secret sources: what they say, component by component, and the hosts that have them now or no longer. */
import { componentData, type Data } from '../model/component-data.js';
import { secretSourceData } from '../model/secret-source-data.js';
import type { Service } from '../model/inventory.js';
import type { Assignment } from '../resolve/services.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';
import { dataDifferences } from './data-differences.js';
import { forPairs, gather, namesOf } from './host-sets.js';
import type { HostPair } from './match-hosts.js';
import type { TagRenames } from './match-tags.js';
import type { Cause, Change, Shown, Side } from './model.js';
import { placeOfKeys } from './places.js';
import { samePath } from './same-path.js';
import { shownData, shownJson, shownSecret, shownText } from './shown.js';

export function compareServices(
  old: Side,
  now: Side,
  pairs: readonly HostPair[],
  renames: TagRenames,
): Change[] {
  return [...compareDefinitions(old, now), ...compareMembers(pairs, renames)];
}

function compareDefinitions(old: Side, now: Side): Change[] {
  const [before, after] = [old.resolved.inventory.services, now.resolved.inventory.services];
  return namesOfBoth(before, after).flatMap((name): Change[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined || is === undefined) {
      return [
        {
          subject: 'service',
          action: was === undefined ? 'added' : 'removed',
          name,
          keys: [],
          old: was && { place: was },
          new: is && { place: is },
          hosts: undefined,
          cause: undefined,
        },
      ];
    }
    const changes = [...compareOrder(was, is), ...compareComponents(old, now, was, is)];
    const hosts =
      changes.length === 0
        ? []
        : namesOf(
            now.resolved.hosts.filter(({ services }) =>
              services.some(({ service }) => service === is),
            ),
          );
    return changes.map((each) => ({ ...each, hosts }));
  });
}

function namesOfBoth(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort(byCodePoint);
}

function compareOrder(was: Service, is: Service): Change[] {
  const aspect = ({ order, orderSpan, ...place }: Service): Change['old'] => ({
    value: shownJson(order ?? 0),
    place: orderSpan ?? place,
  });
  return was.order === is.order
    ? []
    : [
        {
          subject: 'service',
          action: 'changed',
          name: is.name,
          keys: ['order'],
          old: aspect(was),
          new: aspect(is),
          hosts: undefined,
          cause: undefined,
        },
      ];
}

function compareComponents(old: Side, now: Side, was: Service, is: Service): Change[] {
  const isSamePath = pathComparer(old, now);
  const secret = new Set(
    [was, is].flatMap(({ components }) =>
      components.configs.filter(({ sensitive }) => sensitive).map(({ name }) => name),
    ),
  );
  return dataDifferences(
    componentData(was.components),
    componentData(is.components),
    [],
    isSamePath,
  ).map(({ keys, old: before, new: after }) => ({
    subject: 'service',
    action: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    name: is.name,
    keys,
    old:
      before === undefined
        ? undefined
        : { value: shownPart(before, keys, secret), place: placeIn(old, was, keys) },
    new:
      after === undefined
        ? undefined
        : { value: shownPart(after, keys, secret), place: placeIn(now, is, keys) },
    hosts: undefined,
    cause: undefined,
  }));
}

/** A part of a component; the text of a config that is sensitive on either side is not shown. */
function shownPart(
  data: Data,
  [section, name = '', ...field]: readonly string[],
  secret: ReadonlySet<string>,
): Shown {
  if (section !== 'configs' || !secret.has(name)) return shownData(data);
  const path = field.join('.');
  if (path === 'template.inline') return shownSecret;
  return shownData(path === '' ? withoutText(data as ConfigData) : data);
}

type ConfigData = Readonly<Record<string, Data>> & {
  readonly template: Readonly<Record<string, Data | undefined>>;
};

function withoutText({ template, ...rest }: ConfigData): Data {
  return {
    ...rest,
    template: template.inline === undefined ? template : { ...template, inline: shownSecret.words },
  };
}

/** Absolute paths are one if they are one seen from the folders of the inventories. */
function pathComparer(old: Side, now: Side): (one: string, other: string) => boolean {
  const folders = { old: old.folder, new: now.folder };
  return (one, other) => samePath(folders, one, other);
}

function placeIn({ documents }: Side, service: Service, keys: readonly string[]): Span {
  const base = service.file === undefined ? ['services', service.name] : [];
  return placeOfKeys(documents, service.components.path, [...base, ...keys]) ?? service;
}

interface Membership {
  readonly name: string;
  readonly was: Assignment | undefined;
  readonly is: Assignment | undefined;
  readonly cause: Cause | undefined;
}

/** Who has a service now or no longer, or in another state. */
function compareMembers(pairs: readonly HostPair[], renames: TagRenames): Change[] {
  const changesOf = forPairs(changedServices);
  const gathered = gather<Membership>();
  for (const pair of pairs) {
    for (const { name, was, is } of changesOf(pair.old.services, pair.new.services)) {
      const cause = causeOf(pair, was, is, (tag) => renames.get(tag) ?? tag);
      const key = [
        name,
        was?.given.state,
        was?.tag.name,
        is?.given.state,
        is?.tag.name,
        cause?.how,
      ].join(' ');
      gathered.add(key, pair.new, () => ({ name, was, is, cause }));
    }
  }
  return [...gathered.all.values()]
    .map(({ what, hosts }) => memberChange(what, hosts))
    .sort((a, b) => byCodePoint(a.name, b.name));
}

function memberChange(
  { name, was, is, cause }: Membership,
  hosts: readonly ResolvedHost[],
): Change {
  const aspect = (each: Assignment | undefined): Change['old'] =>
    each && { value: shownText(each.given.state), place: each.given };
  const action = was === undefined ? 'joined' : is === undefined ? 'left' : 'changed';
  return {
    subject: 'service',
    action,
    name,
    keys: action === 'changed' ? ['state'] : [],
    old: aspect(was),
    new: aspect(is),
    hosts: namesOf(hosts),
    cause,
  };
}

function changedServices(
  before: readonly Assignment[],
  after: readonly Assignment[],
): readonly Pick<Membership, 'name' | 'was' | 'is'>[] {
  const [was, is] = [before, after].map(
    (all) => new Map(all.map((each) => [each.service.name, each])),
  );
  return namesOfBoth(was ?? new Map(), is ?? new Map())
    .map((name) => ({ name, was: was?.get(name), is: is?.get(name) }))
    .filter((each) => each.was?.given.state !== each.is?.given.state);
}

function causeOf(
  { old, new: now }: HostPair,
  was: Assignment | undefined,
  is: Assignment | undefined,
  newName: (tag: string) => string,
): Cause | undefined {
  const base = { kind: 'tag' as const, over: undefined };
  if (is !== undefined) {
    const isNew = !old.tags.some(({ name }) => newName(name) === is.tag.name);
    return { ...base, name: is.tag.name, order: is.tag.order, how: isNew ? 'joined' : 'edited' };
  }
  if (was === undefined) return undefined;
  const name = newName(was.tag.name);
  return {
    ...base,
    name,
    order: was.tag.order,
    how: now.tags.some((tag) => tag.name === name) ? 'silent' : 'left',
  };
}

/** The declared sources of secrets; none is ever read. */
export function compareSecretSources(old: Side, now: Side): Change[] {
  const [before, after] = [
    old.resolved.inventory.secretSources,
    now.resolved.inventory.secretSources,
  ];
  return namesOfBoth(before, after).flatMap((name): Change[] => {
    const [was, is] = [before.get(name), after.get(name)];
    const base = { subject: 'secret_source' as const, name, hosts: undefined, cause: undefined };
    if (was === undefined || is === undefined)
      return [
        {
          ...base,
          action: was === undefined ? 'added' : 'removed',
          keys: [],
          old: was && { place: was },
          new: is && { place: is },
        },
      ];
    const isSame =
      dataDifferences(secretSourceData([was]), secretSourceData([is]), [], pathComparer(old, now))
        .length === 0;
    const aspect = ({ file, ...place }: typeof was): Change['old'] => ({
      value: shownText(file?.value ?? ''),
      place: file?.span ?? place,
    });
    return isSame
      ? []
      : [{ ...base, action: 'changed', keys: ['file'], old: aspect(was), new: aspect(is) }];
  });
}
