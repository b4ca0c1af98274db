/**
 * What a person should know about a conversion: which values only the alphabet, an unrelated depth or a file decided,
 * which were left out, moved to hosts or now replace a map. One warning a cause, with the hosts it concerns.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Code } from '../diagnostics/codes.js';
import { identical } from '../resolve/unify.js';
import { byCodePoint } from '../text/order.js';
import type { Span } from '../text/source.js';
import type { Candidate, Contest } from './contests.js';
import type { RankedGroup } from './group-tree.js';
import type { MovedVariable, Plan } from './plan.js';

/** Finds where a variable of a group stands; the place of the import as a whole where that is not known. */
export type PlaceOf = (group: string, variable: string) => Span;

export function findingsOf(plan: Plan, placeOf: PlaceOf): Diagnostic[] {
  return [
    ...conflicts(plan, placeOf),
    ...leftOut(plan, placeOf),
    ...moved(plan.moved, placeOf),
    ...replacedMaps(plan, placeOf),
  ];
}

/** `web1`, `web2` and 3 more, in the order given. */
export function someNames(names: Iterable<string>): string {
  const all = [...new Set(names)];
  const shown = all.slice(0, 3).map((name) => `\`${name}\``);
  return all.length > 3
    ? `${shown.join(', ')} and ${all.length - 3} more`
    : shown.length < 2
      ? shown.join('')
      : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

interface Conflict {
  readonly code: Code;
  readonly variable: string;
  readonly winner: RankedGroup;
  readonly loser: RankedGroup;
  readonly hosts: string[];
}

function conflicts(plan: Plan, placeOf: PlaceOf): Diagnostic[] {
  const found = new Map<string, Conflict>();
  for (const contest of plan.contests) {
    for (const { winners, hosts } of contest.outcomes) {
      const winner = winners.at(-1);
      if (winner === undefined) continue;
      for (const loser of contest.candidates) {
        const code = conflictCode(plan, winner, loser);
        if (code === undefined || winners.includes(loser)) continue;
        const key = [code, contest.variable, winner.group.rank, loser.group.rank].join(' ');
        const known = found.get(key);
        if (known === undefined)
          found.set(key, {
            code,
            variable: contest.variable,
            winner: winner.group,
            loser: loser.group,
            hosts: [...hosts],
          });
        else known.hosts.push(...hosts);
      }
    }
  }
  return [...found.values()].map((conflict) => tellConflict(conflict, placeOf));
}

/** Why one value wins over another; undefined where somebody decided it: by a child group, or by a priority. */
function conflictCode({ tree }: Plan, winner: Candidate, loser: Candidate): Code | undefined {
  const [one, other] = [winner.group, loser.group];
  if (one === other || identical(winner.value, loser.value)) return undefined;
  if (one.rank < other.rank) return 'import/file-over-inline';
  if (other.rank === 0 || tree.ancestors.get(one.name)?.has(other.name) === true) return undefined;
  if (one.depth > other.depth) return 'import/unrelated-depth';
  return one.priority === other.priority ? 'import/alphabet' : undefined;
}

function tellConflict(
  { code, variable, winner, loser, hosts }: Conflict,
  placeOf: PlaceOf,
): Diagnostic {
  const on = `on ${someNames(hosts)}`;
  const [won, lost] = [`\`${variable}\` of group \`${winner.name}\``, `that of \`${loser.name}\``];
  const message =
    code === 'import/alphabet'
      ? `${won} wins over ${lost} ${on} only because of its name`
      : code === 'import/unrelated-depth'
        ? `${won} (depth ${winner.depth}) wins over ${lost} (depth ${loser.depth}) ${on}, although neither group is in the other`
        : `${won} wins over ${lost} ${on}, although Ansible takes \`${loser.name}\` for more specific: a file of variables wins over inline values`;
  return diagnostic(code, placeOf(winner.name, variable), message, {
    related: relatedPlace(
      placeOf(winner.name, variable),
      placeOf(loser.name, variable),
      `\`${loser.name}\` sets it here`,
    ),
    help: 'is that what was meant? The result keeps the value',
  });
}

function relatedPlace(first: Span, second: Span, message: string): Diagnostic['related'] {
  return first.source.path === second.source.path && first.start === second.start
    ? []
    : [{ span: second, message }];
}

function leftOut({ tree, retained, contests }: Plan, placeOf: PlaceOf): Diagnostic[] {
  const winners = winnersByLoser(contests);
  return tree.groups.flatMap((group) =>
    [...group.vars.keys()].sort(byCodePoint).flatMap((variable) => {
      if (retained.get(group)?.has(variable) === true) return [];
      const others = [...(winners.get(`${group.rank} ${variable}`) ?? [])].sort(byCodePoint);
      const by =
        others.length === 0
          ? 'its hosts set it themselves'
          : `there ${someNames(others)} ${others.length === 1 ? 'wins' : 'win'}`;
      return [
        diagnostic(
          'import/left-out',
          placeOf(group.name, variable),
          `\`${variable}\` of group \`${group.name}\` wins on no host and is left out: ${by}`,
        ),
      ];
    }),
  );
}

/** Group and variable → the groups whose values its hosts have instead. */
function winnersByLoser(contests: readonly Contest[]): ReadonlyMap<string, ReadonlySet<string>> {
  const winners = new Map<string, Set<string>>();
  for (const { variable, candidates, outcomes } of contests) {
    const names = outcomes.flatMap((outcome) => outcome.winners.map(({ group }) => group.name));
    for (const { group } of candidates) {
      const key = `${group.rank} ${variable}`;
      const known = winners.get(key) ?? new Set<string>();
      for (const name of names) known.add(name);
      winners.set(key, known);
    }
  }
  return winners;
}

function moved(variables: readonly MovedVariable[], placeOf: PlaceOf): Diagnostic[] {
  const causes = new Map<string, { readonly first: MovedVariable; readonly hosts: string[] }>();
  for (const each of variables) {
    if (each.reason === 'ungrouped') continue;
    const key = `${each.reason} ${each.variable}`;
    const known = causes.get(key);
    if (known === undefined) causes.set(key, { first: each, hosts: [each.host] });
    else known.hosts.push(each.host);
  }
  return [...causes.values()].map(({ first: { variable, reason }, hosts }) => {
    const what =
      reason === 'vanished'
        ? `is absent on ${someNames(hosts)}, although a group sets it, so these hosts have \`!unset\``
        : `becomes the own variable of ${someNames(hosts)}: no order of tags gives them its value`;
    return diagnostic('import/own-variable', placeOf('all', variable), `\`${variable}\` ${what}`);
  });
}

function replacedMaps({ tags, hosts }: Plan, placeOf: PlaceOf): Diagnostic[] {
  const ofTags = tags.flatMap((tag) =>
    tag.vars.filter(isReplacing).map(({ name }) => ({ name, group: tag.name })),
  );
  const ofHosts = new Map<string, string[]>();
  for (const host of hosts) {
    for (const { name } of host.vars.filter(isReplacing)) {
      const known = ofHosts.get(name);
      if (known === undefined) ofHosts.set(name, [host.name]);
      else known.push(host.name);
    }
  }
  return [
    ...ofTags.map(({ name, group }) =>
      diagnostic(
        'import/replaced-map',
        placeOf(group, name),
        `the map \`${name}\` of group \`${group}\` replaces a lower one, so it has \`!replace\``,
      ),
    ),
    ...[...ofHosts].map(([name, names]) =>
      diagnostic(
        'import/replaced-map',
        placeOf('all', name),
        `the map \`${name}\` of ${someNames(names)} replaces a lower one, so it has \`!replace\``,
      ),
    ),
  ];
}

function isReplacing({
  value,
}: {
  readonly value: { readonly kind: string; readonly marker?: string | undefined };
}): boolean {
  return value.kind === 'map' && value.marker === 'replace';
}
