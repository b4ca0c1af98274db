/**
 * An entry path → the workspace: every file that belongs to the inventory, read, parsed, judged in shape and built.
 * Follows `include` (each file once; a circle is an error) and the `file` of services. The only phase that reads
 * files. A file that cannot be read hides nothing of the others.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { buildDefinitions } from '../model/build.js';
import { buildComponents } from '../model/build-components.js';
import type { Components, FileDefinitions, Service } from '../model/inventory.js';
import { checkLocal } from '../model/local-path.js';
import { fieldsOf, schemaOf, type FileKind } from '../schema/locate.js';
import { validateShape } from '../schema/validate.js';
import type { System } from '../system.js';
import { findEntry, type Document, type MapNode, type Node } from '../syntax/node.js';
import { parseDocument, type ParseText } from '../syntax/parse.js';
import { keepSecret, startOf, type Source, type Span, type Spanned } from '../text/source.js';
import { nearest } from '../text/suggest.js';
import type { UpstreamStates } from '../upstream/resolve-reference.js';
import { openUpstreams, type Upstreams } from '../upstream/upstreams.js';
import { displayName } from '../text/display-name.js';
import { linkHelp, pathFrom } from '../text/path-from.js';
import { noteLinkedPaths } from './linked-paths.js';
import { expandFrom, isGlob } from './paths.js';
import { readDeclarations } from './read-declarations.js';
import { readSource } from './read-source.js';

/** All files of one inventory. */
export interface Workspace {
  /** Absolute path of the entry file. */
  readonly path: string;
  /** The definitions of the entry file, then of the included files, depth first in written order. */
  readonly files: readonly FileDefinitions[];
  /** Every parsed file, service files too, in the order they were read. */
  readonly documents: readonly Document[];
  /** False if some definitions could not be read: then a name that is not defined may be one of them. */
  readonly complete: boolean;
  /** The inventories that this one takes values from; undefined where it declares none. */
  readonly upstreams: Upstreams | undefined;
}

/** What a loaded inventory may take from elsewhere. */
export interface LoadOptions {
  /** The states of its upstreams; without them no state is read, and what only a state knows is unknown. */
  readonly states?: UpstreamStates | undefined;
  /** True to read nothing more of an inventory that has upstreams: whoever asks reads their states first. */
  readonly stopsAtUpstreams?: boolean | undefined;
  /** How texts become trees: whoever loads again and again keeps those of texts that stay. */
  readonly parse?: ParseText | undefined;
}

interface Loading {
  readonly system: System;
  readonly states: UpstreamStates | undefined;
  readonly stopsAtUpstreams: boolean;
  readonly parse: ParseText;
  upstreams: Upstreams | undefined;
  readonly files: FileDefinitions[];
  readonly documents: Document[];
  readonly diagnostics: Diagnostic[];
  readonly serviceFiles: Map<string, Components | undefined>;
  readonly seen: Set<string>;
  complete: boolean;
}

/** Loads the inventory at `path` (absolute). */
export function loadWorkspace(
  system: System,
  path: string,
  { states, stopsAtUpstreams = false, parse = parseDocument }: LoadOptions = {},
): Outcome<Workspace> {
  const loading: Loading = {
    system,
    states,
    stopsAtUpstreams,
    parse,
    upstreams: undefined,
    files: [],
    documents: [],
    diagnostics: [],
    serviceFiles: new Map(),
    seen: new Set(),
    complete: true,
  };
  loadFile(loading, path, 'inventory', undefined, []);
  checkHostsGiven(loading);
  const { files, documents, complete, diagnostics, upstreams } = loading;
  return { value: { path, files, documents, complete, upstreams }, diagnostics };
}

function loadFile(
  loading: Loading,
  path: string,
  kind: FileKind,
  from: Span | undefined,
  chain: readonly string[],
): void {
  const real = loading.system.realPath(path);
  if (chain.includes(real)) {
    const circle = [...chain.slice(chain.indexOf(real)), real].map((each) =>
      displayName(loading.system.cwd, each),
    );
    if (from)
      loading.diagnostics.push(
        diagnostic(
          'load/include-cycle',
          from,
          `files include each other: \`${circle.join('` → `')}\``,
        ),
      );
    return;
  }
  if (loading.seen.has(real)) return;
  loading.seen.add(real);
  const root = readMap(loading, { path, real, from }, kind);
  if (root === undefined) {
    loading.complete = false;
    return;
  }
  if (!isWhole(root, kind)) loading.complete = false;
  if (kind === 'inventory') checkPlugin(loading, root);
  const definitions = buildDefinitions(path, root);
  for (const each of definitions.exports)
    if (each.sensitive && each.value !== undefined) keepSecret(each.value);
  const index = loading.files.push(definitions) - 1;
  loading.files[index] = {
    ...definitions,
    services: definitions.services.map((each) => withFile(loading, each)),
  };
  for (const include of definitions.includes) loadIncludes(loading, include, [...chain, real]);
}

/** What may define names or hosts, and the kind of value that it takes. */
const defining: ReadonlyMap<string, Node['kind']> = new Map([
  ['hosts', 'list'],
  ['include', 'list'],
  ['tags', 'map'],
  ['services', 'map'],
]);

/** False where definitions are missing for a reason that was told: their key is misspelt, or holds something else. */
function isWhole(root: MapNode, kind: FileKind): boolean {
  const fields = fieldsOf(schemaOf(kind), root);
  return root.entries.every(({ key, value }) => {
    if (!fields.includes(key)) return !defining.has(nearest(key, fields) ?? '');
    const expected = defining.get(key);
    return expected === undefined || value.kind === expected || value.kind === 'null';
  });
}

/** A file that is to be read: as it is named, without links, and where it is named. */
interface Wanted {
  readonly path: string;
  readonly real: string;
  readonly from: Span | undefined;
}

/** Reads, parses and judges one file; undefined if there is no map in it, which was told. */
function readMap(
  loading: Loading,
  { path, real, from }: Wanted,
  kind: FileKind,
): MapNode | undefined {
  const { value: source, diagnostics } = readSource(loading.system, path, from, real);
  tell(
    loading,
    diagnostics.map((each) =>
      each.code === 'load/not-found' ? withLinkHelp(loading, each) : each,
    ),
  );
  if (source === undefined) return undefined;
  const parsed = loading.parse(source);
  tell(
    loading,
    parsed.diagnostics.map((each) =>
      each.code === 'syntax/empty' ? { ...each, help: helpForEmpty[kind] } : each,
    ),
  );
  loading.documents.push(parsed.value);
  const { root } = parsed.value;
  if (root === undefined) return undefined;
  noteLinkedPaths(loading.system, root);
  if (kind === 'inventory') {
    if (isForeign(loading, root)) return undefined;
    openGraph(loading, path, root);
  }
  if (loading.stopsAtUpstreams && loading.upstreams !== undefined) return undefined;
  const known =
    loading.upstreams === undefined || root.kind !== 'map'
      ? root
      : loading.upstreams.substitute(root, kind);
  if (known !== root) noteLinkedPaths(loading.system, known);
  tell(loading, validateShape(known, kind));
  return known.kind === 'map' ? known : undefined;
}

/** References mean something only in an inventory that declares upstreams. */
function openGraph(loading: Loading, path: string, root: Node): void {
  if (root.kind !== 'map' || findEntry(root, 'upstreams') === undefined) return;
  const { system } = loading;
  const reader = {
    system,
    read: (each: string) => readDeclarations(system, each, loading.parse),
    nameOf: (each: string) => displayName(system.cwd, each),
  };
  loading.upstreams = openUpstreams(reader, path, root, loading.states);
}

/** A broken file may have so many faults that a call could not take them as arguments. */
function tell(loading: Loading, diagnostics: readonly Diagnostic[]): void {
  for (const each of diagnostics) loading.diagnostics.push(each);
}

/** A diagnostic about a path that is missing, with the place where it was looked for as well. */
function withLinkHelp({ system }: Loading, missing: Diagnostic): Diagnostic {
  const { source, start, end } = missing.span;
  const written = source.text.slice(start, end).replace(/^(["'])(.*)\1$/s, '$2');
  const help = linkHelp(source, written, {
    realPath: (path) => system.realPath(path),
    nameOf: (path) => displayName(system.cwd, path),
  });
  return help === undefined ? missing : { ...missing, help };
}

/** What the least of a file is. */
const helpForEmpty: Readonly<Record<FileKind, string>> = {
  inventory: 'write at least `hosts: []`',
  included_file: 'write at least `tags: {}`, or do not include it',
  service_file: 'write at least one component below `binaries`, `configs` or `processes`',
};

function loadIncludes(loading: Loading, include: Spanned<string>, chain: readonly string[]): void {
  const urls = checkLocal(include);
  tell(loading, urls);
  if (urls.length > 0) {
    loading.complete = false;
    return;
  }
  const { source } = include.span;
  if (!isGlob(include.value)) {
    loadFile(loading, pathFrom(source, include.value), 'included_file', include.span, chain);
    return;
  }
  const found = expandFrom(loading.system, source, include.value);
  if (found.length === 0) {
    const message = `\`${include.value}\` matches no file`;
    loading.diagnostics.push(
      withLinkHelp(loading, diagnostic('load/include-no-match', include.span, message)),
    );
  }
  for (const each of found) {
    if (loading.system.realPath(each) !== chain.at(-1))
      loadFile(loading, each, 'included_file', include.span, chain);
  }
}

/** The service with the components of its `file`, if it names one. */
function withFile(loading: Loading, service: Service): Service {
  if (service.file === undefined) return service;
  const urls = checkLocal(service.file);
  tell(loading, urls);
  const path = pathFrom(service.file.span.source, service.file.value);
  const components = urls.length > 0 ? undefined : componentsIn(loading, path, service.file.span);
  const inline = service.components.kinds;
  return {
    ...service,
    components:
      components === undefined
        ? { ...emptyComponents(path), kinds: inline }
        : { ...components, kinds: inline },
  };
}

function componentsIn(loading: Loading, path: string, from: Span): Components | undefined {
  const known = loading.serviceFiles.get(path);
  if (known !== undefined || loading.serviceFiles.has(path)) return known;
  const real = loading.system.realPath(path);
  const root = readMap(loading, { path, real, from }, 'service_file');
  const components = root && buildComponents(path, root, true);
  loading.serviceFiles.set(path, components);
  return components;
}

function emptyComponents(path: string): Components {
  return { path, binaries: [], configs: [], processes: [], complete: false, kinds: [] };
}

/** A shebang demands `plugin: inventory-script`, or Ansible reads the file as its own YAML when we fail. */
function checkPlugin(loading: Loading, root: MapNode): void {
  if (findEntry(root, 'plugin') !== undefined || !root.source.text.startsWith('#!')) return;
  loading.diagnostics.push(
    diagnostic(
      'schema/plugin',
      lineOf(root.source),
      'a file with a shebang needs `plugin: inventory-script`',
      {
        help: 'add `plugin: inventory-script` below the shebang, so that Ansible never reads this file as its own YAML',
      },
    ),
  );
}

/** True for a file of another inventory plugin, which is the one thing to report of it. */
function isForeign(loading: Loading, root: Node): boolean {
  const plugin = root.kind === 'map' ? findEntry(root, 'plugin')?.value : undefined;
  if (plugin?.kind !== 'string' || plugin.value === 'inventory-script') return false;
  loading.diagnostics.push(
    diagnostic('schema/plugin', plugin, `this file belongs to the plugin \`${plugin.value}\``, {
      help: 'write `plugin: inventory-script` if the file is an inventory of this tool',
    }),
  );
  return true;
}

function checkHostsGiven(loading: Loading): void {
  const entry = loading.files[0];
  const source = loading.documents[0]?.source;
  if (!loading.complete || entry === undefined || source === undefined) return;
  if (loading.files.some((file) => file.hostsKey !== undefined)) return;
  loading.diagnostics.push(
    diagnostic(
      'schema/no-hosts',
      startOf(source),
      '`hosts` is missing, here and in every included file',
      {
        help: 'add a list of hosts; `hosts: []` says that there are none',
      },
    ),
  );
}

function lineOf(source: Source): Span {
  const end = source.text.indexOf('\n');
  return { source, start: 0, end: end < 0 ? source.text.length : end };
}
