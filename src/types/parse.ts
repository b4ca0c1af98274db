/**
 * Types as YAML (format reference, section 8): a text, a plain null, a map with `type` or `enum` (a refinement), a map
 * with `fields` alone, or any other map (an object type). Never fails: what cannot be read is told at its place, and
 * becomes the unknown type.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { describeNode } from '../syntax/describe-node.js';
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import { placeWithin } from '../text/place-within.js';
import { parseRefinement } from './parse-refinement.js';
import { parseTypeText, type TypeScope } from './parse-text.js';
import { builtIn, unknownType, type Field, type Type } from './type.js';

/** The type that `node` means: what stands behind `type:`, or a definition below `types`. */
export function parseType(node: Node, scope: TypeScope): Outcome<Type> {
  switch (node.kind) {
    case 'string': {
      const { type, faults } = parseTypeText(node.value, scope);
      const diagnostics = faults.map(({ code, message, help, ...place }) =>
        diagnostic(
          code,
          place.start === place.end ? node : placeWithin({ value: node.value, span: node }, place),
          message,
          { help },
        ),
      );
      return { value: type, diagnostics };
    }
    case 'null':
      return node.start === node.end
        ? failed(
            node,
            'a type is missing',
            'name one, e.g. `string`; write `null` for the type null',
          )
        : { value: builtIn('null'), diagnostics: [] };
    case 'map':
      return isRefinement(node) ? parseDeclaredType(node, scope, []) : parseObject(node, scope);
    default:
      return failed(
        node,
        `a type is a name or a map, and this is ${describeNode(node)}`,
        undefined,
      );
  }
}

/** True for a map that refines a type. */
export function isRefinement(map: MapNode): boolean {
  return findEntry(map, 'type') !== undefined || findEntry(map, 'enum') !== undefined;
}

/**
 * The type of a definition that says more about its subject: `type`, `enum`, constraints and `description`. `own` are
 * the keys that belong to the definition, which are not looked at. Without `type` and `enum`, any value will do.
 */
export function parseDeclaredType(
  map: MapNode,
  scope: TypeScope,
  own: readonly string[],
): Outcome<Type> {
  const diagnostics: Diagnostic[] = [];
  const written = findEntry(map, 'type')?.value;
  const base = written === undefined ? undefined : parseType(written, scope);
  if (base !== undefined) for (const each of base.diagnostics) diagnostics.push(each);
  const refined = parseRefinement(map, base?.value, own);
  return { value: refined.value, diagnostics: [...diagnostics, ...refined.diagnostics] };
}

function parseObject(map: MapNode, scope: TypeScope): Outcome<Type> {
  const [first, second] = map.entries;
  if (first === undefined)
    return failed(map, 'an object type needs a field', 'write `map<any>` for a map of anything');
  const explicit =
    first.key === 'fields' && second === undefined && first.value.kind === 'map'
      ? first.value
      : map;
  const diagnostics: Diagnostic[] = [];
  const fields = new Map<string, Field>();
  for (const entry of explicit.entries) {
    const field = parseField(entry, scope, fields, diagnostics);
    if (field !== undefined) fields.set(field.name, field);
  }
  return { value: { kind: 'object', fields: [...fields.values()] }, diagnostics };
}

/** `port: port`, or `port?: port` for one that may be absent. */
function parseField(
  entry: Entry,
  scope: TypeScope,
  before: ReadonlyMap<string, Field>,
  diagnostics: Diagnostic[],
): Field | undefined {
  const required = !entry.key.endsWith('?');
  const name = required ? entry.key : entry.key.slice(0, -1);
  const other = before.get(name);
  if (name === '' || name === '__proto__') {
    diagnostics.push(diagnostic('types/syntax', entry, `\`${entry.key}\` cannot be a field`));
    return undefined;
  }
  if (other?.span !== undefined) {
    diagnostics.push(
      diagnostic('types/syntax', entry, `the field \`${name}\` is there twice`, {
        related: [{ span: other.span, message: 'first here' }],
        help: 'keep `name` for a field that is required, or `name?` for one that may be absent',
      }),
    );
    return undefined;
  }
  const type = parseType(entry.value, scope);
  for (const each of type.diagnostics) diagnostics.push(each);
  return { name, required, type: type.value, span: entry };
}

function failed(node: Node, message: string, help: string | undefined): Outcome<Type> {
  return { value: unknownType, diagnostics: [diagnostic('types/syntax', node, message, { help })] };
}
