/** Changes of a text that keep the rest of it as it is written: a definition more, another order. */
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import type { Source, Span } from '../text/source.js';
import type { Draft } from './analysis.js';

export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** Puts `key: value` into a section of a file, which is made where it is missing; undefined where that is no map. */
export function addToSection(
  { root, source }: Draft,
  section: string,
  key: string,
  value: string,
): Edit | undefined {
  const entry = findEntry(root, section);
  if (entry !== undefined) return addEntry(entry, key, value);
  const isFlow = source.text[root.start] === '{';
  if (isFlow)
    return insert(
      source,
      root.start + 1,
      `${section}: {${key}: ${value}}${root.entries.length > 0 ? ', ' : ''}`,
    );
  const { text } = source;
  return insert(
    source,
    text.length,
    `${text === '' || text.endsWith('\n') ? '' : '\n'}${section}:\n  ${key}: ${value}\n`,
  );
}

/** Puts `key: value` before the other entries of the map behind `owner`. */
export function addEntry(owner: Entry, key: string, value: string): Edit | undefined {
  const { value: map, source } = owner;
  if (map.kind === 'null')
    return source.text[owner.end] === ':'
      ? insert(
          source,
          owner.end + 1,
          map.start === map.end ? `\n${indentOf(source, owner.start)}  ${key}: ${value}` : '',
        )
      : undefined;
  if (map.kind !== 'map') return undefined;
  if (source.text[map.start] === '{')
    return insert(source, map.start + 1, `${key}: ${value}${map.entries.length > 0 ? ', ' : ''}`);
  const [first] = map.entries;
  return first === undefined || first.start < map.start
    ? undefined
    : insert(source, first.start, `${key}: ${value}\n${indentOf(source, first.start)}`);
}

/** Gives a definition an order. */
export function setOrder(definition: Entry, order: number): Edit | undefined {
  const written =
    definition.value.kind === 'map' ? findEntry(definition.value, 'order')?.value : undefined;
  return written === undefined
    ? addEntry(definition, 'order', String(order))
    : { span: bare(written), text: String(order) };
}

/** The entry of a name in a section. */
export function entryIn(root: MapNode, section: string, name: string): Entry | undefined {
  const map = findEntry(root, section)?.value;
  return map?.kind === 'map' ? findEntry(map, name) : undefined;
}

export function bare({ source, start, end }: Span | Node): Span {
  return { source, start, end };
}

function insert(source: Source, at: number, text: string): Edit {
  return { span: { source, start: at, end: at }, text };
}

function indentOf({ text }: Source, offset: number): string {
  return ' '.repeat(offset - (text.lastIndexOf('\n', offset - 1) + 1));
}
