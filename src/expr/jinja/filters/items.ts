/** Filters that call other filters and tests on every item, or look an attribute up in it. */
import type { Bound, Definition, Definitions } from '../bind.js';
import { sorted, truthy, equals } from '../compare.js';
import { fail } from '../error.js';
import { items, usable, type Run } from '../run.js';
import { isUndefined, list, tuple, typeName, type Value } from '../values.js';
import { folded, getter } from './attributes.js';

/** Undefined items pass; an undefined or empty input is an empty list, as it is false. */
function eachItem(run: Run, value: Value): readonly Value[] {
  const known = usable(value);
  return truthy(known) ? items(run, known, true) : [];
}

function map(run: Run, value: Value, args: Bound): Value {
  const all = eachItem(run, value);
  if (all.length === 0) return list([]);
  const [name, ...rest] = args.rest;
  if (name === undefined) {
    const attribute = args.named.get('attribute');
    if (attribute === undefined) return fail('value', 'map requires a filter argument');
    const other = [...args.named.keys()].find((key) => key !== 'attribute' && key !== 'default');
    if (other !== undefined) return fail('value', `\`map\` has no argument \`${other}\``);
    const get = getter(run, attribute, args.named.get('default'));
    return list(all.map(get));
  }
  const filter = usable(name);
  if (typeof filter !== 'string')
    return fail('type', `\`map\` needs the name of a filter, not ${typeName(filter)}`);
  return list(
    all.map((item) =>
      run.plugins.call(run, 'filter', filter, item, { positional: rest, named: args.named }),
    ),
  );
}

function selecting(keep: boolean, byAttribute: boolean): Definition['run'] {
  return (run, value, args) => {
    const all = eachItem(run, value);
    if (all.length === 0) return list([]);
    const [attribute] = args.rest;
    if (byAttribute && attribute === undefined)
      return fail('value', 'missing parameter for attribute name');
    const get = byAttribute ? getter(run, attribute) : (item: Value): Value => item;
    const [name, ...rest] = byAttribute ? args.rest.slice(1) : args.rest;
    const test = name === undefined ? undefined : usable(name);
    if (test !== undefined && typeof test !== 'string')
      return fail('type', `a test is named by a str, not ${typeName(test)}`);
    return list(
      all.filter((item) => {
        const tested = get(item);
        const result =
          test === undefined
            ? tested
            : run.plugins.call(run, 'test', test, tested, { positional: rest, named: args.named });
        return truthy(usable(result)) === keep;
      }),
    );
  };
}

/** A missing attribute is an error even with `default`: so it is in Ansible since 2.19. */
function groupBy(run: Run, value: Value, args: Bound): Value {
  const exact = getter(run, args.value('attribute'));
  const key = args.flag('case_sensitive')
    ? exact
    : (item: Value): Value => folded(usable(exact(item)));
  const ordered = sorted(run, items(run, value), (item) => usable(key(item)));
  const groups: Value[][] = [];
  for (const item of ordered) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last !== undefined && first !== undefined && equals(run, key(first), key(item)))
      last.push(item);
    else groups.push([item]);
  }
  return list(
    groups.map((group) =>
      tuple([group[0] === undefined ? null : exact(group[0]), list(group)], ['grouper', 'list']),
    ),
  );
}

function attr(run: Run, value: Value, args: Bound): Value {
  const name = args.text('name');
  const found = getter(run, name)(value);
  return isUndefined(found)
    ? found
    : fail('unsupported', '`attr` is not supported: use `.name` or `[name]`');
}

export const itemFilters: Definitions = {
  map: {
    takes: '* **',
    does: 'every item through a filter, or an attribute of every item',
    undefinedArguments: false,
    run: map,
  },
  select: { takes: '* **', does: 'the items that pass a test', run: selecting(true, false) },
  reject: { takes: '* **', does: 'the items that fail a test', run: selecting(false, false) },
  selectattr: {
    takes: '* **',
    does: 'the items whose attribute passes a test',
    run: selecting(true, true),
  },
  rejectattr: {
    takes: '* **',
    does: 'the items whose attribute fails a test',
    run: selecting(false, true),
  },
  groupby: {
    takes: 'attribute default? case_sensitive?',
    does: 'pairs of an attribute and the items that have it',
    run: groupBy,
  },
  attr: { takes: 'name', does: 'a Python attribute', run: attr },
};
