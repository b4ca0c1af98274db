/**
 * What a plain scalar is to Ansible's loader (PyYAML's implicit resolvers, tried in their order): text in, type out.
 * Bools and nulls are whole here; numbers and dates are read by `numbers.ts` and `timestamps.ts`.
 */

/** The type PyYAML gives a plain scalar; `merge` is `<<` and `value` is `=`. */
export type PlainType =
  'string' | 'null' | 'bool' | 'int' | 'float' | 'timestamp' | 'merge' | 'value';

const words = new Map<string, PlainType>([
  ...['yes', 'no', 'true', 'false', 'on', 'off'].flatMap((word): [string, PlainType][] =>
    spellings(word).map((spelling) => [spelling, 'bool']),
  ),
  ...['~', ...spellings('null'), ''].map((spelling): [string, PlainType] => [spelling, 'null']),
  ['<<', 'merge'],
  ['=', 'value'],
]);

/** First characters of scalars that may be something else than a string: 1 a word, 2 a number or a date. */
const firstCharacters = new Uint8Array(128);
for (const word of words.keys()) if (word !== '') firstCharacters[word.charCodeAt(0)] = 1;
for (const character of '+-.0123456789') firstCharacters[character.charCodeAt(0)] = 2;

const longestWord = 5;
const decimal = /^[1-9][0-9]*$/;
const float =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const integer =
  /^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const timestamp =
  /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)$/;

/** The type of a plain scalar that is written `text`. */
export function plainType(text: string): PlainType {
  const first = text.charCodeAt(0);
  if (first > 127) return 'string';
  switch (firstCharacters[first]) {
    case 1:
      return text.length <= longestWord ? (words.get(text) ?? 'string') : 'string';
    case 2:
      return numericType(text);
    default:
      return text === '' ? 'null' : 'string';
  }
}

/** The value of a bool in any of PyYAML's spellings, also of those in mixed case that only a tag makes a bool. */
export function boolValue(text: string): boolean | undefined {
  switch (text.toLowerCase()) {
    case 'yes':
    case 'true':
    case 'on':
      return true;
    case 'no':
    case 'false':
    case 'off':
      return false;
    default:
      return undefined;
  }
}

function numericType(text: string): PlainType {
  if (decimal.test(text)) return 'int';
  if (float.test(text)) return 'float';
  if (integer.test(text)) return 'int';
  return text.charCodeAt(4) === 45 && timestamp.test(text) ? 'timestamp' : 'string';
}

function spellings(word: string): string[] {
  return [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];
}
