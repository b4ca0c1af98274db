/**
 * What the page of `report` is given: plain JSON, made by `src/report/page-data.ts` and read by the page's own code (`packages/report-page`), which is
 * compiled for browsers: so nothing but types is here. A number that stands for something is an index into the table of its
 * name. What hosts share is there once: texts, places, layers, explained leaves, variables, and the table of a kind of host.
 * No secret is in it: vault texts and sensitive values are `<redacted>` before they come here.
 */

export interface PageData {
  /** The program and its version. */
  readonly tool: string;
  /** How messages call the inventory. */
  readonly name: string;
  readonly texts: readonly string[];
  /** Three numbers a place: file (a text), line, column. */
  readonly places: readonly number[];
  readonly layers: readonly PageLayer[];
  /** Three numbers a part that a layer has in a value: layer, place, what is written there (a text). */
  readonly parts: readonly number[];
  readonly leaves: readonly PageLeaf[];
  /** A top-level variable with the leaves below it: name (a text), leaves. */
  readonly variables: readonly (readonly number[])[];
  /** The variables that tags give, by name. */
  readonly tables: readonly (readonly number[])[];
  readonly kinds: readonly PageKind[];
  readonly hosts: readonly PageHost[];
  /** By order, then by name. */
  readonly tags: readonly PageTag[];
  /** By order, then by name. */
  readonly services: readonly PageService[];
  /** The `vars` of the inventory itself. */
  readonly everywhere: readonly PageSetting[];
  readonly secretSources: readonly { readonly name: string; readonly place: number }[];
  readonly upstreams: readonly PageUpstream[];
  readonly exports: readonly PageExport[];
  /** What is known of the inventory's own state; null where it exports nothing. */
  readonly state: PageState | null;
  readonly errors: number;
  readonly warnings: number;
  /** The first of what was found, errors before warnings. */
  readonly diagnostics: readonly PageDiagnostic[];
}

/** What sets values: its kind, and name and order of a tag. */
export type PageLayer = readonly [kind: LayerKind, name: string | null, order: number | null];
export type LayerKind =
  'inventory' | 'tag' | 'host' | 'transport' | 'compose' | 'groups' | 'keyed_groups' | 'tool';

/**
 * One leaf of what a host gets: path (a text), flags, value (a text, or -1), the number of parts that make it, these parts,
 * the part that removed it (or -1), then for each loser the reason and its part.
 */
export type PageLeaf = readonly number[];

/** The flags of a leaf: two bits for what the host gets there, and a bit for each thing to know about it. */
export type LeafFlag = 'nothing' | 'value' | 'map' | 'secret' | 'unknown' | 'conflict';

/** Hosts that list the same tags. */
export interface PageKind {
  /** All tags, by order. */
  readonly tags: readonly number[];
  /** Those that the hosts list themselves. */
  readonly listed: readonly number[];
  /** Service, 0 for present or 1 for absent, the tag that gives it, and where. */
  readonly services: readonly (readonly [
    service: number,
    state: 0 | 1,
    tag: number,
    place: number,
  ])[];
  /** What its tags give, among the tables. */
  readonly table: number;
}

/** Name, kind, place, and the variables that are its own: each in the place of that of its kind, or beside them. */
export type PageHost = readonly [
  name: string,
  kind: number,
  place: number,
  own?: readonly number[],
];

/** A value as it is written in a layer: path (a text), place, the value with its marker (a text). */
export type PageSetting = readonly [path: number, place: number, value: number];

export interface PageTag {
  readonly name: string;
  readonly order: number;
  readonly place: number;
  readonly description?: string;
  /** Names. */
  readonly includes: readonly string[];
  readonly services: readonly (readonly [name: string, state: 'present' | 'absent'])[];
  readonly vars: readonly PageSetting[];
}

/** A field of a component, or what is below one: a text, or named fields in order. */
export type PageField = readonly [name: string, value: string | readonly PageField[]];

export interface PageComponent {
  readonly kind: 'binary' | 'config' | 'process';
  readonly name: string;
  readonly place: number;
  readonly fields: readonly PageField[];
}

/** Something that a component owns on its hosts. */
export type PageClaim = readonly [
  kind: 'package' | 'path' | 'unit',
  what: string,
  component: string,
  place: number,
];

export interface PageService {
  readonly name: string;
  readonly order: number | null;
  readonly place: number;
  readonly description?: string;
  /** The file that declares the components, where that is another one. */
  readonly file?: string;
  readonly components: readonly PageComponent[];
  readonly claims: readonly PageClaim[];
}

/** What is kept of an applied inventory, as far as it was asked for. */
export type PageState =
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'absent'; readonly place: string }
  | { readonly kind: 'broken'; readonly place: string; readonly message: string }
  | {
      readonly kind: 'present';
      readonly place: string;
      readonly serial: number;
      readonly time: string | null;
      readonly tool: string;
      readonly isOutdated?: boolean;
    };

export interface PageUpstream {
  readonly name: string;
  /** The directory as it is written. */
  readonly source: string;
  readonly place: number;
  readonly state: PageState;
  /** What its state holds. */
  readonly exports: readonly PageValue[];
  /** The values that wait for it: names of references. */
  readonly waits: readonly string[];
}

/** A value that was applied, or is to be. */
export interface PageValue {
  readonly name: string;
  readonly type: string;
  readonly sensitive: boolean;
  /** Null where it is not known. */
  readonly value: string | null;
}

export interface PageExport extends PageValue {
  readonly place: number;
  /** What the state holds, where that is something else; null where it holds nothing. */
  readonly applied?: string | null;
}

export interface PageDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly place: number;
  /** The source lines: number, text, columns before the mark, columns of the mark. */
  readonly excerpt: readonly (readonly [
    line: number,
    text: string,
    start: number,
    width: number,
  ])[];
  readonly related: readonly (readonly [message: string, place: number])[];
}
