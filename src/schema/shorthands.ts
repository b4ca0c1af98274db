/**
 * The corrected text for a value of the wrong shape that says plainly what is meant: a name where a map with that name
 * belongs, one value where a list belongs, a number without its unit. What comes out is valid where it is put.
 */
import { findEntry, type Node } from '../syntax/node.js';
import { variantNames, type Place, type Schema } from './locate.js';

/** The corrected text, from a value as it is written; undefined where it cannot be known. */
type Correction = (written: string, node: Node) => string | undefined;

/** JSON pointers (a `*` is any one key or index) and how a scalar that stands there is meant. */
const corrections: readonly (readonly [pointer: string, correct: Correction])[] = [
  ['/hosts/*', (name, node) => (isInFlow(node) ? `{name: ${name}}` : `- name: ${name}`)],
  ['/hosts/*/transport', (type) => `transport: ${transportOf(type)}`],
  ['/tags/*/services/*', assignedService],
  ['/upstreams/*', (source) => `{source: ${source}}`],
  ['/exports/*', (value) => (value === '[]' ? undefined : `{value: ${value}}`)],
  ['/secret_sources/*', (file) => `{type: yaml, file: ${file}}`],
  ['/state', (file) => `state: {type: file, file: ${file}}`],
  ['/services/*', (file) => `{order: 10, file: ${file}}`],
  ['/binaries/*', (name) => `{type: rpm, package: ${name}}`],
  ['/configs/*', (path) => `{path: ${path}, template: {file: ${templateFor(path)}}}`],
  ['/processes/*', (unit) => `{type: systemd, unit: ${unit}}`],
  ['/configs/*/template', (file) => `template: {file: ${file}}`],
  [
    '/processes/*/timeout',
    (seconds, node) => (isNumber(node) ? `timeout: ${seconds}s` : undefined),
  ],
];

/** Where another value than a string says plainly what is meant. */
const takesAnyScalar = /^\/exports\/|^\/tags\/[^/]*\/services\/|\/timeout$/;

/** Maps whose keys are names, so that a list of names is meant as one. */
const mapsOfNames = ['/tags', '/tags/*/services'];

/** Help for a value of the wrong type at `pointer`: the corrected text where it is known. */
export function shorthandHelp(place: Place, pointer: string): string | undefined {
  const { node, parent, name } = place;
  if (name !== undefined && mapsOfNames.some((pattern) => fits(pattern, pointer)))
    return namesAsMap(name, node);
  const written = writtenText(node);
  if (written === undefined) return undefined;
  if (fits('/binaries/*/version', pointer) && isNumber(node) && isRpm(parent))
    return `write it in full, \`epoch:version-release.arch\`: \`version: "0:${written}-1.noarch"\``;
  const correct = corrections.find(([pattern]) => fits(pattern, pointer))?.[1];
  const corrected =
    node.kind === 'string' || takesAnyScalar.test(pointer) ? correct?.(written, node) : undefined;
  if (corrected !== undefined) return `write \`${corrected}\``;
  return name === undefined ? undefined : plainerHelp(place, name, written);
}

/** A value in brackets where a list is taken, or without its quotes where no text is. */
function plainerHelp({ node, schema }: Place, name: string, written: string): string | undefined {
  if (takes(schema, 'array') && (node.kind === 'string' || node.kind === 'map'))
    return `write \`${name}: [${written}]\``;
  if (node.kind !== 'string' || !isQuoted(node)) return undefined;
  const isMeant =
    (takes(schema, 'integer') && /^-?\d+$/.test(node.value)) ||
    (takes(schema, 'boolean') && /^(?:true|false)$/.test(node.value));
  return isMeant ? `write it without quotes: \`${name}: ${node.value}\`` : undefined;
}

function takes({ type }: Schema, name: string): boolean {
  return [type].flat().includes(name);
}

/** The pointer, or its end for what stands in a service, fits a pattern. */
function fits(pattern: string, pointer: string): boolean {
  const wanted = pattern.split('/').slice(1);
  const keys = pointer.split('/').slice(1);
  const isComponent = /^(?:binaries|configs|processes)$/.test(wanted[0] ?? '');
  const start = isComponent && keys[0] === 'services' ? 2 : 0;
  return (
    keys.length - start === wanted.length &&
    wanted.every((key, index) => key === '*' || key === keys[start + index])
  );
}

function transportOf(type: string): string {
  return type === 'ssh' || type === 'local'
    ? `{type: ${type}}`
    : `{type: plugin, connection: ${type}}`;
}

/** A name, or a list of names, as the keys of a map. */
function namesAsMap(key: string, node: Node): string | undefined {
  const names = (node.kind === 'list' ? node.items : [node]).map(writtenText);
  return names.every((name) => name !== undefined && /^[A-Za-z0-9][\w-]*$/.test(name))
    ? `write \`${key}: {${names.map((name) => `${name ?? ''}: {}`).join(', ')}}\``
    : undefined;
}

function assignedService(written: string): string | undefined {
  const states: Readonly<Record<string, string>> = {
    present: '{}',
    true: '{}',
    absent: '{state: absent}',
    false: '{state: absent}',
  };
  return states[written];
}

function templateFor(path: string): string {
  return `templates/${path.split('/').at(-1) ?? 'file'}.j2`;
}

function isRpm(binary: Node | undefined): boolean {
  const type = binary?.kind === 'map' ? findEntry(binary, 'type')?.value : undefined;
  return type?.kind === 'string' && type.value === 'rpm';
}

/** What a map that lacks a field needs, where there is one answer or few. */
export function missingFieldHelp(place: Place, field: string, pointer: string): string | undefined {
  if (field === 'type') {
    const { properties } = place.schema;
    const only = properties?.type?.const ?? properties?.type?.enum ?? [];
    const types = [variantNames(place.schema), only]
      .flat(2)
      .map((type) => `\`type: ${String(type)}\``);
    return types.length === 0 ? undefined : `add ${types.join(' or ')}`;
  }
  if (field === 'template' && fits('/configs/*', pointer))
    return 'add `template: {file: PATH}` or `template: {inline: TEXT}`';
  return undefined;
}

/** Where a field that other tools have belongs here. */
export function otherFieldHelp(
  { node }: Place,
  field: string,
  pointer: string,
): string | undefined {
  const value = node.kind === 'map' ? findEntry(node, field)?.value : undefined;
  const written = value && writtenText(value);
  if (written === undefined) return undefined;
  if (fits('/configs/*/template', pointer) && field === 'src') return `write \`file: ${written}\``;
  if (fits('/configs/*/template', pointer) && field === 'content')
    return `write \`inline: ${written}\``;
  if (!fits('/configs/*', pointer)) return undefined;
  if (field === 'file' || field === 'src') return `write \`template: {file: ${written}}\``;
  return field === 'content' || field === 'inline'
    ? `write \`template: {inline: ${written}}\``
    : undefined;
}

/** Values of `type` and `state` that other tools have, and what they are here. */
const otherValues: Readonly<Record<string, string>> = {
  apt: 'deb',
  dpkg: 'deb',
  dnf: 'rpm',
  yum: 'rpm',
  started: 'running',
  service: 'systemd',
  installed: 'present',
  removed: 'absent',
};

/** The value among `allowed` that is meant by one of another tool. */
export function otherValue(value: string, allowed: readonly string[]): string | undefined {
  const meant = Object.hasOwn(otherValues, value) ? otherValues[value] : undefined;
  return meant !== undefined && allowed.includes(meant) ? meant : undefined;
}

/** A scalar on one line, or a list or map in brackets on one line, as it is written. */
function writtenText(node: Node): string | undefined {
  const text = node.source.text.slice(node.start, node.end);
  const isBlock = (node.kind === 'map' || node.kind === 'list') && !/^[[{]/.test(text);
  return isBlock || text === '' || /[\r\n`]/.test(text) ? undefined : text;
}

function isNumber({ kind }: Node): boolean {
  return kind === 'int' || kind === 'float';
}

function isQuoted({ source, start }: Node): boolean {
  return source.text[start] === '"' || source.text[start] === "'";
}

/** True for an item of a list in brackets. */
function isInFlow({ source, start }: Node): boolean {
  return !/-\s+$/.test(source.text.slice(Math.max(0, start - 20), start));
}
