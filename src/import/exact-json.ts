/**
 * What Ansible prints as JSON → values, exactly: integers keep every digit, `1.0` stays a float. Values that no file of
 * the user's holds have one place.
 */
import { readPythonJson, type JsonRead } from '../syntax/json.js';
import { findEntry, type MapNode, type Node } from '../syntax/node.js';
import type { Source, Span } from '../text/source.js';

/** Where values are that no file of the user's holds. */
export const nowhere: Span = {
  source: { path: '', name: 'ansible-inventory', text: '' },
  start: 0,
  end: 0,
};

/** What Ansible printed. */
export function printed(text: string): Source {
  return { ...nowhere.source, text };
}

/** The value of a whole text, or why it has none. */
export function readExactJson(source: Source): JsonRead {
  return readPythonJson(source, nowhere);
}

/** True for a number that JSON itself does not have. */
export function isNotFinite(node: Node): boolean {
  return node.kind === 'float' && !Number.isFinite(node.value);
}

/** The value of a key of a map; undefined where it is absent or `node` is no map. */
export function valueAt(node: Node | undefined, key: string): Node | undefined {
  return node?.kind === 'map' ? findEntry(node, key)?.value : undefined;
}

/** The entries of a map; none for anything else. */
export function entriesOf(node: Node | undefined): MapNode['entries'] {
  return node?.kind === 'map' ? node.entries : [];
}

/** The texts of a list; what is no text is left out. */
export function textsOf(node: Node | undefined): readonly string[] {
  return node?.kind === 'list'
    ? node.items.flatMap((item) => (item.kind === 'string' ? [item.value] : []))
    : [];
}
