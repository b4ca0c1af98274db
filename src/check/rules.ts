/** Every rule that needs no host, in one list. Combining the files comes first: all rules judge the whole inventory. */
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.js';
import type { FileDefinitions, Inventory } from '../model/inventory.js';
import type { Document } from '../syntax/node.js';
import type { TypeScope } from '../types/parse-text.js';
import { combineDefinitions } from './definitions.js';
import { checkExpressions } from './expressions.js';
import { checkGroupNames } from './groups.js';
import { checkHostTags } from './hosts.js';
import { checkMarkerPlaces } from './markers.js';
import { checkSecretSources, checkServices } from './services.js';
import { checkState } from './state.js';
import { checkTags } from './tags.js';
import { checkTransports } from './transport.js';
import { checkTypes, type Declarations } from './types.js';
import { checkVariableNames } from './variables.js';

/** What the rules judge; `complete` is false where a file is missing that may define more names. */
export interface Checked {
  readonly path: string;
  readonly files: readonly FileDefinitions[];
  readonly documents: readonly Document[];
  readonly complete: boolean;
  /** The types of upstreams, by the names that this inventory gives them. */
  readonly upstreamTypes?: TypeScope | undefined;
}

/** What an inventory defines, and what it declares about the values in it. */
export interface CheckedInventory {
  readonly inventory: Inventory;
  /** Undefined where it has neither `types` nor `variables`. */
  readonly declarations: Declarations | undefined;
}

/** Combines the files of a workspace and judges every definition and reference in them. */
export function checkWorkspace({
  path,
  files,
  documents,
  complete,
  upstreamTypes,
}: Checked): Outcome<CheckedInventory> {
  const { value: inventory, diagnostics } = combineDefinitions(path, files);
  const declared = files.some((file) => file.types.length + file.variables.length > 0)
    ? checkTypes(files, complete, upstreamTypes)
    : undefined;
  const hosts = files.flatMap((file) => file.hosts);
  const found: Diagnostic[] = [
    ...diagnostics,
    ...checkHostTags(hosts, inventory.tags, complete),
    ...checkTransports(hosts),
    ...checkTags(inventory, complete),
    ...checkServices(inventory.services),
    ...checkSecretSources(inventory.secretSources),
    ...checkVariableNames(files),
    ...documents.flatMap(checkMarkerPlaces),
    ...checkGroupNames(inventory),
    ...checkExpressions(inventory.ansible),
    ...(declared?.diagnostics ?? []),
    ...checkState(files[0]),
  ];
  return { value: { inventory, declarations: declared?.value }, diagnostics: found };
}
