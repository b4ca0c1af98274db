/**
 * What is known of one inventory while its files are edited: everything that `validate` finds, and the tree of every file,
 * where a text does not parse at the moment a sketch of it, so that names and places are there all the same.
 */
import { join } from 'node:path';
import { loadWorkspace, type Workspace } from '../load/load.js';
import { noteLinkedPaths } from '../load/linked-paths.js';
import { expandFrom, isGlob } from '../load/paths.js';
import { readSource } from '../load/read-source.js';
import { buildDefinitions } from '../model/build.js';
import type { FileDefinitions } from '../model/inventory.js';
import { tagGroup } from '../model/safe-name.js';
import { resolvePath, validatePath, type Resolution } from '../pipeline.js';
import type { Declarations } from '../check/types.js';
import { everything } from '../resolve/select.js';
import type { FileKind } from '../schema/locate.js';
import type { MapNode } from '../syntax/node.js';
import type { ParseText } from '../syntax/parse.js';
import type { System } from '../system.js';
import { inventoryNames } from '../text/inventory-names.js';
import { pathFrom } from '../text/path-from.js';
import type { Source } from '../text/source.js';
import { unknownType } from '../types/type.js';
import type { OwnExport } from '../upstream/own-exports.js';
import { mentionsIn, type Mention } from './mentions.js';
import { sketchOf } from './sketch.js';

/** One file of an inventory. */
export interface Draft {
  readonly source: Source;
  readonly kind: FileKind;
  readonly root: MapNode;
  /** True where the tree is a sketch. */
  readonly isBroken: boolean;
}

/** What an inventory and its files name. */
export interface Names {
  /** The entry file. */
  readonly path: string;
  /** The entry file first. */
  readonly drafts: readonly Draft[];
  /** The definitions of each inventory and included file. */
  readonly definitions: readonly FileDefinitions[];
  /** The entry file of the inventory that each upstream's name means. */
  readonly upstreams: ReadonlyMap<string, string>;
  /** All paths that the result depends on. */
  readonly asked: ReadonlySet<string>;
  /** Every name in every file, found when it is asked for. */
  mentions(): readonly Mention[];
}

export interface Analysis extends Names {
  /** What `validate` finds. */
  readonly resolution: Resolution;
  /** The same where every text parses; else what the sketches of the others say, worked out when it is asked for. */
  known(): Resolution;
  /** As they are, or as they were before the text broke. */
  readonly declarations: Declarations | undefined;
  readonly exports: readonly OwnExport[];
}

/** Analyses the inventory at `path`, which was something else before; `system` adds to `asked` whatever it is asked about. */
export function analyse(
  system: System,
  path: string,
  asked: ReadonlySet<string>,
  parse: ParseText,
  before?: Analysis,
): Analysis {
  const resolution = validatePath(system, path, everything, { parse });
  const names = readNames(system, path, asked, parse, resolution.loaded.workspace);
  const { declarations, exports } = resolution.loaded;
  if (!names.drafts.some((each) => each.isBroken))
    return { ...names, resolution, known: () => resolution, declarations, exports };
  let sketched: Resolution | undefined;
  const known = (): Resolution =>
    (sketched ??= resolvePath(system, path, everything, { parse: sketching(parse) }));
  // What was opened broken has no better past.
  const past = before ?? known().loaded;
  return {
    ...names,
    resolution,
    known,
    declarations: declarations ?? past.declarations,
    exports: lastKnown(names, exports, past.exports),
  };
}

/** Reads a text that does not parse as its sketch, and tells nothing of it. */
function sketching(parse: ParseText): ParseText {
  return (source) => {
    const parsed = parse(source);
    const { root } = parsed.value;
    return root?.kind === 'map'
      ? parsed
      : {
          value: {
            source: parsed.value.source,
            root: sketchOf(parsed.value.source),
            usesMarkers: /!(?:replace|append|unset)\b/.test(source.text),
          },
          diagnostics: [],
        };
  };
}

/** The exports that are named, those that cannot be read with the type that they had. */
function lastKnown(
  { definitions }: Names,
  exports: readonly OwnExport[],
  before: readonly OwnExport[],
): readonly OwnExport[] {
  if (exports.length > 0) return exports;
  return (definitions[0]?.exports ?? []).map(({ name, sensitive, value, source, start, end }) => {
    const known = before.find((each) => each.name === name);
    return {
      name,
      type: known?.type ?? unknownType,
      typeSpan: known?.typeSpan,
      value,
      sensitive,
      source,
      start,
      end,
    };
  });
}

/** The names alone, which is much less work. */
export function readNames(
  system: System,
  path: string,
  asked: ReadonlySet<string>,
  parse: ParseText,
  workspace: Workspace = loadWorkspace(system, path, { parse }).value,
): Names {
  const drafts = draftsOf(system, workspace, path, parse);
  const loaded = new Map(workspace.files.map((file) => [file.path, file]));
  const definitions = drafts
    .filter((each) => each.kind !== 'service_file')
    .map((each) => loaded.get(each.source.path) ?? buildDefinitions(each.source.path, each.root));
  const upstreams = upstreamsOf(system, definitions[0]);
  let mentions: readonly Mention[] | undefined;
  return {
    path,
    drafts,
    definitions,
    upstreams,
    asked,
    mentions: () =>
      (mentions ??= withGroups(
        drafts.flatMap((each) =>
          mentionsIn(each.root, {
            kind: each.kind,
            inventory: path,
            upstreams,
            hasUpstreams: (definitions[0]?.upstreams.length ?? 0) > 0,
          }),
        ),
        definitions,
      )),
  };
}

/** Groups that are those of tags, by the names of these; the other ones are nobody's. */
function withGroups(
  mentions: readonly Mention[],
  definitions: readonly FileDefinitions[],
): readonly Mention[] {
  if (!mentions.some((each) => each.compared === 'group')) return mentions;
  const groupNames = definitions[0]?.ansible.groupNames ?? 'safe';
  const tags = new Map(
    definitions.flatMap((file) =>
      file.tags.map(({ name }) => [tagGroup(name, { groupNames }), name]),
    ),
  );
  return mentions.flatMap((each) => {
    const name = each.compared === 'group' ? tags.get(each.name) : each.name;
    return name === undefined
      ? []
      : [
          each.compared === 'group' && groupNames === 'verbatim'
            ? { ...each, name, compared: 'name' }
            : { ...each, name },
        ];
  });
}

function draftsOf(
  system: System,
  { documents, files }: Workspace,
  path: string,
  parse: ParseText,
): Draft[] {
  const isDefining = new Set(files.map((file) => file.path));
  const isService = new Set(
    files.flatMap((file) =>
      file.services.flatMap(({ file: named, components }) =>
        named === undefined ? [] : [components.path],
      ),
    ),
  );
  const drafts: Draft[] = [];
  const add = (source: Source, root: MapNode | undefined, kind: FileKind): void =>
    void drafts.push({
      source,
      kind,
      root: root ?? sketchOf(source),
      isBroken: root === undefined,
    });
  for (const { source, root } of documents) {
    const kind =
      source.path === path
        ? 'inventory'
        : isService.has(source.path) && !isDefining.has(source.path)
          ? 'service_file'
          : 'included_file';
    add(source, root?.kind === 'map' ? root : undefined, kind);
  }
  // What a broken file names was not loaded.
  for (const draft of drafts)
    if (draft.isBroken && draft.kind !== 'service_file') addNamed(system, draft, drafts, parse);
  return drafts;
}

function addNamed(
  system: System,
  { source, root }: Draft,
  drafts: Draft[],
  parse: ParseText,
): void {
  noteLinkedPaths(system, root);
  const { includes, services } = buildDefinitions(source.path, root);
  const named: [string, FileKind][] = [
    ...includes
      .flatMap(({ value }) =>
        isGlob(value) ? expandFrom(system, source, value) : [pathFrom(source, value)],
      )
      .map((each): [string, FileKind] => [each, 'included_file']),
    ...services.flatMap(({ file }): [string, FileKind][] =>
      file === undefined ? [] : [[pathFrom(source, file.value), 'service_file']],
    ),
  ];
  for (const [each, kind] of named) {
    if (system.kindOf(each) !== 'file' || drafts.some((draft) => draft.source.path === each))
      continue;
    const { value } = readSource(system, each);
    if (value === undefined) continue;
    const document = parse(value).value;
    const isMap = document.root?.kind === 'map';
    drafts.push({
      source: document.source,
      kind,
      root: document.root?.kind === 'map' ? document.root : sketchOf(document.source),
      isBroken: !isMap,
    });
  }
}

function upstreamsOf(
  system: System,
  entry: FileDefinitions | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, directory } of entry?.upstreams ?? []) {
    const folder = directory && pathFrom(directory.span.source, directory.value);
    const path =
      folder &&
      inventoryNames
        .map((each) => join(folder, each))
        .find((each) => system.kindOf(each) === 'file');
    if (path !== undefined) found.set(name, path);
  }
  return found;
}
