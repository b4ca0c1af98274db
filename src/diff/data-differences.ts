/** Two components → the paths at which they differ, as they reach Ansible. */
import { isSpecial, type Data } from '../model/component-data.js';
import { identical } from '../resolve/unify.js';

export interface DataDifference {
  readonly keys: readonly string[];
  readonly old: Data | undefined;
  readonly new: Data | undefined;
}

/** Every difference below `keys`; `isSameText` says which texts count as one. Lists are compared whole. */
export function dataDifferences(
  old: Data | undefined,
  now: Data | undefined,
  keys: readonly string[],
  isSameText: (old: string, now: string) => boolean,
): DataDifference[] {
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  if (before !== undefined && after !== undefined) {
    return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) =>
      dataDifferences(before.get(key), after.get(key), [...keys, key], isSameText),
    );
  }
  return isSame(old, now, isSameText) ? [] : [{ keys, old, new: now }];
}

function isSame(
  old: Data | undefined,
  now: Data | undefined,
  isSameText: (old: string, now: string) => boolean,
): boolean {
  if (old === undefined || now === undefined) return old === now;
  if (isSpecial(old) || isSpecial(now))
    return isSpecial(old) && isSpecial(now) && identical(old.special, now.special);
  if (typeof old === 'string' && typeof now === 'string')
    return old === now || isSameText(old, now);
  return JSON.stringify(old) === JSON.stringify(now);
}

/** The fields of a map; undefined for anything else. */
function fieldsOf(data: Data | undefined): ReadonlyMap<string, Data> | undefined {
  if (typeof data !== 'object' || Array.isArray(data) || isSpecial(data)) return undefined;
  if (data instanceof Map) return data as ReadonlyMap<string, Data>;
  return new Map(
    Object.entries(data as Readonly<Record<string, Data | undefined>>).flatMap(
      ([key, value]): [string, Data][] => (value === undefined ? [] : [[key, value]]),
    ),
  );
}
