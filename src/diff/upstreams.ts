/** What upstreams give to references on both sides: a value of another inventory that changed, told once. */
import { identical } from '../resolve/unify.js';
import { byCodePoint } from '../text/order.js';
import { typeKey } from '../types/data.js';
import { typeText } from '../types/type.js';
import { relative } from 'node:path';
import { pathFrom } from '../text/path-from.js';
import type { Span } from '../text/source.js';
import type { ReferenceUse } from '../upstream/upstreams.js';
import type { Change, Shown, Side } from './model.js';
import { shownNode, shownText } from './shown.js';

type Found = ReferenceUse['found'];
type Given = Exclude<Found, { kind: 'failed' }>;

/** True if two references give the same, value and type. */
export function sameFound(old: Found | undefined, now: Found | undefined): boolean {
  if (old === undefined || now === undefined || old.kind === 'failed' || now.kind === 'failed')
    return old?.kind === now?.kind;
  return sameType(old, now) && sameValue(old, now);
}

function sameType(old: Found, now: Found): boolean {
  return old.kind === 'failed' || now.kind === 'failed' || typeKey(old.type) === typeKey(now.type);
}

function sameValue(old: Found, now: Found): boolean {
  return old.kind === 'known' && now.kind === 'known'
    ? identical(old.value, now.value)
    : old.kind === now.kind;
}

/** Upstreams that are declared otherwise, and references that both sides have and that give another value. */
export function compareUpstreams(old: Side, now: Side): Change[] {
  return [...compareDeclared(old, now), ...compareValues(old.uses, now.uses)];
}

function compareDeclared(old: Side, now: Side): Change[] {
  const [before, after] = [old, now].map(
    (side) => new Map(side.resolved.inventory.upstreams.map((each) => [each.name, each])),
  );
  const sourceOf = (
    side: Side,
    directory: { readonly value: string; readonly span: Span } | undefined,
  ): string =>
    directory === undefined
      ? ''
      : relative(side.folder, pathFrom(directory.span.source, directory.value));
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
    .sort(byCodePoint)
    .flatMap((name): Change[] => {
      const [was, is] = [before?.get(name), after?.get(name)];
      const base = { subject: 'upstream' as const, name, hosts: undefined, cause: undefined };
      if (was === undefined || is === undefined)
        return [
          {
            ...base,
            action: was === undefined ? 'added' : 'removed',
            keys: [],
            old: was && { place: was },
            new: is && { place: is },
          },
        ];
      if (sourceOf(old, was.directory) === sourceOf(now, is.directory)) return [];
      const aspect = ({ directory }: typeof was): Change['old'] => ({
        value: shownText(directory?.value ?? ''),
        place: directory?.span,
      });
      return [{ ...base, action: 'changed', keys: ['source'], old: aspect(was), new: aspect(is) }];
    });
}

/** Of the same reference in several places one is enough. */
function compareValues(old: readonly ReferenceUse[], now: readonly ReferenceUse[]): Change[] {
  const [before, after] = [byName(old), byName(now)];
  return [...after.keys()].sort(byCodePoint).flatMap((name): Change[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined || is === undefined || sameFound(was.found, is.found)) return [];
    const change = (keys: readonly string[], shown: typeof shownFound): Change => ({
      subject: 'upstream',
      action: 'changed',
      name,
      keys,
      old: aspectOf(was, shown),
      new: aspectOf(is, shown),
      hosts: undefined,
      cause: undefined,
    });
    return [
      ...(sameType(was.found, is.found) ? [] : [change(['type'], shownType)]),
      ...(sameValue(was.found, is.found) ? [] : [change([], shownFound)]),
    ];
  });
}

function byName(uses: readonly ReferenceUse[]): ReadonlyMap<string, ReferenceUse> {
  const found = new Map<string, ReferenceUse>();
  for (const use of uses) if (!found.has(use.name)) found.set(use.name, use);
  return found;
}

function aspectOf(
  { name, found, at }: ReferenceUse,
  shown: (name: string, found: Given) => Shown,
): Change['old'] {
  return found.kind === 'failed'
    ? { value: undefined, place: at() }
    : { value: shown(name, found), place: found.exported ?? at() };
}

function shownType(_: string, { type }: Given): Shown {
  return shownText(typeText(type));
}

function shownFound(name: string, found: Given): Shown {
  if (found.kind === 'unknown') {
    const text = `(known after upstream apply: ${name})`;
    return {
      json: JSON.stringify({
        $unknown: { ref: name, type: typeText(found.type), reason: found.reason, text },
      }),
      words: text,
      isSecret: false,
    };
  }
  return found.sensitive
    ? { json: '"<redacted>"', words: '<redacted>', isSecret: true }
    : shownNode(found.value);
}
