/** A text as one word of a POSIX shell's command line, quoted only where it must be. */
import { isUnsafe } from './terminal.js';

/** Nothing in the word is what no terminal may see: the shell makes it when it reads the word. */
export function shellWord(text: string): string {
  if (isUnsafe(text)) return `"$(printf '${formatOf(text)}')"`;
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A format that `printf` prints as the text, in bytes where it is not safe. */
function formatOf(text: string): string {
  return text
    .replace(/[\\%]/g, (character) => character + character)
    .replaceAll("'", `'\\''`)
    .replace(/^-/, '\\055')
    .replace(/\P{ASCII}|\p{Cc}/gu, (character) =>
      isUnsafe(character)
        ? [...Buffer.from(character)]
            .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
            .join('')
        : character,
    );
}
