/**
 * Judges the shape of one file against `inventory.schema.json` with ajv's compiled validator, and says what is
 * wrong at the place of the offending key or value. Does not know what names mean: that is for `check/`.
 */
import type { ErrorObject } from 'ajv';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { describeNode } from '../syntax/describe-node.js';
import { findEntry, type Node } from '../syntax/node.js';
import { nearest, suggestion } from '../text/suggest.js';
import type { Span } from '../text/source.js';
import { describeExpected, quoteHelp } from './describe.js';
import { fieldsOf, locate, schemaOf, variantNames, type FileKind, type Place } from './locate.js';
import { placeAt, placesOfFile, type Place as WrittenPlace } from './places.js';
import { judgeSections } from './judge-sections.js';
import { missingFieldHelp, otherFieldHelp, otherValue, shorthandHelp } from './shorthands.js';
import { toPlain, type Plain } from './plain.js';
import * as validators from './inventory-validator.generated.js';

/** What `judgeSections` judges. */
const { lateSections } = validators;

/** The fields that only the declaration of a service has, not its file. */
const declarationOnly = new Set(['order', 'file', 'services', 'name', 'tags', 'hosts']);

/** All faults of shape in one file; none for data that fits. */
export function validateShape(root: Node, kind: FileKind): Diagnostic[] {
  if (root.kind !== 'map') {
    return [
      diagnostic(
        'schema/wrong-type',
        root,
        `the file holds ${describeNode(root)} where a map is expected`,
      ),
    ];
  }
  const places = kind === 'service_file' ? undefined : placesOfFile;
  const found = describeErrors(root, kind, judge(toPlain(root, places), kind));
  if (!root.source.text.includes('!vault')) return found;
  const told = new Set(found.map((each) => each.span.start));
  return [
    ...found,
    ...misplacedVaults(root, '', places, []).filter((each) => !told.has(each.span.start)),
  ];
}

function judge(data: Plain, kind: FileKind): readonly ErrorObject[] {
  const validate = validators[kind];
  const found = validate(data) ? [] : (validate.errors ?? []);
  const late = lateSectionsOf(data as Readonly<Record<string, Plain>>, kind);
  return late === undefined ? found : [...found, ...judgeSections(late)];
}

/** Those sections that a validator of its own judges, where a file has some of them and may have them. */
function lateSectionsOf(
  data: Readonly<Record<string, Plain>>,
  kind: FileKind,
): Readonly<Record<string, Plain>> | undefined {
  const fields = schemaOf(kind).properties ?? {};
  const held = lateSections.flatMap((name) =>
    Object.hasOwn(data, name) && Object.hasOwn(fields, name)
      ? [[name, data[name] ?? null] as const]
      : [],
  );
  return held.length === 0 ? undefined : Object.fromEntries(held);
}

function describeErrors(root: Node, kind: FileKind, errors: readonly ErrorObject[]): Diagnostic[] {
  return errors.flatMap((error) => {
    const { instancePath: pointer } = error;
    return describeError(error, { ...locate(root, kind, pointer), pointer }, kind, errors) ?? [];
  });
}

/** A place that an error is about, with its JSON pointer. */
interface FaultyPlace extends Place {
  readonly pointer: string;
}

function describeError(
  error: ErrorObject,
  place: FaultyPlace,
  kind: FileKind,
  all: readonly ErrorObject[],
): Diagnostic | undefined {
  if (place.node.kind === 'unknown') return undefined;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownField(place, String(params.additionalProperty), kind);
    case 'required':
      return isFollowUp(place, String(params.missingProperty))
        ? undefined
        : missingField(place, String(params.missingProperty));
    case 'discriminator':
      return unknownVariant(place, error, all);
    case 'propertyNames':
      return undefined;
    case 'pattern':
      return error.propertyName === undefined
        ? wrongValue(place)
        : badName(place, error.propertyName);
    case 'type':
      return wrongType(place);
    default:
      return wrongValue(place);
  }
}

function unknownField(place: FaultyPlace, field: string, kind: FileKind): Diagnostic {
  const { pointer } = place;
  const span = entrySpan(place, field);
  if (pointer === '' && kind === 'service_file' && declarationOnly.has(field)) {
    return diagnostic('check/service-file', span, `a service's file cannot have \`${field}\``, {
      help: 'keep one bare service definition in the file: `binaries`, `configs`, `processes`',
    });
  }
  if (pointer === '' && kind === 'service_file' && isWrapper(place, field)) {
    return diagnostic(
      'check/service-file',
      span,
      `a service's file cannot wrap it in \`${field}\``,
      {
        help: `remove \`${field}:\` and unindent what is below it`,
      },
    );
  }
  return diagnostic(
    'schema/unknown-field',
    span,
    `unknown field \`${field}\` ${whereOf(place, pointer)}`,
    {
      help: unknownFieldHelp(place, field, kind),
    },
  );
}

/** Where a field stands, for a message. */
function whereOf(place: Place, pointer: string): string {
  if (place.key !== undefined) return `in \`${place.name ?? ''}\``;
  return pointer === '' ? 'at the top of this file' : 'here';
}

/** True for a key that holds what the file itself should hold. */
function isWrapper({ node, schema }: Place, field: string): boolean {
  const value = node.kind === 'map' ? findEntry(node, field)?.value : undefined;
  const fields = fieldsOf(schema, node);
  return value?.kind === 'map' && value.entries.some((entry) => fields.includes(entry.key));
}

function unknownFieldHelp(place: FaultyPlace, field: string, kind: FileKind): string | undefined {
  const { pointer } = place;
  const known = fieldsOf(place.schema, place.node);
  if (
    pointer === '' &&
    kind === 'included_file' &&
    Object.keys(schemaOf('inventory').properties ?? {}).includes(field)
  ) {
    return `move \`${field}\` into the inventory itself: a file that is included cannot have it`;
  }
  if (field === 'services' && known.includes('transport'))
    return "give the service to one of the host's tags: hosts never assign services themselves";
  if (pointer === '' && Object.hasOwn(ansibleFields, field))
    return `put it below \`ansible:\`${kind === 'inventory' ? '' : ' of the inventory itself'}`;
  if (pointer === '' && (field === 'all' || isAnsibleGroup(place, field)))
    return 'does Ansible read this file by itself? `inventory-script import` turns it into an inventory of this format';
  const other = otherFieldHelp(place, field, pointer);
  if (other !== undefined) return other;
  const suggested = suggestion(field, known);
  if (nearest(field, known) !== undefined || !known.includes('vars')) return suggested;
  return [
    ...(suggested === undefined ? [] : [suggested]),
    'put it below `vars` if it is a variable',
  ].join('; ');
}

/** What stands below `ansible:`, and at the top of a file of Ansible's own plugins. */
const ansibleFields = schemaOf('inventory').definitions?.ansible?.properties ?? {};

/** True for a key that looks like a group of a YAML inventory of Ansible. */
function isAnsibleGroup({ node }: Place, field: string): boolean {
  const value = node.kind === 'map' ? findEntry(node, field)?.value : undefined;
  return (
    value?.kind === 'map' &&
    value.entries.some(
      ({ key, value: { kind } }) => /^(?:hosts|children)$/.test(key) && kind === 'map',
    )
  );
}

/** True for a field that is there under another tool's name, which is reported. */
function isFollowUp({ node, pointer, ...place }: FaultyPlace, field: string): boolean {
  return (
    field === 'template' &&
    node.kind === 'map' &&
    node.entries.some(
      (entry) => otherFieldHelp({ ...place, node }, entry.key, pointer) !== undefined,
    )
  );
}

function missingField(place: FaultyPlace, field: string): Diagnostic {
  const where = place.key === undefined ? '' : ` in \`${place.name ?? ''}\``;
  return diagnostic(
    'schema/missing-field',
    place.key ?? firstOf(place.node),
    `\`${field}\` is missing${where}`,
    { help: missingFieldHelp(place, field, place.pointer) },
  );
}

function unknownVariant(
  place: Place,
  error: ErrorObject,
  all: readonly ErrorObject[],
): Diagnostic | undefined {
  const ofType = `${error.instancePath}/type`;
  const told = all.some(
    (other) =>
      (other.keyword === 'required' &&
        other.instancePath === error.instancePath &&
        other.params.missingProperty === 'type') ||
      (other.keyword === 'type' && other.instancePath === ofType),
  );
  if (told || place.node.kind !== 'map') return undefined;
  const written = place.node.entries.find((entry) => entry.key === 'type');
  if (written?.value.kind !== 'string') return undefined;
  return diagnostic(
    'schema/invalid-value',
    written.value,
    `\`type\` cannot be \`${written.value.value}\``,
    {
      help: valueHelp(written.value.value, variantNames(place.schema)),
    },
  );
}

/** The value that is meant, or all that there are. */
function valueHelp(value: string, allowed: readonly string[]): string | undefined {
  const meant = otherValue(value, allowed);
  return meant === undefined ? suggestion(value, allowed) : `did you mean \`${meant}\`?`;
}

function badName(place: Place, name: string): Diagnostic {
  return diagnostic('schema/invalid-name', entrySpan(place, name), `\`${name}\` is no name`, {
    help: 'start with a letter or digit and use only letters, digits, `-` and `_` (all ASCII)',
  });
}

function wrongType(place: FaultyPlace): Diagnostic {
  const what = place.key === undefined ? 'this item' : `\`${place.name ?? ''}\``;
  return diagnostic(
    'schema/wrong-type',
    writtenSpan(place),
    `${what} must be ${describeExpected(place.schema)}, and is ${describeNode(place.node)}`,
    { help: shorthandHelp(place, place.pointer) ?? quoteHelp(place) },
  );
}

function wrongValue(place: Place): Diagnostic {
  const what = place.key === undefined ? 'this item' : `\`${place.name ?? ''}\``;
  return diagnostic(
    'schema/invalid-value',
    writtenSpan(place),
    `${what} must be ${describeExpected(place.schema, place.node.kind === 'int')}, and is ${describeNode(place.node)}`,
    { help: quoteHelp(place) ?? allowedHelp(place) },
  );
}

/** The allowed value that is meant by a word of another tool, or by a misspelt one. */
function allowedHelp({ node, schema }: Place): string | undefined {
  if (node.kind !== 'string') return undefined;
  const allowed = (schema.enum ?? []).filter((value) => typeof value === 'string');
  const meant = otherValue(node.value, allowed) ?? nearest(node.value, allowed);
  return meant && `did you mean \`${meant}\`?`;
}

/** Vault text is opaque: it can be a variable or a connection setting, but no name, path or reference. */
function misplacedVaults(
  node: Node,
  key: string,
  place: WrittenPlace | undefined,
  into: Diagnostic[],
): Diagnostic[] {
  if (place === 'variables' || place === 'options' || place === 'free') return into;
  if (node.kind === 'vault' && place !== 'setting') {
    into.push(
      diagnostic(
        'schema/wrong-type',
        node,
        `\`${key}\` cannot be a \`!vault\` value: it is needed in plain text`,
      ),
    );
  } else if (node.kind === 'list') {
    for (const item of node.items) misplacedVaults(item, key, placeAt(place, '*'), into);
  } else if (node.kind === 'map') {
    for (const entry of node.entries)
      misplacedVaults(entry.value, entry.key, placeAt(place, entry.key), into);
  }
  return into;
}

/** The value; its key where nothing is written behind it. */
function writtenSpan({ node, key }: Place): Span {
  return node.start === node.end && key !== undefined ? key : node;
}

function entrySpan(place: Place, field: string): Span {
  const entry =
    place.node.kind === 'map' ? place.node.entries.find((each) => each.key === field) : undefined;
  return entry ?? place.node;
}

/** Where to point for something that is absent: at the first key of the map that lacks it. */
function firstOf(node: Node): Span {
  return (
    (node.kind === 'map' ? node.entries[0] : undefined) ?? {
      source: node.source,
      start: node.start,
      end: node.start,
    }
  );
}
