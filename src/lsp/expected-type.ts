/** The type that the value at a place must have, as far as anything declares it. */
import type { Located } from './session.js';
import { narrow } from '../types/narrow.js';
import type { Type } from '../types/type.js';
import { receiverOf } from '../upstream/receivers.js';
import { schemasAt } from './schema-at.js';
import type { Step } from './where.js';

export function expectedTypeAt(located: Located, path: readonly Step[]): Type | undefined {
  return variableType(located, path) ?? exportType(located, path) ?? fieldType(located, path);
}

/** The steps below `vars` that lead to a place; undefined elsewhere. */
export function stepsBelowVars(path: readonly Step[]): readonly Step[] | undefined {
  const start =
    path[0] === 'vars'
      ? 1
      : (path[0] === 'tags' || path[0] === 'hosts') && path[2] === 'vars'
        ? 3
        : undefined;
  return start === undefined ? undefined : path.slice(start);
}

function variableType({ analysis, draft }: Located, path: readonly Step[]): Type | undefined {
  const steps = draft.kind === 'service_file' ? undefined : stepsBelowVars(path);
  if (steps === undefined) return undefined;
  const declared = analysis.declarations?.variables.variables ?? [];
  const above = declared
    .filter(({ keys }) => keys.length <= steps.length && keys.every((key, at) => steps[at] === key))
    .sort((a, b) => b.keys.length - a.keys.length)[0];
  return above && below(above.type, steps.slice(above.keys.length));
}

function exportType(
  { analysis, draft }: Located,
  [section, name, field, ...rest]: readonly Step[],
): Type | undefined {
  if (draft.kind !== 'inventory' || section !== 'exports' || field !== 'value') return undefined;
  const own = analysis.exports.find((each) => each.name === name && each.typeSpan !== undefined);
  return own && below(own.type, rest);
}

function fieldType({ draft }: Located, path: readonly Step[]): Type | undefined {
  const [schema] = schemasAt(draft.kind, path);
  const last = path.at(-1);
  return schema === undefined || typeof last !== 'string' ? undefined : receiverOf(schema, last);
}

/** The type of a part. */
export function below(type: Type, steps: readonly Step[]): Type | undefined {
  let at: Type = type;
  for (const step of steps) {
    const narrowed = narrow(
      at,
      typeof step === 'number' ? { kind: 'index', index: step } : { kind: 'key', name: step },
    );
    if ('fault' in narrowed) return undefined;
    at = narrowed.type;
  }
  return at;
}
