/**
 * Laws of `diff`: an inventory does not differ from itself, however it is written; every difference of what Ansible gets is
 * told, for the very host and path; and nothing is told that is none.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { emitList } from '../src/ansible/list.js';
import { compareInventories } from '../src/diff/compare.js';
import type { Change, Diff } from '../src/diff/model.js';
import { safeName } from '../src/model/safe-name.js';
import type { Resolution } from '../src/pipeline.js';
import { pathText } from '../src/text/path-text.js';
import { draft, draftText, type Draft } from './support/arbitrary-inventories.js';
import { resolutionOf, sideOf } from './support/diff-sides.js';

interface Listed {
  readonly _meta: {
    readonly hostvars: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  readonly [group: string]: unknown;
}

/** Two drafts that have much in common. */
const related: fc.Arbitrary<readonly [Draft, Draft]> = fc
  .tuple(draft, draft, fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }))
  .map(([one, other, picks]) => {
    const pick = <T>(at: number, first: T, second: T | undefined): T =>
      picks[at % picks.length] === true && second !== undefined ? second : first;
    const tags = one.tags.map((tag, at) => ({
      ...tag,
      vars: pick(
        at,
        tag.vars,
        other.tags[at]?.order === tag.order ? other.tags[at].vars : undefined,
      ),
    }));
    const hosts = one.hosts.flatMap((host, at) =>
      picks[at] === true && picks[at + 6] === true
        ? []
        : [{ ...pick(at + 3, host, other.hosts[at]), name: host.name }],
    );
    const mixed: Draft = {
      vars: pick(15, one.vars, other.vars),
      tags,
      services: pick(14, one.services, other.services).filter(({ tag }) => tag < tags.length),
      hosts: hosts.map((host) => ({ ...host, tags: host.tags.filter((tag) => tag < tags.length) })),
    };
    return [one, mixed] as const;
  });

function listed(resolution: Resolution): Listed {
  return JSON.parse([...emitList(resolution.resolved, true)].join('')) as Listed;
}

function diff(old: Resolution, now: Resolution): Diff {
  return compareInventories(sideOf(old), sideOf(now));
}

/** Paths of leaves whose values differ; the order of keys is none. */
function leaves(old: unknown, now: unknown, keys: readonly string[]): string[] {
  const [before, after] = [mapOf(old, now), mapOf(now, old)];
  if (
    before !== undefined &&
    after !== undefined &&
    Object.keys(before).length + Object.keys(after).length > 0
  ) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      leaves(before[key], after[key], [...keys, key]),
    );
  }
  return JSON.stringify(sorted(old)) === JSON.stringify(sorted(now)) ? [] : [pathText(keys)];
}

function mapOf(value: unknown, beside: unknown): Record<string, unknown> | undefined {
  const isMap = (each: unknown): each is Record<string, unknown> =>
    typeof each === 'object' &&
    each !== null &&
    !Array.isArray(each) &&
    !('__ansible_vault' in each) &&
    !('__ansible_unsafe' in each);
  return isMap(value) ? value : value === undefined && isMap(beside) ? {} : undefined;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

/** What of the lists differs and is not told. */
function untold(old: Listed, now: Listed, { changes }: Diff): string[] {
  const tells = (subject: Change['subject'], host?: string, name?: string): boolean =>
    changes.some(
      (each) =>
        each.subject === subject &&
        (host === undefined || each.hosts === undefined || each.hosts.includes(host)) &&
        (name === undefined ||
          pathText([safeName(each.keys[0] ?? ''), ...each.keys.slice(1)]) === name),
    );
  const missing: string[] = [];
  const [before, after] = [old._meta.hostvars, now._meta.hostvars];
  for (const host of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[host] === undefined || after[host] === undefined) {
      if (
        !changes.some(
          ({ subject, action, name }) =>
            subject === 'host' &&
            name === host &&
            action === (before[host] === undefined ? 'added' : 'removed'),
        )
      )
        missing.push(host);
      continue;
    }
    for (const path of leaves(before[host], after[host], [])) {
      const isTold =
        path === 'inventory_tags'
          ? tells('tag')
          : path === 'inventory_services'
            ? tells('service')
            : tells('variable', host, path);
      if (!isTold) missing.push(`${host} ${path}`);
    }
  }
  for (const group of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (group === '_meta') continue;
    if (
      leaves(old[group], now[group], []).length > 0 &&
      !tells('tag') &&
      !tells('service') &&
      !tells('host') &&
      !tells('group')
    )
      missing.push(group);
  }
  return missing;
}

/** Changes of variables whose cause is a tag that the hosts never had, or have still, or have not. */
function wrongCauses(old: Resolution, now: Resolution, { changes }: Diff): string[] {
  const tagsOf = ({ resolved }: Resolution): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      resolved.hosts.map(({ host, tags }) => [host.name, new Set(tags.map((tag) => tag.name))]),
    );
  const [before, after] = [tagsOf(old), tagsOf(now)];
  const isRenamed = changes.some(
    ({ subject, action }) => subject === 'tag' && action === 'renamed',
  );
  return changes.flatMap(({ subject, name, cause, hosts = [] }) => {
    if (subject !== 'variable' || cause?.kind !== 'tag' || isRenamed) return [];
    const tag = cause.name ?? '';
    const had = (host: string): boolean => before.get(host)?.has(tag) === true;
    const has = (host: string): boolean => after.get(host)?.has(tag) === true;
    const fits: Readonly<Record<typeof cause.how, (host: string) => boolean>> = {
      edited: (host) => had(host) && has(host),
      joined: (host) => !had(host) && has(host),
      left: (host) => had(host) && !has(host),
      silent: (host) => had(host) && has(host),
      wins: (host) => had(host) && has(host),
    };
    return hosts
      .filter((host) => !fits[cause.how](host))
      .map((host) => `${host} ${name} ${cause.how} ${tag}`);
  });
}

/** Every host and path with both values, to be compared with the way back. */
function entries({ changes }: Diff, isBack: boolean): readonly string[] {
  return changes
    .filter(({ subject }) => subject === 'variable')
    .flatMap(({ keys, hosts = [], old: was, new: is }) =>
      hosts.map((host) =>
        [
          host,
          safeName(keys[0] ?? ''),
          ...keys.slice(1),
          (isBack ? is : was)?.value?.json,
          (isBack ? was : is)?.value?.json,
        ].join(' '),
      ),
    )
    .sort();
}

describe('laws of diff', () => {
  it('an inventory does not differ from itself', () => {
    fc.assert(
      fc.property(draft, (each) => {
        const text = draftText(each);
        const [one, other] = [
          resolutionOf(text),
          resolutionOf(`# moved\n\n${text.replaceAll('\n', '\r\n')}`),
        ];
        fc.pre(one.valid);
        expect(diff(one, other).changes).to.deep.equal([]);
      }),
      { numRuns: 60 },
    );
  });

  it('every difference of what Ansible gets is told, and nothing else', () => {
    let different = 0;
    fc.assert(
      fc.property(related, ([one, other]) => {
        const [old, now] = [resolutionOf(draftText(one)), resolutionOf(draftText(other))];
        fc.pre(old.valid && now.valid);
        const found = diff(old, now);
        const [before, after] = [listed(old), listed(now)];
        expect(untold(before, after, found)).to.deep.equal([]);
        if (found.changes.length > 0) different++;
        for (const { subject, name, hosts = [], old: was, new: is } of found.changes) {
          if (subject !== 'variable') continue;
          expect(was?.value?.json).to.not.equal(is?.value?.json);
          expect(hosts.length, name).to.be.greaterThan(0);
          expect(was?.place !== undefined || is?.place !== undefined, name).to.equal(true);
        }
        expect(wrongCauses(old, now, found)).to.deep.equal([]);
        expect(entries(found, false)).to.deep.equal(entries(diff(now, old), true));
      }),
      { numRuns: 120 },
    );
    expect(different).to.be.greaterThan(50);
  });
});
