/**
 * The definitions below `variables`: paths of merged variables, each with its type. Never fails: a path that cannot be
 * read, or that says what another one excludes, is told and left out.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { describeNode } from '../syntax/describe-node.js';
import { findEntry, type Entry, type MapNode } from '../syntax/node.js';
import { parsePath, pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { nearest } from '../text/suggest.js';
import { constraintEntry } from './constraints.js';
import { narrow } from './narrow.js';
import { isRefinement, parseDeclaredType, parseType } from './parse.js';
import { parseTypeText, type TypeScope } from './parse-text.js';
import { builtIn, typeText, type Type } from './type.js';

/** A declared path. */
export interface DeclaredVariable {
  /** The keys of the path, the variable itself first. */
  readonly keys: readonly [string, ...string[]];
  /** The path as messages write it. */
  readonly name: string;
  readonly type: Type;
  /** True if every host must have it. */
  readonly required: boolean;
  /** The key that declares it. */
  readonly span: Span;
}

/** Everything that `variables` says. */
export interface DeclaredVariables {
  readonly variables: readonly DeclaredVariable[];
  /** The key `*` where it says that no other variables may be set. */
  readonly closedBy: Span | undefined;
}

/** The keys of a declaration that are no part of its type. */
const own = ['required'];

/** What `entries` declare, in written order. A path that is there twice counts once, the first time. */
export function parseVariables(
  entries: readonly Entry[],
  scope: TypeScope,
): Outcome<DeclaredVariables> {
  const diagnostics: Diagnostic[] = [];
  const variables = new Map<string, DeclaredVariable>();
  let closedBy: Span | undefined;
  for (const entry of entries) {
    if (entry.key === '*') {
      if (entry.value.kind === 'bool')
        closedBy = entry.value.value ? closedBy : (closedBy ?? entry);
      else
        diagnostics.push(
          diagnostic(
            'types/declaration',
            entry.value,
            `\`*\` must be true or false, and is ${describeNode(entry.value)}`,
            { help: 'write `"*": false` to forbid every variable that is not declared' },
          ),
        );
      continue;
    }
    const variable = parseVariable(entry, scope, diagnostics);
    if (variable === undefined) continue;
    const before = variables.get(variable.name);
    if (before === undefined) variables.set(variable.name, variable);
    else
      diagnostics.push(
        diagnostic(
          'check/duplicate-definition',
          entry,
          `the variable \`${variable.name}\` is declared twice`,
          { related: [{ span: before.span, message: 'first here' }] },
        ),
      );
  }
  for (const variable of variables.values()) diagnostics.push(...excludedBy(variable, variables));
  return { value: { variables: [...variables.values()], closedBy }, diagnostics };
}

function parseVariable(
  entry: Entry,
  scope: TypeScope,
  diagnostics: Diagnostic[],
): DeclaredVariable | undefined {
  const keys = parsePath(entry.key);
  const [first, ...rest] = keys ?? [];
  if (first === undefined || (first === 'vars' && rest.length > 0)) {
    const help =
      first === 'vars'
        ? `leave out \`vars.\`: write \`${pathText(rest)}\``
        : /\s/.test(entry.key)
          ? `write \`${pathText([entry.key])}\`, in quotes of YAML, for a name with blanks`
          : 'join keys by dots, and write those with dots or blanks as `a["b.c"]`';
    diagnostics.push(
      diagnostic('types/declaration', entry, `\`${entry.key}\` is no path of a variable`, { help }),
    );
    return undefined;
  }
  const { value } = entry;
  const { value: type, diagnostics: found } =
    value.kind === 'map' ? typeOf(value, entry, scope) : parseType(value, scope);
  for (const each of found)
    diagnostics.push(each.span.start === each.span.end ? { ...each, span: spanOf(entry) } : each);
  return {
    keys: [first, ...rest],
    name: pathText([first, ...rest]),
    type,
    required: value.kind === 'map' && isRequired(value, diagnostics),
    span: spanOf(entry),
  };
}

/** A map declares a refinement; one that only says more of a variable leaves its type open; any other is an object type. */
function typeOf(map: MapNode, entry: Entry, scope: TypeScope): Outcome<Type> {
  if (isRefinement(map) || saysNoType(map, scope)) return parseDeclaredType(map, scope, own);
  if (!map.entries.some(isAboutType)) return parseType(map, scope);
  const stray = map.entries.find((each) => !isAboutType(each));
  const near = stray === undefined ? undefined : nearest(stray.key, ['type', 'enum']);
  return {
    value: builtIn('any'),
    diagnostics: [
      diagnostic(
        'types/declaration',
        near === undefined ? entry : (stray ?? entry),
        `the declaration of \`${entry.key}\` has no \`type\``,
        {
          help:
            near === undefined
              ? 'add `type: …`; the fields of an object type stand below it'
              : `did you mean \`${near}\`?`,
        },
      ),
    ],
  };
}

/** True for what only a refinement can mean: `required: true`, `minimum: 1`. A field would have a type there. */
function isAboutType({ key, value }: Entry): boolean {
  return (
    (own.includes(key) || constraintEntry(key) !== undefined) &&
    (value.kind === 'bool' || value.kind === 'int' || value.kind === 'float')
  );
}

function saysNoType({ entries }: MapNode, scope: TypeScope): boolean {
  return entries.every(
    (each) =>
      (each.key === 'required' && each.value.kind === 'bool') ||
      (each.key === 'description' &&
        each.value.kind === 'string' &&
        parseTypeText(each.value.value, scope).faults.length > 0),
  );
}

function isRequired(map: MapNode, diagnostics: Diagnostic[]): boolean {
  const value = findEntry(map, 'required')?.value;
  if (value === undefined || (!isRefinement(map) && value.kind !== 'bool')) return false;
  if (value.kind === 'bool') return value.value;
  diagnostics.push(
    diagnostic(
      'types/declaration',
      value,
      `\`required\` must be true or false, and is ${describeNode(value)}`,
    ),
  );
  return false;
}

/** A path below another one must lead to something that the other one's type has. */
function excludedBy(
  { keys, span, name }: DeclaredVariable,
  variables: ReadonlyMap<string, DeclaredVariable>,
): Diagnostic[] {
  for (let length = keys.length - 1; length > 0; length--) {
    const above = variables.get(pathText(keys.slice(0, length)));
    if (above === undefined) continue;
    let { type } = above;
    for (const key of keys.slice(length)) {
      const narrowed = narrow(type, { kind: 'key', name: key });
      if ('fault' in narrowed) {
        return [
          diagnostic(
            'types/declaration',
            span,
            `\`${name}\` cannot be set: \`${above.name}\` is of type \`${typeText(above.type)}\``,
            {
              related: [{ span: above.span, message: `\`${above.name}\` is declared here` }],
              help: narrowed.help,
            },
          ),
        ];
      }
      ({ type } = narrowed);
    }
    return [];
  }
  return [];
}

function spanOf({ source, start, end }: Span): Span {
  return { source, start, end };
}
