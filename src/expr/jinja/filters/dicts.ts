/** Ansible's filters on dicts. */
import { getItem, subscript } from '../access.js';
import { namedOr, type Bound, type Definitions } from '../bind.js';
import { dictFrom, equals, hashKey, truthy } from '../compare.js';
import { fail } from '../error.js';
import { deeper, repr } from '../repr.js';
import { force, isIterable, items, usable, type Run } from '../run.js';
import {
  isDict,
  isList,
  isObject,
  isSequence,
  isUndefined,
  list,
  typeName,
  type Dict,
  type Entry,
  type Key,
  type Raw,
  type Value,
} from '../values.js';
import { flat } from './combinations.js';

type ListMerge = 'replace' | 'keep' | 'append' | 'prepend' | 'append_rp' | 'prepend_rp';
const listMerges: readonly string[] = [
  'replace',
  'keep',
  'append',
  'prepend',
  'append_rp',
  'prepend_rp',
];

function isListMerge(text: string): text is ListMerge {
  return listMerges.includes(text);
}

function combine(run: Run, value: Value, args: Bound): Value {
  const other = [...args.named.keys()].find((key) => key !== 'recursive' && key !== 'list_merge');
  if (other !== undefined)
    return fail('type', "'recursive' and 'list_merge' are the only valid keyword arguments");
  const recursive = truthy(namedOr(args, 'recursive', false));
  const merge = namedOr(args, 'list_merge', 'replace');
  const dicts = flat(run, [value, ...args.rest].map(usable), 1n, true);
  const [only] = dicts;
  if (only === undefined) return dictFrom(run, []);
  if (dicts.length === 1) return only;
  if (typeof merge !== 'string' || !isListMerge(merge))
    return fail('value', `'list_merge' must be one of ${listMerges.join(', ')}`);
  return dicts.reduceRight((high, low) => mergeDicts(run, low, high, recursive, merge));
}

function mergeDicts(run: Run, low: Value, high: Value, recursive: boolean, merge: ListMerge): Dict {
  if (!isDict(low) || !isDict(high)) {
    return fail(
      'type',
      `failed to combine variables, expected dicts but got a '${typeName(low)}' and a '${typeName(high)}'`,
    );
  }
  const entries = new Map<Key, Entry>(low.entries);
  for (const [key, entry] of high.entries) {
    const below = entries.get(key);
    const mergedValue =
      below === undefined || (!recursive && merge === 'replace')
        ? entry.value
        : mergeValues(run, below.value, entry.value, recursive, merge);
    entries.set(key, { key: below?.key ?? entry.key, value: mergedValue });
  }
  return { kind: 'dict', entries };
}

function mergeValues(
  run: Run,
  lowRaw: Raw,
  highRaw: Raw,
  recursive: boolean,
  merge: ListMerge,
): Raw {
  const low = usable(force(run, lowRaw));
  const high = usable(force(run, highRaw));
  if (isDict(low) && isDict(high))
    return recursive ? deeper(run, () => mergeDicts(run, low, high, recursive, merge)) : high;
  if (!isList(low) || !isList(high)) return high;
  const lowOnly = (): readonly Raw[] => {
    const highItems = items(run, high);
    return items(run, low).filter((item) => !highItems.some((each) => equals(run, each, item)));
  };
  switch (merge) {
    case 'replace':
      return high;
    case 'keep':
      return low;
    case 'append':
      return list([...low.items, ...high.items]);
    case 'prepend':
      return list([...high.items, ...low.items]);
    case 'append_rp':
      return list([...lowOnly(), ...high.items]);
    case 'prepend_rp':
      return list([...high.items, ...lowOnly()]);
  }
}

function dictToItems(run: Run, value: Value, args: Bound): Value {
  if (!isDict(value))
    return fail('type', `dict2items requires a dictionary, got ${typeName(value)} instead.`);
  const key = args.or('key_name', 'key');
  const name = args.or('value_name', 'value');
  return list(
    [...value.entries.values()].map((entry) =>
      dictFrom(run, [
        [key, entry.key],
        [name, usable(force(run, entry.value))],
      ]),
    ),
  );
}

function itemsToDict(run: Run, value: Value, args: Bound): Value {
  if (!isSequence(value) && !(isObject(value) && value.kind === 'range'))
    return fail('type', `items2dict requires a list, got ${typeName(value)} instead.`);
  const keyName = args.or('key_name', 'key');
  const valueName = args.or('value_name', 'value');
  return dictFrom(
    run,
    items(run, value).map((item) => {
      const key = subscript(run, item, keyName);
      const inner = subscript(run, item, valueName);
      if (key !== undefined && inner !== undefined) return [usable(key), inner] as const;
      return isDict(item)
        ? fail(
            'type',
            `items2dict requires each dictionary in the list to contain the keys ${repr(run, keyName)} and ${repr(run, valueName)}`,
          )
        : fail('type', `items2dict requires a list of dictionaries, got ${typeName(item)} in it.`);
    }),
  );
}

function extract(run: Run, value: Value, args: Bound): Value {
  const more = args.or('morekeys', null);
  const keys =
    more === null ? [value] : isList(more) ? [value, ...items(run, more)] : [value, more];
  return keys.reduce(
    (found, key) => (isUndefined(found) ? found : getItem(run, found, key)),
    args.value('container'),
  );
}

function rekey(run: Run, value: Value, args: Bound): Value {
  const duplicates = args.asText('duplicates', 'error');
  if (duplicates !== 'error' && duplicates !== 'overwrite')
    return fail(
      'value',
      `duplicates parameter to rekey_on_member has unknown value \`${duplicates}\``,
    );
  if (typeof value === 'string' || !isIterable(value))
    return fail('type', 'Type is not a valid list, set, or dict');
  const all = isDict(value)
    ? items(run, list([...value.entries.values()].map((entry) => entry.value)))
    : items(run, value);
  const seen = new Set<unknown>();
  return dictFrom(
    run,
    all.map((item) => {
      if (!isDict(item)) return fail('type', 'List item is not a valid dict');
      const entry = item.entries.get(hashKey(run, args.value('key')));
      if (entry === undefined)
        return fail('value', `Key ${repr(run, args.value('key'))} was not found.`);
      const key = usable(force(run, entry.value));
      const hash = hashKey(run, key);
      if (seen.has(hash) && duplicates === 'error')
        return fail('value', `Key ${repr(run, key)} is not unique, cannot convert to dict.`);
      seen.add(hash);
      return [key, item] as const;
    }),
  );
}

export const dictFilters: Definitions = {
  combine: { takes: '* **', does: 'dicts merged, the last one winning', run: combine },
  dict2items: {
    takes: 'key_name? value_name?',
    does: 'a list of dicts with key and value',
    run: dictToItems,
  },
  items2dict: {
    takes: 'key_name? value_name?',
    does: 'a dict of a list of dicts with key and value',
    run: itemsToDict,
  },
  extract: {
    takes: 'container morekeys?',
    does: 'the value under this key in a container',
    run: extract,
  },
  rekey_on_member: {
    takes: 'key duplicates?',
    does: 'a dict of dicts under one of their own values',
    run: rekey,
  },
};
