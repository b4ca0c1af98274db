/** Jinja2's filters over the items of any iterable. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { equals, hashKey, order, sorted, truthy } from '../compare.js';
import { fail, failOpenly, isOurs, JinjaError } from '../error.js';
import { checkItems, checkText } from '../limits.js';
import { binary } from '../operators.js';
import { str } from '../repr.js';
import {
  characters,
  force,
  items,
  pair,
  rangeLength,
  textLength,
  usable,
  vaulted,
  type Run,
} from '../run.js';
import {
  isBlank,
  isDict,
  isObject,
  isSequence,
  list,
  typeName,
  undefinedValue,
  type Value,
} from '../values.js';
import { comparisonKey, getter, sortKey } from './attributes.js';

function length(_run: Run, value: Value): Value {
  if (typeof value === 'string') return BigInt(textLength(value));
  if (isSequence(value)) return BigInt(value.items.length);
  if (isDict(value)) return BigInt(value.entries.size);
  if (isBlank(value)) return 0n;
  if (isObject(value) && value.kind === 'range') return rangeLength(value);
  if (isObject(value) && value.kind === 'vault') return failOpenly('unsupported', vaulted);
  return failOpenly('type', `object of type '${typeName(value)}' has no len()`);
}

function first(run: Run, value: Value): Value {
  const [item] = items(run, value, true);
  return item === undefined
    ? undefinedValue('No first item, sequence was empty.', { isOpen: true })
    : item;
}

function last(run: Run, value: Value): Value {
  const item = items(run, value, true).at(-1);
  return item === undefined
    ? undefinedValue('No last item, sequence was empty.', { isOpen: true })
    : item;
}

function reverse(run: Run, value: Value): Value {
  return typeof value === 'string'
    ? characters(value).reverse().join('')
    : list([...items(run, value)].reverse());
}

function join(run: Run, value: Value, args: Bound): Value {
  const attribute = args.given('attribute');
  const get = attribute === undefined ? (item: Value): Value => item : getter(run, attribute);
  const parts = items(run, value).map((item) => str(run, usable(get(item))));
  const separator = args.asText('d', '');
  checkText(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
  return parts.join(separator);
}

function sort(run: Run, value: Value, args: Bound): Value {
  const key = sortKey(run, args.given('attribute'), args.flag('case_sensitive'));
  return list(sorted(run, items(run, value), key, args.flag('reverse')));
}

function extreme(sign: 1 | -1): Definition['run'] {
  return (run, value, args) => {
    const all = items(run, value);
    const [start] = all;
    if (start === undefined)
      return undefinedValue('No aggregated item, sequence was empty.', { isOpen: true });
    const key = comparisonKey(run, args.given('attribute'), args.flag('case_sensitive'));
    key(start);
    return all
      .slice(1)
      .reduce(
        (best, item) =>
          order(run, key(item), key(best), sign < 0 ? '<' : '>') * sign > 0 ? item : best,
        start,
      );
  };
}

/** Keys that cannot be hashed fall back to comparing, where Ansible does. */
function unique(run: Run, value: Value, args: Bound): Value {
  const all = items(run, value);
  const attribute = args.given('attribute');
  const key = comparisonKey(run, attribute, args.flag('case_sensitive'));
  try {
    const seen = new Set<unknown>();
    return list(
      all.filter((item) => {
        const hash = hashKey(run, key(item));
        if (seen.has(hash)) return false;
        seen.add(hash);
        return true;
      }),
    );
  } catch (error) {
    if (!(error instanceof JinjaError) || isOurs(error)) throw error;
    if (args.given('case_sensitive') === false || (attribute !== undefined && truthy(attribute)))
      return fail('value', error.message, error.help);
    return list(distinct(run, all));
  }
}

export function distinct(run: Run, all: readonly Value[]): Value[] {
  const kept: Value[] = [];
  for (const item of all) if (!kept.some((each) => equals(run, each, item))) kept.push(item);
  return kept;
}

function sum(run: Run, value: Value, args: Bound): Value {
  const attribute = args.given('attribute');
  const get =
    attribute === undefined || attribute === null
      ? (item: Value): Value => item
      : getter(run, attribute);
  const start = args.or('start', 0n);
  if (typeof start === 'string')
    return failOpenly('type', "sum() can't sum strings [use ''.join(seq) instead]");
  return addAll(
    run,
    items(run, value).map((item) => usable(get(item))),
    start,
  );
}

/** Floats are added with compensation, as Python does since 3.12. */
function addAll(run: Run, values: readonly Value[], start: Value): Value {
  let total = start;
  let lost = 0;
  for (const value of values) {
    const before = total;
    total = binary(run, '+', total, value);
    if (typeof before === 'number' && typeof value === 'number' && typeof total === 'number') {
      lost += Math.abs(before) >= Math.abs(value) ? before - total + value : value - total + before;
    }
  }
  return typeof total === 'number' && lost !== 0 && Number.isFinite(lost) ? total + lost : total;
}

function batch(run: Run, value: Value, args: Bound): Value {
  const size = Number(args.int('linecount'));
  const all = items(run, value);
  checkItems(size);
  const fill = args.or('fill_with', null);
  const groups: Value[][] = [];
  let group: Value[] = [];
  for (const item of all) {
    if (group.length === size) {
      groups.push(group);
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0) groups.push(group);
  while (fill !== null && group.length > 0 && group.length < size) group.push(fill);
  return list(groups.map((each) => list(each)));
}

function slice(run: Run, value: Value, args: Bound): Value {
  const count = Number(args.int('slices'));
  const all = items(run, value);
  if (count === 0) return failOpenly('value', 'integer division or modulo by zero');
  checkItems(count);
  const fill = args.or('fill_with', null);
  const size = Math.floor(all.length / count);
  const extra = all.length - size * count;
  const groups: Value[] = [];
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const end = start + size + (index < extra ? 1 : 0);
    const group = all.slice(start, end);
    if (fill !== null && index >= extra) group.push(fill);
    groups.push(list(group));
    start = end;
  }
  return list(groups);
}

function dictSort(run: Run, value: Value, args: Bound): Value {
  if (!isDict(value))
    return failOpenly('type', `'${typeName(value)}' object has no attribute 'items'`);
  const by = args.text('by', 'key');
  if (by !== 'key' && by !== 'value')
    return failOpenly('value', 'You can only sort by either "key" or "value"');
  const key = (item: { key: Value; value: Value }): Value => {
    const chosen = item[by];
    return typeof chosen === 'string' && !args.flag('case_sensitive')
      ? chosen.toLowerCase()
      : chosen;
  };
  const pairs = [...value.entries.values()].map((entry) => ({
    key: entry.key,
    value: usable(force(run, entry.value)),
  }));
  return list(
    sorted(run, pairs, key, args.flag('reverse')).map((each) => ({
      kind: 'tuple',
      items: [each.key, each.value],
    })),
  );
}

function itemPairs(run: Run, value: Value): Value {
  if (isBlank(value)) return list([]);
  if (!isDict(value)) return failOpenly('type', 'Can only get item pairs from a mapping.');
  return list(
    [...value.entries.values()].map((entry) => pair(entry.key, usable(force(run, entry.value)))),
  );
}

export const listFilters: Definitions = {
  length: { takes: '', does: 'the number of items or characters', run: length },
  count: { takes: '', does: 'the number of items or characters', run: length },
  first: { takes: '', does: 'the first item', run: first },
  last: { takes: '', does: 'the last item', run: last },
  list: {
    takes: '',
    does: 'a list of the items or characters',
    run: (run, value) => list(items(run, value)),
  },
  reverse: { takes: '', does: 'the other way round', run: reverse },
  join: { takes: 'd? attribute?', does: 'the items as one text', run: join },
  sort: { takes: 'reverse? case_sensitive? attribute?', does: 'the items in order', run: sort },
  min: { takes: 'case_sensitive? attribute?', does: 'the smallest item', run: extreme(-1) },
  max: { takes: 'case_sensitive? attribute?', does: 'the largest item', run: extreme(1) },
  unique: { takes: 'case_sensitive? attribute?', does: 'every item once', run: unique },
  sum: { takes: 'attribute? start?', does: 'the sum of the items', run: sum },
  batch: { takes: 'linecount fill_with?', does: 'lists of so many items', run: batch },
  slice: { takes: 'slices fill_with?', does: 'so many lists of items', run: slice },
  dictsort: {
    takes: 'case_sensitive? by? reverse?',
    does: 'the pairs of a dict in order',
    run: dictSort,
  },
  items: { takes: '', does: 'the pairs of a dict', run: itemPairs },
};
