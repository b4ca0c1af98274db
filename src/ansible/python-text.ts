/**
 * Values as Python prints them (`str()`), which is how `ansible-inventory --graph --vars` shows variables: maps and lists
 * in Python's notation, text at the top without quotes. Encrypted and sensitive values are `<redacted>`.
 */
import { quoteText } from '../expr/expressions.js';
import { isSpecial, type Data } from '../model/component-data.js';
import { pythonFloat } from '../model/json.js';
import { unknownText, type Node } from '../syntax/node.js';

const redacted = '<redacted>';

/** `str()` of a merged value. */
export function pythonText(node: Node): string {
  if (isHidden(node)) return redacted;
  return node.kind === 'string' || node.kind === 'unsafe' ? node.value : pythonRepr(node);
}

/** `str()` of plain data. */
export function pythonTextOfData(data: Data): string {
  if (typeof data === 'string') return data;
  return typeof data === 'object' && isSpecial(data) ? pythonText(data.special) : reprOfData(data);
}

function isHidden(node: Node): boolean {
  return (
    node.kind === 'vault' ||
    (node.kind !== 'unset' && node.kind !== 'unknown' && node.sensitive === true)
  );
}

function pythonRepr(node: Node): string {
  if (isHidden(node)) return quoteText(redacted);
  switch (node.kind) {
    case 'string':
    case 'unsafe':
    case 'vault':
      return quoteText(node.value);
    case 'int':
      return String(node.value);
    case 'float':
      return pythonFloat(node.value);
    case 'bool':
      return boolText(node.value);
    case 'null':
    case 'unset':
      return 'None';
    case 'unknown':
      return quoteText(unknownText(node));
    case 'list':
      return `[${node.items.map(pythonRepr).join(', ')}]`;
    case 'map':
      return dictText(node.entries.map(({ key, value }) => [key, pythonRepr(value)]));
  }
}

function reprOfData(data: Data): string {
  if (typeof data === 'string') return quoteText(data);
  if (typeof data === 'number') return String(data);
  if (typeof data === 'boolean') return boolText(data);
  if (isSpecial(data)) return pythonRepr(data.special);
  if (Array.isArray(data)) return `[${(data as readonly Data[]).map(reprOfData).join(', ')}]`;
  const pairs =
    data instanceof Map
      ? [...(data as ReadonlyMap<string, Data>)]
      : Object.entries(data as Readonly<Record<string, Data | undefined>>);
  return dictText(
    pairs.flatMap(([key, value]) =>
      value === undefined || isUnknown(value) ? [] : [[key, reprOfData(value)]],
    ),
  );
}

/** Fields that are not known yet are left out, as in `--list`. */
function isUnknown(data: Data): boolean {
  return typeof data === 'object' && isSpecial(data) && data.special.kind === 'unknown';
}

function dictText(pairs: readonly (readonly [string, string])[]): string {
  return `{${pairs.map(([key, text]) => `${quoteText(key)}: ${text}`).join(', ')}}`;
}

function boolText(value: boolean): string {
  return value ? 'True' : 'False';
}
