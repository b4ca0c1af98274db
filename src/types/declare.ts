/**
 * The definitions below `types`: each name to its type, in whatever order they name each other. A circle is told once,
 * spelled out; the types in it, and those that could not be read, hold the unknown type where they failed.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { Entry } from '../syntax/node.js';
import { parseType } from './parse.js';
import { noTypes, type TypeScope } from './parse-text.js';
import { isBuiltIn, plainType, unknownType, type Type } from './type.js';

/** The types of one inventory, as a scope for others. */
export interface DeclaredTypes extends TypeScope {
  readonly types: ReadonlyMap<string, Type>;
}

interface Declaring {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly outer: TypeScope;
  readonly types: Map<string, Type>;
  /** The types that are being read, outermost first. */
  readonly open: string[];
  readonly diagnostics: Diagnostic[];
}

const maxDepth = 100;
const maxSize = 10_000;

/** The types that `entries` define; where a name is there twice, the first counts. `outer` knows those of upstreams. */
export function declareTypes(
  entries: readonly Entry[],
  outer: TypeScope = noTypes,
): Outcome<DeclaredTypes> {
  const first = new Map<string, Entry>();
  for (const entry of entries) if (!first.has(entry.key)) first.set(entry.key, entry);
  const declaring: Declaring = {
    entries: first,
    outer,
    types: new Map(),
    open: [],
    diagnostics: [],
  };
  for (const name of first.keys()) find(declaring, name);
  const { types, diagnostics } = declaring;
  const value: DeclaredTypes = {
    types,
    find: (name) => types.get(name) ?? outer.find(name),
    names: () => [...types.keys(), ...outer.names()],
  };
  return { value, diagnostics };
}

function find(declaring: Declaring, name: string): Type | undefined {
  const { entries, outer, types, open } = declaring;
  const entry = entries.get(name);
  if (entry === undefined) return outer.find(name);
  const known = types.get(name);
  if (known !== undefined) return known;
  if (open.includes(name)) return circle(declaring, name);
  if (isBuiltIn(name) || name === 'list' || name === 'map') {
    declaring.diagnostics.push(
      diagnostic('types/reserved-name', entry, `\`${name}\` is a built-in type`, {
        help: 'choose another name',
      }),
    );
  }
  open.push(name);
  const type =
    open.length > maxDepth
      ? tooLarge(declaring, entry, `nested more than ${maxDepth} levels deep`)
      : read(declaring, name, entry);
  open.pop();
  types.set(name, type);
  return type;
}

function read(declaring: Declaring, name: string, entry: Entry): Type {
  const scope: TypeScope = {
    find: (other) => find(declaring, other),
    names: () => [...declaring.entries.keys(), ...declaring.outer.names()],
  };
  const { value, diagnostics } = parseType(entry.value, scope);
  for (const each of diagnostics)
    declaring.diagnostics.push(
      each.span.start === each.span.end ? { ...each, span: keyOf(entry) } : each,
    );
  if (value.kind === 'unknown-type') return unknownType;
  const { size, depth } = measure(value);
  if (depth > maxDepth)
    return tooLarge(declaring, entry, `nested more than ${maxDepth} levels deep`);
  if (size > maxSize) return tooLarge(declaring, entry, `made of more than ${maxSize} types`);
  return { kind: 'named', name, shown: name, type: value, span: keyOf(entry) };
}

function keyOf({ source, start, end }: Entry): Pick<Entry, 'source' | 'start' | 'end'> {
  return { source, start, end };
}

function tooLarge({ diagnostics }: Declaring, entry: Entry, what: string): Type {
  diagnostics.push(diagnostic('types/syntax', entry, `the type \`${entry.key}\` is ${what}`));
  return unknownType;
}

/** Told where the circle closes: at the innermost type's own name. */
function circle({ open, entries, diagnostics }: Declaring, name: string): Type {
  const names = open.slice(open.indexOf(name));
  const [at] = names.flatMap((each) => entries.get(each) ?? []);
  if (at !== undefined) {
    const path = [...names, name].map((each) => `\`${each}\``).join(' → ');
    const [, ...others] = names.flatMap((each) => entries.get(each) ?? []);
    diagnostics.push(
      diagnostic(
        'types/circle',
        at,
        names.length === 1
          ? `the type \`${name}\` contains itself`
          : `types contain each other: ${path}`,
        {
          related: others.map((each) => ({
            span: each,
            message: `\`${each.key}\` is declared here`,
          })),
          help: 'write `any` in one place: no value of such a type would ever end',
        },
      ),
    );
  }
  return unknownType;
}

const measured = new WeakMap<Type, { readonly size: number; readonly depth: number }>();

/** Of how many types a type is made, each counted as often as it is used, and how deep they are nested. */
export function measure(type: Type): { readonly size: number; readonly depth: number } {
  let known = measured.get(type);
  if (known === undefined) {
    let [size, depth] = [1, 0];
    for (const inner of partsOf(type)) {
      const part = measure(inner);
      size += part.size;
      depth = Math.max(depth, part.depth);
    }
    measured.set(type, (known = { size, depth: depth + 1 }));
  }
  return known;
}

function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.item];
    case 'map':
      return [type.value];
    case 'object':
      return type.fields.map((field) => field.type);
    case 'union':
      return type.members;
    case 'refined':
      return [type.base];
    case 'named':
      return [type.type];
    case 'built-in':
    case 'enum':
    case 'unknown-type':
      return [];
  }
}

/** The type as an inventory sees it that reaches it through `upstream`: `VpcId` is shown as `network.VpcId`. */
export function throughUpstream(type: Type, upstream: string): Type {
  const inner = (part: Type): Type => throughUpstream(part, upstream);
  switch (type.kind) {
    case 'named':
      return {
        ...type,
        shown: type.shown.includes('.') ? type.shown : `${upstream}.${type.shown}`,
        type: inner(type.type),
      };
    case 'list':
      return { ...type, item: inner(type.item) };
    case 'map':
      return { ...type, value: inner(type.value) };
    case 'object':
      return {
        ...type,
        fields: type.fields.map((field) => ({ ...field, type: inner(field.type) })),
      };
    case 'union':
      return { ...type, members: type.members.map(inner) };
    case 'refined':
      return { ...type, base: inner(type.base) };
    case 'built-in':
    case 'enum':
    case 'unknown-type':
      return type;
  }
}

/** True where nothing is known of a type's values. */
export function isUnknown(type: Type): boolean {
  return plainType(type).kind === 'unknown-type';
}
