/**
 * Values → YAML that a person would write: block style, one key or item a line, several lines of text as a literal
 * block scalar, quotes only where some reader of YAML would take the text for something else. Vault, unsafe and
 * merge markers are written as their tags. Reading the text back gives the same values.
 */
import type { Node } from '../syntax/node.js';
import { isBlockText, isPlainText, quoted } from '../syntax/scalar-style.js';
import { pythonFloat } from './json.js';

const step = '  ';

/** The lines of a map's entries below each other, each indented by `indent`, with line breaks. */
export function entriesToYaml(
  entries: readonly { readonly key: string; readonly value: Node }[],
  indent: string,
): string {
  return entries
    .map(({ key, value }) => `${indent}${keyToYaml(key)}:${valueToYaml(value, indent)}`)
    .join('');
}

/** A string on one line. */
export function textToYaml(text: string): string {
  return isPlainText(text) ? text : quoted(text);
}

function keyToYaml(key: string): string {
  return textToYaml(key);
}

/** What follows `key:` or `-` on its line, and the lines below it. */
function valueToYaml(node: Node, indent: string): string {
  switch (node.kind) {
    case 'map': {
      const marker = node.marker === undefined ? '' : ' !replace';
      return node.entries.length === 0
        ? `${marker} {}\n`
        : `${marker}\n${entriesToYaml(node.entries, indent + step)}`;
    }
    case 'list': {
      const marker = node.marker === undefined ? '' : ' !append';
      return node.items.length === 0
        ? `${marker} []\n`
        : `${marker}\n${node.items.map((item) => itemToYaml(item, indent + step)).join('')}`;
    }
    case 'vault':
      return taggedText('!vault', node.value, indent);
    case 'unsafe':
      return taggedText('!unsafe', node.value, indent);
    case 'string':
      return isBlockText(node.value)
        ? blockText(node.value, indent)
        : ` ${textToYaml(node.value)}\n`;
    case 'unset':
      return ' !unset\n';
    case 'null':
      return ' null\n';
    case 'int':
    case 'bool':
      return ` ${String(node.value)}\n`;
    case 'float':
      return ` ${floatText(node.value)}\n`;
    case 'unknown':
      throw new Error('an unknown value is to be written');
  }
}

/** The first key of a map, or the first item of a list, stands on the line of its dash. */
function itemToYaml(node: Node, indent: string): string {
  const inner = indent + step;
  if (node.kind === 'map' && node.entries.length > 0)
    return `${indent}- ${entriesToYaml(node.entries, inner).slice(inner.length)}`;
  if (node.kind === 'list' && node.items.length > 0)
    return `${indent}- ${node.items
      .map((item) => itemToYaml(item, inner))
      .join('')
      .slice(inner.length)}`;
  return `${indent}-${valueToYaml(node, indent)}`;
}

function taggedText(tag: string, text: string, indent: string): string {
  return isBlockText(text) ? ` ${tag}${blockText(text, indent)}` : ` ${tag} ${quoted(text)}\n`;
}

function blockText(text: string, indent: string): string {
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n');
  return ` |${ends ? '' : '-'}\n${lines.map((line) => (line === '' ? '\n' : `${indent}${step}${line}\n`)).join('')}`;
}

/** With the dot, and the sign of the exponent, that Ansible's loader needs to see a float. */
function floatText(value: number): string {
  const text = pythonFloat(value);
  return text.includes('.') ? text : text.replace('e', '.0e');
}
