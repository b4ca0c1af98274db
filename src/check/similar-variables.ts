/**
 * Names of variables that differ by a slip of the keyboard: one tag sets `cloud_name`, another `cluod_name`. Says
 * little rather than too much: only swapped, lost or doubled letters inside a word, and differences of separators and
 * case, between keys that stand in the same map, hold the same kind of value and are never set together in one layer.
 * `web1` and `web2`, `port` and `ports` are no slips.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import { safeName } from '../model/safe-name.js';
import { variableLayers } from '../model/variable-layers.js';
import { isSensitive, type Entry, type MapNode, type Node } from '../syntax/node.js';
import { pathText } from '../text/path-text.js';
import type { DeclaredVariables } from '../types/declared-variables.js';

/** What is known of one key of one map, over all layers. */
interface Use {
  readonly name: string;
  /** Its place among the keys of its map, in the order in which they are first met. */
  readonly place: number;
  /** Where it is first set; undefined for a key that is only declared. */
  entry: Entry | undefined;
  declared: boolean;
  readonly layers: Set<MapNode>;
  readonly shapes: Set<string>;
  readonly children: Map<string, Use>;
}

/** More keys than this at one place are data, not names. */
const maxNames = 300;
const maxDepth = 4;

/** A kind of slip: the pairs of names that differ by one, what tells it, and how often the name must be set that is meant. */
interface Slip {
  readonly code: 'check/similar-variable' | 'lint/similar-key';
  readonly pairs: (uses: ReadonlyMap<string, Use>) => [Use, Use][];
  readonly least: number;
}

/** A warning for each name that is probably a slip for another one. */
export function findSimilarVariables(
  files: readonly FileDefinitions[],
  declared: DeclaredVariables | undefined,
): Diagnostic[] {
  return findSlips(files, declared, { code: 'check/similar-variable', pairs: likePairs, least: 1 });
}

/** A hint for each name with one letter in the place of another: words often do so, hence only long ones, and others set often. */
export function findMistypedVariables(
  files: readonly FileDefinitions[],
  declared: DeclaredVariables | undefined,
): Diagnostic[] {
  return findSlips(files, declared, { code: 'lint/similar-key', pairs: mistypedPairs, least: 2 });
}

function findSlips(
  files: readonly FileDefinitions[],
  declared: DeclaredVariables | undefined,
  slip: Slip,
): Diagnostic[] {
  const uses = new Map<string, Use>();
  for (const { keys } of declared?.variables ?? []) declare(uses, keys);
  for (const layer of variableLayers(files)) collect(uses, layer, layer, 1);
  const found: Diagnostic[] = [];
  compare(uses, [], declared?.closedBy !== undefined, slip, found);
  return found;
}

function useOf(uses: Map<string, Use>, name: string): Use {
  let use = uses.get(name);
  if (use === undefined)
    uses.set(
      name,
      (use = {
        name,
        place: uses.size,
        entry: undefined,
        declared: false,
        layers: new Set(),
        shapes: new Set(),
        children: new Map(),
      }),
    );
  return use;
}

function declare(uses: Map<string, Use>, keys: readonly string[]): void {
  let at = uses;
  for (const key of keys) {
    const use = useOf(at, key);
    use.declared = true;
    at = use.children;
  }
}

function collect(uses: Map<string, Use>, map: MapNode, layer: MapNode, depth: number): void {
  for (const entry of map.entries) {
    const use = useOf(uses, entry.key);
    use.entry ??= entry;
    use.layers.add(layer);
    use.shapes.add(shapeOf(entry.value));
    if (entry.value.kind === 'map' && !isSensitive(entry.value) && depth < maxDepth)
      collect(use.children, entry.value, layer, depth + 1);
  }
}

function shapeOf({ kind }: Node): string {
  return kind === 'map' || kind === 'list' ? kind : 'scalar';
}

function compare(
  uses: ReadonlyMap<string, Use>,
  path: readonly string[],
  isClosed: boolean,
  slip: Slip,
  found: Diagnostic[],
): void {
  if (path.length === 0 || uses.size <= maxNames) {
    const told = new Set<Use>();
    for (const [one, other] of slip.pairs(uses)) {
      const suspect =
        one.declared !== other.declared ? (one.declared ? other : one) : rarer(one, other);
      const meant = suspect === one ? other : one;
      if (
        told.has(suspect) ||
        !isSlip(suspect, meant) ||
        (!meant.declared && meant.layers.size < slip.least)
      )
        continue;
      if (path.length === 0 && (isClosed || safeName(one.name) === safeName(other.name))) continue;
      told.add(suspect);
      tell(suspect, meant, path, slip.code, found);
    }
  }
  for (const use of uses.values())
    compare(use.children, [...path, use.name], isClosed, slip, found);
}

/** The one that fewer layers set; of equals the one that comes later. */
function rarer(one: Use, other: Use): Use {
  if (one.layers.size !== other.layers.size)
    return one.layers.size < other.layers.size ? one : other;
  return one.place > other.place ? one : other;
}

/** True if the names are not both meant: both declared, used together, often used, or used for other things. */
function isSlip(suspect: Use, meant: Use): boolean {
  if (suspect.entry === undefined || suspect.declared) return false;
  if (!meant.declared && suspect.layers.size > 1) return false;
  for (const layer of suspect.layers) if (meant.layers.has(layer)) return false;
  return meant.shapes.size === 0 || [...suspect.shapes].every((shape) => meant.shapes.has(shape));
}

function tell(
  suspect: Use,
  meant: Use,
  path: readonly string[],
  code: Slip['code'],
  found: Diagnostic[],
): void {
  if (suspect.entry === undefined) return;
  const how = meant.entry === undefined ? 'declared' : 'set elsewhere';
  found.push(
    diagnostic(
      code,
      suspect.entry,
      `\`${pathText([...path, suspect.name])}\` is nearly \`${pathText([...path, meant.name])}\`, which is ${how}`,
      {
        related:
          meant.entry === undefined
            ? []
            : [{ span: meant.entry, message: `\`${meant.name}\` is set here` }],
        help: `did you mean \`${meant.name}\`? If both are meant, declare both below \`variables\``,
      },
    ),
  );
}

/** The pairs of names that differ by one slip, in the order of the names; each name is looked up, so many names are no matter. */
function likePairs(uses: ReadonlyMap<string, Use>): [Use, Use][] {
  const pairs: [Use, Use][] = [];
  const folded = new Map<string, Use>();
  for (const use of uses.values()) {
    const { name } = use;
    const plain = name.replace(/[_-]/g, '').toLowerCase();
    const same = plain.length >= 5 ? folded.get(plain) : undefined;
    if (same === undefined) folded.set(plain, use);
    else pairs.push([same, use]);
    for (const variant of slipsOf(name)) {
      const other = uses.get(variant);
      if (other !== undefined) pairs.push([other, use]);
    }
  }
  return pairs;
}

/** The pairs of names that differ by one letter inside a long word. */
function mistypedPairs(uses: ReadonlyMap<string, Use>): [Use, Use][] {
  const pairs: [Use, Use][] = [];
  const masked = new Map<string, Use>();
  for (const use of uses.values()) {
    for (const { 0: word, index } of use.name.matchAll(/[A-Za-z]{7,}/g)) {
      for (let at = index + 1; at < index + word.length - 1; at++) {
        const mask = `${use.name.slice(0, at)}\0${use.name.slice(at + 1)}`;
        const other = masked.get(mask);
        if (other === undefined) masked.set(mask, use);
        else pairs.push([other, use]);
      }
    }
  }
  return pairs;
}

/** What is left of `name` with two letters swapped (so that each pair is found from one side), or one letter lost, inside a word. */
function slipsOf(name: string): string[] {
  const slips: string[] = [];
  for (const { 0: word, index } of name.matchAll(/[A-Za-z]{5,}/g)) {
    for (let at = 0; at + 1 < word.length; at++) {
      const [first = '', second = ''] = [word[at], word[at + 1]];
      if (first > second)
        slips.push(name.slice(0, index + at) + second + first + name.slice(index + at + 2));
      if (at > 0 && word.length >= 6 && first !== word[at - 1])
        slips.push(name.slice(0, index + at) + name.slice(index + at + 1));
    }
  }
  return slips;
}
