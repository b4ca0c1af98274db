/**
 * Values against types by ajv: a type becomes a JSON Schema once, and every fault comes back with the node and the type
 * that it is about. ajv judges structure, text and counts; what depends on exact numbers (`1.0` is no integer, integers
 * of any size) is judged on the nodes by keywords of the same names. What is not known yet fits: see `isOpen`.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { ListNode, MapNode, Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { holdsTemplate } from '../text/template-markers.js';
import { familiesOf, isMultiple } from './constraints.js';
import { isLiteral, numberOf, repeatedItem } from './exact-values.js';
import { fits, takesText } from './fits.js';
import { formats } from './formats.js';
import { compilePattern } from './pattern/pattern.js';
import { schemaWith, type JsonSchema } from './schema.js';
import type { Literal, Type } from './type.js';

/** Where a type is declared, and what is declared there. */
export interface Declared {
  readonly what: string;
  readonly span: Span;
}

/** One thing that is wrong with a value. */
export interface Fault {
  /** The innermost value that it is about. */
  readonly node: Node;
  /** The key of that value, where it is one of a map. */
  readonly key: Span | undefined;
  /** Keys and indexes from the checked value down to it. */
  readonly steps: readonly (string | number)[];
  /** The type that it should have. */
  readonly type: Type;
  /** The nearest declaration around that type. */
  readonly declared: Declared | undefined;
  /** The keyword of JSON Schema that failed, and what ajv says of it. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Plain = string | number | boolean | symbol | null | Plain[] | { [key: string]: Plain };
type Collection = Extract<Plain, object>;

/** What the keywords need to find nodes: the root, and the children of each collection of the plain data. */
interface Context {
  readonly root: Node;
  readonly children: ReadonlyMap<Collection, Children>;
}

type Children = { readonly list: ListNode } | { readonly map: ReadonlyMap<string, Child> };
interface Child {
  readonly value: Node;
  readonly key: Span | undefined;
}

interface Compiled {
  readonly validate: ValidateFunction;
  readonly typeOf: ReadonlyMap<
    unknown,
    { readonly type: Type; readonly declared: Declared | undefined }
  >;
}

/** What stands for an unknown value in the plain data. */
const notKnown = Symbol('not known');

const compiled = new WeakMap<Type, Compiled>();

/** Everything that keeps `node` from being a value of `type`. A union that fails is one fault. */
export function findFaults(node: Node, type: Type): Fault[] {
  const { validate, typeOf } = compile(type);
  const children = new Map<Collection, Children>();
  const data = toPlain(node, children);
  const context: Context = { root: node, children };
  if (validate.call(context, data)) return [];
  const faults: Fault[] = [];
  for (const error of validate.errors ?? []) {
    if (error.keyword === 'if' || /\/anyOf\/\d+\//.test(error.schemaPath)) continue;
    const about = typeOf.get(error.parentSchema);
    if (about !== undefined)
      faults.push({
        ...placeOf(context, data, error),
        ...about,
        keyword: error.keyword,
        params: error.params,
      });
  }
  return faults;
}

/** The types that a schema is about, as far as vault values are concerned: a name and a union leave them to their parts. */
type Holds = 'scalar' | 'collection' | 'parts';

/**
 * True for what fits every type for now: text with a template, which Ansible evaluates later, and what is unset. Of an
 * unknown value only the type is judged. A vault value fits every type of a scalar.
 */
function isOpen(node: Node, holds: Holds): boolean {
  switch (node.kind) {
    case 'string':
      return holdsTemplate(node.value);
    case 'vault':
      return holds === 'scalar';
    case 'unset':
    case 'unknown':
      return true;
    default:
      return false;
  }
}

function compile(type: Type): Compiled {
  let known = compiled.get(type);
  if (known === undefined) {
    const typeOf = new Map<unknown, { type: Type; declared: Declared | undefined }>();
    known = { validate: validator().compile(judge(type, undefined, typeOf)), typeOf };
    compiled.set(type, known);
  }
  return known;
}

/** The schema that ajv judges by: what is open passes before anything else is looked at. */
function judge(
  type: Type,
  declared: Declared | undefined,
  typeOf: Map<unknown, { type: Type; declared: Declared | undefined }>,
): JsonSchema {
  const place =
    type.kind === 'named' && type.span !== undefined
      ? { what: `\`${type.shown}\``, span: type.span }
      : declared;
  const schema = schemaWith(
    type,
    (inner, field) =>
      judge(
        inner,
        field?.span === undefined
          ? place
          : { what: `the field \`${field.name}\``, span: field.span },
        typeOf,
      ),
    { number: (value) => value, literal: (value) => value },
  );
  if (Object.keys(schema).length === 0) return schema;
  const judged = { mayHold: type, if: { isKnown: holdsOf(type) }, then: schema };
  for (const each of [schema, judged]) typeOf.set(each, { type, declared: place });
  return judged;
}

function holdsOf(type: Type): Holds {
  switch (type.kind) {
    case 'named':
    case 'union':
      return 'parts';
    case 'list':
    case 'map':
    case 'object':
      return 'collection';
    case 'refined': {
      const families = familiesOf(type);
      return families.length > 0 && families.every((each) => each === 'list' || each === 'map')
        ? 'collection'
        : 'scalar';
    }
    default:
      return 'scalar';
  }
}

/** One validator remembers everything that it compiled, so it is left after so many types: an editor compiles on and on. */
const maxCompiled = 500;
let ajv: Ajv | undefined;
let count = 0;

/** How ajv gets at `pattern`; the code is for validators that are written to a file, which these are not. */
const patternEngine = Object.assign((text: string) => compilePattern(text), {
  code: 'compilePattern',
});

function validator(): Ajv {
  if (++count % maxCompiled === 0) ajv = undefined;
  return (ajv ??= makeValidator());
}

function makeValidator(): Ajv {
  const made = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    passContext: true,
    code: { optimize: false, regExp: patternEngine },
    ownProperties: true,
    logger: false,
    messages: false,
  });
  for (const [name, { accepts }] of formats)
    made.addFormat(name, { type: 'string', validate: accepts });
  addExactKeywords(made);
  return made;
}

type Exact = number | bigint;

/** The keywords that are judged on nodes. */
function addExactKeywords(made: Ajv): void {
  const exact = (
    keyword: string,
    type: 'number' | 'array' | undefined,
    judged: (wanted: never, node: Node) => boolean,
  ): void => {
    made.removeKeyword(keyword);
    made.addKeyword({
      keyword,
      ...(type === undefined ? {} : { type }),
      validate(
        this: Context,
        wanted: unknown,
        _data: unknown,
        _schema: unknown,
        at?: { readonly parentData: unknown; readonly parentDataProperty: unknown },
      ) {
        return judged(
          wanted as never,
          at === undefined ? this.root : nodeAt(this, at.parentData, at.parentDataProperty),
        );
      },
    });
  };
  exact('isKnown', undefined, (holds: Holds, node) => !isOpen(node, holds));
  exact(
    'mayHold',
    undefined,
    (type: Type, node) =>
      node.kind !== 'unknown' ||
      node.isFailed ||
      (node.isText ? takesText(type) : fits(node.type as Type, type)),
  );
  exact('enum', undefined, (values: readonly Literal[], node) =>
    values.some((value) => isLiteral(node, value)),
  );
  exact('minimum', 'number', (limit: Exact, node) => numberOf(node) >= limit);
  exact('maximum', 'number', (limit: Exact, node) => numberOf(node) <= limit);
  exact('exclusiveMinimum', 'number', (limit: Exact, node) => numberOf(node) > limit);
  exact('exclusiveMaximum', 'number', (limit: Exact, node) => numberOf(node) < limit);
  exact('multipleOf', 'number', (step: Exact, node) => isMultiple(numberOf(node), step));
  exact(
    'uniqueItems',
    'array',
    (isWanted: boolean, node) =>
      !isWanted || node.kind !== 'list' || repeatedItem(node) === undefined,
  );
}

function nodeAt({ root, children }: Context, parent: unknown, key: unknown): Node {
  const known = children.get(parent as Collection);
  if (known === undefined) return root;
  return (
    ('list' in known ? known.list.items[Number(key)] : known.map.get(String(key))?.value) ?? root
  );
}

/** The node that an error is about; a field that is not known is a place of its own. */
function placeOf(
  { root, children }: Context,
  data: Plain,
  { instancePath }: ErrorObject,
): Pick<Fault, 'node' | 'key' | 'steps'> {
  let node = root;
  let key: Span | undefined;
  let at: Plain | undefined = data;
  const steps: (string | number)[] = [];
  for (const escaped of instancePath.split('/').slice(1)) {
    const step = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const known = children.get(at as Collection);
    if (known === undefined) break;
    const child: Child | undefined =
      'list' in known
        ? { value: known.list.items[Number(step)] ?? root, key: undefined }
        : known.map.get(step);
    steps.push('list' in known ? Number(step) : step);
    at = (at as Readonly<Record<string, Plain>>)[step];
    if (child !== undefined) ({ value: node, key } = child);
  }
  return { node, key, steps };
}

/** Plain data of the shape of `node`: numbers only say whether they are integers, since nodes are judged for the rest. */
function toPlain(node: Node, children: Map<Collection, Children>): Plain {
  switch (node.kind) {
    case 'string':
    case 'unsafe':
    case 'vault':
    case 'bool':
      return node.value;
    case 'int':
      return 1;
    case 'float':
      return 0.5;
    case 'null':
    case 'unset':
      return null;
    case 'unknown':
      return notKnown;
    case 'list': {
      const items = node.items.map((item) => toPlain(item, children));
      children.set(items, { list: node });
      return items;
    }
    case 'map':
      return mapToPlain(node, children);
  }
}

function mapToPlain({ entries }: MapNode, children: Map<Collection, Children>): Plain {
  const plain: Record<string, Plain> = {};
  const map = new Map<string, Child>();
  for (const entry of entries) {
    map.set(entry.key, { value: entry.value, key: entry });
    const data = toPlain(entry.value, children);
    if (entry.key === '__proto__')
      Object.defineProperty(plain, entry.key, { value: data, enumerable: true });
    else plain[entry.key] = data;
  }
  children.set(plain, { map });
  return plain;
}
