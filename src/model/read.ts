/** Reading fields of a syntax tree: what has the expected type, or nothing. */
import { findEntry, type Entry, type ListNode, type MapNode, type Node } from '../syntax/node.js';
import type { Spanned } from '../text/source.js';
import type { Name, NameList, SettingNode } from './inventory.js';

export function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'string' || node?.kind === 'unsafe' ? node.value : undefined;
}

export function boolOf(node: Node | undefined): boolean | undefined {
  return node?.kind === 'bool' ? node.value : undefined;
}

/** A field that is text, whatever Ansible has to make of it; undefined for any other value, which is reported. */
export function settingOf(node: Node | undefined): SettingNode | undefined {
  switch (node?.kind) {
    case 'string':
    case 'unsafe':
    case 'vault':
    case 'unknown':
      return node;
    default:
      return undefined;
  }
}

/** A string node as a name with its place. */
export function nameOf(node: Node): Name | undefined {
  const name = textOf(node);
  return name === undefined
    ? undefined
    : { name, source: node.source, start: node.start, end: node.end };
}

/** The strings of the list at `key`. */
export function namesOf(map: MapNode, key: string): Name[] {
  return itemsOf(map, key).flatMap((item) => nameOf(item) ?? []);
}

/** The strings of a list. */
export function nameListOf(list: ListNode): NameList {
  const places = (): readonly Name[] => list.items.flatMap((item) => nameOf(item) ?? []);
  return { names: list.words ?? list.items.flatMap((item) => textOf(item) ?? []), places };
}

/** A list of no names. */
export const noNames: NameList = { names: [], places: () => [] };

export function itemsOf(map: MapNode, key: string): readonly Node[] {
  const value = findEntry(map, key)?.value;
  return value?.kind === 'list' ? value.items : [];
}

export function entriesOf(map: MapNode, key: string): readonly Entry[] {
  return childMap(map, key)?.entries ?? [];
}

export function childMap(map: MapNode, key: string): MapNode | undefined {
  const value = findEntry(map, key)?.value;
  return value?.kind === 'map' ? value : undefined;
}

/** The string at `key` with its place. */
export function textAt(map: MapNode | undefined, key: string): Spanned<string> | undefined {
  const value = map && findEntry(map, key)?.value;
  const text = textOf(value);
  return value === undefined || text === undefined ? undefined : { value: text, span: value };
}

/** The string at `key`; an empty one, which is told elsewhere, counts as absent. */
export function filledAt(map: MapNode | undefined, key: string): Spanned<string> | undefined {
  const text = textAt(map, key);
  return text?.value === '' ? undefined : text;
}
