/**
 * Everything that the page of `report` shows, as compact data. In: what was resolved, as far as it could be, and what was
 * found. Out: plain JSON without any secret, the same for the same inventory on every machine and at any time.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { excerptOf } from '../diagnostics/excerpt.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import { byCodePoint } from '../text/order.js';
import { escapeControls } from '../text/terminal.js';
import type { Document } from '../syntax/node.js';
import type { OwnExport } from '../upstream/own-exports.js';
import type { UpstreamStates } from '../upstream/resolve-reference.js';
import { pageServices, pageTags, settingsOf } from './page-definitions.js';
import { pageExports, pageState, pageUpstreams, type OwnApplied } from './page-exchange.js';
import { numbersOf, pageHosts } from './page-hosts.js';
import { openLedger, type Ledger } from './page-ledger.js';
import { withoutKept } from './page-secrets.js';
import type { PageData, PageDiagnostic } from '@inventory-script/report-page/shape';

/** What is known of an inventory. */
export interface Reported {
  readonly tool: string;
  /** How messages call the inventory. */
  readonly name: string;
  readonly resolved: ResolvedInventory;
  readonly documents: readonly Document[];
  /** The states of upstreams that were read. */
  readonly states: UpstreamStates | undefined;
  readonly exports: readonly OwnExport[];
  readonly own: OwnApplied | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** How people call a file. */
  readonly nameOf: (path: string) => string;
}

/** More findings than this are counted only. */
const mostDiagnostics = 1000;
const excerptWidth = 120;

export function pageData({
  tool,
  name,
  resolved,
  documents,
  states,
  exports,
  own,
  diagnostics,
  nameOf,
}: Reported): PageData {
  const ledger = openLedger();
  const { inventory } = resolved;
  const numbers = numbersOf(inventory);
  const around = { ledger, documents, nameOf };
  const { kinds, hosts } = pageHosts(resolved, ledger, numbers);
  const told = withoutKept(diagnostics, documents);
  const errors = told.filter((each) => each.severity === 'error');
  const warnings = told.filter((each) => each.severity === 'warning');
  const sources = [...inventory.secretSources.values()].sort((a, b) => byCodePoint(a.name, b.name));
  const rest = {
    kinds,
    hosts,
    tags: pageTags(inventory, numbers, around),
    services: pageServices(inventory, numbers, around),
    everywhere: settingsOf(inventory.vars, ledger),
    secretSources: sources.map((each) => ({ name: each.name, place: ledger.place(each) })),
    upstreams: pageUpstreams(inventory, states, resolved.hosts, ledger, nameOf),
    exports: pageExports(exports, own, ledger),
    state: own === undefined ? null : withAge(pageState(own.read, nameOf), own.isOutdated),
    errors: errors.length,
    warnings: warnings.length,
    diagnostics: [...errors, ...warnings]
      .slice(0, mostDiagnostics)
      .map((each) => pageDiagnostic(each, ledger)),
  };
  return { tool, name: escapeControls(name), ...ledger.tables, ...rest };
}

function withAge(
  state: ReturnType<typeof pageState>,
  isOutdated: boolean,
): ReturnType<typeof pageState> {
  return state.kind === 'present' && isOutdated ? { ...state, isOutdated } : state;
}

function pageDiagnostic(
  { severity, code, message, help, span, related }: Diagnostic,
  ledger: Ledger,
): PageDiagnostic {
  return {
    severity: severity === 'error' ? severity : 'warning',
    code,
    message: escapeControls(message),
    ...(help === undefined ? {} : { help: escapeControls(help) }),
    place: ledger.place(span),
    excerpt: excerptOf(span, excerptWidth).map((each) => [
      each.number,
      each.text,
      each.markStart,
      each.markWidth,
    ]),
    related: related.map((each) => [escapeControls(each.message), ledger.place(each.span)]),
  };
}
