/** What a value must be, as messages say it. */
import { formats } from './formats.js';
import {
  literalText,
  typeText,
  type BuiltInName,
  type Constraints,
  type Literal,
  type Type,
} from './type.js';

/** What completes "must …" for a value of `type` that fails the keyword of JSON Schema. */
export function expectation(type: Type, keyword: string): string {
  switch (type.kind) {
    case 'built-in':
      return `be ${builtInPhrase(type.name)}`;
    case 'list':
      return `be a list (\`${typeText(type)}\`)`;
    case 'map':
    case 'object':
      return `be a map (\`${typeText(type)}\`)`;
    case 'union':
      return `be one of \`${typeText(type)}\``;
    case 'enum':
      return `be ${choices(type.values)}`;
    case 'refined':
      return constraintPhrase(type.constraints, keyword);
    case 'named':
    case 'unknown-type':
      return `be of type \`${typeText(type)}\``;
  }
}

/** What completes "must …" for a value of which only the type is known. */
export function typeExpectation(type: Type): string {
  return type.kind === 'built-in'
    ? `be ${builtInPhrase(type.name)}`
    : `be of type \`${typeText(type)}\``;
}

/** "a string", "a port (an integer from 1 to 65535)". */
export function builtInPhrase(name: BuiltInName): string {
  switch (name) {
    case 'any':
      return 'anything';
    case 'string':
    case 'number':
      return `a ${name}`;
    case 'integer':
      return 'an integer';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'port':
      return 'a port (an integer from 1 to 65535)';
    default:
      return formats.get(name)?.phrase ?? name;
  }
}

function choices(values: readonly Literal[]): string {
  const texts = values.map((value) => `\`${literalText(value)}\``);
  const shown = texts.length <= 12 ? texts : [...texts.slice(0, 10), `${texts.length - 10} more`];
  return shown.length === 1
    ? (shown[0] ?? '')
    : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1) ?? ''}`;
}

function constraintPhrase(constraints: Constraints, keyword: string): string {
  const limit = (
    name: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf',
  ): string => String(constraints[name]);
  switch (keyword) {
    case 'enum':
      return `be ${choices(constraints.enum ?? [])}`;
    case 'pattern':
      return `match \`${constraints.pattern ?? ''}\``;
    case 'minimum':
      return `be at least ${limit('minimum')}`;
    case 'maximum':
      return `be at most ${limit('maximum')}`;
    case 'exclusiveMinimum':
      return `be more than ${limit('exclusiveMinimum')}`;
    case 'exclusiveMaximum':
      return `be less than ${limit('exclusiveMaximum')}`;
    case 'multipleOf':
      return `be a multiple of ${limit('multipleOf')}`;
    case 'minLength':
      return `have at least ${counted(constraints.minLength, 'character', 'characters')}`;
    case 'maxLength':
      return `have at most ${counted(constraints.maxLength, 'character', 'characters')}`;
    case 'minItems':
      return `have at least ${counted(constraints.minItems, 'item', 'items')}`;
    case 'maxItems':
      return `have at most ${counted(constraints.maxItems, 'item', 'items')}`;
    case 'minProperties':
      return `have at least ${counted(constraints.minProperties, 'entry', 'entries')}`;
    default:
      return `have at most ${counted(constraints.maxProperties, 'entry', 'entries')}`;
  }
}

function counted(count = 0, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
