/**
 * A reference to its value, as far as that is known: declared by the export, or read from the state of its upstream.
 * Judges everything that needs no state first: upstream, export, fields, keys and items. One fault, one message.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { StateRead } from '../state/state.js';
import { describeNode } from '../syntax/describe-node.js';
import type { MapNode, Node, StringNode } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { nearest, suggestion } from '../text/suggest.js';
import { checkValue } from '../types/check-value.js';
import { throughUpstream } from '../types/declare.js';
import { narrow } from '../types/narrow.js';
import { typeText } from '../types/type.js';
import type { DeclaredExport } from './declared-exports.js';
import type { Found } from './found.js';
import type { Peer } from './graph.js';
import { placeInScalar } from './place-in-scalar.js';
import { referenceName, stepText, type Reference, type Step } from './reference-text.js';

/** The states of direct upstreams by name; undefined where none may be read. */
export type UpstreamStates = ReadonlyMap<string, StateRead>;

/** Whose references are resolved, and what was told. */
export interface Consumer {
  readonly peer: Peer;
  readonly exportsOf: (peer: Peer) => ReadonlyMap<string, DeclaredExport>;
  readonly states: UpstreamStates | undefined;
  readonly tell: (found: Diagnostic) => void;
  /** The upstreams that references name. */
  readonly used: Set<string>;
  /** What an export is known to be from the state: judged once. */
  readonly applied: Map<string, Found>;
}

/** What `reference`, written in `node`, gives. */
export function resolveReference(
  consumer: Consumer,
  reference: Reference,
  node: StringNode,
): Found {
  const { upstream: named, export: exported } = reference;
  const at = (part: { readonly start: number; readonly end: number }): Span =>
    placeInScalar(node, reference.start, part.start, part.end);
  const { upstreams } = consumer.peer;
  if (!upstreams.has(named.name)) {
    const meant = nearest(named.name, upstreams.keys());
    if (meant !== undefined) consumer.used.add(meant);
    const help =
      suggestion(named.name, upstreams.keys()) ??
      'declare it below `upstreams`, or write `$${` for a literal `${`';
    return fail(
      consumer,
      diagnostic('upstream/unknown-upstream', at(named), `there is no upstream \`${named.name}\``, {
        help,
      }),
    );
  }
  consumer.used.add(named.name);
  const peer = upstreams.get(named.name);
  if (peer === undefined) return { kind: 'failed' };
  const exports = consumer.exportsOf(peer);
  const found = exports.get(exported.name);
  if (found === undefined) {
    const help = exports.size === 0 ? undefined : suggestion(exported.name, exports.keys());
    const message =
      exports.size === 0
        ? `the upstream \`${named.name}\` exports nothing, so there is no \`${exported.name}\``
        : `the upstream \`${named.name}\` does not export \`${exported.name}\``;
    return fail(consumer, diagnostic('upstream/unknown-export', at(exported), message, { help }));
  }
  return follow(consumer, reference, found, at);
}

type PlaceOf = (part: { readonly start: number; readonly end: number }) => Span;

/** The part of an export that the steps of a reference lead to. */
function follow(
  consumer: Consumer,
  reference: Reference,
  found: DeclaredExport,
  at: PlaceOf,
): Found {
  const upstream = reference.upstream.name;
  const whole = valueOf(consumer, reference, found, at);
  if (whole.kind === 'failed') return whole;
  let type = throughUpstream(found.type, upstream);
  let value = whole.kind === 'known' ? whole.value : undefined;
  let isRedacted = whole.sensitive;
  for (const [index, step] of reference.steps.entries()) {
    const before = referenceName({ ...reference, steps: reference.steps.slice(0, index) });
    const narrowed = narrow(type, step);
    if ('fault' in narrowed) {
      const message = `\`${before}\` has no \`${stepText(step)}\`: ${narrowed.fault}`;
      return fail(
        consumer,
        diagnostic('upstream/unknown-field', at(step), message, {
          related: declaredAt(found),
          help: narrowed.help,
        }),
      );
    }
    type = narrowed.type;
    if (value === undefined || value.kind === 'unknown') continue;
    isRedacted ||= value.kind !== 'unset' && value.sensitive === true;
    const part = partOf(value, step);
    if ('fault' in part) {
      const message = `\`${before}\` has no \`${stepText(step)}\`: ${isRedacted ? part.redacted : part.fault}`;
      return fail(
        consumer,
        diagnostic('upstream/unknown-field', at(step), message, {
          related: declaredAt(found),
          help: isRedacted ? undefined : part.help,
        }),
      );
    }
    value = part.value;
  }
  if (whole.kind === 'unknown') return { ...whole, type };
  return value === undefined ? { kind: 'failed' } : { ...whole, value, type };
}

/** The value of an export: declared, applied, or not known yet. */
function valueOf(
  consumer: Consumer,
  reference: Reference,
  found: DeclaredExport,
  at: PlaceOf,
): Found {
  const { type, sensitive, value } = found;
  const exported = placeOf(found);
  if (value !== undefined)
    return { kind: 'known', value, type, sensitive, exported, isDeclared: true };
  const { name } = reference.upstream;
  if (consumer.states === undefined)
    return { kind: 'unknown', type, sensitive, exported, reason: 'no state is read here' };
  const key = `${name} ${found.name}`;
  let applied = consumer.applied.get(key);
  if (applied === undefined)
    consumer.applied.set(key, (applied = readApplied(consumer, reference, found, at)));
  return applied;
}

function readApplied(
  consumer: Consumer,
  { upstream, export: exported }: Reference,
  found: DeclaredExport,
  at: PlaceOf,
): Found {
  const { type, sensitive } = found;
  const place = placeOf(found);
  const read = consumer.states?.get(upstream.name);
  switch (read?.kind) {
    case undefined:
    case 'absent':
      return {
        kind: 'unknown',
        type,
        sensitive,
        exported: place,
        reason: 'the upstream was never applied',
      };
    case 'broken':
      return fail(consumer, read.diagnostic);
    case 'present': {
      const applied = read.state.exports.get(found.name);
      if (applied === undefined)
        return {
          kind: 'unknown',
          type,
          sensitive,
          exported: place,
          reason: 'the state of the upstream has no such value yet',
        };
      const isSecret = sensitive || applied.sensitive;
      const [fault] = checkValue(applied.value, type, { redact: isSecret });
      if (fault === undefined)
        return {
          kind: 'known',
          value: applied.value,
          type,
          sensitive: isSecret,
          exported: place,
          isDeclared: false,
        };
      const is = isSecret ? 'another value' : describeNode(applied.value);
      const message = `the export \`${found.name}\` of \`${upstream.name}\` is declared as \`${typeText(type)}\`, and its state holds ${is} (${typeText(applied.type)})`;
      return fail(
        consumer,
        diagnostic(
          'upstream/state-mismatch',
          at({ start: upstream.start, end: exported.end }),
          message,
          {
            related: [
              ...declaredAt(found),
              { span: fault.span, message: isSecret ? 'the state holds it here' : fault.message },
            ],
            help: `apply the upstream \`${upstream.name}\` again, or correct the type of its export`,
          },
        ),
      );
    }
  }
}

type Part =
  | { readonly value: Node }
  | { readonly fault: string; readonly redacted: string; readonly help?: string | undefined };

/** A step into a value that is known. */
function partOf(value: Node, step: Step): Part {
  if (value.kind === 'list' && step.kind === 'index') {
    const item = value.items[step.index];
    const count = `the list has ${value.items.length} item${value.items.length === 1 ? '' : 's'}`;
    return item === undefined ? { fault: count, redacted: count } : { value: item };
  }
  if (value.kind === 'map' && step.kind !== 'index') {
    const found = entriesOf(value).get(step.name);
    if (found !== undefined) return { value: found };
    const keys = value.entries.map((each) => each.key);
    if (keys.length === 0) return { fault: 'the map has no keys', redacted: 'the map has no keys' };
    const count = `the map has ${keys.length} key${keys.length === 1 ? '' : 's'}`;
    return {
      fault: `${count}: ${keys
        .slice(0, 12)
        .map((key) => `\`${key}\``)
        .join(', ')}${keys.length > 12 ? ' …' : ''}`,
      redacted: count,
      help: nearHelp(step.name, keys),
    };
  }
  const what =
    value.kind === 'list'
      ? 'a list'
      : value.kind === 'map'
        ? 'a map'
        : value.kind === 'null'
          ? 'null'
          : 'a scalar';
  return { fault: `the value is ${what}`, redacted: `the value is ${what}` };
}

const entriesByMap = new WeakMap<MapNode, ReadonlyMap<string, Node>>();

/** Values by key: a map with many keys is often referred to once for each. */
function entriesOf(map: MapNode): ReadonlyMap<string, Node> {
  let known = entriesByMap.get(map);
  if (known === undefined)
    entriesByMap.set(map, (known = new Map(map.entries.map(({ key, value }) => [key, value]))));
  return known;
}

function nearHelp(name: string, keys: readonly string[]): string | undefined {
  const near = nearest(name, keys);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

/** Where an export is declared. */
function declaredAt(found: DeclaredExport): { readonly span: Span; readonly message: string }[] {
  return [{ span: placeOf(found), message: `\`${found.name}\` is exported here` }];
}

function placeOf({ source, start, end }: Span): Span {
  return { source, start, end };
}

function fail(consumer: Consumer, found: Diagnostic): Found {
  consumer.tell(found);
  return { kind: 'failed' };
}
