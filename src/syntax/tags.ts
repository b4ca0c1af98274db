/**
 * YAML tags: the raw text of a tag and the document's `%TAG` handles in, its meaning out. What is not accepted is named
 * in a message that lists what is.
 */
import type { Span } from '../text/source.js';
import { nearest } from '../text/suggest.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { DocumentEvent } from './events.js';

/** What an accepted tag says about its value; `plain` is `!`: resolve it as if it had no quotes. */
export type TagMeaning =
  | 'plain'
  | 'str'
  | 'int'
  | 'float'
  | 'bool'
  | 'null'
  | 'timestamp'
  | 'map'
  | 'seq'
  | 'merge'
  | 'vault'
  | 'unsafe'
  | 'replace'
  | 'append'
  | 'unset';

/** Tag handles of a document: `!!` and what its `%TAG` lines declare. */
export type TagHandles = ReadonlyMap<string, string>;

const core = 'tag:yaml.org,2002:';

const meanings = new Map<string, TagMeaning>([
  ['!', 'plain'],
  [`${core}str`, 'str'],
  [`${core}int`, 'int'],
  [`${core}float`, 'float'],
  [`${core}bool`, 'bool'],
  [`${core}null`, 'null'],
  [`${core}timestamp`, 'timestamp'],
  [`${core}map`, 'map'],
  [`${core}seq`, 'seq'],
  [`${core}merge`, 'merge'],
  ['!vault', 'vault'],
  ['!vault-encrypted', 'vault'],
  ['!unsafe', 'unsafe'],
  ['!replace', 'replace'],
  ['!append', 'append'],
  ['!unset', 'unset'],
]);

/** What a tag may stand on, in words. */
const takes: Readonly<Record<TagMeaning, string>> = {
  plain: 'anything',
  str: 'a scalar',
  int: 'an integer',
  float: 'a number',
  bool: '`true` or `false`',
  null: 'a scalar',
  timestamp: 'a date',
  map: 'a map',
  seq: 'a list',
  merge: 'the key `<<`',
  vault: 'text that `ansible-vault encrypt_string` made',
  unsafe: 'anything',
  replace: 'a map',
  append: 'a list',
  unset: 'no value at all',
};

/** The accepted tags as messages name them. */
const accepted = ['!vault', '!unsafe', '!replace', '!append', '!unset'];
const acceptedCore = [
  '!!str',
  '!!int',
  '!!float',
  '!!bool',
  '!!null',
  '!!timestamp',
  '!!map',
  '!!seq',
];
/** Tags of YAML 1.1 that Ansible's output has no place for: no slip of the pen. */
const otherCoreTags = new Set(['!!set', '!!omap', '!!pairs', '!!binary', '!!value', '!!yaml']);

/** The handles of a document, from its directives. */
export function tagHandles(document: DocumentEvent): TagHandles {
  const handles = new Map([
    ['!', '!'],
    ['!!', core],
  ]);
  for (const directive of document.directives) {
    if (directive.kind === 'tag') handles.set(directive.handle, directive.prefix);
  }
  return handles;
}

/** The meaning of a tag written `raw`; undefined if it is not accepted. */
export function tagMeaning(raw: string, handles: TagHandles): TagMeaning | undefined {
  return meanings.get(fullTag(raw, handles));
}

/** Says that the tag written at `span` is not accepted, and which are. */
export function unknownTag(span: Span): Diagnostic {
  const raw = span.source.text.slice(span.start, span.end);
  const near = otherCoreTags.has(raw) ? undefined : nearest(raw, [...accepted, ...acceptedCore]);
  const list = [...accepted, ...acceptedCore].map((tag) => `\`${tag}\``).join(', ');
  return diagnostic('syntax/unknown-tag', span, `\`${raw}\` is not a tag that is accepted here`, {
    help: near === undefined ? `use one of ${list}, or no tag` : `did you mean \`${near}\`?`,
  });
}

/** Says that the tag written at `span` stands on `found`, which it does not describe. */
export function tagMismatch(span: Span, meaning: TagMeaning, found: string): Diagnostic {
  const raw = span.source.text.slice(span.start, span.end);
  return diagnostic(
    'syntax/tag-mismatch',
    span,
    `\`${raw}\` stands on ${found}, and takes ${takes[meaning]}`,
    {
      help:
        meaning === 'unset' ? 'remove the value behind it' : 'change the value, or remove the tag',
    },
  );
}

function fullTag(raw: string, handles: TagHandles): string {
  if (raw.startsWith('!<')) return raw.slice(2, -1);
  const handle = /^!(?:[\w-]*!)?/.exec(raw)?.[0] ?? '!';
  return (handles.get(handle) ?? handle) + percentDecoded(raw.slice(handle.length));
}

function percentDecoded(suffix: string): string {
  if (!suffix.includes('%')) return suffix;
  try {
    return decodeURIComponent(suffix);
  } catch {
    return suffix;
  }
}
