/** The `attribute` argument of Jinja2's filters: `a.b.0`, and several of those with commas for `sort`. */
import { getItem } from '../access.js';
import { isUndefined, typeName, type Value } from '../values.js';
import { list } from '../values.js';
import { fail } from '../error.js';
import { usable, type Run } from '../run.js';

export type Getter = (item: Value) => Value;

function parts(attribute: Value): readonly Value[] {
  if (attribute === null) return [];
  if (typeof attribute === 'string')
    return attribute.split('.').map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
  return typeof attribute === 'bigint'
    ? [attribute]
    : fail('type', `an attribute must be a str or an int, not ${typeName(attribute)}`);
}

/** Reads an attribute path; an undefined step becomes `missing` if there is one. */
export function getter(run: Run, attribute: Value | undefined, missing?: Value): Getter {
  const steps = attribute === undefined ? [] : parts(usable(attribute));
  return (item) => {
    let value = item;
    for (const step of steps) {
      value = getItem(run, value, step);
      if (isUndefined(value) && missing !== undefined && missing !== null) value = missing;
    }
    return value;
  };
}

/** Strings in lower case, anything else as it is. */
export function folded(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** The key to sort or compare by, without regard to case unless `caseSensitive`. */
export function sortKey(run: Run, attribute: Value | undefined, caseSensitive: boolean): Getter {
  const paths = typeof attribute === 'string' ? attribute.split(',') : [attribute];
  const getters = paths.map((path) => getter(run, path));
  const fold = (value: Value): Value => (caseSensitive ? value : folded(value));
  const [only] = getters;
  if (getters.length === 1 && only !== undefined) return (item) => fold(usable(only(item)));
  return (item) => list(getters.map((get) => fold(usable(get(item)))));
}
