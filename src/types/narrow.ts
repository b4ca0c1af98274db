/** From the type of a value to the type of a part of it: `.field`, `["key"]`, `[0]`. */
import { suggestion } from '../text/suggest.js';
import { builtIn, plainType, typeText, unionOf, unknownType, type Type } from './type.js';

/** One step into a value. A field and a key mean the same. */
export type Step =
  | { readonly kind: 'field' | 'key'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number };

/** The type of the part; or why there is none, as a sentence about the type, with what to do. */
export type Narrowed =
  { readonly type: Type } | { readonly fault: string; readonly help?: string | undefined };

/** The type behind one step from a value of `type`. Every member of a union must have the part. */
export function narrow(type: Type, step: Step): Narrowed {
  const plain = plainType(type);
  switch (plain.kind) {
    case 'unknown-type':
      return { type: unknownType };
    case 'union':
      return narrowUnion(plain.members, step);
    case 'list':
      if (step.kind === 'index') return { type: plain.item };
      return {
        fault: `\`${typeText(type)}\` is a list, which has no ${step.kind === 'field' ? 'fields' : 'keys'}`,
        help: 'write `[0]` for its first item',
      };
    case 'map':
      return step.kind === 'index' ? noIndex(type) : { type: plain.value };
    case 'object': {
      if (step.kind === 'index') return noIndex(type);
      const field = plain.fields.find((each) => each.name === step.name);
      return field === undefined
        ? {
            fault: `\`${typeText(type)}\` has no field \`${step.name}\``,
            help: suggestion(
              step.name,
              plain.fields.map((each) => each.name),
            ),
          }
        : { type: field.type };
    }
    case 'built-in':
      if (plain.name === 'any') return { type: builtIn('any') };
      return noParts(type);
    case 'enum':
      return noParts(type);
  }
}

function narrowUnion(members: readonly Type[], step: Step): Narrowed {
  const types: Type[] = [];
  for (const member of members) {
    const narrowed = narrow(member, step);
    if ('fault' in narrowed) return narrowed;
    types.push(narrowed.type);
  }
  return { type: unionOf(types) };
}

function noIndex(type: Type): Narrowed {
  return {
    fault: `\`${typeText(type)}\` is a map, which has no numbered items`,
    help: 'write `["key"]` or `.key` for one of its values',
  };
}

function noParts(type: Type): Narrowed {
  return { fault: `\`${typeText(type)}\` has no parts` };
}
