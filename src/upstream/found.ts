/** What a reference gives, and the values that stand in its place. */
import { mayBecomeTemplate } from '../text/template-markers.js';
import type { Entry, Node, UnknownNode } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { plainType, typeText, unknownType, type Type } from '../types/type.js';

/** A value, none yet, or none ever: then it was told. */
export type Found =
  | (Given & {
      readonly kind: 'known';
      readonly value: Node;
      /** True where the export declares the value. */ readonly isDeclared: boolean;
    })
  | (Given & { readonly kind: 'unknown'; readonly reason: string })
  | { readonly kind: 'failed' };

interface Given {
  readonly type: Type;
  readonly sensitive: boolean;
  /** The name of the export where it is declared; undefined for a text that references are a part of. */
  readonly exported: Span | undefined;
}

/**
 * A value of an upstream as it stands at `at`: text that Ansible could read as a template is unsafe, so that no upstream
 * can run templates in another's play.
 */
export function placed(value: Node, at: Span, sensitive: boolean): Node {
  const { source, start, end } = at;
  const place = {
    source,
    start,
    end,
    ...(sensitive || (value.kind !== 'unset' && value.sensitive === true)
      ? { sensitive: true }
      : {}),
  };
  switch (value.kind) {
    case 'string':
      return {
        kind: mayBecomeTemplate(value.value) ? 'unsafe' : 'string',
        value: value.value,
        ...place,
      };
    case 'int':
      return { kind: 'int', value: value.value, ...place };
    case 'float':
      return { kind: 'float', value: value.value, ...place };
    case 'bool':
      return { kind: 'bool', value: value.value, ...place };
    case 'vault':
    case 'unsafe':
      return { kind: value.kind, value: value.value, ...place };
    case 'null':
    case 'unset':
      return { kind: 'null', ...place };
    case 'list':
      return {
        kind: 'list',
        items: value.items.map((item) => placed(item, at, sensitive)),
        marker: undefined,
        ...place,
      };
    case 'map':
      return {
        kind: 'map',
        entries: value.entries.map((entry): Entry => ({
          key: entry.key,
          value: placed(entry.value, at, sensitive),
          source,
          start,
          end,
        })),
        marker: undefined,
        ...place,
      };
    case 'unknown':
      return { ...value, ...place };
  }
}

/** The unknown value at `at` that stands for the references `waiting`, written as `text`. */
export function unknownAt(
  at: Span,
  text: string,
  waiting: readonly { readonly name: string; readonly reason: string }[],
  type: Type,
  sensitive: boolean,
): UnknownNode {
  const { source, start, end } = at;
  const shapes = shapesOf(type);
  return {
    kind: 'unknown',
    references: [...new Map(waiting.map((each) => [each.name, each])).values()],
    text,
    type,
    typeName: typeText(type),
    isText: false,
    mayBeMap: shapes.has('map'),
    mayBeList: shapes.has('list'),
    isFailed: false,
    source,
    start,
    end,
    ...(sensitive ? { sensitive: true } : {}),
  };
}

/** What stands in the place of a reference that is wrong. */
export function failedAt(at: Span, text: string): UnknownNode {
  return {
    ...unknownAt(
      at,
      text,
      [{ name: text, reason: 'the reference has an error' }],
      unknownType,
      false,
    ),
    mayBeMap: true,
    mayBeList: true,
    isFailed: true,
  };
}

/** The type of an unknown value. */
export function typeOfUnknown(node: UnknownNode): Type {
  return node.type as Type;
}

/** The shapes that values of a type may have. */
export function shapesOf(type: Type): ReadonlySet<'map' | 'list' | 'scalar'> {
  const plain = plainType(type);
  switch (plain.kind) {
    case 'map':
    case 'object':
      return new Set(['map'] as const);
    case 'list':
      return new Set(['list'] as const);
    case 'union':
      return new Set(plain.members.flatMap((member) => [...shapesOf(member)]));
    case 'unknown-type':
      return new Set(['map', 'list', 'scalar'] as const);
    case 'built-in':
      return plain.name === 'any'
        ? new Set(['map', 'list', 'scalar'] as const)
        : new Set(['scalar'] as const);
    case 'enum':
      return new Set(['scalar'] as const);
  }
}
