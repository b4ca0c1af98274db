/** What commands that work on an inventory's own state need of it: its exports, and where the state is. */
import { checkState } from '../../check/state.js';
import { diagnostic, hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { readDeclarations } from '../../load/read-declarations.js';
import type { Inventory } from '../../model/inventory.js';
import {
  inReadingOrder,
  loadApplied,
  loadInventory,
  type LoadedInventory,
} from '../../pipeline.js';
import {
  placeOfState,
  stateDeclarationOf,
  type StateDeclaration,
} from '../../state/declaration.js';
import { unknownIn } from '../../state/nodes.js';
import type { DeclaredExport } from '../../state/publish.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { shellWord } from '../../text/shell-word.js';
import { startOf, type Source } from '../../text/source.js';
import { pathFrom } from '../../text/path-from.js';

export interface OwnState {
  readonly declared: readonly DeclaredExport[];
  readonly declaration: StateDeclaration;
  /** The upstreams that were never applied, one warning each. */
  readonly notApplied: readonly Diagnostic[];
}

/** Of a sound inventory, with what its upstreams have `applied`, or as it is `declared` alone; else why it is none. */
export async function openOwnState(
  system: System,
  path: string,
  extent: 'applied' | 'declared',
): Promise<OwnState | { readonly diagnostics: readonly Diagnostic[] }> {
  const { value: loaded, diagnostics } =
    extent === 'applied' ? await loadApplied(system, path) : loadInventory(system, path);
  const { files, documents } = loaded.workspace;
  const [file] = files;
  const source = documents[0]?.source;
  const declaration = file && source && stateDeclarationOf(file, startOf(source));
  if (declaration === undefined || hasErrors(diagnostics))
    return { diagnostics: inReadingOrder(loaded, diagnostics) };
  return {
    declared: exportsOf(system, loaded),
    declaration,
    notApplied: diagnostics.filter((each) => each.code === 'upstream/no-state'),
  };
}

/** Where the state of an inventory is, however broken the rest of it may be; else why that cannot be said. */
export function findOwnState(
  system: System,
  path: string,
): StateDeclaration | { readonly diagnostics: readonly Diagnostic[] } {
  const { value: files, diagnostics } = readDeclarations(system, path);
  const [file] = files;
  const faults = checkState(file);
  const source: Source = file?.exports[0]?.source ?? {
    path,
    name: displayName(system.cwd, path),
    text: '',
  };
  const declaration = file && stateDeclarationOf(file, startOf(source));
  return declaration === undefined || faults.length > 0
    ? { diagnostics: [...diagnostics, ...faults] }
    : declaration;
}

/** What to do where there is no state. */
export function notApplied(
  system: System,
  path: string,
  declaration: StateDeclaration,
): Diagnostic {
  const name = displayName(system.cwd, path);
  const help =
    declaration.type === 'terraform'
      ? 'apply it with Terraform or OpenTofu first'
      : `run \`inventory-script apply -i ${shellWord(name)}\` first`;
  return diagnostic(
    'state/not-applied',
    declaration,
    `\`${name}\` was not applied yet: there is no state at \`${placeOfState(declaration)}\``,
    { help },
  );
}

function exportsOf(
  system: System,
  { inventory, exports }: LoadedInventory,
): readonly DeclaredExport[] {
  return exports.map((each) => ({
    ...each,
    waits: each.value && waitsOf(system, inventory, each.value),
  }));
}

/** Why a value is not known, and which upstreams to apply for it. */
function waitsOf(
  system: System,
  { upstreams }: Inventory,
  value: NonNullable<DeclaredExport['value']>,
): DeclaredExport['waits'] {
  const references = [
    ...new Map(
      unknownIn(value).flatMap((each) =>
        each.references.map((reference) => [reference.name, reference.reason] as const),
      ),
    ),
  ];
  if (references.length === 0) return undefined;
  const wanted = references.map(([name]) => name.split(/[.[]/));
  const commands = upstreams.flatMap(({ name, directory }) => {
    const exports = wanted.flatMap(([upstream, exported]) =>
      upstream === name && exported !== undefined ? [`\`--set ${exported}=…\``] : [],
    );
    if (directory === undefined || exports.length === 0) return [];
    const folder = displayName(system.cwd, pathFrom(directory.span.source, directory.value));
    return [
      `\`inventory-script apply -i ${shellWord(folder)}\` (with ${[...new Set(exports)].join(' ')} where only the outside knows it)`,
    ];
  });
  return {
    reason: references.map(([name, reason]) => `\`${name}\` is not known: ${reason}`).join('; '),
    help: `run ${commands.join(' and ')} first, or \`apply --all\``,
  };
}
