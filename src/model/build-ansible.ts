/** The `ansible` section of an inventory: what fits is read, and every default is filled in. Never fails. */
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import type { AnsibleOptions, CacheOptions, KeyedGroup, NamedExpression } from './inventory.js';
import { boolOf, entriesOf, itemsOf, textAt, textOf } from './read.js';

/** The options that `map` gives; all defaults where there is none. */
export function buildAnsible(map: MapNode | undefined): AnsibleOptions {
  const flag = (key: string): boolean | undefined => map && boolOf(findEntry(map, key)?.value);
  return {
    serviceGroups: flag('service_groups') ?? true,
    cache: map && buildCache(findEntry(map, 'cache')?.value),
    strict: flag('strict') ?? false,
    compose: map === undefined ? [] : entriesOf(map, 'compose').flatMap(buildExpression),
    groups: map === undefined ? [] : entriesOf(map, 'groups').flatMap(buildCondition),
    keyedGroups: map === undefined ? [] : itemsOf(map, 'keyed_groups').flatMap(buildKeyedGroup),
    leadingSeparator: flag('leading_separator') ?? true,
    groupNames:
      map !== undefined && textOf(findEntry(map, 'group_names')?.value) === 'verbatim'
        ? 'verbatim'
        : 'safe',
    unknown:
      map !== undefined && textOf(findEntry(map, 'unknown')?.value) === 'error' ? 'error' : 'undef',
  };
}

function buildCache(node: Node | undefined): CacheOptions | undefined {
  if (node?.kind === 'map') {
    const timeout = findEntry(node, 'timeout')?.value;
    return { timeout: timeout?.kind === 'int' ? Number(timeout.value) : undefined };
  }
  return boolOf(node) === true ? { timeout: undefined } : undefined;
}

function buildExpression({ key: name, value, source, start, end }: Entry): NamedExpression[] {
  const text = textOf(value);
  return text === undefined
    ? []
    : [{ name, expression: { value: text, span: value }, source, start, end }];
}

/** A condition may be written as `true` or `false`, too. */
function buildCondition(entry: Entry): NamedExpression[] {
  const { key: name, value, source, start, end } = entry;
  return value.kind === 'bool'
    ? [{ name, expression: { value: String(value.value), span: value }, source, start, end }]
    : buildExpression(entry);
}

function buildKeyedGroup(node: Node): KeyedGroup[] {
  if (node.kind !== 'map') return [];
  const key = textAt(node, 'key');
  const { source, start, end } = node;
  if (key === undefined) return [];
  return [
    {
      key,
      prefix: textAt(node, 'prefix')?.value ?? '',
      separator: textAt(node, 'separator')?.value ?? '_',
      parentGroup: textAt(node, 'parent_group'),
      defaultValue: textAt(node, 'default_value'),
      trailingSeparator: boolOf(findEntry(node, 'trailing_separator')?.value) ?? true,
      trailingSeparatorSpan: findEntry(node, 'trailing_separator'),
      source,
      start,
      end,
    },
  ];
}
