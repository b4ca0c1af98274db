/**
 * How far a path into a value may be shown: keys of a sensitive map are a part of the secret, except those that its type
 * names.
 */
import { findEntry, isSensitive, type Node } from '../syntax/node.js';
import { plainType, type Type } from './type.js';

export type Steps = readonly (string | number)[];

/** The steps down to the first key that nobody may see; all of them where there is none. */
export function shownSteps(root: Node, type: Type, steps: Steps, isSecret: boolean): Steps {
  let node: Node | undefined = root;
  let declared: Type | undefined = type;
  let isHidden = isSecret;
  for (const [index, step] of steps.entries()) {
    isHidden ||= node !== undefined && isSensitive(node);
    const field = fieldType(declared, step);
    if (isHidden && typeof step === 'string' && field === undefined) return steps.slice(0, index);
    node = childOf(node, step);
    declared = field ?? itemType(declared);
  }
  return steps;
}

function fieldType(type: Type | undefined, step: string | number): Type | undefined {
  const plain = type && plainType(type);
  return plain?.kind === 'object'
    ? plain.fields.find((field) => field.name === step)?.type
    : undefined;
}

function itemType(type: Type | undefined): Type | undefined {
  const plain = type && plainType(type);
  if (plain?.kind === 'map') return plain.value;
  return plain?.kind === 'list' ? plain.item : undefined;
}

function childOf(node: Node | undefined, step: string | number): Node | undefined {
  if (node?.kind === 'map') return findEntry(node, String(step))?.value;
  return node?.kind === 'list' ? node.items[Number(step)] : undefined;
}
