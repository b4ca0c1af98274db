/** The keys of the variables that the inventory and its tags set. */
import { isSensitive } from '../syntax/node.js';
import type { Analysis } from './analysis.js';

/** The keys below `keys`, each as often as it is set; those of a sensitive value are a part of the secret. */
export function* keysSet({ definitions }: Analysis, keys: readonly string[]): Generator<string> {
  for (const vars of definitions.flatMap((file) => [
    file.vars,
    ...file.tags.map((tag) => tag.vars),
  ])) {
    let node = vars;
    for (const key of keys) {
      const next = node?.entries.find((entry) => entry.key === key)?.value;
      node = next?.kind === 'map' && !isSensitive(next) ? next : undefined;
    }
    for (const entry of node?.entries ?? []) yield entry.key;
  }
}

/** Paths of variables as a declaration names them: with dots, where every key may stand in one. */
export function pathsSet(analysis: Analysis, above: readonly string[] = []): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of new Set(keysSet(analysis, above))) {
    if (!/^[A-Za-z0-9_][\w-]*$/.test(name)) continue;
    const path = [...above, name];
    found.add(path.join('.'));
    if (path.length < 3) for (const each of pathsSet(analysis, path)) found.add(each);
  }
  return found;
}
