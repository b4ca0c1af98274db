/** Ansible's filters that join lists: sets, zips, products, flattening. Order is that of first occurrence. */
import { namedOr, type Bound, type Definition, type Definitions } from '../bind.js';
import { contains, hashKey, order } from '../compare.js';
import { fail, isOurs, JinjaError } from '../error.js';
import { checkItems, spend } from '../limits.js';
import { getItem } from '../access.js';
import { binary } from '../operators.js';
import { isIterable, items, usable, type Run } from '../run.js';
import {
  isDict,
  isInt,
  isList,
  isNumber,
  isSequence,
  isUndefined,
  list,
  tuple,
  typeName,
  type Key,
  type Value,
} from '../values.js';
import { distinct } from './lists.js';

/** The items of both without repetition, where both can be iterated and all items are hashable, as Python's `set` needs. */
function asSets(
  run: Run,
  value: Value,
  other: Value,
): readonly [Map<Key, Value>, Map<Key, Value>] | undefined {
  if (!isIterable(value) || !isIterable(other)) return undefined;
  try {
    return [byHash(run, items(run, value)), byHash(run, items(run, other))];
  } catch (error) {
    if (error instanceof JinjaError && !isOurs(error)) return undefined;
    throw error;
  }
}

/** Each item once, the first of those that are equal. */
function byHash(run: Run, all: readonly Value[]): Map<Key, Value> {
  const kept = new Map<Key, Value>();
  for (const item of all) {
    const hash = hashKey(run, item);
    if (!kept.has(hash)) kept.set(hash, item);
  }
  return kept;
}

/** One of Python's set operations: by hash, or item by item where a set cannot be made, as Ansible does it. */
function onSets(
  does: string,
  bySet: (a: ReadonlyMap<Key, Value>, b: ReadonlyMap<Key, Value>) => readonly Value[],
  byItem: (run: Run, a: Value, b: Value) => readonly Value[],
): Definition {
  return {
    takes: 'other',
    does,
    run: (run, value, args) => {
      const other = args.value('other');
      const sets = asSets(run, value, other);
      return list(sets === undefined ? byItem(run, value, other) : bySet(...sets));
    },
  };
}

type Sets = Parameters<Parameters<typeof onSets>[1]>;

function without(a: Sets[0], b: Sets[1]): Value[] {
  return [...a].filter(([key]) => !b.has(key)).map(([, item]) => item);
}

/** The items of `a` that are in `b`, or those that are not. */
function filtered(run: Run, a: Value, b: Value, kept: boolean): readonly Value[] {
  const all = items(run, a).filter((item) => {
    spend(run.budget, isSequence(b) ? b.items.length : 1);
    return contains(run, b, item) === kept;
  });
  return distinct(run, all);
}

function added(run: Run, a: Value, b: Value): readonly Value[] {
  return distinct(run, items(run, binary(run, '+', a, b)));
}

function zip(run: Run, value: Value, args: Bound, fill?: Value): Value {
  const lists = [value, ...args.rest].map((each) => items(run, each));
  const lengths = lists.map((each) => each.length);
  const length = fill === undefined ? Math.min(...lengths) : Math.max(...lengths);
  return list(
    Array.from({ length }, (_, index) =>
      tuple(lists.map((each) => (index < each.length ? (each[index] ?? null) : (fill ?? null)))),
    ),
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
  const levels = args.value('levels');
  const skipNulls = args.flag('skip_nulls', true);
  return list(flat(run, items(run, value), levels, skipNulls));
}

/** Lists in the list are opened so many levels deep, all of them where `levels` is null. */
export function flat(run: Run, all: readonly Value[], levels: Value, skipNulls: boolean): Value[] {
  return all.flatMap((item) => {
    if (skipNulls && (item === null || item === 'None' || item === 'null')) return [];
    if (!isSequence(item)) return [item];
    if (levels === null) return flat(run, items(run, item), null, skipNulls);
    if (order(run, levels, 1n, '>=') < 0) return [item];
    const left = isNumber(levels) ? BigInt(Math.trunc(Number(levels))) - 1n : 0n;
    return flat(run, items(run, item), left, skipNulls);
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
  union: onSets('the items of either list', (a, b) => [...a.values(), ...without(b, a)], added),
  intersect: onSets(
    'the items of both lists',
    (a, b) => [...a].filter(([key]) => b.has(key)).map(([, item]) => item),
    (run, a, b) => filtered(run, a, b, true),
  ),
  difference: onSets('the items that the other list has not', without, (run, a, b) =>
    filtered(run, a, b, false),
  ),
  symmetric_difference: onSets(
    'the items of exactly one list',
    (a, b) => [...without(a, b), ...without(b, a)],
    (run, a, b) => {
      const common = list(filtered(run, a, b, true));
      return added(run, a, b).filter((item) => !contains(run, common, item));
    },
  ),
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
        ? zip(run, value, args, namedOr(args, 'fillvalue', null))
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
