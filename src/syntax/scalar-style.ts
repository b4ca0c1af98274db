/** How a string is written so that Ansible's loader and every reader of YAML 1.1 or 1.2 take it for that very string. */
import { plainType } from './plain-scalars.js';

/** Letters, digits, punctuation and single blanks; starts with nothing that YAML or a reader could take for syntax. */
const ordinary = /^[\p{L}\p{N}_/.~$\\(^][\p{L}\p{N}\p{M}\p{P}\p{S} ]*$/u;
const syntaxInside = /: |:$| #|^---|^\.\.\.| $/;
/** What some reader takes for a number, a date or a word. */
const numberLike =
  /^[-+]?(?:\.?[0-9][0-9_,]*\.?[0-9_]*(?:[eE][-+]?[0-9]+)?|0[xXoObB][0-9a-fA-F_]+|[0-9][0-9_]*(?::[0-9]{1,2})+(?:\.[0-9_]*)?|\.(?:inf|nan))$/i;
const otherLike = /^(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|[eE][0-9]+|[yYnN])$/;
/** What JSON leaves raw and YAML does not allow, or hides. */
const invisible =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

/** True if the text is that string without quotes, as a key or a value outside flow collections. */
export function isPlainText(text: string): boolean {
  return (
    ordinary.test(text) &&
    !syntaxInside.test(text) &&
    plainType(text) === 'string' &&
    !numberLike.test(text) &&
    !otherLike.test(text)
  );
}

/** True for several lines that a literal block scalar shows as they are. */
export function isBlockText(text: string): boolean {
  return (
    /[^\n]\n/.test(text) &&
    !/^\s|[^\S\n]\n|[^\S\n]$|\n\n$/.test(text) &&
    !/\p{Cc}/u.test(text.replaceAll('\n', '')) &&
    text.search(invisible) < 0
  );
}

/** The text in quotes, on one line: in single ones where double ones would need escapes. */
export function quoted(text: string): string {
  return /["\\]/.test(text) && /^[^'\p{C}\p{Zl}\p{Zp}]*$/u.test(text)
    ? `'${text}'`
    : doubleQuoted(text);
}

/** The text in double quotes, on one line. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    invisible,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
