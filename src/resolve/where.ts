/**
 * The hosts on which a condition holds that somebody asks with (`hosts --where`). It sees what a condition of
 * `ansible.groups` sees, and beside that the composed variables, and in `group_names` the groups that expressions made.
 * Where it cannot be evaluated, the host is not chosen; with `strict` that is an error.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import {
  conditionAt,
  evaluateCondition,
  type ExpressionError,
  type Raw,
} from '../expr/expressions.js';
import { rawOfData } from '../expr/convert.js';
import { byCodePoint } from '../text/order.js';
import { placeWithin } from '../text/place-within.js';
import type { Spanned } from '../text/source.js';
import { faultCollector, withoutValues } from './expression-faults.js';
import { hostDescriber } from './host-list.js';
import { composedOf, groupNames, scopeMaker, type HostScope } from './host-scope.js';
import type { ResolvedHost, ResolvedInventory } from './resolve.js';

/** The hosts of `resolved` for which the condition is true, in their order; none if it cannot be read. */
export function hostsWhere(
  { inventory, names, hosts }: ResolvedInventory,
  condition: Spanned<string>,
  strict: boolean,
): Outcome<readonly ResolvedHost[]> {
  const parsed = conditionAt(condition);
  if ('error' in parsed) return { value: [], diagnostics: [unreadable(condition, parsed.error)] };
  const faults = faultCollector(strict, false, false);
  const describeHosts = hostDescriber(inventory.hosts);
  const scopeOf = scopeMaker(inventory, names);
  const waiting: string[] = [];
  const failing: Failing[] = [];
  const value = hosts.filter((host) => {
    const scope = withAllGroups(scopeOf(host, composedOf(host)), host, inventory);
    const result = evaluateCondition(parsed.value, scope);
    if (result.kind === 'condition') return result.holds;
    if (result.kind === 'unknown') waiting.push(host.host.name);
    if ('error' in result && isOfValues(result.error))
      failing.push({
        host: host.host.name,
        error: scope.holdsSecret ? withoutValues(result.error) : result.error,
        cause: result.kind === 'neither' ? result.gives : '',
      });
    faults.failed('the condition', condition, result, host.host.name, scope);
    return false;
  });
  // What the collector says of an expression that is skipped everywhere is said below, of every host.
  const diagnostics: Diagnostic[] = faults
    .diagnostics(describeHosts, hosts.length)
    .filter((each) => each.severity === 'error');
  if (!strict)
    for (const skipped of skippedByCause(failing, hosts.length)) {
      const [{ error }] = skipped;
      const where =
        skipped.length === hosts.length
          ? 'every host'
          : describeHosts(skipped.map(({ host }) => host));
      diagnostics.push(
        diagnostic(
          'resolve/condition-skipped',
          placeWithin(condition, error),
          `the condition is skipped on ${where}: ${error.message}`,
          { help: error.help ?? 'with `--strict` it is an error' },
        ),
      );
    }
  if (!strict && waiting.length > 0)
    diagnostics.push(
      diagnostic(
        'resolve/condition-not-known',
        condition.span,
        `whether the condition holds is not known yet on ${describeHosts(waiting)}`,
        { help: 'apply the upstream first; until then such hosts are left out' },
      ),
    );
  return { value, diagnostics };
}

function unreadable(condition: Spanned<string>, error: ExpressionError): Diagnostic {
  const why = error.kind === 'unsupported' ? 'cannot be used' : 'cannot be read';
  return diagnostic(
    'check/expression',
    placeWithin(condition, error),
    `the condition ${why}: ${error.message}`,
    { help: error.help },
  );
}

/** A host that was not asked successfully; errors are one cause, results that are no condition one for each type. */
interface Failing {
  readonly host: string;
  readonly error: ExpressionError;
  readonly cause: string;
}

/** The hosts to report, by cause: what is undefined is only worth it where that is so on every host. */
function skippedByCause(
  failing: readonly Failing[],
  hostCount: number,
): readonly (readonly [Failing, ...Failing[]])[] {
  const defined = failing.filter(({ error }) => error.kind !== 'undefined');
  const reported = defined.length === 0 && failing.length === hostCount ? failing : defined;
  const causes = new Map<string, [Failing, ...Failing[]]>();
  for (const each of reported) {
    const known = causes.get(each.cause);
    if (known === undefined) causes.set(each.cause, [each]);
    else known.push(each);
  }
  return [...causes.values()];
}

/** True for a fault that Ansible has, too; what is missing here is always an error. */
function isOfValues({ kind }: ExpressionError): boolean {
  return kind !== 'unsupported' && kind !== 'limit';
}

/** The same scope, in which a host knows all its groups. */
function withAllGroups(
  scope: HostScope,
  host: ResolvedHost,
  inventory: ResolvedInventory['inventory'],
): HostScope {
  const made = host.madeGroups().map(({ group }) => group);
  if (made.length === 0) return scope;
  const groups: Raw = rawOfData(
    [
      ...new Set([
        ...groupNames(host, inventory.ansible).filter((name) => name !== 'ungrouped'),
        ...made,
      ]),
    ].sort(byCodePoint),
  );
  return {
    lookup: (name) => (name === 'group_names' ? groups : scope.lookup(name)),
    get holdsSecret() {
      return scope.holdsSecret;
    },
    set holdsSecret(value) {
      scope.holdsSecret = value;
    },
  };
}
