/** The types of the fields that references may stand in, and what is wrong with a reference there. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Schema } from '../schema/locate.js';
import type { Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { checkValue } from '../types/check-value.js';
import { fits } from '../types/fits.js';
import { builtIn, typeText, type Type } from '../types/type.js';
import type { Found } from './found.js';

/** The type that a field takes, from its schema; undefined where anything may stand. */
export function receiverOf(
  schema: Schema & Readonly<{ maximum?: number; pattern?: string }>,
  field: string,
): Type | undefined {
  if (schema.enum !== undefined)
    return {
      kind: 'enum',
      values: schema.enum.map((value) => ({ kind: 'string', value: String(value) })),
    };
  switch (schema.type) {
    case 'string':
      return builtIn(field === 'mode' ? 'mode' : field === 'path' ? 'path' : 'string');
    case 'integer':
      return builtIn(schema.maximum === 65535 ? 'port' : 'integer');
    case 'boolean':
      return builtIn('boolean');
    default:
      return undefined;
  }
}

/**
 * What is wrong with a reference, called `name`, whose type is not that of the place; nothing for a declared value of a plain
 * type that is one of the place's type.
 */
export function checkReceiver(
  name: string,
  found: Exclude<Found, { kind: 'failed' }>,
  receiver: Type,
  at: Span,
  field: string,
): Diagnostic | undefined {
  if (fits(found.type, receiver)) return undefined;
  if (
    found.kind === 'known' &&
    found.isDeclared &&
    isPlain(found.type) &&
    passes(found.value, receiver)
  )
    return undefined;
  return diagnostic(
    'upstream/wrong-type',
    at,
    `${name} has the type \`${typeText(found.type)}\`, and \`${field}\` takes \`${typeText(receiver)}\``,
    {
      related:
        found.exported === undefined
          ? []
          : [{ span: found.exported, message: 'the value is exported here' }],
      help:
        found.exported === undefined
          ? 'refer to one value of that type, with nothing around it'
          : `give the export the type \`${typeText(receiver)}\`, or refer to another value`,
    },
  );
}

/** The types that are inferred for literals. A named type stays what it is, whatever its value. */
export function isPlain(type: Type): boolean {
  switch (type.kind) {
    case 'named':
      return false;
    case 'list':
      return isPlain(type.item);
    case 'map':
      return isPlain(type.value);
    case 'object':
      return type.fields.every((field) => isPlain(field.type));
    case 'union':
      return type.members.every(isPlain);
    case 'built-in':
    case 'enum':
    case 'refined':
    case 'unknown-type':
      return true;
  }
}

function passes(value: Node, receiver: Type): boolean {
  return checkValue(value, receiver).length === 0;
}
