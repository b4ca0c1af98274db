/**
 * Where the relative paths lead that are written in a file which is reached through a link: looked up once, while the
 * file is loaded, so that whoever needs one later asks nobody (`text/path-from.ts`).
 */
import { basename, dirname, resolve } from 'node:path';
import { defaultStatePath } from '../state/declaration.js';
import type { MapNode, Node } from '../syntax/node.js';
import type { System } from '../system.js';
import type { Source } from '../text/source.js';
import { resolveFrom } from './paths.js';

/** The fields that hold a path, in every kind of file. */
const pathFields = new Set(['file', 'identity_file', 'source']);

/** Notes the paths in a file that are only there beside the target of its link. */
export function noteLinkedPaths(system: System, root: Node): void {
  const { source } = root;
  const { link, path } = source;
  if (link === undefined) return;
  for (const written of pathsIn(root)) {
    const found = resolveFrom(system, source, written);
    if (found === resolve(dirname(path), written)) link.paths.delete(written);
    else link.paths.set(written, found);
  }
  noteDefaultState(system, source);
}

/** The state of an inventory that does not say where it is kept is called like the inventory: the link, or its target. */
function noteDefaultState(system: System, { path, link }: Source): void {
  if (link === undefined) return;
  const [own, other] = [defaultStatePath(path), defaultStatePath(link.target)];
  if (system.kindOf(own) === undefined && system.kindOf(other) !== undefined)
    link.paths.set(basename(own), other);
  else link.paths.delete(basename(own));
}

/** The values of all fields that hold paths, and the items of `include`. */
function* pathsIn(root: Node): Generator<string> {
  if (root.kind !== 'map') return;
  const waiting: Node[] = [root];
  const known = new Set<Node>();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (known.has(node)) continue;
    known.add(node);
    if (node.kind === 'list' && node.words === undefined)
      for (const item of node.items) waiting.push(item);
    if (node.kind !== 'map') continue;
    for (const { key, value } of node.entries) {
      if (value.kind === 'map' || value.kind === 'list') waiting.push(value);
      else if (value.kind === 'string' && pathFields.has(key)) yield value.value;
    }
  }
  yield* includesIn(root);
}

function* includesIn(root: MapNode): Generator<string> {
  for (const { key, value } of root.entries) {
    if (key !== 'include' || value.kind !== 'list') continue;
    for (const item of value.items) if (item.kind === 'string') yield item.value;
  }
}
