/**
 * JSON text → YAML that a person would write: block style, no anchors, long texts as block scalars. A string is left
 * plain only where both Ansible's loader and YAML 1.2 read it as that string; numbers keep every digit.
 */
import { isScalar, isCollection, parseDocument, Scalar, visit } from 'yaml';
import { plainType } from './plain-scalars.js';

/** The YAML text of `json`, with a final newline. */
export function jsonToYaml(json: string): string {
  const document = parseDocument(json, {
    intAsBigInt: true,
    strict: false,
    uniqueKeys: false,
    customTags: (tags) => [
      ...tags.filter((tag) => typeof tag === 'string' || !tag.tag.endsWith(':float')),
      floatTag,
    ],
  });
  visit(document, (_key, node) => {
    if (isCollection(node)) node.flow = node.items.length === 0;
    if (isScalar(node) && typeof node.value === 'string') node.type = styleOf(node.value);
    return undefined;
  });
  return document
    .toString({ lineWidth: 0, flowCollectionPadding: false })
    .replace(escaped, escapeOf);
}

/**
 * Not allowed raw, line breaks to Ansible's loader, or what a terminal would obey. Texts that hold one are in double
 * quotes, where the library itself escapes controls of ASCII.
 */
const escaped =
  /[\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\u{e0000}-\u{e0fff}]/gu;

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/** A float as it was written, with the dot that Ansible's loader needs to see one. */
class WrittenFloat {
  constructor(readonly text: string) {}
}

const floatTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value: unknown): boolean => value instanceof WrittenFloat,
  test: /^-?[0-9]+(?:\.[0-9]+)?(?:e[-+][0-9]+)?$/,
  resolve: (text: string): WrittenFloat =>
    new WrittenFloat(text.includes('.') ? text : text.replace('e', '.0e')),
  stringify: ({ value }: Scalar): string => (value as WrittenFloat).text,
};

function styleOf(text: string): Scalar.Type {
  if (text.includes('\t') || text.search(escaped) >= 0) return Scalar.QUOTE_DOUBLE;
  if (isBlockText(text)) return Scalar.BLOCK_LITERAL;
  return plainType(text) === 'string' && !looksLikeNumber(text)
    ? Scalar.PLAIN
    : Scalar.QUOTE_DOUBLE;
}

/** Several lines without anything that a block scalar would hide or could not hold. */
function isBlockText(text: string): boolean {
  return (
    /[^\n]\n/.test(text) &&
    !/^\s|[^\S\n]\n|[^\S\n]$/.test(text) &&
    !/\p{Cc}/u.test(text.replaceAll('\n', ''))
  );
}

/** Plain texts that only YAML 1.2 reads as numbers. */
function looksLikeNumber(text: string): boolean {
  return /^[-+]?(?:0o[0-7]+|0x[0-9a-fA-F]+|\.?[0-9][0-9.]*(?:[eE][-+]?[0-9]+)?)$/.test(text);
}
