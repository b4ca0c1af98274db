/** What is wrong with a text before anyone reads it as YAML: encrypted as a whole, or raw control characters in it. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Source } from '../text/source.js';

/** What PyYAML's reader refuses; halves of surrogate pairs are looked for apart, since a pair is two units. */
const controlCharacter = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;
const refused = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const surrogate = /[\ud800-\udfff]/;

/** A file that Ansible Vault encrypted as a whole. */
export function findWholeFileVault(source: Source): Diagnostic | undefined {
  if (!source.text.startsWith('$ANSIBLE_VAULT;')) return undefined;
  const end = /[\r\n]|$/.exec(source.text)?.index ?? 0;
  return diagnostic('syntax/whole-file-vault', { source, start: 0, end }, 'the whole file is encrypted with Ansible Vault', {
    help: 'decrypt it, and encrypt single values: `ansible-vault encrypt_string` makes a `!vault` value',
  });
}

/** The first raw control character and how many more there are; undefined for a clean text. */
export function findControlCharacters(source: Source): Diagnostic | undefined {
  const { text } = source;
  if (!controlCharacter.test(text) && !surrogate.test(text)) return undefined;
  const found = [...text.matchAll(refused)];
  const first = found[0];
  if (first === undefined) return undefined;
  const name = `U+${first[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  const more = found.length === 1 ? '' : `, and ${found.length - 1} more of the kind follow`;
  return diagnostic(
    'syntax/control-character',
    { source, start: first.index, end: first.index + 1 },
    `the text holds the raw control character ${name}${more}`,
    { help: 'remove it, or write it as an escape such as `\\x07` inside double quotes' },
  );
}

/** The text with every such character replaced by U+FFFD, for looking for other errors. */
export function withoutControlCharacters(text: string): string {
  return text.replace(refused, '\ufffd');
}
