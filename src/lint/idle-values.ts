/**
 * Values that nobody would miss: those that lose on every host that gets them, and those that every such host would have
 * from lower layers as well. A map whose values are all such is told once. Exact: see `lay-values.ts`.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { MapNode, Entry } from '../syntax/node.js';
import { pathText } from '../text/path-text.js';
import { plain, removable, type Finding } from './finding.js';
import { inventoryOf, type Linted } from './linted.js';
import { leavesOf } from './lay-values.js';
import { isSameWithout } from './merge-without.js';
import { sequencesNamed, traceValues, type Trace } from './trace-values.js';

type Fate = 'used' | 'loses' | 'repeats';

/** What yields is a chance to pause. */
export function* findIdleValues(linted: Linted): Generator<Finding | undefined> {
  const { resolved } = linted.resolution;
  const trace = yield* traceValues(resolved);
  const elsewhere = yield* fatesElsewhere(linted);
  const fateOf = (entry: Entry): Fate => {
    const { value } = entry;
    if (trace.wins.has(entry)) return 'used';
    const other = elsewhere?.get(linted.placeOf(entry));
    if (other === 'used') return 'used';
    if (value.kind === 'map' && value.entries.length > 0)
      return together(value.entries.map(fateOf));
    if (trace.nodes.has(value) && isWrittenIn(entry)) return 'used';
    return trace.repeats.has(entry) || other === 'repeats' ? 'repeats' : 'loses';
  };
  const found: Idle[] = [];
  for (const { vars, what, isOfHost = false } of layersOf(linted)) {
    if (!trace.reached.has(vars)) continue;
    for (const entry of vars.entries) {
      if (isWrittenInside(entry, vars))
        for (const each of idleIn(entry, [], fateOf))
          if (!linted.mayBeUsedElsewhere(each.entry)) found.push({ ...each, what, isOfHost });
    }
  }
  const removableOnes = yield* withoutChange(resolved, found);
  for (const idle of found) {
    const told = tell(idle, trace);
    yield removableOnes.has(idle.entry)
      ? removable(told, `Remove \`${pathText(idle.keys)}\``)
      : plain({
          ...told,
          help: 'it decides the order of keys: remove it if no play loops over them',
        });
  }
}

interface IdleEntry {
  readonly entry: Entry;
  readonly keys: readonly string[];
  readonly fate: Fate;
}

interface Idle extends IdleEntry {
  /** Whose value it is, e.g. "tag `home` (order 20)". */
  readonly what: string;
  readonly isOfHost: boolean;
}

function* idleIn(
  entry: Entry,
  above: readonly string[],
  fateOf: (entry: Entry) => Fate,
): Generator<IdleEntry> {
  const keys = [...above, entry.key];
  const fate = fateOf(entry);
  const { value } = entry;
  if (fate !== 'used') yield { entry, keys, fate };
  else if (value.kind === 'map')
    for (const each of value.entries)
      if (isWrittenInside(each, value)) yield* idleIn(each, keys, fateOf);
}

/**
 * Those that can be taken out all together: a key inside a map may decide the order in which plays see the keys. Variables
 * themselves are sorted, so only maps and what is in them is tried.
 */
function* withoutChange(
  resolved: Linted['resolution']['resolved'],
  found: readonly Idle[],
): Generator<undefined, ReadonlySet<Entry>> {
  const isDeep = ({ keys, entry }: Idle): boolean => keys.length > 1 || entry.value.kind === 'map';
  const deep = found.filter(isDeep);
  const kept = new Set(deep.map(({ entry }) => entry));
  if (deep.length > 0) {
    const sequences = yield* sequencesNamed(
      resolved,
      new Set(deep.flatMap(({ keys: [name = ''] }) => [name])),
    );
    const gone = new Set<Entry>(found.flatMap((each) => (isDeep(each) ? [] : [each.entry])));
    for (const {
      entry,
      keys: [name = ''],
    } of deep) {
      gone.add(entry);
      if ((sequences.get(name) ?? []).every((ranks) => isSameWithout(ranks, gone)))
        kept.delete(entry);
      else gone.delete(entry);
      yield undefined;
    }
  }
  return new Set(found.flatMap(({ entry }) => (kept.has(entry) ? [] : [entry])));
}

function tell({ entry, keys, fate, what, isOfHost }: Idle, trace: Trace): Diagnostic {
  const name = pathText(keys);
  if (fate === 'repeats') {
    return diagnostic(
      'lint/value-repeats',
      entry,
      `${what} sets \`${name}\` to what ${isOfHost ? 'it' : 'every host'} would have without it`,
      { help: 'remove it, or keep it with a comment that silences this' },
    );
  }
  const beaten = leavesOf(entry)
    .map((leaf) => trace.beatenBy.get(leaf))
    .find((each) => each !== undefined);
  return diagnostic(
    'lint/value-never-wins',
    entry,
    `${what} sets \`${name}\`, and no host gets it`,
    {
      related:
        beaten === undefined
          ? []
          : [{ span: beaten.span, message: `this wins, e.g. on host \`${beaten.host}\`` }],
      help: 'remove it, or raise the order of the layer that should win',
    },
  );
}

interface NamedLayer {
  readonly vars: MapNode;
  readonly what: string;
  readonly isOfHost?: true;
}

function* layersOf(linted: Linted): Generator<NamedLayer> {
  const { vars, tags, hosts } = inventoryOf(linted);
  if (vars !== undefined) yield { vars, what: 'the inventory' };
  for (const tag of tags.values())
    if (tag.vars !== undefined)
      yield { vars: tag.vars, what: `tag \`${tag.name}\` (order ${tag.order})` };
  const seen = new Set<MapNode>();
  for (const { definition } of hosts) {
    if (definition.vars === undefined || seen.has(definition.vars)) continue;
    seen.add(definition.vars);
    yield { vars: definition.vars, what: `host \`${definition.name.name}\``, isOfHost: true };
  }
}

function together(fates: readonly Fate[]): Fate {
  return fates.includes('used') ? 'used' : fates.includes('repeats') ? 'repeats' : 'loses';
}

/** False for an alias, whose value is written elsewhere. */
function isWrittenIn({ value, end, source }: Entry): boolean {
  return value.source !== source || value.start >= end;
}

/** False for what a merge key, an alias or a reference brought: it is told where it is written. */
function isWrittenInside(entry: Entry, map: MapNode): boolean {
  if (entry.start === map.start && entry.end === map.end) return false;
  return entry.source === map.source && entry.start >= map.start && entry.end <= map.end;
}

/** What becomes of the values of shared files in the other inventories; undefined where there are none. */
function* fatesElsewhere({
  known,
  placeOf,
}: Linted): Generator<undefined, ReadonlyMap<string, Fate> | undefined> {
  if (known.others.length === 0) return undefined;
  const fates = new Map<string, Fate>();
  for (const { resolved } of known.others) {
    const { wins, repeats } = yield* traceValues(resolved);
    for (const each of repeats) if (!fates.has(placeOf(each))) fates.set(placeOf(each), 'repeats');
    for (const each of wins) fates.set(placeOf(each), 'used');
  }
  return fates;
}
