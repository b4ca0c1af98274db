/** What commands that work on an inventory's own state need of it: its exports, and where the state is. */
import { checkState } from '../check/state.js';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { loadWorkspace } from '../load/load.js';
import { inReadingOrder, loadApplied, type LoadedInventory } from '../pipeline.js';
import { stateDeclarationOf, type StateDeclaration } from '../state/declaration.js';
import type { DeclaredExport } from '../state/publish.js';
import type { System } from '../system.js';
import { startOf } from '../text/source.js';

export interface OwnState {
  readonly declared: readonly DeclaredExport[];
  readonly declaration: StateDeclaration;
}

/** Of a sound inventory, with what its upstreams applied; else why it is none. */
export async function openOwnState(system: System, path: string): Promise<OwnState | { readonly diagnostics: readonly Diagnostic[] }> {
  const { value: loaded, diagnostics } = await loadApplied(system, path);
  const declaration = declarationIn(loaded);
  if (declaration === undefined || hasErrors(diagnostics)) return { diagnostics: inReadingOrder(loaded, diagnostics) };
  return { declared: loaded.exports, declaration };
}

/** Where the state of an inventory is, however broken the rest of it may be; else why that cannot be said. */
export function findOwnState(system: System, path: string): StateDeclaration | { readonly diagnostics: readonly Diagnostic[] } {
  const { value: workspace, diagnostics } = loadWorkspace(system, path);
  const faults = checkState(workspace.files[0]);
  const declaration = declarationIn({ workspace });
  return declaration === undefined || faults.length > 0 ? { diagnostics: [...diagnostics, ...faults] } : declaration;
}

function declarationIn({ workspace }: Pick<LoadedInventory, 'workspace'>): StateDeclaration | undefined {
  const [file] = workspace.files;
  const source = workspace.documents[0]?.source;
  return file && source && stateDeclarationOf(file, startOf(source));
}
