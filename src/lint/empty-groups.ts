/** Groups of `ansible.groups` whose condition holds on no host, as far as that does not depend on states. */
import { diagnostic } from '../diagnostics/diagnostic.js';
import { constructedGroup } from '../model/safe-name.js';
import type { Span } from '../text/source.js';
import { removable, type Finding } from './finding.js';
import { hasHosts, inventoryOf, type Linted } from './linted.js';

export function findEmptyGroups(linted: Linted): Finding[] {
  const { ansible, upstreams } = inventoryOf(linted);
  if (!hasHosts(linted) || upstreams.length > 0) return [];
  const { groups } = linted.resolution.resolved;
  const errors = linted.resolution.diagnostics.filter(
    ({ code }) => code === 'resolve/expression-skipped',
  );
  const errs = ({ source, start, end }: Span): boolean =>
    errors.some(({ span }) => span.source === source && span.start >= start && span.start <= end);
  return ansible.groups
    .filter(({ name, expression }) => !groups.has(constructedGroup(name)) && !errs(expression.span))
    .map((each) =>
      removable(
        diagnostic(
          'lint/empty-group',
          each,
          `the condition of the group \`${each.name}\` holds on no host`,
          { help: 'remove the group, or correct its condition' },
        ),
        `Remove the group \`${each.name}\``,
      ),
    );
}
