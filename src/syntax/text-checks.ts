/** What is wrong with a text before anyone reads it as YAML: encrypted as a whole, or raw control characters in it. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';

/** What PyYAML's reader refuses: all but tab, line breaks and printable characters; also halves of surrogate pairs. */
const refused = /[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const everyRefused = new RegExp(refused.source, 'gu');

/** A file that Ansible Vault encrypted as a whole. */
export function findWholeFileVault(source: Source): Diagnostic | undefined {
  if (!source.text.startsWith('$ANSIBLE_VAULT;')) return undefined;
  const end = /[\r\n]|$/.exec(source.text)?.index ?? 0;
  return diagnostic(
    'syntax/whole-file-vault',
    { source, start: 0, end },
    'the whole file is encrypted with Ansible Vault',
    {
      help: 'decrypt it, and encrypt single values: `ansible-vault encrypt_string` makes a `!vault` value',
    },
  );
}

/** The first raw control character and how many more there are; undefined for a clean text. */
export function findControlCharacters(source: Source): Diagnostic | undefined {
  const { text } = source;
  const first = refused.exec(text);
  if (first === null) return undefined;
  const count = text.match(everyRefused)?.length ?? 1;
  const name = `U+${first[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  const more = count === 1 ? '' : `, and ${count - 1} more`;
  return diagnostic(
    'syntax/control-character',
    { source, start: first.index, end: first.index + 1 },
    `the text holds the raw control character ${name}${more}`,
    { help: 'remove it, or write it as an escape such as `\\x07` inside double quotes' },
  );
}

/** The text with every such character replaced by U+FFFD, for looking for other errors. */
export function withoutControlCharacters(text: string): string {
  return text.replace(everyRefused, '\ufffd');
}
