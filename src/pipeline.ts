/**
 * The phases in order: load → check → resolve. Joins their diagnostics and decides what goes on: resolving stops only
 * for what could not be built, so that one run tells every independent fault. Every command goes through here.
 */
import { hasErrors, inFileOrder, type Diagnostic, type Outcome } from './diagnostics/diagnostic.js';
import { checkWorkspace } from './check/rules.js';
import { findSimilarVariables } from './check/similar-variables.js';
import type { Declarations } from './check/types.js';
import { loadWorkspace, type LoadOptions, type Workspace } from './load/load.js';
import type { Inventory } from './model/inventory.js';
import { layersLackedBy, type LacksLayer } from './resolve/broken-layers.js';
import { findIdleMarkers } from './resolve/idle-markers.js';
import { resolveInventory, type ResolvedInventory } from './resolve/resolve.js';
import { findMergeOverlaps } from './resolve/merge-overlaps.js';
import { everything, type Selection } from './resolve/select.js';
import {
  findIgnoreComments,
  withoutSilenced,
  type IgnoreComment,
} from './syntax/ignore-comments.js';
import { findDifferentReadings } from './syntax/readings.js';
import type { System } from './system.js';
import { ownExports, type OwnExport } from './upstream/own-exports.js';
import type { UpstreamStates } from './upstream/resolve-reference.js';
import type { Span } from './text/source.js';

/** An inventory that was loaded and checked. */
export interface LoadedInventory {
  readonly workspace: Workspace;
  readonly inventory: Inventory;
  /** Its types and declared variables, if it has some. */
  readonly declarations: Declarations | undefined;
  /** What it exports, with types, and with values as far as they are known. */
  readonly exports: readonly OwnExport[];
  /** False if loading or checking found an error. */
  readonly sound: boolean;
  /** Which hosts lack a layer because of such an error. */
  readonly lacksLayer: LacksLayer;
}

/** Reads the inventory at `path` (absolute) with every file that it names, and judges all definitions. */
export function loadInventory(
  system: System,
  path: string,
  options: LoadOptions = {},
): Outcome<LoadedInventory> {
  return check(loadWorkspace(system, path, options));
}

/**
 * The same with the values that upstreams have applied; at once, unless there are upstreams whose states are to be read,
 * over the network as `outside`, and from files of `states`.
 */
export function loadApplied(
  system: System,
  path: string,
  outside: System = system,
  { parse, states: files }: AppliedOptions = {},
): Outcome<LoadedInventory> | Promise<Outcome<LoadedInventory>> {
  const first = loadWorkspace(system, path, { stopsAtUpstreams: true, parse });
  const { upstreams } = first.value;
  return upstreams === undefined
    ? check(first)
    : upstreams
        .readStates(outside, files)
        .then((states) => loadInventory(system, path, { states, parse }));
}

/** Where what is loaded comes from, if not from its `System` alone. */
export interface AppliedOptions extends Pick<LoadOptions, 'parse'> {
  readonly states?: System | undefined;
}

/** What the upstreams of the inventory at `path` have applied, by their names; undefined where it has none. */
export async function readUpstreamStates(
  system: System,
  path: string,
): Promise<UpstreamStates | undefined> {
  return loadWorkspace(system, path, { stopsAtUpstreams: true }).value.upstreams?.readStates(
    system,
  );
}

function check({ value: workspace, diagnostics }: Outcome<Workspace>): Outcome<LoadedInventory> {
  const { upstreams } = workspace;
  const checked = checkWorkspace({ ...workspace, upstreamTypes: upstreams?.types });
  const { inventory, declarations } = checked.value;
  const exports =
    inventory.exports.length === 0
      ? noExports
      : ownExports(inventory.exports, {
          types: declarations?.types ?? upstreams?.types,
          given: upstreams?.given,
        });
  const all = [
    ...diagnostics,
    ...checked.diagnostics,
    ...exports.diagnostics,
    ...(upstreams?.diagnostics(workspace.complete) ?? []),
  ];
  const { documents, complete } = workspace;
  return {
    value: {
      workspace,
      ...checked.value,
      exports: exports.value,
      sound: !hasErrors(all),
      lacksLayer: layersLackedBy(documents, all, complete),
    },
    diagnostics: all,
  };
}

const noExports: Outcome<readonly OwnExport[]> = { value: [], diagnostics: [] };

/**
 * Resolves the selected hosts of a loaded inventory. Its diagnostics are only those of resolving; join them with
 * those of loading, and use the value only if neither holds an error.
 */
export function resolveHosts(
  { workspace, inventory, declarations, sound, lacksLayer }: LoadedInventory,
  selection: Selection,
): Outcome<ResolvedInventory> {
  return resolveInventory(inventory, {
    selection,
    usesMarkers: workspace.documents.some((document) => document.usesMarkers),
    complete: workspace.complete && workspace.files.some((file) => file.hostsKey !== undefined),
    sound,
    lacksLayer,
    declared: declarations?.variables.variables ?? [],
    given: workspace.upstreams?.given,
    isStatic: workspace.upstreams?.isStatic ?? false,
  });
}

/** An inventory that is loaded and resolved, with everything that was found, in file order. */
export interface Resolution {
  readonly loaded: LoadedInventory;
  readonly resolved: ResolvedInventory;
  readonly diagnostics: readonly Diagnostic[];
  /** False if something is an error: then `resolved` holds only what could be built. */
  readonly valid: boolean;
  /** The comments that silence, and the names in them that silenced a warning: of `validatePath` only. */
  readonly silencing?: {
    readonly comments: readonly IgnoreComment[];
    readonly used: ReadonlySet<Span>;
  };
}

/** All phases for the inventory at `path`; no state is read. */
export function resolvePath(
  system: System,
  path: string,
  selection: Selection = everything,
  options: LoadOptions = {},
): Resolution {
  return resolve(loadInventory(system, path, options), selection);
}

/** The same with the values that upstreams have applied. */
export function resolveApplied(
  system: System,
  path: string,
  selection: Selection = everything,
  outside: System = system,
): Resolution | Promise<Resolution> {
  const loaded = loadApplied(system, path, outside);
  return loaded instanceof Promise
    ? loaded.then((each) => resolve(each, selection))
    : resolve(loaded, selection);
}

function resolve(loaded: Outcome<LoadedInventory>, selection: Selection): Resolution {
  const resolved = resolveHosts(loaded.value, selection);
  const diagnostics = inReadingOrder(loaded.value, [
    ...loaded.diagnostics,
    ...resolved.diagnostics,
  ]);
  return {
    loaded: loaded.value,
    resolved: resolved.value,
    diagnostics,
    valid: !hasErrors(diagnostics),
  };
}

/** Diagnostics in the order in which the files were read, in each from its start; what aliases repeat is told once. */
export function inReadingOrder(
  { workspace }: LoadedInventory,
  diagnostics: readonly Diagnostic[],
): Diagnostic[] {
  const sorted = inFileOrder(
    diagnostics,
    workspace.documents.map((document) => document.source.path),
  );
  const found = sorted.filter((each, at) => !isSame(each, sorted[at - 1]));
  return [...(workspace.upstreams?.redacted(found) ?? found)];
}

function isSame({ code, span, message }: Diagnostic, other: Diagnostic | undefined): boolean {
  return (
    other?.code === code &&
    other.span.start === span.start &&
    other.span.source === span.source &&
    other.message === message
  );
}

/** What `validate` finds: all errors, and the warnings that no other command computes, but for those that a comment silences. */
export function validatePath(
  system: System,
  path: string,
  selection: Selection = everything,
  options: LoadOptions = {},
): Resolution {
  return withWarnings(resolvePath(system, path, selection, options), selection);
}

/** The same with the values that upstreams have applied. */
export async function validateApplied(
  system: System,
  path: string,
  selection: Selection = everything,
): Promise<Resolution> {
  return withWarnings(await resolveApplied(system, path, selection), selection);
}

function withWarnings(resolution: Resolution, selection: Selection): Resolution {
  const { documents, files } = resolution.loaded.workspace;
  const isWhole = selection.hosts.length + selection.tags.length === 0;
  const warnings = [
    ...documents.flatMap(findDifferentReadings),
    ...documents.flatMap(findMergeOverlaps),
    ...findSimilarVariables(files, resolution.loaded.declarations?.variables),
    ...(isWhole && resolution.valid ? findIdleMarkers(files, resolution.resolved) : []),
  ];
  const all = withoutFollowUps(
    inReadingOrder(resolution.loaded, [...resolution.diagnostics, ...warnings]),
  );
  const comments = documents.flatMap(findIgnoreComments);
  const used = new Set<Span>();
  return {
    ...resolution,
    diagnostics: withoutSilenced(all, (each) => each, comments, used),
    silencing: { comments, used },
  };
}

/** A warning about what is an error already says nothing new. */
function withoutFollowUps(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ span }: Diagnostic): string => `${span.start} ${span.source.path}`;
  const wrong = new Set(diagnostics.filter((each) => each.severity === 'error').map(place));
  return wrong.size === 0
    ? diagnostics
    : diagnostics.filter((each) => each.severity === 'error' || !wrong.has(place(each)));
}
