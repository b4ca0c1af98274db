/**
 * What pictures of an inventory are made of: nodes and arrows between them. Hosts with the same tags are one node. Plain
 * data in the order in which it is drawn; how it becomes smaller is in `picture-fold.ts` and `picture-focus.ts`, how it is
 * written in `picture-mermaid.ts` and `picture-dot.ts`.
 */

export type PictureKind = 'hosts' | 'group' | 'tag' | 'service' | 'upstream' | 'inventory';

export interface PictureNode {
  /** Of no other node; not shown. */
  readonly id: string;
  readonly kind: PictureKind;
  /** What it stands for, by name: one, or several that are drawn as one. */
  readonly names: readonly string[];
  /** The hosts it is about: those it stands for, or those that have the tag, the service or the group. */
  readonly hosts: number;
  /** The order of tags and services; undefined where the kind has none or those drawn as one differ. */
  readonly order: number | undefined;
  /** What else is said of it, in a few words. */
  readonly notes: readonly string[];
  /** True for what the picture is about, if it is about something. */
  readonly isCentre?: true;
}

/**
 * `has`: a host lists a tag, or is in a group; `includes`: a tag includes another, or a group is below another; `gives`: a tag
 * gives a service, `removes`: with `state: absent`; `uses`: a value of an upstream stands there.
 */
export type ArrowKind = 'has' | 'includes' | 'gives' | 'removes' | 'uses';

export interface PictureArrow {
  readonly from: string;
  readonly to: string;
  readonly kind: ArrowKind;
}

export interface Picture {
  readonly nodes: readonly PictureNode[];
  /** No two are equal. */
  readonly arrows: readonly PictureArrow[];
  /** What must be said of the whole. */
  readonly remarks: readonly string[];
}

/** How the kinds are called, one and several. */
export const kindNames: Readonly<Record<PictureKind, readonly [string, string]>> = {
  hosts: ['host', 'hosts'],
  group: ['group', 'groups'],
  tag: ['tag', 'tags'],
  service: ['service', 'services'],
  upstream: ['upstream', 'upstreams'],
  inventory: ['inventory', 'inventories'],
};

/** Text of names for a picture, on one line: no character that is a command, hides or turns text, or that XML cannot hold. */
export function pictureText(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(
      /[\p{Cs}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff\u{e0000}-\u{e0fff}]/gu,
      '\ufffd',
    );
}

/** A number with its noun. */
export function counted(count: number, [one, several]: readonly [string, string]): string {
  return `${withCommas(count)} ${count === 1 ? one : several}`;
}

function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** What a node says: a title, then a line about it, then names where it stands for several. */
export interface NodeText {
  readonly title: string;
  readonly about: string;
  readonly names: string;
}

export function nodeText(node: PictureNode): NodeText {
  const { kind, names, hosts, order, notes } = node;
  const [title = ''] = names;
  const isOne = kind === 'hosts' ? hosts === 1 : names.length === 1;
  const about = [
    ...(isOne ? [kindNames[kind][0]] : []),
    ...(order === undefined ? [] : [`order ${order}`]),
    ...hostsPhrase(node, isOne),
    ...notes,
  ].join(' · ');
  if (isOne) return { title, about, names: '' };
  return {
    title: counted(kind === 'hosts' ? hosts : names.length, kindNames[kind]),
    about,
    names: someNames(names),
  };
}

/** How many hosts a tag, a service or a group has. */
function hostsPhrase({ kind, hosts }: PictureNode, isOne: boolean): readonly string[] {
  if (kind !== 'tag' && kind !== 'group' && kind !== 'service') return [];
  if (hosts === 0) return ['no host'];
  return [
    isOne ? counted(hosts, kindNames.hosts) : `up to ${counted(hosts, kindNames.hosts)} each`,
  ];
}

const mostNames = 4;

/** The first names, and how many more there are. */
function someNames(names: readonly string[]): string {
  const shown = names.length <= mostNames + 1 ? names : names.slice(0, mostNames);
  const rest = names.length - shown.length;
  return `${shown.join(', ')}${rest === 0 ? '' : ` and\u00a0${withCommas(rest)}\u00a0more`}`;
}
