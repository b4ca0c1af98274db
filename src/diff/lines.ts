/**
 * A diff as sections of blocks of lines, for a terminal and for a review comment alike. A line begins with its sign: `+`
 * and `-` for what came and went, `~` for what is otherwise, `@` for hosts and why, a blank for the rest.
 */
import { describeLayer } from '../report/layers.js';
import { foldRanges } from '../text/fold-ranges.js';
import { groupedBy } from '../text/grouped-by.js';
import { placeOf } from '../text/position.js';
import { escapeControls } from '../text/terminal.js';
import { pathText } from '../text/path-text.js';
import { groupByHosts, type HostGroup } from './host-groups.js';
import { partDifference, type PartDifference } from './part-differences.js';
import type { Aspect, Cause, Change, Diff, Subject } from './model.js';

export interface Line {
  readonly sign: '+' | '-' | '~' | '@' | ' ';
  readonly text: string;
}

/** Lines that belong together. */
export type Block = readonly Line[];

export interface Section {
  readonly title: string;
  readonly count: number;
  readonly blocks: readonly Block[];
}

const titles: Readonly<Record<Subject, string>> = {
  option: 'Options',
  host: 'Hosts',
  tag: 'Tags',
  group: 'Groups',
  service: 'Services',
  secret_source: 'Secret sources',
  export: 'Exports',
  upstream: 'Upstreams',
  variable: 'Variables',
};

/** The sections that have something to tell, in this order. */
export function sectionsOf({ changes, hosts }: Diff): readonly Section[] {
  return (Object.keys(titles) as Subject[]).flatMap((subject): Section[] => {
    const own = changes.filter((each) => each.subject === subject);
    if (own.length === 0) return [];
    if (subject === 'variable') {
      const groups = groupByHosts(own);
      const count = groups.reduce((sum, group) => sum + group.changes.length, 0);
      return [
        {
          title: titles[subject],
          count,
          blocks: groups.map((group) => variableBlock(group, hosts.new)),
        },
      ];
    }
    return [
      {
        title: titles[subject],
        count: own.length,
        blocks: subject === 'host' ? hostBlocks(own) : own.map(blockOf),
      },
    ];
  });
}

/** "212 of 4000 hosts touched", and what else there is to say in one sentence; what hosts share counts once. */
export function summaryOf({ changes, hosts }: Diff, sections: readonly Section[]): string {
  const count = (action: Change['action']): number =>
    changes.filter((each) => each.subject === 'host' && each.action === action).length;
  const parts = [
    ['added', count('added')],
    ['removed', count('removed')],
    ['renamed', count('renamed')],
  ] as const;
  const all = sections.reduce((sum, section) => sum + section.count, 0);
  const told = parts.flatMap(([what, number]) => (number === 0 ? [] : [`${number} ${what}`]));
  return `${hosts.touched === 0 ? `no ${count('removed') === 0 ? '' : 'remaining '}host` : `${hosts.touched} of ${hostCount(hosts.new)}`} touched${told.length === 0 ? '' : ` (${told.join(', ')})`}, ${all} change${all === 1 ? '' : 's'}`;
}

function hostCount(count: number): string {
  return `${count} host${count === 1 ? '' : 's'}`;
}

/** Names of hosts, ranges folded; at most `most` of them, and a count of the rest. */
export function namesText(names: readonly string[], most = 6): string {
  const folded = foldRanges(names.map((name) => ({ name, what: '' })));
  const shown = folded.slice(0, folded.length === most + 1 ? most + 1 : most);
  const rest = names.length - shown.reduce((sum, { members }) => sum + members.length, 0);
  return shown.map(({ name }) => name).join(', ') + (rest === 0 ? '' : ` and ${rest} more`);
}

const signs: Readonly<Record<Change['action'], Line['sign']>> = {
  added: '+',
  joined: '+',
  removed: '-',
  left: '-',
  changed: '~',
  renamed: '~',
  moved: '~',
};

/** Hosts of one kind with the same tags in one line. */
function hostBlocks(changes: readonly Change[]): Block[] {
  const alike = groupedBy(changes, ({ action, name, tags = [] }) =>
    action === 'renamed' ? `renamed ${name}` : `${action} ${tags.join(' ')}`,
  );
  return [...alike.values()].map((same) => {
    const [first] = same;
    if (first.action === 'renamed')
      return [
        line('~', [
          `${first.old?.name ?? ''} → ${first.name}`,
          `the same address ${first.new?.value?.words ?? ''}`,
          places(first),
        ]),
      ];
    if (first.action === 'moved')
      return [
        line('~', [
          namesText(first.hosts ?? [], 12),
          `${first.hosts?.length === 1 ? 'stands' : 'stand'} elsewhere in the order of hosts`,
          places(first),
        ]),
      ];
    const count = same.length === 1 ? '' : ` (${same.length} hosts)`;
    const tags =
      (first.tags ?? []).length === 0 ? 'no tags' : `tags ${(first.tags ?? []).join(', ')}`;
    return [
      line(signs[first.action], [
        `${namesText(
          same.map(({ name }) => name),
          12,
        )}${count}`,
        tags,
        places(first) + (same.length === 1 ? '' : ' …'),
      ]),
    ];
  });
}

function blockOf(change: Change): Block {
  const { subject, action, name, keys, hosts } = change;
  const what = subject === 'variable' ? '' : `${subject.replace('_', ' ')} `;
  const subjectName = `${what}${[name, ...(keys.length === 0 ? [] : [pathText(keys)])].join(' ')}`;
  if (action === 'joined' || action === 'left') return memberBlock(change, subjectName);
  if (keys[0] === 'listed') return [listedLine(change)];
  const title = action === 'renamed' ? `${what}${change.old?.name ?? ''} → ${name}` : subjectName;
  const on =
    hosts === undefined || (subject === 'group' && hosts.length === 0)
      ? ''
      : hosts.length === 0
        ? 'which no host has'
        : `on ${hostCount(hosts.length)}: ${namesText(hosts, 3)}`;
  return [...valueLines(change, title, on), ...consumerLines(change)];
}

function memberBlock(
  { action, hosts = [], tags, cause, old, new: now, subject }: Change,
  title: string,
): Block {
  const through = tags === undefined ? '' : `through ${tags.join(', which includes ')}`;
  const state = subject === 'service' && (now ?? old)?.value?.words === 'absent' ? ' (absent)' : '';
  const why = cause === undefined ? through : `because of ${causeText(cause, 'gives')}`;
  return [
    line(signs[action], [
      `${title}${state}`,
      `on ${hostCount(hosts.length)}: ${namesText(hosts)}`,
      why,
      placeText(now ?? old) + (hosts.length > 1 && subject === 'tag' ? ' …' : ''),
    ]),
  ];
}

/** Hosts that have the tag as before, but list it themselves on one side only. */
function listedLine({ name, hosts = [], tags, new: now }: Change): Line {
  const what =
    tags === undefined
      ? 'is in their own list now, and not only through others'
      : `is not in their own list any more, but comes through ${tags.join(', which includes ')}`;
  return line('~', [
    `tag ${name}`,
    what,
    `on ${hostCount(hosts.length)}: ${namesText(hosts)}`,
    placeText(now),
  ]);
}

/** One line where values are short, else one for each side. */
function valueLines({ action, old, new: now }: Change, title: string, on: string): Block {
  const sign = signs[action];
  if (action !== 'changed' || old === undefined || now === undefined) {
    return [line(sign, [title, shorten(valueText(now ?? old)), on, places({ old, new: now })])];
  }
  if (
    old.value?.isSecret === true &&
    now.value?.isSecret === true &&
    old.value.words === now.value.words
  ) {
    return [
      line(sign, [title, 'another value, which is not shown', on, places({ old, new: now })]),
    ];
  }
  if (old.value !== undefined && old.value.words === now.value?.words) {
    return [
      line(sign, [
        title,
        `another value, and still ${shorten(valueText(now))}`,
        on,
        places({ old, new: now }),
      ]),
    ];
  }
  const [before, after] = contrast(valueText(old), valueText(now));
  const isLong = valueText(old).length + valueText(now).length > 60;
  const parts = isLong ? partDifference(old.value, now.value) : undefined;
  if (parts !== undefined)
    return [line(sign, [title, on, places({ old, new: now })]), ...partLines(parts)];
  if (before.length + after.length <= 60)
    return [line(sign, [title, `${before} → ${after}`, on, places({ old, new: now })])];
  return [
    line(sign, [title, on]),
    line('-', [`  ${before}`, placeText(old)]),
    line('+', [`  ${after}`, placeText(now)]),
  ];
}

/** So many items or lines are told of one change. */
const maxParts = 20;

function partLines({ what, counts: [before, after], removed, added }: PartDifference): Block {
  if (removed.length + added.length === 0)
    return [line(' ', [`  the same ${before} ${what} in another order`])];
  const rest = Math.max(0, removed.length - maxParts) + Math.max(0, added.length - maxParts);
  return [
    ...removed.slice(0, maxParts).map((text) => line('-', [`  ${shorten(text)}`])),
    ...added.slice(0, maxParts).map((text) => line('+', [`  ${shorten(text)}`])),
    line(' ', [
      `  ${rest === 0 ? '' : `and ${rest} more; `}${before === after ? `of ${before} ${what}` : `${before} → ${after} ${what}`}`,
    ]),
  ];
}

function consumerLines({ consumers }: Change): Block {
  if (consumers === undefined) return [];
  if (consumers.length === 0) return [line(' ', ['  nobody uses it'])];
  return consumers.map(({ reference, place }) =>
    line(' ', [`  used as ${reference}`, placeOf(place)]),
  );
}

function variableBlock({ hosts, cause, changes, differ }: HostGroup, all: number): Block {
  const why = cause === undefined ? '' : `, because of ${causeText(cause)}`;
  const example =
    differ === 'nothing'
      ? ''
      : `; each has ${differ === 'places' ? 'a place' : 'values'} of its own, here ${differ === 'places' ? 'that' : 'those'} of ${changes[0]?.hosts?.[0] ?? ''}`;
  return [
    line('@', [`${hosts.length} of ${hostCount(all)}${why}${example}`]),
    line(' ', [`  ${namesText(hosts)}`]),
    ...changes.flatMap((change) =>
      valueLines(
        change,
        change.name + (change.old?.name === undefined ? '' : ` (was ${change.old.name})`),
        '',
      ),
    ),
  ];
}

/** Why, in words: "tag web (order 20), which they have now". */
export function causeText(
  { kind, name, order, how, over }: Cause,
  sets: 'sets' | 'gives' = 'sets',
): string {
  const what = causeSubject(kind, name, order);
  switch (how) {
    case 'edited':
      return what;
    case 'joined':
      return `${what}, which they have now`;
    case 'left':
      return `${what}, which they have no longer`;
    case 'silent':
      return `${what}, which ${kind === 'inventory' || kind === 'host' ? 'set' : sets} it no longer`;
    case 'wins':
      return `${what}, which wins over ${over ?? ''} now`;
  }
}

function causeSubject(
  kind: Cause['kind'],
  name: string | undefined,
  order: number | undefined,
): string {
  switch (kind) {
    case 'host':
      return "the host's own vars";
    case 'upstream':
      return `the upstream value${name?.includes(', ') === true ? 's' : ''} ${name ?? ''}`;
    case 'groups':
    case 'keyed_groups':
      return `${describeLayer({ kind, name, order })}: ${name ?? ''}`;
    default:
      return describeLayer({ kind, name, order });
  }
}

function valueText(aspect: Aspect | undefined): string {
  return aspect?.value?.words ?? '';
}

const maxValue = 120;

function shorten(text: string): string {
  return text.length <= maxValue ? text : `${text.slice(0, maxValue - 1)}…`;
}

/** Both texts, cut to the part where they differ if they are long. */
function contrast(old: string, now: string): readonly [string, string] {
  if (old.length <= maxValue && now.length <= maxValue) return [old, now];
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const from = Math.max(0, same - 30);
  const cut = (text: string): string => shorten(from === 0 ? text : `…${text.slice(from)}`);
  return [cut(old), cut(now)];
}

function places({ old, new: now }: Pick<Change, 'old' | 'new'>): string {
  const [before, after] = [placeText(old), placeText(now)];
  return before === '' || before === after ? after : after === '' ? before : `${before} → ${after}`;
}

function placeText(aspect: Aspect | undefined): string {
  return aspect?.place === undefined ? '' : placeOf(aspect.place);
}

function line(sign: Line['sign'], parts: readonly string[]): Line {
  return { sign, text: escapeControls(parts.filter((part) => part !== '').join('  ')) };
}
