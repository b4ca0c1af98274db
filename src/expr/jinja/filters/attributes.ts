/** The `attribute` argument of Jinja2's filters: `a.b.0`, and several of those with commas for `sort`. */
import { getItem } from '../access.js';
import { isUndefined, list, type Value } from '../values.js';
import { usable, type Run } from '../run.js';

export type Getter = (item: Value) => Value;

function parts(attribute: Value): readonly Value[] {
  if (attribute === null) return [];
  return typeof attribute === 'string'
    ? attribute.split('.').map((part) => (/^\d+$/.test(part) ? BigInt(part) : part))
    : [attribute];
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

/** The key to compare by, without regard to case unless `caseSensitive`. */
export function comparisonKey(
  run: Run,
  attribute: Value | undefined,
  caseSensitive: boolean,
): Getter {
  const get = getter(run, attribute);
  return (item) => (caseSensitive ? usable(get(item)) : folded(usable(get(item))));
}

/** The key of `sort`: a list also for one attribute, so that equal values need no order between them. */
export function sortKey(run: Run, attribute: Value | undefined, caseSensitive: boolean): Getter {
  const paths = typeof attribute === 'string' ? attribute.split(',') : [attribute];
  const keys = paths.map((path) => comparisonKey(run, path, caseSensitive));
  return (item) => list(keys.map((key) => key(item)));
}
