/** The parts of an exported value: by its type, and by the value itself where it is known. */
import { narrow, type Step } from '../types/narrow.js';
import { plainType, type Type } from '../types/type.js';
import { isSensitive, type Node } from '../syntax/node.js';

/** A value or a part of one. */
export interface Part {
  readonly type: Type;
  /** Undefined while it is not known. */
  readonly value: Node | undefined;
}

/** How many items of a list are named. */
const mostItems = 20;

/** The part that steps lead to; undefined where there is none. */
export function partBelow({ type, value }: Part, steps: readonly Step[]): Part | undefined {
  let part: Part = { type, value };
  for (const step of steps) {
    const narrowed = narrow(part.type, step);
    if ('fault' in narrowed) return undefined;
    part = { type: narrowed.type, value: part.value && valueAt(part.value, step) };
  }
  return part;
}

function valueAt(value: Node, step: Step): Node | undefined {
  if (value.kind === 'map' && step.kind !== 'index')
    return value.entries.find((entry) => entry.key === step.name)?.value;
  return value.kind === 'list' && step.kind === 'index' ? value.items[step.index] : undefined;
}

/** All parts, each by its key or its number; of a sensitive value those that its type names. */
export function partsOf({
  type,
  value: known,
}: Part): readonly (readonly [string | number, Part])[] {
  const plain = plainType(type);
  const value = known !== undefined && isSensitive(known) ? undefined : known;
  if (plain.kind === 'object')
    return plain.fields.map((field) => [
      field.name,
      { type: field.type, value: value && valueAt(value, { kind: 'key', name: field.name }) },
    ]);
  if (plain.kind === 'map' && value?.kind === 'map')
    return value.entries.map((entry) => [entry.key, { type: plain.value, value: entry.value }]);
  if (plain.kind !== 'list') return [];
  return (value?.kind === 'list' ? value.items.slice(0, mostItems) : [undefined]).map(
    (item, at) => [at, { type: plain.item, value: item }],
  );
}
