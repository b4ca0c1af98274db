/** The result of an expression: every template in it read, tuples made lists, `omit` dropped, nothing undefined left. */
import { formatDateTime } from './datetime.js';
import { failOpenly } from './error.js';
import { spend } from './limits.js';
import { deeper } from './repr.js';
import { blank, force, usable, type Run } from './run.js';
import {
  isObject,
  typeName,
  type Key,
  type Raw,
  type Scalar,
  type Value,
  type Vault,
} from './values.js';

export interface FinalList {
  readonly kind: 'list';
  readonly items: readonly Final[];
}
/** Keys are scalars, as Ansible makes them strings only when it writes JSON. */
export interface FinalDict {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<Key, { readonly key: Scalar; readonly value: Final }>;
}
export type Final = Scalar | FinalList | FinalDict | Vault;

export function finalize(run: Run, value: Value): Final {
  spend(run.budget);
  const known = usable(force(run, value));
  if (!isObject(known)) return known;
  switch (known.kind) {
    case 'vault':
      return known;
    case 'list':
    case 'tuple':
      return deeper(run, () => ({ kind: 'list', items: kept(run, known.items) }));
    case 'dict':
      return deeper(run, () => {
        const entries = new Map<Key, { key: Scalar; value: Final }>();
        for (const [hash, entry] of known.entries) {
          const inner = usable(force(run, entry.value));
          if (isObject(inner) && inner.kind === 'omit') continue;
          if (isObject(entry.key))
            failOpenly(
              'unsupported',
              `a dict with keys of type ${typeName(entry.key)} cannot be a result`,
            );
          entries.set(hash, { key: entry.key, value: finalize(run, inner) });
        }
        return { kind: 'dict', entries };
      });
    case 'datetime':
      return formatDateTime(known).replace(' ', 'T');
    case 'blank':
      return blank(known);
    case 'omit':
      return failOpenly('value', '`omit` cannot stand here');
    case 'callable':
      return failOpenly(
        'type',
        `the result is the method \`${known.name}\`, not a value`,
        'call it with `()`',
      );
    case 'range':
      return failOpenly('type', 'a range cannot be a result', 'add `| list`');
    case 'timedelta':
    case 'unknown':
      return failOpenly(
        'type',
        `a result of type ${typeName(known)} cannot be stored in a variable`,
      );
  }
}

function kept(run: Run, raws: readonly Raw[]): Final[] {
  const items: Final[] = [];
  for (const raw of raws) {
    const value = usable(force(run, raw));
    if (!isObject(value) || value.kind !== 'omit') items.push(finalize(run, value));
  }
  return items;
}
