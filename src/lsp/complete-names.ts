/** The names of an inventory, each kind where it belongs; no name twice in one list. */
import { tagGroup } from '../model/safe-name.js';
import type { Analysis } from './analysis.js';
import { candidate, keyed, matches, type Candidate, type CompletionContext } from './candidate.js';
import { serviceScope, type NameKind } from './mentions.js';
import { pathsSet } from './variable-names.js';
import type { Step, Where } from './where.js';

/** How many hosts are offered. */
const mostHosts = 500;

export function completeNames(
  { located: { analysis, draft } }: CompletionContext,
  where: Where,
): Candidate[] {
  const { path, at } = where;
  const offer = (
    kind: NameKind,
    { lead = '', scope, except }: { lead?: string; scope?: string; except?: Step | undefined } = {},
  ): Candidate[] =>
    names(analysis, kind, scope)
      .filter(
        ({ name }) =>
          name !== except && (lead + name === where.word || !where.items.has(lead + name)),
      )
      .map(({ name, detail }) => candidate(where, kind, lead + name, { detail }));
  if (at === 'key') return keys(analysis, where, offer);
  if (draft.kind !== 'service_file') {
    if (matches(path, ['tags', '*', 'includes', 0])) return offer('tag', { except: path[1] });
    if (matches(path, ['hosts', 0, 'tags', 0])) return offer('tag');
    if (matches(path, ['hosts', 0, 'transport', 'proxy_jump'])) return jumps(analysis, where);
    if (matches(path, ['ansible', 'keyed_groups', 0, 'parent_group']))
      return groups(analysis, where);
  }
  const inService =
    draft.kind === 'service_file' ? path : path[0] === 'services' ? path.slice(2) : [];
  const scope =
    draft.kind === 'service_file' ? draft.source.path : serviceScope(draft.source, String(path[1]));
  if (matches(inService, ['processes', '*', 'after', 0]))
    return offer('process', { scope, except: inService[1] });
  if (
    matches(inService, ['processes', '*', 'restart_on', 0]) ||
    matches(inService, ['processes', '*', 'reload_on', 0])
  )
    return [
      ...offer('binary', { lead: 'binary.', scope }),
      ...offer('config', { lead: 'config.', scope }),
    ];
  return [];
}

function keys(
  analysis: Analysis,
  where: Where,
  offer: (kind: NameKind) => Candidate[],
): Candidate[] {
  if (matches(where.path, ['tags', '*', 'services']))
    return offer('service')
      .filter(({ label }) => !where.siblings.has(label))
      .map((each) => ({ ...each, insert: keyed(where, each.label, '{}') }));
  if (!matches(where.path, ['variables'])) return [];
  return [...pathsSet(analysis)]
    .filter((name) => !where.siblings.has(name))
    .map((name) => candidate(where, 'variable', name, { insert: keyed(where, name) }));
}

/** Hosts, behind what is written of users and of other hops. */
function jumps(analysis: Analysis, where: Where): Candidate[] {
  const typed = /[^@,]*$/.exec(where.before)?.[0] ?? '';
  const start = where.start + where.before.length - typed.length;
  const { hosts } = analysis.resolution.loaded.inventory;
  const known = hosts.length > 0 ? hosts : names(analysis, 'host');
  return known
    .slice(0, mostHosts)
    .map(({ name }) => ({ ...candidate(where, 'host', name), start }));
}

/** The groups that a group may belong to: those of tags, and those of conditions. */
export function groups({ definitions }: Analysis, where: Where): Candidate[] {
  const [{ ansible } = { ansible: undefined }] = definitions;
  if (ansible === undefined) return [];
  const ofTags = definitions
    .flatMap((file) => file.tags)
    .map(({ name }) =>
      candidate(where, 'tag', tagGroup(name, ansible), { detail: `the tag ${name}` }),
    );
  return [
    ...ofTags,
    ...ansible.groups.map(({ name }) => candidate(where, 'value', name, { detail: 'a condition' })),
  ];
}

/** The names of a kind, each with what is said of it. */
export function names(
  analysis: Analysis,
  kind: NameKind,
  scope?: string,
): readonly { readonly name: string; readonly detail: string | undefined }[] {
  const { definitions } = analysis;
  if (kind === 'tag')
    return definitions.flatMap((file) =>
      file.tags.map(({ name, order }) => ({ name, detail: `order ${order}` })),
    );
  if (kind === 'service')
    return definitions.flatMap((file) =>
      file.services.map(({ name, order }) => ({
        name,
        detail: order === undefined ? undefined : `order ${order}`,
      })),
    );
  return analysis
    .mentions()
    .flatMap((each) =>
      each.isDefinition && each.kind === kind && (scope === undefined || each.scope === scope)
        ? [{ name: each.name, detail: undefined }]
        : [],
    );
}
