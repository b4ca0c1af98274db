/**
 * Values as JSON text, exact and the same on every machine: integers with all digits, floats as Python prints them,
 * raw UTF-8, keys in the order in which the value has them. Vault and unsafe strings become the objects that Ansible
 * knows. Lines are indented by `unit`; an empty `unit` gives everything on one line.
 */
import { mayBecomeTemplate } from '../text/template-markers.js';
import { unknownText, type MapNode, type Node, type UnknownNode } from '../syntax/node.js';
import { escapeJson } from '../text/terminal.js';
import { isSpecial, type Data } from './component-data.js';

/** How values that are not plain JSON are written. */
export interface JsonStyle {
  /** Blanks of one level; '' for one line. */
  readonly unit: string;
  /** True for people: `<redacted>` in place of vault text and of sensitive values, unknown values as what they wait for. */
  readonly redact: boolean;
  /** True to say what an unknown value waits for in words, without quotes: no longer JSON. */
  readonly inWords?: boolean;
  /** True to mark plain data strings that Ansible could read as templates as unsafe. */
  readonly markTemplates: boolean;
}

/** The JSON text of a merged value; lines after the first are indented by `indent`. */
export function nodeToJson(node: Node, style: JsonStyle, indent: string): string {
  if (style.redact && node.kind !== 'unknown' && node.kind !== 'unset' && node.sensitive === true)
    return '"<redacted>"';
  switch (node.kind) {
    case 'string':
      return quoted(node.value, style);
    case 'int':
      return String(node.value);
    case 'float':
      return pythonFloat(node.value);
    case 'bool':
      return node.value ? 'true' : 'false';
    case 'null':
    case 'unset':
      return 'null';
    case 'vault':
      return wrapped('__ansible_vault', style.redact ? '<redacted>' : node.value, style, indent);
    case 'unsafe':
      return wrapped('__ansible_unsafe', node.value, style, indent);
    case 'list':
      return jsonList(
        node.words?.map((word) => quoted(word, style)) ??
          node.items.map((item) => nodeToJson(item, style, indent + style.unit)),
        style,
        indent,
      );
    case 'map':
      return mapToJson(node, style, indent);
    case 'unknown':
      return unknownToJson(node, style, indent);
  }
}

/** What people see of an unknown value; nothing else may come to write one. */
function unknownToJson(node: UnknownNode, style: JsonStyle, indent: string): string {
  if (!style.redact) throw new Error(`the unknown value ${unknownText(node)} is to be written`);
  if (style.inWords === true) return unknownText(node);
  const inner = indent + style.unit;
  const { references, typeName } = node;
  const fields = {
    ref: references.map((each) => each.name).join(', '),
    type: typeName,
    reason: [...new Set(references.map((each) => each.reason))].join('; '),
    text: unknownText(node),
  };
  return jsonObject(
    [
      [
        '$unknown',
        jsonObject(
          Object.entries(fields).map(([key, text]) => [key, JSON.stringify(text)]),
          style,
          inner,
        ),
      ],
    ],
    style,
    indent,
  );
}

/** Built as one text without intermediate lists: this is where most of a large output is made. */
function mapToJson({ entries }: MapNode, style: JsonStyle, indent: string): string {
  if (entries.length === 0) return '{}';
  const inner = indent + style.unit;
  const between = style.unit === '' ? ', ' : `,\n${inner}`;
  let text = style.unit === '' ? '{' : `{\n${inner}`;
  let lead = '';
  for (const { key, value } of entries) {
    text += `${lead}${quoted(key, style)}: ${nodeToJson(value, style, inner)}`;
    lead = between;
  }
  return style.unit === '' ? `${text}}` : `${text}\n${indent}}`;
}

/** The JSON text of plain data; undefined fields are left out. */
export function dataToJson(data: Data, style: JsonStyle, indent: string): string {
  if (typeof data === 'string') {
    return style.markTemplates && mayBecomeTemplate(data)
      ? wrapped('__ansible_unsafe', data, style, indent)
      : quoted(data, style);
  }
  if (typeof data === 'number' || typeof data === 'boolean') return String(data);
  const inner = indent + style.unit;
  if (isSpecial(data)) return specialToJson(data.special, style, indent);
  if (isList(data))
    return jsonList(
      data.map((item) => dataToJson(item, style, inner)),
      style,
      indent,
    );
  const pairs =
    data instanceof Map
      ? [...(data as ReadonlyMap<string, Data>)]
      : Object.entries(data as Readonly<Record<string, Data | undefined>>);
  return jsonObject(
    pairs.flatMap(([key, value]): [string, string][] =>
      value === undefined || isLeftOut(value, style)
        ? []
        : [[key, dataToJson(value, style, inner)]],
    ),
    style,
    indent,
  );
}

/** What is not known yet is only for people. */
function isLeftOut(data: Data, { redact }: JsonStyle): boolean {
  return !redact && isSpecial(data) && data.special.kind === 'unknown';
}

function specialToJson(node: Node, style: JsonStyle, indent: string): string {
  if (style.redact || (node.kind !== 'string' && node.kind !== 'unsafe'))
    return nodeToJson(node, style, indent);
  return dataToJson(node.value, style, indent);
}

/** An object of keys and JSON texts, in the given order. */
export function jsonObject(
  pairs: readonly (readonly [string, string])[],
  { unit }: JsonStyle,
  indent: string,
): string {
  if (pairs.length === 0) return '{}';
  if (unit === '')
    return `{${pairs.map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(', ')}}`;
  const inner = indent + unit;
  return `{\n${pairs.map(([key, text]) => `${inner}${JSON.stringify(key)}: ${text}`).join(',\n')}\n${indent}}`;
}

/** A list of JSON texts. */
export function jsonList(items: readonly string[], { unit }: JsonStyle, indent: string): string {
  if (items.length === 0) return '[]';
  if (unit === '') return `[${items.join(', ')}]`;
  const inner = indent + unit;
  return `[\n${inner}${items.join(`,\n${inner}`)}\n${indent}]`;
}

/** A list of names of hosts, groups or tags: they hold nothing that JSON escapes. */
export function namesJson(names: readonly string[], { unit }: JsonStyle, indent: string): string {
  if (names.length === 0) return '[]';
  const [open, between, close] =
    unit === ''
      ? ['["', '", "', '"]']
      : [`[\n${indent}${unit}"`, `",\n${indent}${unit}"`, `"\n${indent}]`];
  return `${open}${names.join(between)}${close}`;
}

/** A finite float as Python's `repr` writes it: `1.0`, `1e+16`, `5e-324`. */
export function pythonFloat(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '0', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 16) {
    const fixed = String(value);
    return fixed.includes('.') ? fixed : `${fixed}.0`;
  }
  const width = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits}e${exponent < 0 ? '-' : '+'}${width}`;
}

/** A string; for people without what a terminal would obey. */
function quoted(text: string, { redact }: JsonStyle): string {
  const json = JSON.stringify(text);
  return redact ? escapeJson(json) : json;
}

function wrapped(key: string, value: string, style: JsonStyle, indent: string): string {
  return jsonObject([[key, quoted(value, style)]], style, indent);
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}
