/** The applied values of an inventory as they are kept, and what reading them can give. */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Node } from '../syntax/node.js';
import type { Source, Span } from '../text/source.js';
import type { Type } from '../types/type.js';

/** One export as it was applied. The span is that of its name in the state. */
export interface AppliedExport extends Span {
  readonly name: string;
  /** Exact, with places in the state. */
  readonly value: Node;
  readonly type: Type;
  readonly sensitive: boolean;
  /** Whether the inventory declared the value, or somebody gave it (`apply --set`, Terraform). */
  readonly origin: 'declared' | 'given';
}

export interface State {
  /** The text that it was read from. */
  readonly source: Source;
  /** Made once, when a state is first written: two states of one lineage have a common past. */
  readonly lineage: string;
  /** One more with every change. */
  readonly serial: number;
  /** When it was written: RFC 3339, in UTC; undefined where it does not say. */
  readonly time: string | undefined;
  /** What wrote it, with its version. */
  readonly tool: string;
  /** Digest of the declarations that it was made from; undefined where it does not say. */
  readonly sourceDigest: string | undefined;
  /** By name, in code point order. */
  readonly exports: ReadonlyMap<string, AppliedExport>;
}

/**
 * What there is at a place. `absent`: certainly nothing was applied yet. `broken`: it could not be read, or holds no
 * state; never to be taken for absent. `place` is how messages call it.
 */
export type StateRead =
  | { readonly kind: 'absent'; readonly place: string }
  | { readonly kind: 'present'; readonly place: string; readonly state: State }
  | { readonly kind: 'broken'; readonly place: string; readonly diagnostic: Diagnostic };
