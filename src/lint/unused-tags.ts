/** Tags that no host has, neither listed nor through the tags that it lists; and services that no host gets. */
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Tag } from '../model/inventory.js';
import { tagGroup } from '../model/safe-name.js';
import { pathAt } from '../syntax/path-at.js';
import type { Span } from '../text/source.js';
import { removable, type Finding } from './finding.js';
import { hasHosts, inventoryOf, type Linted } from './linted.js';
import { holdsAnchor } from './take-out.js';

export function findUnusedTags(linted: Linted): Finding[] {
  if (!hasHosts(linted)) return [];
  const { tags, ansible } = inventoryOf(linted);
  const { groups } = linted.resolution.resolved;
  const unused = [...tags.values()].filter(
    (tag) => isUnused(linted, tag) && !groups.has(tagGroup(tag.name, ansible)),
  );
  return unused.map((tag) => {
    const includers = unused.filter(({ includes }) =>
      includes.some(({ name }) => name === tag.name),
    );
    const by =
      includers.length === 0
        ? ''
        : `: only ${includers.map(({ name }) => `\`${name}\``).join(', ')}, which no host has either, ${includers.length === 1 ? 'includes' : 'include'} it`;
    return removable(
      diagnostic('lint/unused-tag', tag, `no host has the tag \`${tag.name}\`${by}`, {
        help: 'remove it, or give it to a host',
      }),
      `Remove the tag \`${tag.name}\``,
    );
  });
}

export function findUnusedServices(linted: Linted): Finding[] {
  if (!hasHosts(linted)) return [];
  const { tags, services } = inventoryOf(linted);
  return [...services.values()]
    .filter((service) => isUnused(linted, service))
    .map((service) => {
      const givers = [...tags.values()].flatMap((tag) =>
        tag.services.filter(({ name }) => name === service.name).map((given) => ({ tag, given })),
      );
      const message =
        givers.length === 0
          ? `no tag gives the service \`${service.name}\` to its hosts`
          : `no host gets the service \`${service.name}\`: none has ${nameTags(givers.map(({ tag }) => tag))}, which ${givers.length === 1 ? 'gives' : 'give'} it`;
      const found = diagnostic('lint/unused-service', service, message, {
        related: givers.map(({ tag, given }) => ({
          span: given,
          message: `tag \`${tag.name}\` gives it`,
        })),
        help:
          givers.length === 0 ? 'remove it, or give it to a tag' : 'remove it with what gives it',
      });
      const finding = removable(found, `Remove the service \`${service.name}\``);
      // A tag without hosts that names it goes first, or the name would lead nowhere.
      return givers.length === 0 ? finding : { ...finding, fix: undefined };
    });
}

/** What holds values that are used through an alias is used. */
function isUnused(
  { used, placeOf, mayBeUsedElsewhere, resolution }: Linted,
  definition: Span,
): boolean {
  if (used.has(placeOf(definition)) || mayBeUsedElsewhere(definition)) return false;
  const root = resolution.loaded.workspace.documents.find(
    ({ source }) => source.path === definition.source.path,
  )?.root;
  const entry = root && pathAt(root, definition.start).at(-1)?.entry;
  return entry === undefined || !holdsAnchor(entry);
}

function nameTags(tags: readonly Tag[]): string {
  const names = tags.map(({ name }) => `\`${name}\``);
  return names.length === 1 ? `the tag ${names.join('')}` : `any of the tags ${names.join(', ')}`;
}
