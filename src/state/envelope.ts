/**
 * The JSON document of a state, both ways, exact: what is read back equals what was written. A document of a newer
 * format is refused; one of this format that lacks something is a fault with its place, never a state without it.
 *   {"format": 1, "lineage", "serial", "time", "tool", "source", "exports": {NAME: {"type", "value", "sensitive"?, "origin"}}}
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { jsonObject, nodeToJson, type JsonStyle } from '../model/json.js';
import { readJson } from '../syntax/json.js';
import { findEntry, type Entry, type Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { keepAllSecret, keepSecret, startOf, type Source } from '../text/source.js';
import { typeFromData, typeToData } from '../types/data.js';
import { countField, fieldOf, flagField, mapOf, Misshapen, textField } from './fields.js';
import type { AppliedExport, State } from './state.js';

/** The format that is written, and the newest that is read. */
export const stateFormat = 1;

const style: JsonStyle = { unit: '  ', redact: false, markTemplates: false };

/** What a state says, without where it stood. */
export type StateContent = Omit<State, 'source' | 'exports'> & {
  readonly exports: ReadonlyMap<string, ExportContent>;
};
export type ExportContent = Pick<AppliedExport, 'value' | 'type' | 'sensitive' | 'origin'>;

/** The text of a state; exports by code point, one final line break. */
export function envelopeText({
  lineage,
  serial,
  time,
  tool,
  sourceDigest,
  exports,
}: StateContent): string {
  const text = (value: string): string => JSON.stringify(value);
  const names = [...exports.keys()].sort(byCodePoint);
  const each = names.map((name): [string, string] => [name, exportText(exports.get(name))]);
  const fields: [string, string][] = [
    ['format', String(stateFormat)],
    ['lineage', text(lineage)],
    ['serial', String(serial)],
    ...(time === undefined ? [] : [['time', text(time)] satisfies [string, string]]),
    ['tool', text(tool)],
    ...(sourceDigest === undefined
      ? []
      : [['source', text(sourceDigest)] satisfies [string, string]]),
    ['exports', jsonObject(each, style, '  ')],
  ];
  return `${jsonObject(fields, style, '')}\n`;
}

function exportText(content: ExportContent | undefined): string {
  if (content === undefined) return '{}';
  const inner = '    ';
  const type = JSON.stringify(typeToData(content.type));
  const fields: [string, string][] = [
    ['type', type],
    ['value', nodeToJson(content.value, style, inner + style.unit)],
    ...(content.sensitive ? [['sensitive', 'true'] satisfies [string, string]] : []),
    ['origin', JSON.stringify(content.origin)],
  ];
  return jsonObject(fields, style, inner);
}

/** The state in a text, or why it holds none. No excerpt shows its values, which may be secret. */
export function readEnvelope(
  source: Source,
): { readonly state: State } | { readonly fault: Diagnostic } {
  const found = readDocument(source);
  if ('fault' in found) keepAllSecret(source);
  else for (const each of found.state.exports.values()) keepSecret(each.value);
  return found;
}

function readDocument(source: Source): ReturnType<typeof readEnvelope> {
  const read = readJson(source);
  if ('fault' in read)
    return {
      fault: invalid(
        source,
        `\`${source.name}\` holds no state: ${read.fault.message}`,
        read.fault.span,
      ),
    };
  try {
    const { root } = read;
    const newer = newerFormat(root);
    if (newer !== undefined) return { fault: newer };
    return { state: buildState(source, root) };
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    if (isTerraform(read.root)) return { fault: foreign(source) };
    return {
      fault: invalid(source, `\`${source.name}\` holds no state: ${error.message}`, error.span),
    };
  }
}

function invalid(source: Source, message: string, span = startOf(source)): Diagnostic {
  return diagnostic('state/invalid', span, message, {
    help: 'bring the file back from a backup, or remove it and apply anew: values that `--set` gave must then be given again',
  });
}

function isTerraform(root: Node): boolean {
  return (
    root.kind === 'map' &&
    (findEntry(root, 'terraform_version') ?? findEntry(root, 'outputs')) !== undefined
  );
}

function foreign(source: Source): Diagnostic {
  return diagnostic(
    'state/invalid',
    startOf(source),
    `\`${source.name}\` holds a state of Terraform or OpenTofu, and none of this program`,
    {
      help: 'write `type: terraform` in the `state` section of the inventory, or name another `file` there',
    },
  );
}

function newerFormat(root: Node): Diagnostic | undefined {
  const map = mapOf(root, 'it');
  const format = fieldOf(map, 'format');
  const written = countField(map, 'format');
  if (written === stateFormat) return undefined;
  if (written < 1) throw new Misshapen(`there is no format ${written}`, format);
  return diagnostic(
    'state/newer-format',
    format,
    `\`${format.source.name}\` has format ${written}; this version reads format ${stateFormat}`,
    {
      help: 'use the version of inventory-script that wrote it, or a newer one',
    },
  );
}

function buildState(source: Source, root: Node): State {
  const map = mapOf(root, 'it');
  const exports = mapOf(fieldOf(map, 'exports'), '`exports`');
  const applied = exports.entries.map(buildExport).sort((a, b) => byCodePoint(a.name, b.name));
  return {
    source,
    lineage: textField(map, 'lineage'),
    serial: countField(map, 'serial'),
    time: textField(map, 'time'),
    tool: textField(map, 'tool'),
    sourceDigest: textField(map, 'source'),
    exports: new Map(applied.map((each) => [each.name, each])),
  };
}

function buildExport({ key: name, value: node, source, start, end }: Entry): AppliedExport {
  const map = mapOf(node, `export \`${name}\``);
  const typeNode = fieldOf(map, 'type');
  const type = typeFromData(plain(typeNode));
  if (type === undefined)
    throw new Misshapen(`the type of export \`${name}\` is none that this version knows`, typeNode);
  const origin = textField(map, 'origin');
  if (origin !== 'declared' && origin !== 'given')
    throw new Misshapen(
      `\`origin\` of export \`${name}\` is neither \`declared\` nor \`given\``,
      fieldOf(map, 'origin'),
    );
  return {
    name,
    value: fieldOf(map, 'value'),
    type,
    sensitive: flagField(map, 'sensitive'),
    origin,
    source,
    start,
    end,
  };
}

/** A part of a JSON text as data; it was read before, so it is JSON. */
function plain({ source, start, end }: Node): unknown {
  return JSON.parse(source.text.slice(start, end)) as unknown;
}
