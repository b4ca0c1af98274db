/** Names in the expressions of `ansible`: variables, and within quotes the tags, services or groups that are compared. */
import { candidate, matches, type Candidate, type CompletionContext } from './candidate.js';
import { groups, names } from './complete-names.js';
import { keysSet } from './variable-names.js';
import type { Where } from './where.js';

/** What every expression sees beside the variables of the host. */
const given: readonly (readonly [string, string])[] = [
  ['inventory_tags', "the host's tags, by order"],
  ['inventory_services', "the host's services, in order"],
  ['inventory_hostname', "the host's name"],
  ['group_names', 'the groups that the host is in'],
];

/** Undefined where no expression is being written. */
export function completeExpression(
  { located: { analysis, draft } }: CompletionContext,
  where: Where,
): readonly Candidate[] | undefined {
  const { path, at, before } = where;
  const isExpression =
    matches(path, ['ansible', 'compose', '*']) ||
    matches(path, ['ansible', 'groups', '*']) ||
    matches(path, ['ansible', 'keyed_groups', 0, 'key']);
  if (draft.kind !== 'inventory' || at !== 'value' || !isExpression) return undefined;
  const [, text] = /^(?:[^'"]|'[^']*'|"[^"]*")*["']([^'"]*)$/.exec(before) ?? [];
  const typed = text ?? /\w*$/.exec(before)?.[0] ?? '';
  const put = (each: Candidate): Candidate => {
    const cursor = where.start + before.length;
    return {
      ...each,
      start: cursor - typed.length,
      end: cursor + (/^[\w-]*/.exec(where.word.slice(before.length))?.[0].length ?? 0),
    };
  };
  if (text !== undefined) {
    const compared = where.word.includes('group_names')
      ? groups(analysis, where)
      : where.word.includes('inventory_services')
        ? names(analysis, 'service').map(({ name, detail }) =>
            candidate(where, 'service', name, { detail }),
          )
        : names(analysis, 'tag').map(({ name, detail }) =>
            candidate(where, 'tag', name, { detail }),
          );
    return compared.map(put);
  }
  if (/[.|]\s*\w*$/.test(before)) return [];
  const variables = [...new Set(keysSet(analysis, []))].filter((name) =>
    /^[A-Za-z_]\w*$/.test(name),
  );
  return [
    ...variables.map((name) => candidate(where, 'variable', name, { rank: 0 })),
    ...given.map(([name, detail]) => candidate(where, 'variable', name, { detail })),
  ].map(put);
}
