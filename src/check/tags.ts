/** Rules about tags: their includes exist, form no circle and have lower orders; their services exist. */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Inventory, Tag } from '../model/inventory.js';
import { suggestion } from '../text/suggest.js';
import { findCycles, type Cycle } from './cycles.js';
import { repeated, unknownTags } from './hosts.js';

/** All faults of the definitions of tags. `complete` is false where a file is missing that may define more. */
export function checkTags(inventory: Inventory, complete: boolean): Diagnostic[] {
  const tags = [...inventory.tags.values()];
  const circles = findCycles(
    inventory.tags.keys(),
    (name) => inventory.tags.get(name)?.includes ?? [],
  );
  return [
    ...tags.flatMap((tag) => checkIncludes(tag, inventory.tags, complete)),
    ...tags.flatMap((tag) => checkIncludeOrders(tag, inventory.tags, circles)),
    ...tags.flatMap((tag) => (complete ? checkServices(tag, inventory.services) : [])),
    ...circles.map(({ names, span }) =>
      diagnostic(
        'check/include-cycle',
        span,
        `tags include each other: \`${[...names, names[0] ?? ''].join('` → `')}\``,
      ),
    ),
  ];
}

function checkIncludes(tag: Tag, tags: Inventory['tags'], complete: boolean): Diagnostic[] {
  return [
    ...repeated(
      'check/repeated-tag',
      tag.includes,
      (name) => `tag \`${tag.name}\` includes the tag \`${name}\` twice`,
    ),
    ...(complete ? unknownTags(`\`includes\` of tag \`${tag.name}\``, tag.includes, tags) : []),
  ];
}

/** Tags of a circle cannot have ascending orders, so only the circle is told. */
function checkIncludeOrders(
  tag: Tag,
  tags: Inventory['tags'],
  circles: readonly Cycle[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const include of tag.includes) {
    const other = tags.get(include.name);
    if (
      other === undefined ||
      circles.some(({ names }) => names.includes(tag.name) && names.includes(other.name))
    )
      continue;
    if (tag.orderKnown && other.orderKnown && other.order >= tag.order) {
      found.push(
        diagnostic(
          'check/include-order',
          include,
          `tag \`${tag.name}\` (order ${tag.order}) includes \`${other.name}\`, whose order ${other.order} is not lower`,
          {
            related: [{ span: other, message: `\`${other.name}\` is defined here` }],
            help: 'give the included tag a lower order, so that the including one can override it',
          },
        ),
      );
    }
  }
  return found;
}

function checkServices(tag: Tag, services: Inventory['services']): Diagnostic[] {
  return tag.services.flatMap((service) =>
    services.has(service.name)
      ? []
      : [
          diagnostic(
            'check/unknown-service',
            service,
            `tag \`${tag.name}\` assigns the unknown service \`${service.name}\``,
            {
              help: suggestion(service.name, services.keys()),
            },
          ),
        ],
  );
}
