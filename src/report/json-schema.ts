/**
 * A JSON Schema (draft 7) of the format for any editor that has YAML support: that of `schema/`, without the words that
 * only our validator knows, with `${…}` accepted where references may stand, and with the names of one inventory as the
 * only ones where its names belong. Names in, plain data out.
 */
import { codes } from '../diagnostics/codes.js';
import { lintCodes } from '../diagnostics/lint-codes.js';
import { schemaOf, type FileKind } from '../schema/locate.js';
import { builtIns } from '../types/type.js';
import { scannedInInventory, scannedInService, type Scanned } from '../upstream/scanned-places.js';

/** The names that an inventory defines. */
export interface SchemaNames {
  readonly tags: readonly string[];
  readonly services: readonly string[];
  readonly binaries: readonly string[];
  readonly configs: readonly string[];
  readonly processes: readonly string[];
  /** Those of upstreams too, as they are written here: `network.VpcId`. */
  readonly types: readonly string[];
  /** The keys of declared variables, each with what is said of its type. */
  readonly variables: readonly { readonly keys: readonly string[]; readonly description: string }[];
  /** True where `${…}` is a reference. */
  readonly hasUpstreams: boolean;
  /** False where a file could not be read: other names may be right too. */
  readonly complete: boolean;
}

/** A part of a schema while it is made. */
type Draft = Record<string, unknown>;

type Definitions = Record<string, Draft | undefined>;

/** The schema of a kind of file; without names that of the format alone. */
export function jsonSchema(kind: FileKind, names?: SchemaNames): object {
  const root = structuredClone(schemaOf('inventory')) as Draft;
  const definitions = (root.definitions ??= {}) as Definitions;
  dropDiscriminators(root);
  if (names === undefined || names.hasUpstreams) {
    allowReferences(root, scannedInInventory, definitions, new Set());
    if (definitions.service_file !== undefined)
      allowReferences(definitions.service_file, scannedInService, definitions, new Set());
  }
  offerTypes(definitions, names?.types ?? []);
  offerCodes(definitions);
  if (names !== undefined) restrict(definitions, names);
  if (kind === 'inventory') return root;
  const { $schema, title } = root;
  return {
    $schema,
    title: `${String(title)}: ${kind === 'included_file' ? 'an included file' : "a service's file"}`,
    ...definitions[kind],
    definitions,
  };
}

/** `discriminator` is no word of JSON Schema; strict validators refuse it. */
function dropDiscriminators(draft: Draft): void {
  delete draft.discriminator;
  for (const value of Object.values(draft))
    if (typeof value === 'object' && value !== null) dropDiscriminators(value as Draft);
}

/** What a schema says, where it only names a definition; the definition itself, so that a change of it is seen everywhere. */
function target(schema: Draft, definitions: Definitions): Draft {
  const { $ref } = schema;
  return typeof $ref === 'string'
    ? (definitions[$ref.replace('#/definitions/', '')] ?? schema)
    : schema;
}

/** Every field that may hold a reference takes one; fields of the type string do anyway. */
function allowReferences(
  schema: Draft,
  scanned: Scanned,
  definitions: Definitions,
  done: Set<Draft>,
): void {
  const own = target(schema, definitions);
  if (scanned === 'deep') return;
  if (scanned === 'field') {
    if (done.has(own)) return;
    done.add(own);
    if (own.anyOf !== undefined || (own.type === 'string' && own.pattern === undefined)) return;
    const { description, ...rest } = own;
    for (const key of Object.keys(own)) Reflect.deleteProperty(own, key);
    Object.assign(own, description === undefined ? {} : { description }, {
      anyOf: [rest, { type: 'string', pattern: '\\$\\{' }],
    });
    return;
  }
  for (const variant of [own, ...((own.oneOf ?? []) as Draft[])]) {
    for (const [name, property] of Object.entries((variant.properties ?? {}) as Definitions)) {
      const of = scanned.get(name) ?? scanned.get('*');
      if (of !== undefined && property !== undefined)
        allowReferences(property, of, definitions, done);
    }
    const each = scanned.get('*');
    for (const below of [variant.items, variant.additionalProperties]) {
      if (each !== undefined && typeof below === 'object')
        allowReferences(below as Draft, each, definitions, done);
    }
  }
}

const constraintNames = [
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
];

/** Type expressions are free in shape; the names of types are only offered. */
function offerTypes(definitions: Definitions, names: readonly string[]): void {
  const known = [...names, ...Object.keys(builtIns), 'list<string>', 'map<string>'];
  definitions.type_expression = {
    anyOf: [
      { type: 'string', enum: known },
      { type: ['string', 'null'] },
      { type: 'object', properties: { type: { $ref: '#/definitions/type_expression' } } },
    ],
  };
  const expression = { $ref: '#/definitions/type_expression' };
  const constraints = Object.fromEntries(constraintNames.map((name) => [name, {}]));
  const declaration = {
    type: 'object',
    properties: {
      type: expression,
      required: { description: 'True where every host must have it.', type: 'boolean' },
      description: { type: 'string' },
      enum: { type: 'array' },
      ...constraints,
    },
  };
  if (definitions.types !== undefined) definitions.types.additionalProperties = expression;
  if (definitions.variables !== undefined)
    definitions.variables.additionalProperties = {
      anyOf: [
        declaration,
        { type: 'string', enum: known },
        { type: ['string', 'boolean', 'null'] },
      ],
    };
  const type = propertiesOf(definitions.export).type;
  if (type !== undefined) Object.assign(type, { anyOf: [expression] });
}

/** Every code that `ansible.lint` can change; others are told by the program. */
function offerCodes(definitions: Definitions): void {
  const { lint } = propertiesOf(definitions.ansible);
  if (lint !== undefined)
    lint.properties = Object.fromEntries(
      lintCodes().map((code) => [
        code,
        { description: codes[code].meaning, enum: ['off', 'hint', 'warning', 'error', false] },
      ]),
    );
}

/** Only the names that there are, where names of the inventory belong. */
function restrict(definitions: Definitions, names: SchemaNames): void {
  const { complete } = names;
  const only = (known: readonly string[]): Draft => {
    if (!complete)
      return known.length === 0
        ? { type: 'string' }
        : { anyOf: [{ type: 'string', enum: known }, { type: 'string' }] };
    return known.length === 0 ? { type: 'string', not: {} } : { type: 'string', enum: known };
  };
  const put = (definition: string, property: string, known: readonly string[]): void => {
    const list = propertiesOf(definitions[definition])[property];
    if (list === undefined) return;
    const { description } = list;
    for (const key of Object.keys(list)) Reflect.deleteProperty(list, key);
    Object.assign(list, { description, type: ['array', 'null'], items: only(known) });
  };
  put('host', 'tags', names.tags);
  put('tag', 'includes', names.tags);
  const triggers = [
    ...names.binaries.map((name) => `binary.${name}`),
    ...names.configs.map((name) => `config.${name}`),
  ];
  put('process', 'restart_on', triggers);
  put('process', 'reload_on', triggers);
  put('process', 'after', names.processes);
  const assigned = propertiesOf(definitions.tag).services;
  if (assigned !== undefined) {
    assigned.properties = Object.fromEntries(
      names.services.map((name) => [name, { $ref: '#/definitions/assignment' }]),
    );
    if (complete) assigned.additionalProperties = false;
  }
  describeVariables(definitions, names.variables);
}

/** Declared variables are offered wherever variables stand. */
function describeVariables(definitions: Definitions, variables: SchemaNames['variables']): void {
  const { vars } = definitions;
  if (vars === undefined || variables.length === 0) return;
  for (const { keys, description } of variables) {
    let at: Draft = vars;
    for (const key of keys) {
      const properties = (at.properties ??= Object.create(null)) as Definitions;
      at = properties[key] ??= {};
    }
    at.description ??= description;
  }
}

function propertiesOf(definition: Draft | undefined): Definitions {
  return (definition?.properties ?? {}) as Definitions;
}
