/**
 * Hosts as a table for people. Columns are what a list of hosts says of each, or `vars.PATH` for a variable; without a
 * choice those that say anything of one of the hosts.
 */
import { nodeToJson, type JsonStyle } from '../model/json.js';
import { findEntry, isSensitive, type Node } from '../syntax/node.js';
import { alignColumns } from '../text/columns.js';
import { parsePath } from '../text/path-text.js';
import { shownValue, type HostFacts } from './host-facts.js';
import { shownVariables } from './shown-variables.js';

const style: JsonStyle = { unit: '', redact: true, inWords: true, markTemplates: false };

const columns = {
  host: (host) => host.name,
  address: (host) => shownValue(host.connection('address')) ?? '',
  port: (host) => shownValue(host.connection('port')) ?? '',
  user: (host) => shownValue(host.connection('user')) ?? '',
  connection: (host) => shownValue(host.connection('connection')) ?? '',
  tags: (host) => host.tags.join(','),
  groups: (host) => host.groups().join(','),
  services: (host) =>
    host.services.map(({ name, state }) => (state === 'absent' ? `!${name}` : name)).join(','),
} as const satisfies Readonly<Record<string, (host: HostFacts) => string>>;

/** The columns that have a name. */
export const columnNames: readonly string[] = Object.keys(columns);

const usual = ['host', 'address', 'tags', 'services'] as const;

/** What a column shows of a host; undefined for a column that is none. */
export function columnReader(name: string): ((host: HostFacts) => string) | undefined {
  if (Object.hasOwn(columns, name)) return columns[name as keyof typeof columns];
  const path = variablePath(name);
  const keys = path === undefined ? undefined : parsePath(path);
  return keys === undefined || keys.length === 0 ? undefined : (host) => variableText(host, keys);
}

/** The path of `vars.PATH`, and of `vars["a key"].PATH`. */
function variablePath(name: string): string | undefined {
  return name.startsWith('vars.')
    ? name.slice('vars.'.length)
    : name.startsWith('vars[')
      ? name.slice('vars'.length)
      : undefined;
}

/** The table; no line is wider than `width`. */
export function hostsTable(
  hosts: readonly HostFacts[],
  chosen: readonly string[],
  width: number | undefined,
): string {
  const names =
    chosen.length > 0
      ? chosen
      : usual.filter((name) => name === 'host' || hosts.some((host) => columns[name](host) !== ''));
  const readers = names.map((name) => columnReader(name) ?? (() => ''));
  const rows = [
    names.map((name) => variablePath(name) ?? name.toUpperCase()),
    ...hosts.map((host) => readers.map((read) => read(host))),
  ];
  return alignColumns(rows, width)
    .map((line) => `${line}\n`)
    .join('');
}

function variableText({ resolved }: HostFacts, keys: readonly string[]): string {
  const [first, ...below] = keys;
  let node: Node | undefined = shownVariables(resolved).find(({ name }) => name === first)?.value;
  // What people see of a part that is not there, or not known: the innermost value that keeps it from them.
  let hiding: Node | undefined;
  for (const key of below) {
    if (node !== undefined && (node.kind === 'unknown' || isSensitive(node))) hiding = node;
    node = node?.kind === 'map' ? findEntry(node, key)?.value : undefined;
  }
  const shown = node ?? hiding;
  if (shown === undefined) return '';
  if (shown.kind === 'vault' || (shown.kind !== 'unknown' && isSensitive(shown)))
    return '<redacted>';
  return shown.kind === 'string' ? shown.value : nodeToJson(shown, style, '');
}
