/**
 * Nearly all hosts of a large inventory have one form, which fits the schema by inspection: a name, tags, variables and
 * a local or ssh transport with plain fields. They need no copy and no validator; every other host goes through both.
 * Says yes only to what the schema accepts: `test/schema.test.ts` holds it to that.
 */
import { findEntry, type ListNode, type MapNode, type Node } from '../syntax/node.js';

/** True for a host that certainly fits the schema. */
export function isOrdinaryHost(node: Node): boolean {
  if (node.kind !== 'map') return false;
  let named = false;
  for (const { key, value } of node.entries) {
    switch (key) {
      case 'name':
        if (!isText(value)) return false;
        named = true;
        break;
      case 'tags':
        if (value.kind !== 'list' || !holdsStrings(value)) return false;
        break;
      case 'vars':
        if (value.kind !== 'map') return false;
        break;
      case 'transport':
        if (value.kind !== 'map' || !isOrdinaryTransport(value)) return false;
        break;
      default:
        return false;
    }
  }
  return named;
}

function holdsStrings(list: ListNode): boolean {
  if (list.words !== undefined) return true;
  for (const item of list.items) if (item.kind !== 'string') return false;
  return true;
}

function isOrdinaryTransport(map: MapNode): boolean {
  const type = findEntry(map, 'type')?.value;
  if (type?.kind !== 'string') return false;
  if (type.value === 'local') return map.entries.length === 1;
  if (type.value !== 'ssh') return false;
  for (const { key, value } of map.entries)
    if (key !== 'type' && !isSshField(key, value)) return false;
  return true;
}

function isSshField(key: string, value: Node): boolean {
  if (key === 'port') return value.kind === 'int' && value.value >= 1 && value.value <= 65535;
  return (
    (key === 'host' || key === 'user' || key === 'identity_file' || key === 'proxy_jump') &&
    isText(value)
  );
}

function isText(node: Node): boolean {
  return node.kind === 'string' && node.value !== '';
}
