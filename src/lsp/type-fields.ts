/** What may stand in a map that refines a type, with what it is for: free in shape to the schema, so it is said here. */
import type { FileKind } from '../schema/locate.js';
import type { ConstraintName } from '../types/constraints.js';
import type { Step } from './where.js';

const constraints: Readonly<Record<ConstraintName, string>> = {
  enum: 'The only values.',
  pattern: 'A regular expression that some part of the text matches.',
  minLength: 'The least number of characters.',
  maxLength: 'The greatest number of characters.',
  minimum: 'The least number.',
  maximum: 'The greatest number.',
  exclusiveMinimum: 'Every number is greater than this.',
  exclusiveMaximum: 'Every number is less than this.',
  multipleOf: 'Every number is a multiple of this.',
  minItems: 'The least number of items.',
  maxItems: 'The greatest number of items.',
  uniqueItems: 'True where no item may be there twice.',
  minProperties: 'The least number of keys.',
  maxProperties: 'The greatest number of keys.',
};

const refinement: ReadonlyMap<string, string> = new Map([
  [
    'type',
    'The type that is refined: a built-in one, `list<…>`, `map<…>`, a union `A | B`, or a named one.',
  ],
  ...Object.entries(constraints),
  ['description', 'What the values are.'],
  [
    'fields',
    'The fields of an object, where one of them is called `type` or `enum`: alone in its map.',
  ],
]);
const declaration: ReadonlyMap<string, string> = new Map([
  ...refinement,
  ['required', 'True where every host must have the variable.'],
]);
const none: ReadonlyMap<string, string> = new Map();

/** The keys that a type's map may have at a place; none elsewhere. */
export function typeFieldsAt(kind: FileKind, path: readonly Step[]): ReadonlyMap<string, string> {
  const [section, name, field] = path;
  if (kind === 'service_file' || name === undefined || path.length > 12) return none;
  if (section === 'variables' && path.length === 2) return declaration;
  const isType =
    section === 'types' ||
    (section === 'variables' && field === 'type') ||
    (section === 'exports' && field === 'type');
  return isType ? refinement : none;
}
