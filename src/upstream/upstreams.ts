/**
 * An inventory's upstreams while its files are loaded: the graph is read once, then every file that is parsed goes
 * through `substitute` before its shape is judged. In: the entry file, a reader, the states as far as they were read.
 * Loaded late: only inventories with `upstreams` need it.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { buildDefinitions } from '../model/build.js';
import type { FileDefinitions } from '../model/inventory.js';
import { placeOfState, stateDeclarationOf, type StateDeclaration } from '../state/declaration.js';
import { readState } from '../state/read-state.js';
import type { StateRead } from '../state/state.js';
import { locate, type FileKind } from '../schema/locate.js';
import type { MapNode, Node, StringNode } from '../syntax/node.js';
import type { System } from '../system.js';
import { shellWord } from '../text/shell-word.js';
import { startOf, type Source, type Span } from '../text/source.js';
import { builtIn } from '../types/type.js';
import { takesText } from '../types/fits.js';
import type { TypeScope } from '../types/parse-text.js';
import type { Given, GivenType } from './as-references.js';
import { declarations, scopeOfUpstreams } from './declared-exports.js';
import { failedAt, type Found } from './found.js';
import { openGraph, type Peer, type PeerReader } from './graph.js';
import { placeInScalar } from './place-in-scalar.js';
import { checkReceiver, receiverOf } from './receivers.js';
import { textsIn, withoutSecrets } from './redact-messages.js';
import { mayHoldReferences, referenceName, type Reference } from './reference-text.js';
import { resolveReference, type Consumer, type UpstreamStates } from './resolve-reference.js';
import {
  scannedInInventory,
  scannedInService,
  type Scanned,
  type ScannedMap,
} from './scanned-places.js';
import {
  mapped,
  substituteDeep,
  substituteText,
  withEntries,
  type Substitution,
} from './substitute.js';

/** The upstreams of one inventory that is being loaded. */
export interface Upstreams {
  /** The tree of one of its files with all references replaced. */
  substitute(root: MapNode, kind: FileKind): MapNode;
  /** The types of upstreams, for type expressions of this inventory. */
  readonly types: TypeScope;
  /** What is known of the type of a value that a reference gave; undefined for a value of the inventory's own. */
  readonly given: Given;
  /** True once a value of a sensitive export was put in anywhere. */
  holdsSecrets(): boolean;
  /** Messages as anybody may read them. */
  redacted(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
  /** True where no states were given. */
  readonly isStatic: boolean;
  /** True where a state is not on this machine, so that nobody hears of a change of it. */
  readonly isRemote: boolean;
  /** The states of its upstreams as they were read. */
  readonly states: UpstreamStates;
  /** Every reference that was followed, in the order in which it was met. */
  readonly uses: readonly ReferenceUse[];
  /** Reads the states of the direct upstreams that have values which only a state knows: files from `files`, over the network as `outside`. */
  readStates(outside: System, files?: System): Promise<UpstreamStates>;
  /** All that was found; `complete` is false where a file is missing that may hold references. */
  diagnostics(complete: boolean): readonly Diagnostic[];
}

/** A reference where it is written, and what it gave. */
export interface ReferenceUse {
  /** With its steps: `network.db.host`. */
  readonly name: string;
  readonly upstream: string;
  readonly exported: string;
  readonly at: () => Span;
  readonly found: Found;
}

/** Opens the upstreams that the entry file at `path`, whose tree is `root`, declares. */
export function openUpstreams(
  reader: PeerReader,
  path: string,
  root: MapNode,
  states: UpstreamStates | undefined,
): Upstreams {
  const entry = buildDefinitions(path, sectionsOf(root));
  const { value: peer, diagnostics: ofGraph } = openGraph(reader, [entry]);
  const found: Diagnostic[] = [...ofGraph];
  const declared = declarations((other, value) => substituteDeep(silent(other), value, new Map()));
  /** References in the values of another inventory: no state is read for them, and their faults are its own. */
  const silent = (other: Peer): Substitution =>
    substitutionFor({ ...consumerOf(other), states: undefined, tell: () => undefined });
  const consumerOf = (of: Peer): Consumer => ({
    peer: of,
    exportsOf: declared.exportsOf,
    states,
    tell: (each) => void found.push(each),
    used: new Set(),
    applied: new Map(),
  });
  const consumer = consumerOf(peer);
  const given = new Map<Node, GivenType>();
  const uses: ReferenceUse[] = [];
  let holdsSecrets = false;
  const secrets = new Set<string>();
  const resolve: Substitution['resolve'] = (reference, node) => {
    const each = resolveReference(consumer, reference, node);
    uses.push({
      name: referenceName(reference),
      upstream: reference.upstream.name,
      exported: reference.export.name,
      at: () => placeInScalar(node, reference.start, reference.start, reference.end),
      found: each,
    });
    if (each.kind === 'known' && each.sensitive) {
      holdsSecrets = true;
      for (const text of textsIn(each.value)) secrets.add(text);
    }
    return each;
  };
  const walk: Walk = {
    ...substitutionFor(consumer),
    resolve,
    done: new Map(),
    given,
    tell: consumer.tell,
    consumer,
  };
  return {
    substitute: (root, kind) => {
      const places = kind === 'service_file' ? scannedInService : scannedInInventory;
      const changed = walkMap(walk, root, places, { root, kind, pointer: '' });
      return changed.kind === 'map' ? changed : root;
    },
    types: scopeOfUpstreams(peer, declared.typesOf, consumer.used),
    given: (node) => given.get(node),
    isStatic: states === undefined,
    states: states ?? new Map<string, StateRead>(),
    holdsSecrets: () => holdsSecrets,
    redacted: (diagnostics) => withoutSecrets(diagnostics, secrets),
    isRemote: [...waitingPeers(peer, declared.exportsOf).values()].some(
      (each) => each.type === 's3',
    ),
    uses,
    readStates: (outside, files = reader.system) =>
      readStates(files, outside, waitingPeers(peer, declared.exportsOf)),
    diagnostics: (complete) => [
      ...found,
      ...findNotApplied(entry, peer, states, reader.nameOf),
      ...(complete ? findUnused(entry, peer, consumer.used) : []),
    ],
  };
}

/** Only what the graph is made of: the rest is built when its references are replaced. */
function sectionsOf(root: MapNode): MapNode {
  return {
    ...root,
    entries: root.entries.filter(
      ({ key }) => key === 'upstreams' || key === 'exports' || key === 'types',
    ),
  };
}

function substitutionFor(consumer: Consumer): Substitution {
  return {
    resolve: (reference, node) => resolveReference(consumer, reference, node),
    tell: consumer.tell,
    replaced: () => undefined,
  };
}

interface Walk extends Substitution {
  readonly done: Map<Node, Node>;
  readonly given: Map<Node, GivenType>;
  readonly consumer: Consumer;
}

/** Where the walk is: a JSON pointer into a file of a kind. */
interface Place {
  readonly root: MapNode;
  readonly kind: FileKind;
  readonly pointer: string;
}

function walkMap(walk: Walk, node: Node, places: ScannedMap, at: Place): Node {
  if (node.kind === 'list') {
    const of = places.get('*');
    if (of === undefined) return node;
    const items = mapped(node.items, (item, index) =>
      walkPlace(walk, item, of, below(at, String(index))),
    );
    const { source, start, end, marker } = node;
    return items === node.items ? node : { kind: 'list', items, marker, source, start, end };
  }
  if (node.kind !== 'map') return node;
  return withEntries(node, (entry) => {
    const of = places.get(entry.key) ?? places.get('*');
    return of === undefined ? entry.value : walkPlace(walk, entry.value, of, below(at, entry.key));
  });
}

function below(at: Place, key: string): Place {
  return { ...at, pointer: `${at.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

function walkPlace(walk: Walk, node: Node, scanned: Scanned, at: Place): Node {
  if (scanned === 'deep') {
    const replaced = (by: Node, name: string, found: Found): void => {
      if (found.kind !== 'failed')
        walk.given.set(by, {
          name,
          type: found.type,
          isLiteral: found.kind === 'known' && found.isDeclared,
          exported: found.exported,
        });
    };
    return substituteDeep({ ...walk, replaced }, node, walk.done);
  }
  if (scanned !== 'field') return walkMap(walk, node, scanned, at);
  return node.kind === 'string' && mayHoldReferences(node.value) ? field(walk, node, at) : node;
}

/** A field has a type of its own, which the reference has to fit; what does not is told here and nowhere else. */
function field(walk: Walk, node: StringNode, { root, kind, pointer }: Place): Node {
  let last: { readonly reference: Reference; readonly found: Found } | undefined;
  const resolve: Substitution['resolve'] = (reference, at) =>
    (last = { reference, found: walk.resolve(reference, at) }).found;
  const value = substituteText({ ...walk, resolve }, node);
  if (last === undefined || (value.kind === 'unknown' && value.isFailed)) return value;
  const { schema, name = '' } = locate(root, kind, pointer);
  const receiver = receiverOf(schema, name);
  const { reference, found } = last;
  if (receiver === undefined) return value;
  const judged = isOnlyReference(node, reference)
    ? found
    : value.kind === 'unknown' && !takesText(receiver)
      ? unknownText
      : undefined;
  if (judged === undefined || judged.kind === 'failed') return value;
  const fault = checkReceiver(
    judged === unknownText ? 'text with references' : `\`${referenceName(reference)}\``,
    judged,
    receiver,
    node,
    name,
  );
  if (fault === undefined) return value;
  walk.tell(fault);
  return failedAt(node, node.value);
}

const unknownText: Found = {
  kind: 'unknown',
  type: builtIn('string'),
  sensitive: false,
  exported: undefined,
  reason: '',
};

function isOnlyReference({ value }: StringNode, { start, end }: Reference): boolean {
  return start === 0 && end === value.length;
}

/** One warning for each upstream that has no state. */
function findNotApplied(
  entry: FileDefinitions,
  peer: Peer,
  states: UpstreamStates | undefined,
  nameOf: PeerReader['nameOf'],
): Diagnostic[] {
  return entry.upstreams.flatMap((each) => {
    const read = states?.get(each.name);
    if (read?.kind !== 'absent') return [];
    const upstream = peer.upstreams.get(each.name);
    const isForeign = upstream?.files[0]?.state?.type === 'terraform';
    const remedy =
      upstream === undefined || isForeign
        ? 'apply it with Terraform or OpenTofu'
        : `run \`inventory-script -i ${shellWord(nameOf(upstream.path))} apply\``;
    return [
      diagnostic(
        'upstream/no-state',
        each,
        `the upstream \`${each.name}\` was never applied: there is no state at \`${read.place}\``,
        {
          help: `${remedy}; until then what only its state knows is shown as known after upstream apply`,
        },
      ),
    ];
  });
}

/** A broken upstream is told already. */
function findUnused(entry: FileDefinitions, peer: Peer, used: ReadonlySet<string>): Diagnostic[] {
  return entry.upstreams
    .filter((each) => peer.upstreams.get(each.name) !== undefined && !used.has(each.name))
    .map((each) =>
      diagnostic('upstream/unused', each, `nothing refers to the upstream \`${each.name}\``, {
        help: 'remove it',
      }),
    );
}

/** Where the states of the upstreams are that have values which only a state knows. */
function waitingPeers(
  peer: Peer,
  exportsOf: Consumer['exportsOf'],
): ReadonlyMap<string, StateDeclaration> {
  const waiting = new Map<string, StateDeclaration>();
  for (const [name, upstream] of peer.upstreams) {
    const [entry] = upstream?.files ?? [];
    if (
      upstream === undefined ||
      entry === undefined ||
      [...exportsOf(upstream).values()].every((each) => each.value !== undefined)
    )
      continue;
    const declaration = stateDeclarationOf(entry, startOf(sourceOf(entry)));
    if (declaration !== undefined) waiting.set(name, declaration);
  }
  return waiting;
}

/** What several upstreams have in one place is read once. */
async function readStates(
  system: System,
  outside: System,
  waiting: ReadonlyMap<string, StateDeclaration>,
): Promise<UpstreamStates> {
  const places = new Map<string, StateRead>();
  const states = new Map<string, StateRead>();
  for (const [name, declaration] of waiting) {
    const place = placeOfState(declaration);
    const read =
      places.get(place) ??
      (await readState(declaration.type === 's3' ? outside : system, declaration));
    places.set(place, read);
    states.set(name, read);
  }
  return states;
}

function sourceOf(entry: FileDefinitions): Source {
  return entry.exports[0]?.source ?? { path: entry.path, name: entry.path, text: '' };
}
