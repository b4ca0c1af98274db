/** Ansible's filters that join lists: sets, zips, products, flattening. Order is that of first occurrence. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { equals, hashKey } from '../compare.js';
import { fail, JinjaError } from '../error.js';
import { checkItems, spend } from '../limits.js';
import { getItem } from '../access.js';
import { items, usable, type Run } from '../run.js';
import {
  isDict,
  isInt,
  isList,
  isSequence,
  isUndefined,
  list,
  tuple,
  typeName,
  type Value,
} from '../values.js';
import { distinct } from './lists.js';

/** Membership by hash, or by comparing when an item is unhashable. */
function membership(run: Run, all: readonly Value[]): (item: Value) => boolean {
  try {
    const known = new Set<unknown>(all.map((item) => hashKey(run, item)));
    return (item) => known.has(hashKey(run, item));
  } catch (error) {
    if (!(error instanceof JinjaError)) throw error;
    return (item) => all.some((each) => equals(run, each, item));
  }
}

function hashable(run: Run, all: readonly Value[]): boolean {
  try {
    for (const item of all) hashKey(run, item);
    return true;
  } catch (error) {
    if (error instanceof JinjaError) return false;
    throw error;
  }
}

function onSets(
  combine: (
    a: readonly Value[],
    b: readonly Value[],
    inA: (item: Value) => boolean,
    inB: (item: Value) => boolean,
  ) => readonly Value[],
): Definition {
  return {
    takes: 'other',
    does: 'two lists as sets',
    run: (run, value, args) => {
      const a = items(run, value);
      const b = items(run, args.value('other'));
      const byHash = hashable(run, a) && hashable(run, b);
      const compareIn =
        (all: readonly Value[]) =>
        (item: Value): boolean =>
          all.some((each) => equals(run, each, item));
      const inA = byHash ? membership(run, a) : compareIn(a);
      const inB = byHash ? membership(run, b) : compareIn(b);
      spend(run.budget, byHash ? 0 : a.length * b.length);
      return list(once(run, combine(a, b, inA, inB), byHash));
    },
  };
}

function once(run: Run, all: readonly Value[], byHash: boolean): readonly Value[] {
  if (!byHash) return distinct(run, all);
  const seen = new Set<unknown>();
  return all.filter((item) => {
    const hash = hashKey(run, item);
    const fresh = !seen.has(hash);
    seen.add(hash);
    return fresh;
  });
}

function zip(run: Run, value: Value, args: Bound, fill?: Value): Value {
  const lists = [value, ...args.rest].map((each) => items(run, each));
  const lengths = lists.map((each) => each.length);
  const length = fill === undefined ? Math.min(...lengths) : Math.max(...lengths);
  return list(
    Array.from({ length }, (_, index) => tuple(lists.map((each) => each[index] ?? fill ?? null))),
  );
}

function product(run: Run, value: Value, args: Bound): Value {
  const other = [...args.named.keys()].find((key) => key !== 'repeat');
  if (other !== undefined) return fail('type', `\`product\` has no argument \`${other}\``);
  const times = args.named.get('repeat');
  const repeat =
    times === undefined
      ? 1n
      : isInt(times)
        ? BigInt(times)
        : fail('type', 'argument `repeat` must be an int');
  if (repeat < 0n || repeat > 100n)
    return fail('value', 'argument `repeat` must be between 0 and 100');
  const lists = Array.from({ length: Number(repeat) }, () =>
    [value, ...args.rest].map((each) => items(run, each)),
  ).flat();
  checkItems(lists.reduce((total, each) => total * BigInt(each.length), 1n));
  let rows: Value[][] = [[]];
  for (const each of lists) rows = rows.flatMap((row) => each.map((item) => [...row, item]));
  spend(run.budget, rows.length * lists.length);
  return list(rows.map((row) => tuple(row)));
}

/** All ways to take `size` of the items, by position; `ordered` counts each order on its own. */
function arrangements(run: Run, all: readonly Value[], size: number, ordered: boolean): Value {
  const rows: Value[] = [];
  const chosen: number[] = [];
  const visit = (): void => {
    spend(run.budget);
    if (chosen.length === size) {
      rows.push(tuple(chosen.map((index) => all[index] ?? null)));
      checkItems(rows.length);
      return;
    }
    for (let index = ordered ? 0 : (chosen.at(-1) ?? -1) + 1; index < all.length; index += 1) {
      if (ordered && chosen.includes(index)) continue;
      chosen.push(index);
      visit();
      chosen.pop();
    }
  };
  if (size <= all.length) visit();
  return list(rows);
}

function takingSome(ordered: boolean, needsSize: boolean): Definition {
  return {
    takes: needsSize ? 'r' : 'r?',
    does: `all ${ordered ? 'orders' : 'choices'} of so many items`,
    run: (run, value, args) => {
      const all = items(run, value);
      const size =
        args.given('r') === undefined || args.given('r') === null
          ? all.length
          : Number(args.int('r'));
      return size < 0
        ? fail('value', 'r must be non-negative')
        : arrangements(run, all, Math.min(size, all.length + 1), ordered);
    },
  };
}

function flatten(run: Run, value: Value, args: Bound): Value {
  const levels =
    args.given('levels') === undefined || args.given('levels') === null
      ? Infinity
      : Number(args.int('levels'));
  const skipNulls = args.flag('skip_nulls', true);
  return list(flat(run, items(run, value), levels, skipNulls));
}

export function flat(run: Run, all: readonly Value[], levels: number, skipNulls: boolean): Value[] {
  return all.flatMap((item) => {
    if (skipNulls && (item === null || item === 'None' || item === 'null')) return [];
    return isSequence(item) && levels >= 1
      ? flat(run, items(run, item), levels - 1, skipNulls)
      : [item];
  });
}

function subelements(run: Run, value: Value, args: Bound): Value {
  if (!isDict(value) && !isList(value))
    return fail('value', 'obj must be a list of dicts or a nested dict');
  const elements = isDict(value)
    ? items(run, list([...value.entries.values()].map((entry) => entry.value)))
    : items(run, value);
  const path = args.value('subelement_obj');
  const steps =
    typeof path === 'string'
      ? path.split('.')
      : isList(path)
        ? items(run, path)
        : fail('type', `subelements must be a list or a string, got ${typeName(path)}`);
  const rows = elements.flatMap((element) => {
    let found: Value = element;
    for (const step of steps) {
      if (!isDict(found))
        return fail(
          'type',
          `the key ${typeof step === 'string' ? `\`${step}\`` : ''} should point to a dictionary, got ${typeName(found)}`,
        );
      const next = getItem(run, found, step);
      if (isUndefined(next) || !isDict(found)) {
        if (args.flag('skip_missing')) return [];
        return fail(
          'value',
          `could not find the key \`${typeof step === 'string' ? step : typeName(step)}\` in an item`,
        );
      }
      found = usable(next);
    }
    if (!isList(found))
      return fail('type', `subelements must lead to a list, got ${typeName(found)}`);
    return items(run, found).map((each) => tuple([element, each]));
  });
  return list(rows);
}

export const combinationFilters: Definitions = {
  union: { ...onSets((a, b) => [...a, ...b]), does: 'the items of either list' },
  intersect: { ...onSets((a, _b, _inA, inB) => a.filter(inB)), does: 'the items of both lists' },
  difference: {
    ...onSets((a, _b, _inA, inB) => a.filter((item) => !inB(item))),
    does: 'the items that the other list has not',
  },
  symmetric_difference: {
    ...onSets((a, b, inA, inB) => [
      ...a.filter((item) => !inB(item)),
      ...b.filter((item) => !inA(item)),
    ]),
    does: 'the items of exactly one list',
  },
  zip: {
    takes: '*',
    does: 'the first items together, the second items together, …',
    run: (run, value, args) => zip(run, value, args),
  },
  zip_longest: {
    takes: '* **',
    does: 'like zip, missing items filled',
    run: (run, value, args) => {
      const other = [...args.named.keys()].find((key) => key !== 'fillvalue');
      return other === undefined
        ? zip(run, value, args, args.named.get('fillvalue') ?? null)
        : fail('type', `\`zip_longest\` has no argument \`${other}\``);
    },
  },
  product: { takes: '* **', does: 'all pairs of items', run: product },
  combinations: takingSome(false, true),
  permutations: takingSome(true, false),
  flatten: { takes: 'levels? skip_nulls?', does: 'lists inside the list opened', run: flatten },
  subelements: {
    takes: 'subelement_obj skip_missing?',
    does: 'each element with each item of a list in it',
    run: subelements,
  },
};
