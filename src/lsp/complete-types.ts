/** Names of types, in type expressions. */
import { builtIns } from '../types/type.js';
import { candidate, type Candidate, type CompletionContext } from './candidate.js';
import type { Where } from './where.js';

export function completeTypes(
  { located: { analysis, draft }, analyses }: CompletionContext,
  where: Where,
): Candidate[] {
  const { path, at } = where;
  if (draft.kind === 'service_file' || at !== 'value' || !isExpression(path.map(String))) return [];
  const typed = /[\w.-]*$/.exec(where.before)?.[0] ?? '';
  const start = where.start + where.before.length - typed.length;
  const put = (name: string, rank: number, detail?: string): Candidate => ({
    ...candidate(where, 'type', name, { rank, detail }),
    start,
    end: start + typed.length,
  });
  const own = analysis.definitions.flatMap((file) => file.types.map((entry) => entry.key));
  const others = [...analysis.upstreams].flatMap(([name, other]) =>
    (analyses.find((each) => each.path === other)?.definitions ?? []).flatMap((file) =>
      file.types.map((entry) => `${name}.${entry.key}`),
    ),
  );
  return [
    ...own.map((name) => put(name, 0, 'declared here')),
    ...others.map((name) => put(name, 1, 'of an upstream')),
    ...[...Object.keys(builtIns), 'list<', 'map<'].map((name) => put(name, 2)),
  ];
}

function isExpression([section, , field, ...rest]: readonly string[]): boolean {
  if (section === 'types')
    return (
      field === undefined ||
      field === 'type' ||
      field === 'fields' ||
      rest.length > 0 ||
      !['pattern', 'description', 'enum', 'minimum', 'maximum'].includes(field)
    );
  if (section === 'variables') return field === undefined || field === 'type';
  return section === 'exports' && field === 'type';
}
