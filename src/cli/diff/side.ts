/**
 * One side of `diff`: found, loaded with everything that it names, resolved. In a revision all files are those of the
 * commit; a state that git does not track is the one on this machine.
 */
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Side } from '../../diff/model.js';
import type { SideName } from '../../diff/render-text.js';
import type { RevisionTree } from '../../git/revision-tree.js';
import { inReadingOrder, loadApplied, resolveHosts, type LoadedInventory } from '../../pipeline.js';
import { everything } from '../../resolve/select.js';
import { stateDeclarationOf } from '../../state/declaration.js';
import { readState } from '../../state/read-state.js';
import type { Document } from '../../syntax/node.js';
import { parseDocument, type ParseText } from '../../syntax/parse.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { inventoryNames } from '../../text/inventory-names.js';
import { startOf, type Source, type Span } from '../../text/source.js';
import type { Outcome } from '../../diagnostics/diagnostic.js';
import type { OwnExport } from '../../upstream/own-exports.js';

/** Where a side comes from. */
export interface Origin {
  readonly kind: SideName['kind'];
  readonly name: string;
  readonly commit: string | undefined;
  /** The inventory, or the folder to look for it. */
  readonly target: string;
  /** Undefined for files of this machine. */
  readonly tree: RevisionTree | undefined;
}

export interface LoadedSide {
  readonly name: SideName;
  readonly side: Side;
  /** As the files of this side are to be called. */
  readonly diagnostics: readonly Diagnostic[];
  readonly valid: boolean;
  /** Undefined where there is no inventory. */
  readonly path: string | undefined;
}

/** Finds the inventory of a side; undefined where there is none, a problem where there are two. */
export function findEntry(
  system: System,
  { target, tree }: Origin,
): { readonly path: string | undefined } | { readonly problem: string; readonly help: string } {
  const files = tree?.system ?? system;
  if (files.kindOf(target) !== 'folder')
    return { path: files.kindOf(target) === undefined ? undefined : target };
  const [first, second] = inventoryNames
    .map((name) => join(target, name))
    .filter((path) => files.kindOf(path) !== undefined);
  if (second === undefined) return { path: first };
  return {
    problem: `\`${displayName(system.cwd, target)}\` holds both \`${inventoryNames.join('` and `')}\``,
    help: 'remove one of them, or name the file',
  };
}

/** So many files below an inventory's folder are most probably its own. */
const mostAtOnce = 500;

/** Loads and resolves the inventory at `path`; `parse` keeps the trees of texts that both sides have. */
export async function loadSide(
  system: System,
  origin: Origin,
  path: string | undefined,
  parse: ParseText,
): Promise<LoadedSide> {
  const { kind, name, commit, target, tree } = origin;
  const called: SideName = {
    kind,
    name,
    commit,
    path: displayName(system.cwd, path ?? target),
    isThere: path !== undefined,
  };
  if (path === undefined)
    return { name: called, side: emptySide(target), diagnostics: [], valid: true, path };
  const files = tree?.system ?? system;
  await tree?.prefetch(
    (each) => each.startsWith(`${dirname(path)}/`) && /\.(?:ya?ml|json)$/.test(each),
    mostAtOnce,
  );
  let loaded: Outcome<LoadedInventory>;
  let own: Applied;
  do {
    loaded = await loadApplied(files, path, system, {
      parse,
      states: tree?.withUntracked ?? system,
    });
    own = await withApplied(tree?.withUntracked ?? system, loaded.value);
  } while ((await tree?.fetchWanted()) === true);
  const { value: resolved, diagnostics } = resolveHosts(loaded.value, everything);
  const all = inReadingOrder(loaded.value, [
    ...loaded.diagnostics,
    ...diagnostics,
    ...own.diagnostics,
  ]);
  const { documents, upstreams } = loaded.value.workspace;
  return {
    name: called,
    side: {
      resolved,
      documents,
      exports: own.exports,
      uses: upstreams?.uses ?? [],
      folder: dirname(path),
    },
    diagnostics: tree === undefined ? all : all.map((each) => named(each, name, tree)),
    valid: all.every(({ severity }) => severity !== 'error'),
    path,
  };
}

/** A parser that reads a text once, however often and for whichever side it is asked. */
export function rememberingParser(): ParseText {
  const known = new Map<string, Outcome<Document>[]>();
  return (source) => {
    // Where a link's paths lead is another matter on each side.
    if (source.link !== undefined) return parseDocument(source);
    const sameName = known.get(source.path) ?? [];
    const same = sameName.find(
      ({ value }) => value.source.text === source.text && value.source.name === source.name,
    );
    if (same !== undefined) return same;
    const parsed = parseDocument(source);
    known.set(source.path, [...sameName, parsed]);
    return parsed;
  };
}

interface Applied {
  readonly exports: readonly OwnExport[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The exports with what only the inventory's own state knows; nothing is asked over the network for that. */
async function withApplied(
  states: System,
  { exports, workspace }: LoadedInventory,
): Promise<Applied> {
  const [entry] = workspace.files;
  const waits = exports.some(({ value }) => value === undefined);
  const declaration =
    entry === undefined || !waits
      ? undefined
      : stateDeclarationOf(entry, startOf(exports[0]?.source ?? emptySource(entry.path)));
  if (declaration === undefined || declaration.type === 's3') return { exports, diagnostics: [] };
  const read = await readState(states, declaration);
  if (read.kind !== 'present')
    return { exports, diagnostics: read.kind === 'broken' ? [read.diagnostic] : [] };
  const applied = read.state.exports;
  return {
    exports: exports.map((each) => {
      const found = each.value === undefined ? applied.get(each.name) : undefined;
      return found === undefined
        ? each
        : { ...each, value: found.value, sensitive: each.sensitive || found.sensitive };
    }),
    diagnostics: [],
  };
}

function emptySource(path: string): Source {
  return { path, name: path, text: '' };
}

/** The side where nothing is. */
function emptySide(target: string): Side {
  const ansible = {
    serviceGroups: true,
    cache: undefined,
    strict: false,
    compose: [],
    groups: [],
    keyedGroups: [],
    leadingSeparator: true,
    groupNames: 'safe' as const,
    unknown: 'undef' as const,
  };
  const inventory = {
    path: target,
    vars: undefined,
    hosts: [],
    tags: new Map(),
    services: new Map(),
    secretSources: new Map(),
    upstreams: [],
    exports: [],
    ansible,
  };
  return {
    resolved: { inventory, hosts: [], names: [], groups: new Map(), effective: new Set() },
    documents: [],
    exports: [],
    uses: [],
    folder: dirname(target),
  };
}

/** The diagnostic with files called by the revision that they are of: `HEAD~1:fleet/inventory.yaml`. */
function named(diagnostic: Diagnostic, revision: string, { system }: RevisionTree): Diagnostic {
  const name = ({ source, start, end }: Span): Span => ({
    source:
      system.kindOf(source.path) === undefined
        ? source
        : { ...source, name: `${revision}:${source.name}` },
    start,
    end,
  });
  return {
    ...diagnostic,
    span: name(diagnostic.span),
    related: diagnostic.related.map((each) => ({ ...each, span: name(each.span) })),
  };
}
