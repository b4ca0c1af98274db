/** What an inventory takes from others and gives to them, with how fresh it is, for the page. No clock: times are those of states. */
import { nodeToJson } from '../model/json.js';
import type { Inventory } from '../model/inventory.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import type { StateRead } from '../state/state.js';
import { isKnown, withoutUnsafe } from '../state/nodes.js';
import type { Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { escapeControls } from '../text/terminal.js';
import { typeText, type Type } from '../types/type.js';
import type { OwnExport } from '../upstream/own-exports.js';
import type { UpstreamStates } from '../upstream/resolve-reference.js';
import { holdsSecret } from './secrets.js';
import type { Ledger } from './page-ledger.js';
import type {
  PageExport,
  PageState,
  PageUpstream,
  PageValue,
} from '@inventory-script/report-page/shape';

/** The state of the inventory itself, where it exports something. */
export interface OwnApplied {
  readonly read: StateRead;
  /** True where what is declared is not what was applied. */
  readonly isOutdated: boolean;
}

type NameOf = (path: string) => string;

export function pageUpstreams(
  inventory: Inventory,
  states: UpstreamStates | undefined,
  hosts: readonly ResolvedHost[],
  ledger: Ledger,
  nameOf: NameOf,
): PageUpstream[] {
  const waits = inventory.upstreams.length === 0 ? new Set<string>() : waitingIn(hosts);
  return inventory.upstreams.map((upstream) => {
    const read = states?.get(upstream.name);
    const applied = read?.kind === 'present' ? [...read.state.exports.values()] : [];
    return {
      name: upstream.name,
      source: escapeControls(upstream.directory?.value ?? ''),
      place: ledger.place(upstream),
      state: pageState(read, nameOf),
      exports: applied.map((each) => pageValue(each.name, each.type, each.sensitive, each.value)),
      waits: [...waits]
        .filter((name) => name.startsWith(`${upstream.name}.`))
        .sort(byCodePoint)
        .map(escapeControls),
    };
  });
}

/** The references that values of hosts wait for. */
function waitingIn(hosts: readonly ResolvedHost[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<Node>();
  const visit = (node: Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === 'unknown' && !node.isFailed)
      for (const each of node.references) names.add(each.name);
    if (node.kind === 'map') for (const { value } of node.entries) visit(value);
    if (node.kind === 'list') for (const item of node.items) visit(item);
  };
  for (const host of hosts) for (const { value } of host.variables()) visit(value);
  return names;
}

export function pageExports(
  exports: readonly OwnExport[],
  own: OwnApplied | undefined,
  ledger: Ledger,
): PageExport[] {
  const state = own?.read.kind === 'present' ? own.read.state : undefined;
  return [...exports]
    .sort((a, b) => byCodePoint(a.name, b.name))
    .map((each) => {
      const applied = state?.exports.get(each.name);
      const sensitive = each.sensitive || applied?.sensitive === true;
      const declared = pageValue(each.name, each.type, sensitive, each.value);
      const before = applied === undefined ? null : valueText(applied.value, sensitive);
      const value = declared.value ?? before;
      return {
        ...declared,
        value,
        place: ledger.place(each),
        ...(value === before && state !== undefined ? {} : { applied: before }),
      };
    });
}

export function pageState(read: StateRead | undefined, nameOf: NameOf): PageState {
  if (read === undefined) return { kind: 'unneeded' };
  const place = escapeControls(read.place.startsWith('/') ? nameOf(read.place) : read.place);
  switch (read.kind) {
    case 'absent':
      return { kind: 'absent', place };
    case 'broken':
      return { kind: 'broken', place, message: escapeControls(read.diagnostic.message) };
    case 'present': {
      const { serial, time, tool } = read.state;
      return { kind: 'present', place, serial, time: time ?? null, tool: escapeControls(tool) };
    }
  }
}

function pageValue(
  name: string,
  type: Type,
  sensitive: boolean,
  value: Node | undefined,
): PageValue {
  return {
    name: escapeControls(name),
    type: escapeControls(typeText(type)),
    sensitive,
    value: value === undefined || !isKnown(value) ? null : valueText(value, sensitive),
  };
}

function valueText(value: Node, sensitive: boolean): string {
  if (
    sensitive ||
    value.kind === 'vault' ||
    (value.kind !== 'map' && value.kind !== 'list' && holdsSecret(value))
  )
    return '<redacted>';
  return escapeControls(
    nodeToJson(withoutUnsafe(value), { unit: '', redact: true, markTemplates: false }, ''),
  );
}
