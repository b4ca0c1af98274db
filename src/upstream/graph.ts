/**
 * The inventories that an inventory takes values from, and those that they take values from: every directory's file is
 * read once. What is wrong with a direct upstream is told at its `source`, and so is every circle; what is wrong
 * further away is for others to tell. Opens no state.
 */
import { basename, dirname, join } from 'node:path';
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { FileDefinitions, Upstream } from '../model/inventory.js';
import type { System } from '../system.js';
import { inventoryNames } from '../text/inventory-names.js';
import { linkHelp, pathFrom } from '../text/path-from.js';
import type { Spanned } from '../text/source.js';
import { nearest } from '../text/suggest.js';

/** One inventory as those see it that take values from it. */
export interface Peer {
  /** Its entry file, as it was reached. */
  readonly path: string;
  /** The entry file, then the files with its other types. */
  readonly files: readonly FileDefinitions[];
  /** Its upstreams; undefined for one that cannot be used, which is told where it is declared. */
  readonly upstreams: ReadonlyMap<string, Peer | undefined>;
}

/** What the graph needs of the phase that reads files. */
export interface PeerReader {
  readonly system: System;
  /** The sections of the inventory at `path` that others see; none where the file holds no map. */
  readonly read: (path: string) => Outcome<readonly FileDefinitions[]>;
  /** How messages call a path. */
  readonly nameOf: (path: string) => string;
}

interface Reached {
  readonly peer: Peer;
  readonly upstreams: Map<string, Peer | undefined>;
  /** Why it cannot be used. */
  readonly fault: Diagnostic | undefined;
}

/** One inventory on the way to another. */
interface Hop {
  readonly real: string;
  readonly path: string;
}

interface Walk {
  readonly reader: PeerReader;
  /** By real path. */
  readonly known: Map<string, Reached>;
  readonly circles: Set<string>;
  readonly diagnostics: Diagnostic[];
}

/** The graph from the inventory whose files are `files`, the entry file first. */
export function openGraph(
  reader: PeerReader,
  files: readonly [FileDefinitions, ...FileDefinitions[]],
): Outcome<Peer> {
  const [entry] = files;
  const walk: Walk = { reader, known: new Map(), circles: new Set(), diagnostics: [] };
  const real = reader.system.realPath(entry.path);
  const upstreams = new Map<string, Peer | undefined>();
  const peer: Peer = { path: entry.path, files, upstreams };
  walk.known.set(real, { peer, upstreams, fault: undefined });
  for (const upstream of entry.upstreams) {
    const found = follow(walk, upstream, [{ real, path: entry.path }], upstream);
    const isFault = found !== undefined && 'severity' in found;
    if (isFault) walk.diagnostics.push(found);
    upstreams.set(upstream.name, isFault ? undefined : found);
  }
  return { value: peer, diagnostics: walk.diagnostics };
}

/** The inventory that `upstream` of the inventory at the end of `way` names, if it names one; `first` is the declaration where the way began. */
function follow(
  walk: Walk,
  upstream: Upstream,
  way: readonly Hop[],
  first: Upstream,
): Peer | Diagnostic | undefined {
  const { directory } = upstream;
  if (directory === undefined) return undefined;
  const path = locate(walk.reader, directory);
  if (typeof path !== 'string') return path;
  const real = walk.reader.system.realPath(path);
  const at = way.findIndex((each) => each.real === real);
  if (at >= 0) tellCircle(walk, way.slice(at), upstream, first);
  const known = walk.known.get(real);
  if (known !== undefined)
    return known.fault === undefined
      ? known.peer
      : blame(known.fault, upstream, walk.reader.nameOf(path));
  const reached = reach(walk, path, real);
  if (reached.fault !== undefined) return blame(reached.fault, upstream, walk.reader.nameOf(path));
  for (const next of reached.peer.files[0]?.upstreams ?? []) {
    const found = follow(walk, next, [...way, { real, path }], first);
    reached.upstreams.set(
      next.name,
      found === undefined || 'severity' in found ? undefined : found,
    );
  }
  return reached.peer;
}

/** Reads an inventory that nobody reached before. */
function reach(walk: Walk, path: string, real: string): Reached {
  const { value: files, diagnostics } = walk.reader.read(path);
  const upstreams = new Map<string, Peer | undefined>();
  const reached: Reached = {
    peer: { path, files, upstreams },
    upstreams,
    fault: diagnostics.find((each) => each.severity === 'error'),
  };
  walk.known.set(real, reached);
  return reached;
}

/** The inventory in the directory that is written, or why there is none. */
function locate(
  reader: PeerReader,
  { value: written, span }: Spanned<string>,
): string | Diagnostic {
  const tell = (message: string, help: string): Diagnostic =>
    diagnostic('upstream/source', span, message, { help });
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(written))
    return tell(
      `\`${written}\` is a URL, and an upstream is a directory`,
      'name the directory of the other inventory',
    );
  const folder = pathFrom(span.source, written);
  const kind = reader.system.kindOf(folder);
  if (kind === undefined)
    return tell(
      `there is no directory \`${written}\`: \`${reader.nameOf(folder)}\` does not exist`,
      missingHelp(reader, folder, { value: written, span }),
    );
  if (kind !== 'folder')
    return tell(
      `\`${written}\` is a file, and an upstream is a directory`,
      `name its directory: \`${dirname(written)}\``,
    );
  const [first, second] = inventoryNames
    .map((name) => join(folder, name))
    .filter((path) => reader.system.kindOf(path) === 'file');
  const [one, other] = inventoryNames;
  if (first === undefined)
    return tell(
      `the directory \`${reader.nameOf(folder)}\` holds neither \`${one}\` nor \`${other}\``,
      'name a directory with an inventory in it',
    );
  return second === undefined
    ? first
    : tell(
        `the directory \`${reader.nameOf(folder)}\` holds both \`${one}\` and \`${other}\``,
        'remove one of them',
      );
}

/** The neighbour that may be meant, or where else it was looked for, or what a path is relative to. */
function missingHelp(
  { system, nameOf }: PeerReader,
  folder: string,
  { value: written, span }: Spanned<string>,
): string {
  const near = nearest(
    basename(folder),
    (system.listFolder(dirname(folder)) ?? []).filter(
      (name) => system.kindOf(join(dirname(folder), name)) === 'folder',
    ),
  );
  if (near !== undefined) return `did you mean \`${join(dirname(written), near)}\`?`;
  const link = linkHelp(span.source, written, {
    realPath: (path) => system.realPath(path),
    nameOf,
  });
  return link ?? 'write the path relative to this file';
}

/** The fault of an upstream at the place that names it. */
function blame(fault: Diagnostic, upstream: Upstream, path: string): Diagnostic {
  const message = `the upstream \`${upstream.name}\` cannot be used, since \`${path}\` has an error`;
  return diagnostic('upstream/broken', upstream.directory?.span ?? upstream, message, {
    related: [{ span: fault.span, message: fault.message }],
    help: `correct \`${path}\` first`,
  });
}

/** Told at the declaration that leads to the circle, each circle once. */
function tellCircle(walk: Walk, circle: readonly Hop[], closing: Upstream, first: Upstream): void {
  const key = circle
    .map((each) => each.real)
    .sort()
    .join('\n');
  if (walk.circles.has(key)) return;
  walk.circles.add(key);
  const names = [...circle, ...circle.slice(0, 1)].map((each) => walk.reader.nameOf(each.path));
  const closingSpan = closing.directory?.span ?? closing;
  walk.diagnostics.push(
    diagnostic(
      'upstream/cycle',
      first.directory?.span ?? first,
      `upstreams lead in a circle: \`${names.join('` → `')}\``,
      {
        related:
          closing === first ? [] : [{ span: closingSpan, message: 'the circle closes here' }],
        help: 'move what both need into an inventory that needs neither',
      },
    ),
  );
}
