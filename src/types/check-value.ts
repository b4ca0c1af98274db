/**
 * What is wrong with a value of a declared type, as diagnostics: each at the innermost value, with the place where the
 * type is declared. Values are never changed.
 */
import { diagnostic, type Diagnostic, type Related } from '../diagnostics/diagnostic.js';
import { describeNode } from '../syntax/describe-node.js';
import { findEntry, isSensitive, type Node } from '../syntax/node.js';
import { parsePath, pathText } from '../text/path-text.js';
import type { Span } from '../text/source.js';
import { nearest, suggestion } from '../text/suggest.js';
import { repeatedItem } from './exact-values.js';
import { expectation, typeExpectation } from './phrases.js';
import { findFaults, type Declared, type Fault } from './schema-check.js';
import { shownSteps } from './shown-steps.js';
import { plainType, type Literal, type Type, type UnionType } from './type.js';

/** How messages speak of the value. */
export interface ValueContext {
  /** How the value is called, e.g. `vmango.listen`; without one it is "the value". */
  readonly name?: string | undefined;
  /** Where to point if nothing is written for the value itself. */
  readonly key?: Span | undefined;
  /** Where its type is declared; a user's type and a field have places of their own, which go before. */
  readonly declared?: Declared | undefined;
  /** True to print no value, and no key that its type does not name. */
  readonly redact?: boolean | undefined;
  /** True where `name` is that of a secret, of which the value is a part. */
  readonly isPart?: boolean | undefined;
}

/** One fault of a value. */
export interface Judgement {
  readonly diagnostic: Diagnostic;
  /** True if it is about what a map or list holds together, which may come from several places. */
  readonly isAboutWhole: boolean;
}

/** Everything that keeps `node` from being a value of `type`; nothing for a value that fits. */
export function checkValue(node: Node, type: Type, context: ValueContext = {}): Diagnostic[] {
  return judgeValue(node, type, context).map((each) => each.diagnostic);
}

/** The same, with what the faults are about. */
export function judgeValue(node: Node, type: Type, context: ValueContext = {}): Judgement[] {
  return findFaults(node, type).flatMap((fault) => {
    const isSecret = context.redact === true;
    const steps =
      isSecret || isSensitive(fault.node)
        ? shownSteps(node, type, fault.steps, isSecret)
        : fault.steps;
    const isPart = context.isPart === true || steps.length < fault.steps.length;
    return describeFault({ ...fault, steps }, { ...context, isPart });
  });
}

/** True if the value is one of `type`. */
export function passes(literal: Literal, type: Type): boolean {
  return findFaults({ ...literal, source: nowhere, start: 0, end: 0 }, type).length === 0;
}

const wholes: ReadonlySet<string> = new Set([
  'required',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'uniqueItems',
]);
const nowhere = { path: '', name: '', text: '' };

function describeFault(fault: Fault, context: ValueContext): Judgement[] {
  const { node, type, keyword, params } = fault;
  const name = nameOf(fault, context);
  switch (keyword) {
    case 'anyOf':
      return type.kind === 'union' ? describeUnion(fault, type, context) : [];
    case 'required': {
      const field = String(params.missingProperty);
      return [
        tell(
          fault,
          context,
          placeOf(fault, context),
          `${name} lacks the field \`${field}\``,
          undefined,
        ),
      ];
    }
    case 'additionalProperties': {
      const field = String(params.additionalProperty);
      const isHidden = context.redact === true || isSensitive(node);
      const known = type.kind === 'object' ? type.fields.map((each) => each.name) : [];
      return [
        tell(
          fault,
          context,
          (node.kind === 'map' ? findEntry(node, field) : undefined) ?? node,
          isHidden ? `${name} has an unknown field` : `${name} has the unknown field \`${field}\``,
          isHidden ? undefined : suggestion(field, known),
        ),
      ];
    }
    case 'uniqueItems': {
      const at = node.kind === 'list' ? node.items[repeatedItem(node) ?? 0] : undefined;
      return [
        tell(
          fault,
          context,
          at ?? node,
          `${name} must hold each item once`,
          'remove the item that is repeated',
        ),
      ];
    }
    case 'mayHold':
      return [
        tell(
          fault,
          context,
          node,
          `${name} must ${typeExpectation(type)}, and ${describeUnknown(node)}`,
          undefined,
        ),
      ];
    default:
      return [mismatch(fault, context, expectation(type, keyword))];
  }
}

/** The value is not what is expected, and what it is instead. */
function mismatch(fault: Fault, context: ValueContext, expected: string): Judgement {
  const { node } = fault;
  const is =
    context.redact === true
      ? ''
      : `, and ${wholes.has(fault.keyword) && !isSensitive(node) ? `has ${countOf(node)}` : `is ${describeNode(node)}`}`;
  return tell(
    fault,
    context,
    placeOf(fault, context),
    `${nameOf(fault, context)} must ${expected}${is}`,
    context.redact === true ? undefined : helpFor(fault, context),
  );
}

function countOf(node: Node): string {
  const count =
    node.kind === 'list' ? node.items.length : node.kind === 'map' ? node.entries.length : 0;
  return count === 0 ? 'none' : String(count);
}

function describeUnknown(node: Node): string {
  if (node.kind !== 'unknown') return `is ${describeNode(node)}`;
  const names = node.references.map((each) => `\`${each.name}\``).join(' and ');
  if (node.isText) return `text with ${names} in it is a string`;
  return node.references.length === 1
    ? `${names} is of type \`${node.typeName}\``
    : `what is made of ${names} is of type \`${node.typeName}\``;
}

/**
 * Where only one member has values of this shape, or one is nearer than all others, what is wrong with the value as one
 * of that member; else that it is none of them.
 */
function describeUnion(fault: Fault, type: UnionType, context: ValueContext): Judgement[] {
  const { node } = fault;
  const shape = shapeOfNode(node);
  const alike = type.members.filter((member) => shapesOf(member).includes(shape));
  const inner: ValueContext = {
    ...context,
    name: nameText(fault, context),
    key: fault.key ?? context.key,
    declared: fault.declared ?? context.declared,
  };
  if (shape !== 'scalar' || alike.length === 1) {
    const tries = alike
      .map((member) => judgeValue(node, member, inner))
      .sort((one, other) => one.length - other.length);
    const [best, second] = tries;
    if (best !== undefined && (second === undefined || best.length < second.length)) return best;
  }
  return [mismatch(fault, context, expectation(type, 'anyOf'))];
}

type Shape = 'map' | 'list' | 'scalar';

function shapeOfNode(node: Node): Shape {
  return node.kind === 'map' || node.kind === 'list' ? node.kind : 'scalar';
}

/** The shapes of a type's values; null is left out, since nobody who writes something else means it. */
function shapesOf(type: Type): readonly Shape[] {
  const plain = plainType(type);
  switch (plain.kind) {
    case 'map':
    case 'object':
      return ['map'];
    case 'list':
      return ['list'];
    case 'union':
      return plain.members.flatMap(shapesOf);
    case 'built-in':
      return plain.name === 'null'
        ? []
        : plain.name === 'any'
          ? ['map', 'list', 'scalar']
          : ['scalar'];
    case 'enum':
      return ['scalar'];
    case 'unknown-type':
      return [];
  }
}

/** Quotes that are missing or too many, else the value that was probably meant. */
function helpFor({ node, type, steps }: Fault, { name = '' }: ValueContext): string | undefined {
  const written = node.source.text.slice(node.start, node.end);
  if (written.includes('${') || (node.kind !== 'unset' && node.sensitive === true))
    return undefined;
  const last = steps.length === 0 ? parsePath(name)?.at(-1) : steps.at(-1);
  const lead = typeof last === 'string' ? `${last}: ` : '';
  if (
    (node.kind === 'int' ||
      node.kind === 'float' ||
      node.kind === 'bool' ||
      node.kind === 'null') &&
    written !== ''
  ) {
    return passes({ kind: 'string', value: written }, type)
      ? `quote it: \`${lead}${JSON.stringify(written)}\``
      : undefined;
  }
  if (node.kind !== 'string') return undefined;
  const plain = literalOf(node.value);
  if (plain !== undefined && passes(plain, type))
    return `write it without quotes: \`${lead}${node.value}\``;
  const values = plainType(type);
  const near =
    values.kind === 'enum'
      ? nearest(
          node.value,
          values.values.flatMap((each) => (each.kind === 'string' ? each.value : [])),
        )
      : undefined;
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
}

/** The number or boolean that a text would be without quotes. */
function literalOf(text: string): Literal | undefined {
  if (/^(?:true|false)$/.test(text)) return { kind: 'bool', value: text === 'true' };
  if (/^-?(?:0|[1-9][0-9]{0,15})$/.test(text)) return { kind: 'int', value: Number(text) };
  return /^-?(?:0|[1-9][0-9]*)\.[0-9]+$/.test(text)
    ? { kind: 'float', value: Number(text) }
    : undefined;
}

function tell(
  fault: Fault,
  context: ValueContext,
  span: Span,
  message: string,
  help: string | undefined,
): Judgement {
  const declared = fault.declared ?? context.declared;
  const related: Related[] =
    declared === undefined
      ? []
      : [{ span: declared.span, message: `${declared.what} is declared here` }];
  const isAboutWhole = wholes.has(fault.keyword);
  return { diagnostic: diagnostic('types/value', span, message, { related, help }), isAboutWhole };
}

/** The value; its key where nothing is written behind it. */
function placeOf({ node, key, steps }: Fault, context: ValueContext): Span {
  const isEmpty = node.start === node.end;
  return isEmpty ? (key ?? (steps.length === 0 ? context.key : undefined) ?? node) : node;
}

function nameOf(fault: Fault, context: ValueContext): string {
  const name = nameText(fault, context);
  const shown = name === '' ? 'the value' : `\`${name}\``;
  return context.isPart === true ? `a part of ${shown}` : shown;
}

function nameText({ steps }: Fault, { name = '' }: ValueContext): string {
  return steps.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const key = pathText([step]);
    return text === '' || key.startsWith('[') ? `${text}${key}` : `${text}.${key}`;
  }, name);
}
