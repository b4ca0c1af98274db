/**
 * What differs between two inventories, as plain data: what is compared (`Side`), and one `Change` for each difference,
 * told once for all hosts that share it. Values are as people may see them: nothing secret is in here.
 */
import type { ResolvedInventory } from '../resolve/resolve.js';
import type { Document } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import type { OwnExport } from '../upstream/own-exports.js';
import type { ReferenceUse } from '../upstream/upstreams.js';

/** One of the two inventories. */
export interface Side {
  readonly resolved: ResolvedInventory;
  /** Its files, the entry file first; none where there is no inventory on this side. */
  readonly documents: readonly Document[];
  /** What it exports; values that only its state knows are in here too. */
  readonly exports: readonly OwnExport[];
  /** Every reference to an upstream, and what it gave. */
  readonly uses: readonly ReferenceUse[];
  /** The folder of its entry file: paths are the same if they are the same from there. */
  readonly folder: string;
}

export type Subject =
  | 'host'
  | 'tag'
  | 'group'
  | 'service'
  | 'secret_source'
  | 'option'
  | 'export'
  | 'upstream'
  | 'variable';

/** `joined` and `left`: hosts got or lost the tag, group or service. `moved`: hosts stand elsewhere in the order. */
export type Action = 'added' | 'removed' | 'changed' | 'renamed' | 'joined' | 'left' | 'moved';

/** A value as people may see it. */
export interface Shown {
  /** JSON on one line; secrets are `"<redacted>"`. */
  readonly json: string;
  /** For people. */
  readonly words: string;
  /** True where something is hidden: then equal texts may stand for different values. */
  readonly isSecret: boolean;
  /** The items of a list or the lines of a text, of which nothing is hidden. */
  readonly parts?: Parts | undefined;
}

/** What a value consists of, in order, made when it is asked for. */
export interface Parts {
  readonly what: 'items' | 'lines';
  readonly texts: () => readonly string[];
}

/** One side of a change. */
export interface Aspect {
  /** What it is called there, if it has another name on the other side. */
  readonly name?: string | undefined;
  readonly value?: Shown | undefined;
  readonly place: Span | undefined;
}

/** Why hosts get another value. */
export interface Cause {
  /** What sets the value: for a tag its name and order, for an upstream its references. */
  readonly kind:
    'inventory' | 'tag' | 'host' | 'transport' | 'compose' | 'groups' | 'keyed_groups' | 'upstream';
  readonly name: string | undefined;
  readonly order: number | undefined;
  /**
   * `edited`: what it sets is another. `joined`, `left`: the hosts have the tag now, or no longer. `silent`: it sets nothing
   * there any more. `wins`: it beats now what beat it (`over`).
   */
  readonly how: 'edited' | 'joined' | 'left' | 'silent' | 'wins';
  readonly over: string | undefined;
}

/** Who uses an export. */
export interface Consumer {
  /** The reference, e.g. `network.vpc_id`. */
  readonly reference: string;
  readonly place: Span;
}

export interface Change {
  readonly subject: Subject;
  readonly action: Action;
  /** Of the host, tag, group, service, export …; the path of a variable. The newer name where it has two. */
  readonly name: string;
  /** What of it changed: the keys below a service, `type` of an export; those of a variable from its name on. */
  readonly keys: readonly string[];
  readonly old: Aspect | undefined;
  readonly new: Aspect | undefined;
  /** The hosts that it touches, in the order of the newer side; undefined where it touches none by itself. */
  readonly hosts: readonly string[] | undefined;
  readonly cause: Cause | undefined;
  /** The tags of a host that came or went; those through which hosts have a tag that they do not list. */
  readonly tags?: readonly string[] | undefined;
  /** For an export that was there before: who uses it, if anybody looked. */
  readonly consumers?: readonly Consumer[] | undefined;
}

/** All changes, in the order in which they are told. */
export interface Diff {
  readonly changes: readonly Change[];
  /** How many hosts of the newer side are touched, and how many there are on each side. */
  readonly hosts: { readonly touched: number; readonly old: number; readonly new: number };
}
