/**
 * The exports of an inventory itself: each with its type, written or inferred, and its value as far as it is known. In:
 * the exports with their references replaced. Judges that every value is one of its type. Loaded late.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { Export } from '../model/inventory.js';
import { holdsSensitive, type Node } from '../syntax/node.js';
import type { Span } from '../text/source.js';
import { checkValue } from '../types/check-value.js';
import { inferType } from '../types/infer.js';
import { parseType } from '../types/parse.js';
import { noTypes, type TypeScope } from '../types/parse-text.js';
import { unknownType, type Type } from '../types/type.js';
import { asReferences, type Given } from './as-references.js';
import { typeOfUnknown } from './found.js';

/** An export of the inventory itself; the span is that of its name. */
export interface OwnExport extends Span {
  readonly name: string;
  readonly type: Type;
  /** Where the type is written. */
  readonly typeSpan: Span | undefined;
  /** The value, of which parts may be unknown; undefined where only who applies the inventory knows it. */
  readonly value: Node | undefined;
  readonly sensitive: boolean;
}

/** What is known of the world around the exports. */
export interface ExportContext {
  /** The types of the inventory and of its upstreams. */
  readonly types?: TypeScope | undefined;
  /** The types of values that references gave. */
  readonly given?: Given | undefined;
}

/** All exports in written order, and what is wrong with them. */
export function ownExports(
  exports: readonly Export[],
  { types = noTypes, given = () => undefined }: ExportContext,
): Outcome<readonly OwnExport[]> {
  const diagnostics: Diagnostic[] = [];
  const value = exports.map((each) => {
    const { name, source, start, end } = each;
    const type = typeOf(each, types, given, diagnostics);
    const sensitive = each.sensitive || (each.value !== undefined && holdsSensitive(each.value));
    if (each.type !== undefined && each.value !== undefined) {
      const declared = { source: each.type.source, start: each.type.start, end: each.type.end };
      const faults = checkValue(asReferences(each.value, given), type, {
        name,
        declared: { what: `the type of \`${name}\``, span: declared },
        redact: sensitive,
      });
      for (const fault of faults) diagnostics.push(fault);
    }
    return { name, source, start, end, type, typeSpan: each.type, value: each.value, sensitive };
  });
  return { value, diagnostics };
}

function typeOf(
  { name, type, value, ...key }: Export,
  types: TypeScope,
  given: Given,
  diagnostics: Diagnostic[],
): Type {
  if (type !== undefined) {
    const parsed = parseType(type, types);
    for (const each of parsed.diagnostics) diagnostics.push(each);
    return parsed.value;
  }
  if (value === undefined) {
    diagnostics.push(
      diagnostic('upstream/export', key, `the export \`${name}\` has neither a type nor a value`, {
        help: 'write its `type`, or its `value`',
      }),
    );
    return unknownType;
  }
  const inferred = inferType(
    value,
    (node) => given(node)?.type ?? (node.kind === 'unknown' ? typeOfUnknown(node) : undefined),
  );
  if ('type' in inferred) return inferred.type;
  diagnostics.push(
    diagnostic(
      'upstream/export',
      key,
      `the type of the export \`${name}\` cannot be inferred: ${inferred.failure}`,
      { help: 'write its `type`' },
    ),
  );
  return unknownType;
}
