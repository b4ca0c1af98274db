/**
 * Contradictions within one order, for the tag sets of the selected hosts. A pair of tags is compared once; hosts
 * that share the cause are listed in one error; on one path a tag is told only against the first it contradicts.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Tag } from '../model/inventory.js';
import type { TagSet } from './tag-sets.js';
import type { DescribeHosts } from './host-list.js';
import { variablePath } from './path-text.js';
import { findClashes, type Clash } from './unify.js';

interface Cause {
  readonly clash: Clash;
  readonly path: string;
  readonly first: Tag;
  readonly second: Tag;
  readonly hosts: string[];
}

/** One error for each cause; `members` has the names of the selected hosts of each set, in file order. */
export function findConflicts(
  members: ReadonlyMap<TagSet, { readonly names: readonly string[] }>,
  describeHosts: DescribeHosts,
): Diagnostic[] {
  const clashes = clashFinder();
  const causes = new Map<string, Cause>();
  for (const [{ tags }, { names }] of members) {
    if (!hasEqualOrders(tags)) continue;
    let told: Set<string> | undefined;
    for (const [first, second] of pairsOfOneOrder(tags)) {
      for (const { clash, path } of clashes(first, second)) {
        told ??= new Set();
        if (told.has(`${first.name} ${path}`) || told.has(`${second.name} ${path}`)) continue;
        told.add(`${second.name} ${path}`);
        const key = `${first.name} ${second.name} ${path}`;
        const cause = causes.get(key) ?? { clash, path, first, second, hosts: [] };
        causes.set(key, cause);
        for (const name of names) cause.hosts.push(name);
      }
    }
  }
  return [...causes.values()].map((cause) => describeCause(cause, describeHosts));
}

function describeCause(
  { clash, path, first, second, hosts }: Cause,
  describeHosts: DescribeHosts,
): Diagnostic {
  return diagnostic(
    'resolve/equal-order-conflict',
    clash.second,
    `tags \`${first.name}\` and \`${second.name}\` both set \`${path}\` at order ${second.order}, on ${describeHosts(hosts)}`,
    {
      related: [{ span: clash.first, message: `\`${first.name}\` sets it here` }],
      help: 'give the tag that should win a higher `order`, set the variable in only one of them, or let lists add up with different orders and `!append`',
    },
  );
}

/** Whether two of the tags, which are by order, have one. */
function hasEqualOrders(tags: readonly Tag[]): boolean {
  for (let at = 1; at < tags.length; at++) if (tags[at]?.order === tags[at - 1]?.order) return true;
  return false;
}

function* pairsOfOneOrder(tags: readonly Tag[]): Iterable<readonly [Tag, Tag]> {
  for (let at = 0; at < tags.length; at++) {
    const first = tags[at];
    if (first?.vars === undefined || !first.orderKnown) continue;
    for (let next = at + 1; next < tags.length && tags[next]?.order === first.order; next++) {
      const second = tags[next];
      if (second?.vars !== undefined && second.orderKnown) yield [first, second];
    }
  }
}

/** The clashes of two tags, computed once for each pair. */
function clashFinder(): (
  first: Tag,
  second: Tag,
) => readonly { readonly clash: Clash; readonly path: string }[] {
  const known = new Map<Tag, Map<Tag, { clash: Clash; path: string }[]>>();
  const topLevel = new Map<Tag, ReadonlyMap<string, number>>();
  return (first, second) => {
    let row = known.get(first);
    if (row === undefined) {
      row = new Map<Tag, { clash: Clash; path: string }[]>();
      known.set(first, row);
    }
    let found = row.get(second);
    if (found === undefined) {
      found = compare(first, second, topLevel).map((clash) => ({
        clash,
        path: variablePath(clash.path),
      }));
      row.set(second, found);
    }
    return found;
  };
}

function compare(
  first: Tag,
  second: Tag,
  topLevel: Map<Tag, ReadonlyMap<string, number>>,
): Clash[] {
  const own = first.vars?.entries ?? [];
  let index = topLevel.get(first);
  if (index === undefined) {
    index = new Map(own.map((entry, at) => [entry.key, at]));
    topLevel.set(first, index);
  }
  return (second.vars?.entries ?? []).flatMap((entry) => {
    const at = index.get(entry.key);
    const other = at === undefined ? undefined : own[at];
    return other === undefined
      ? []
      : findClashes(other.value, entry.value, { key: entry.key, parent: undefined });
  });
}
