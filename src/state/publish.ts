/**
 * What an inventory is to publish: its declared exports, the values that are given now, and those that were given
 * before → the exports of the new state. All or nothing: with an error among the diagnostics nothing may be written.
 * Pure: reads and writes nothing.
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import type { Node } from '../syntax/node.js';
import { describeNode } from '../syntax/describe-node.js';
import { byCodePoint } from '../text/order.js';
import { isReservedKey } from '../text/reserved-keys.js';
import { startOf, type Span } from '../text/source.js';
import { suggestion } from '../text/suggest.js';
import { checkValue } from '../types/check-value.js';
import { typeText, type Type } from '../types/type.js';
import type { ExportContent } from './envelope.js';
import { valueFromText, type GivenValue } from './given.js';
import { isKnown, isSensitiveNode, holdsClearText } from './nodes.js';
import type { AppliedExport, State } from './state.js';

/** An export as the inventory declares it; the span is that of its name. */
export interface DeclaredExport extends Span {
  readonly name: string;
  readonly type: Type;
  /** Where the type is written. */
  readonly typeSpan: Span | undefined;
  /** What the inventory itself says of the value, which may be unknown; undefined where only the outside knows it. */
  readonly value: Node | undefined;
  /** Where a part of the value is unknown: why, and what to do. */
  readonly waits: { readonly reason: string; readonly help: string } | undefined;
  readonly sensitive: boolean;
}

export interface Publication {
  readonly declared: readonly DeclaredExport[];
  readonly given: readonly GivenValue[];
  readonly previous: State | undefined;
  /** Whether sensitive values may be written in clear; a text says why not, and what to do. */
  readonly clear: 'allowed' | { readonly refusal: string; readonly help: string };
}

export interface Published {
  /** By name, in code point order. */
  readonly exports: ReadonlyMap<string, ExportContent>;
  /** Exports without a value so far. */
  readonly unknown: readonly string[];
  /** Outputs of Terraform that are no exports. */
  readonly leftOut: readonly string[];
}

export function publish(publication: Publication): Outcome<Published> {
  const { declared, given, previous, clear } = publication;
  const diagnostics = judgeGiven(declared, given);
  const exports = new Map<string, ExportContent>();
  const unknown: string[] = [];
  for (const each of [...declared].sort((a, b) => byCodePoint(a.name, b.name))) {
    const { value: content, diagnostics: found } = contentOf(
      each,
      given.find(({ name }) => name === each.name),
      previous?.exports.get(each.name),
    );
    diagnostics.push(...found);
    if (content === undefined) unknown.push(each.name);
    else exports.set(each.name, content);
    if (content?.sensitive === true && clear !== 'allowed' && holdsClearText(content.value))
      diagnostics.push(refuseClear(each, clear));
  }
  const names = new Set(declared.map((each) => each.name));
  const leftOut = given
    .filter((each) => each.optional && !names.has(each.name))
    .map((each) => each.name);
  return { value: { exports, unknown, leftOut }, diagnostics };
}

/** What is wrong with the names of what is given. */
function judgeGiven(
  declared: readonly DeclaredExport[],
  given: readonly GivenValue[],
): Diagnostic[] {
  const known = declared.map((each) => each.name);
  const first = new Map<string, GivenValue>();
  const found: Diagnostic[] = [];
  for (const each of given) {
    const { name } = each;
    const other = first.get(name);
    const target = declared.find((one) => one.name === name);
    if (other !== undefined) {
      found.push(
        diagnostic('state/set-twice', each, `a value for \`${name}\` is given twice`, {
          related: [{ span: other, message: 'the first one' }],
        }),
      );
    } else if (target === undefined) {
      if (!each.optional)
        found.push(
          diagnostic('state/unknown-export', each, `the inventory has no export \`${name}\``, {
            help: suggestion(name, known) ?? 'declare it below `exports`',
          }),
        );
    } else if (target.value !== undefined) {
      found.push(
        diagnostic(
          'state/set-literal',
          each,
          `the inventory itself says the value of \`${name}\``,
          {
            related: [{ span: target.value, message: 'its value' }],
            help: `change it there, or remove \`value\` from the export \`${name}\` so that it can be given`,
          },
        ),
      );
    } else if (each.sensitive && !target.sensitive) {
      found.push(
        diagnostic(
          'state/sensitive',
          each,
          `\`${name}\` is sensitive where it comes from, and the export \`${name}\` is not`,
          {
            related: [{ span: target, message: 'the export' }],
            help: 'write `sensitive: true` in the export',
          },
        ),
      );
    }
    first.set(name, other ?? each);
  }
  return found;
}

/** What is published for one export; undefined while its value is not known. */
function contentOf(
  declared: DeclaredExport,
  given: GivenValue | undefined,
  previous: AppliedExport | undefined,
): Outcome<ExportContent | undefined> {
  const { type, sensitive } = declared;
  if (declared.value !== undefined) return ownContent(declared, declared.value);
  if (given !== undefined) {
    const { value, diagnostics } = givenNode(declared, given);
    return { value: { value, type, sensitive, origin: 'given' }, diagnostics };
  }
  // What the inventory once said itself, and says no more, is not known any more.
  if (previous?.origin !== 'given') return { value: undefined, diagnostics: [] };
  return {
    value: { value: previous.value, type, sensitive, origin: 'given' },
    diagnostics: [...misfits(declared, previous), ...reservedKeys(declared, previous.value)],
  };
}

function ownContent(declared: DeclaredExport, value: Node): Outcome<ExportContent | undefined> {
  const { name, type } = declared;
  const sensitive = declared.sensitive || isSensitiveNode(value);
  const content: ExportContent = { value, type, sensitive, origin: 'declared' };
  if (isKnown(value))
    return { value: content, diagnostics: checkValue(value, type, context(declared, sensitive)) };
  const reason = declared.waits?.reason ?? 'a part of it is not known';
  const found = diagnostic(
    'state/unresolved',
    value,
    `the export \`${name}\` cannot be published: ${reason}`,
    { help: declared.waits?.help },
  );
  return { value: content, diagnostics: [found] };
}

function givenNode(declared: DeclaredExport, given: GivenValue): Outcome<Node> {
  const check = (node: Node): Diagnostic[] =>
    checkValue(node, declared.type, context(declared, declared.sensitive));
  const read =
    'node' in given.value
      ? { value: given.value.node, diagnostics: check(given.value.node) }
      : valueFromText(given.name, given.value.text, declared.type, check);
  const reserved =
    'node' in given.value || read.diagnostics.length === 0
      ? reservedKeys(declared, read.value)
      : [];
  if (reserved.length > 0) return { value: read.value, diagnostics: reserved };
  return declared.sensitive ? { ...read, diagnostics: read.diagnostics.map(withoutText) } : read;
}

/** Keys that mark Ansible's own values; what has them would be something else to Ansible. */
function reservedKeys(declared: DeclaredExport, node: Node): Diagnostic[] {
  if (node.kind === 'list') return node.items.flatMap((item) => reservedKeys(declared, item));
  if (node.kind !== 'map') return [];
  const { name, sensitive } = declared;
  return node.entries.flatMap((entry) => {
    if (!isReservedKey(entry.key)) return reservedKeys(declared, entry.value);
    const key = sensitive ? 'a key that' : `the key \`${entry.key}\`, which`;
    return [
      diagnostic(
        'state/set-value',
        entry,
        `the value of \`${name}\` has ${key} marks Ansible's own values`,
        { help: 'rename the key' },
      ),
    ];
  });
}

/** What keeps an applied value from being one of the type that is declared now; names both sides. */
export function misfits(
  declared: Pick<DeclaredExport, 'name' | 'type' | 'typeSpan' | 'sensitive'> & Span,
  applied: AppliedExport,
): Diagnostic[] {
  const { name, type } = declared;
  if (checkValue(applied.value, type).length === 0) return [];
  const isSecret = declared.sensitive || applied.sensitive;
  const value = isSecret ? '' : `: ${describeNode(applied.value)}`;
  const message = `the state holds \`${name}\` as \`${typeText(applied.type)}\`${value}, and it is declared as \`${typeText(type)}\``;
  const found = diagnostic('state/misfit', declared.typeSpan ?? declared, message, {
    related: [{ span: isSecret ? blank(applied) : applied, message: 'the value in the state' }],
    help:
      applied.origin === 'given'
        ? `give a value that fits: \`apply --set ${name}=…\``
        : 'apply the inventory that declares it',
  });
  return [found];
}

function context(
  { name, typeSpan }: DeclaredExport,
  redact: boolean,
): Parameters<typeof checkValue>[2] {
  return {
    name,
    redact,
    ...(typeSpan === undefined
      ? {}
      : { declared: { span: typeSpan, what: `the type of \`${name}\`` } }),
  };
}

function refuseClear(
  declared: DeclaredExport,
  { refusal, help }: { readonly refusal: string; readonly help: string },
): Diagnostic {
  return diagnostic(
    'state/sensitive',
    declared,
    `the export \`${declared.name}\` is sensitive, and ${refusal}`,
    { help },
  );
}

/** The same complaint at a place that shows nothing of a secret. */
function withoutText(found: Diagnostic): Diagnostic {
  return { ...found, span: blank(found.span) };
}

function blank({ source }: Span): Span {
  return startOf({ ...source, text: '' });
}
