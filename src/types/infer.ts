/**
 * The type of a value that is written without one. Scalars have the type of their kind, never a refined one. Items of a
 * list and values of a map must have one type (an integer is a number, too); an empty collection says nothing.
 */
import type { Node } from '../syntax/node.js';
import { fits } from './fits.js';
import { builtIn, typeText, type Type } from './type.js';

/** The type, or why it must be written: a phrase such as "an empty list says nothing of its items". */
export type Inferred = { readonly type: Type } | { readonly failure: string };

/** The type of `node`. `typeOfReference` is asked first for every value; it answers for those that are references. */
export function inferType(node: Node, typeOfReference: (node: Node) => Type | undefined): Inferred {
  const known = typeOfReference(node);
  if (known !== undefined) return { type: known };
  switch (node.kind) {
    case 'string':
    case 'unsafe':
    case 'vault':
      return { type: builtIn('string') };
    case 'int':
      return { type: builtIn('integer') };
    case 'float':
      return { type: builtIn('number') };
    case 'bool':
      return { type: builtIn('boolean') };
    case 'unknown':
      return { type: node.type as Type };
    case 'null':
    case 'unset':
      return { type: builtIn('null') };
    case 'list': {
      const inferred = inferCommon(node.items, 'list', 'items', typeOfReference);
      return 'failure' in inferred ? inferred : { type: { kind: 'list', item: inferred.type } };
    }
    case 'map': {
      const inferred = inferCommon(
        node.entries.map((entry) => entry.value),
        'map',
        'values',
        typeOfReference,
      );
      return 'failure' in inferred ? inferred : { type: { kind: 'map', value: inferred.type } };
    }
  }
}

/** The one type of some values: that which all others fit. */
function inferCommon(
  nodes: readonly Node[],
  collection: string,
  parts: string,
  typeOfReference: (node: Node) => Type | undefined,
): Inferred {
  let common: Type | undefined;
  for (const node of nodes) {
    const inferred = inferType(node, typeOfReference);
    if ('failure' in inferred) return inferred;
    const { type } = inferred;
    if (common === undefined || fits(common, type)) common = type;
    else if (!fits(type, common))
      return {
        failure: `the ${parts} of the ${collection} have different types: \`${typeText(common)}\` and \`${typeText(type)}\``,
      };
  }
  return common === undefined
    ? { failure: `an empty ${collection} says nothing of its ${parts}` }
    : { type: common };
}
