/**
 * The types and variables that all files declare together: types first, since variables name them. A second definition
 * of a name is an error wherever it stands. Loaded only for an inventory that declares some.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { FileDefinitions } from '../model/inventory.js';
import { variableLayers } from '../model/variable-layers.js';
import type { Entry } from '../syntax/node.js';
import { suggestion } from '../text/suggest.js';
import { declareTypes, type DeclaredTypes } from '../types/declare.js';
import { parseVariables, type DeclaredVariables } from '../types/declared-variables.js';
import type { TypeScope } from '../types/parse-text.js';

/** What an inventory declares. */
export interface Declarations {
  readonly types: DeclaredTypes;
  readonly variables: DeclaredVariables;
}

/** Reads and judges `types` and `variables`; `outer` knows the types of upstreams. What a missing file may declare is not missed. */
export function checkTypes(
  files: readonly FileDefinitions[],
  complete: boolean,
  outer?: TypeScope,
): Outcome<Declarations> {
  const definitions = files.flatMap((file) => file.types);
  const types = declareTypes(definitions, outer);
  const variables = parseVariables(
    files.flatMap((file) => file.variables),
    types.value,
  );
  const found = [...repeatedTypes(definitions), ...types.diagnostics, ...variables.diagnostics];
  return {
    value: { types: types.value, variables: variables.value },
    diagnostics: complete
      ? [...found, ...undeclared(files, variables.value)]
      : found.filter((each) => each.code !== 'types/unknown-type'),
  };
}

function repeatedTypes(definitions: readonly Entry[]): Diagnostic[] {
  const first = new Map<string, Entry>();
  return definitions.flatMap((each) => {
    const before = first.get(each.key);
    if (before === undefined) first.set(each.key, each);
    return before === undefined
      ? []
      : [
          diagnostic(
            'check/duplicate-definition',
            each,
            `the type \`${each.key}\` is defined twice`,
            { related: [{ span: before, message: 'first here' }] },
          ),
        ];
  });
}

/** Where `"*": false` stands, every variable of every layer must be declared; each name is told once. */
function undeclared(
  files: readonly FileDefinitions[],
  { variables, closedBy }: DeclaredVariables,
): Diagnostic[] {
  if (closedBy === undefined) return [];
  const declared = new Set(variables.map((each) => each.keys[0]));
  const told = new Set<string>();
  const found: Diagnostic[] = [];
  for (const layer of variableLayers(files)) {
    for (const entry of layer.entries) {
      if (declared.has(entry.key) || told.has(entry.key)) continue;
      told.add(entry.key);
      found.push(
        diagnostic(
          'check/undeclared-variable',
          entry,
          `the variable \`${entry.key}\` is not declared`,
          {
            related: [{ span: closedBy, message: 'this forbids variables that are not declared' }],
            help: suggestion(entry.key, declared) ?? 'declare it below `variables`',
          },
        ),
      );
    }
  }
  return found;
}
