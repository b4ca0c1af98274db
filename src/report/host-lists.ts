/** Chosen hosts in every form that `hosts` prints but bare names. Loaded late: only that command needs it. */
import type { ReadInventory } from '../ansible/read-back.js';
import type { ResolvedHost, ResolvedInventory } from '../resolve/resolve.js';
import { nearest } from '../text/suggest.js';
import { factsReader, type HostList } from './host-facts.js';
import { hostsFile } from './hosts-file.js';
import { hostsJson } from './hosts-json.js';
import { prometheusTargets } from './hosts-prometheus.js';
import { sshConfig } from './hosts-ssh-config.js';
import { columnNames, columnReader, hostsTable } from './hosts-table.js';

export type HostListFormat = 'json' | 'table' | 'ssh-config' | 'hosts-file' | 'prometheus';

export interface HostListRequest {
  readonly format: HostListFormat;
  readonly resolved: ResolvedInventory;
  /** What Ansible makes of all hosts. */
  readonly read: () => ReadInventory;
  /** The chosen ones, in order. */
  readonly hosts: readonly ResolvedHost[];
  readonly columns: readonly string[];
  readonly port: number | undefined;
  readonly variables: boolean;
  /** Columns of the terminal that the list goes to; undefined where it goes elsewhere. */
  readonly width: number | undefined;
}

export function listHosts({
  format,
  resolved,
  read,
  hosts,
  columns,
  port,
  variables,
  width,
}: HostListRequest): HostList {
  const whole = (text: string): HostList => ({ text, leftOut: [] });
  const facts = hosts.map(factsReader(resolved, read));
  switch (format) {
    case 'json':
      return whole(hostsJson(facts, variables));
    case 'table':
      return whole(hostsTable(facts, columns, width));
    case 'ssh-config':
      return sshConfig(facts);
    case 'hosts-file':
      return hostsFile(facts);
    case 'prometheus':
      return prometheusTargets(facts, port);
  }
}

/** What is wrong with the name of a column; undefined for a good one. */
export function faultOfColumn(name: string): string | undefined {
  if (columnReader(name) !== undefined) return undefined;
  const near = nearest(name, columnNames);
  return `there is no column ${name}: it is one of ${columnNames.join(', ')}, or vars.PATH${near === undefined ? '' : `; did you mean ${near}?`}`;
}
