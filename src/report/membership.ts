/**
 * Why a host has its tags and services: for each the place that gives it, and the tags on the way there from those that
 * the host lists. For people one line each, for programs JSON.
 */
import type { Inventory, Tag } from '../model/inventory.js';
import type { ResolvedHost } from '../resolve/resolve.js';
import { includeChain } from '../resolve/tag-sets.js';
import { placeOf, positionAt } from '../text/position.js';
import type { Span } from '../text/source.js';
import { escapeControls } from '../text/terminal.js';

export type MembershipKind = 'tags' | 'services';

/** One tag or service of a host. */
interface Membership {
  readonly name: string;
  readonly order: number;
  /** What a service does there; nothing for a tag. */
  readonly state: string | undefined;
  /** Where the host, or the last tag of `through`, names it. */
  readonly span: Span;
  /** The tags that lead to it, the one that the host lists first; none for a tag that the host lists itself. */
  readonly through: readonly string[];
}

export function membershipText(
  kind: MembershipKind,
  resolved: ResolvedHost,
  inventory: Inventory,
): string {
  const all = membershipsOf(kind, resolved, inventory);
  if (all.length === 0) return `no ${kind}\n`;
  return all
    .map(({ name, order, state, span, through }) => {
      const by =
        through.length === 0
          ? 'the host itself'
          : `${through.length === 1 ? 'tag' : 'tags'} ${through.join(', which includes ')}`;
      const line = `${name} (order ${order}${state === undefined ? '' : `, ${state}`})  ${placeOf(span)}  ${by}`;
      return `${escapeControls(line)}\n`;
    })
    .join('');
}

/** `{"host", "tags": [{"name", "order", "state"?, "place", "through"}]}`, and the same with `services`. */
export function membershipJson(
  kind: MembershipKind,
  resolved: ResolvedHost,
  inventory: Inventory,
): string {
  const data = membershipsOf(kind, resolved, inventory).map(
    ({ name, order, state, span, through }) => ({
      name,
      order,
      ...(state === undefined ? {} : { state }),
      place: { file: span.source.path, ...positionAt(span.source, span.start) },
      through,
    }),
  );
  return `${JSON.stringify({ host: resolved.host.name, [kind]: data }, null, 2)}\n`;
}

function membershipsOf(
  kind: MembershipKind,
  { host, tags, services }: ResolvedHost,
  inventory: Inventory,
): readonly Membership[] {
  const { tags: listed, name: hostName } = host.definition;
  const chainTo = (tag: Tag): readonly string[] => includeChain(listed.names, tag, inventory.tags);
  if (kind === 'services') {
    return services.map(({ service, given, tag }) => ({
      name: service.name,
      order: service.order ?? 0,
      state: given.state,
      span: given,
      through: chainTo(tag),
    }));
  }
  return tags.map((tag) => {
    const through = chainTo(tag).slice(0, -1);
    const names = inventory.tags.get(through.at(-1) ?? '')?.includes ?? listed.places();
    return {
      name: tag.name,
      order: tag.order,
      state: undefined,
      span: names.find(({ name }) => name === tag.name) ?? hostName,
      through,
    };
  });
}
