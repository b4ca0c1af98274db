/**
 * `exports [NAME]`: the values that were applied, or with `--declared` what the inventory itself says of them. For
 * people one line each, sensitive ones hidden. For programs `--json`: all in the form of `terraform output -json`, the
 * sensitive ones without their value; a value that is asked for by its name is printed, as Terraform does it.
 */
import { resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { jsonObject, nodeToJson, type JsonStyle } from '../../model/json.js';
import { shownValue } from '../../state/changes.js';
import { placeOfState } from '../../state/declaration.js';
import { isKnown, withoutUnsafe } from '../../state/nodes.js';
import { readState } from '../../state/read-state.js';
import type { System } from '../../system.js';
import { unknownText, type Node } from '../../syntax/node.js';
import { byCodePoint } from '../../text/order.js';
import type { Span } from '../../text/source.js';
import { suggestion } from '../../text/suggest.js';
import { displayName } from '../../text/display-name.js';
import { typeToData } from '../../types/data.js';
import { typeText, type Type } from '../../types/type.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import { MisplacedInventory, Misuse } from '../arguments/misuse.js';
import type { CommandResult } from '../terminal/output.js';
import { failure } from '../terminal/report-failure.js';
import { findOwnState, notApplied, openOwnState } from '../inventory/own-state.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags } from '../flags.js';
import { escapeControls } from '../../text/terminal.js';

export const exportsCommand = defineCommand({
  name: 'exports',
  summary: 'print the exports that were applied, or one of them',
  operands: {
    NAME: {
      description: 'the name of an export',
      isOptional: true,
      offers: 'exports',
      names: 'export',
    },
  },
  flags: {
    json: flags.json,
    raw: { kind: 'switch', description: 'print the value alone, text without quotes' },
    declared: {
      kind: 'switch',
      description: 'what the inventory itself says, without its state',
    },
  },
  examples: ['inventory-script exports vpc_id --raw'],
  run: (context, options) =>
    runExports(context.system, context, { ...options, name: options.NAME }),
});

interface ExportsOptions {
  readonly name: string | undefined;
  readonly json: boolean;
  readonly raw: boolean;
  readonly declared: boolean;
}

/** An export to be printed; one that is declared may have no value, or none yet. */
interface Shown {
  readonly name: string;
  readonly type: Type;
  readonly sensitive: boolean;
  readonly value: Node | undefined;
}

interface Listing {
  /** Where complaints point. */
  readonly at: Span;
  /** What an export is missing from, for messages. */
  readonly where: string;
  readonly exports: readonly Shown[];
}

const oneLine: JsonStyle = { unit: '', redact: false, markTemplates: false };
const indented: JsonStyle = { ...oneLine, unit: '  ' };

async function runExports(
  system: System,
  given: Given,
  options: ExportsOptions,
): Promise<CommandResult> {
  const { name, json, raw } = options;
  if (raw && json) throw new Misuse('--raw and --json cannot be used together');
  if (raw && name === undefined) throw new Misuse('--raw takes the name of one export');
  const located = locateInventory(system, given);
  if (
    name !== undefined &&
    given.file === undefined &&
    'error' in located &&
    system.kindOf(resolve(system.cwd, name)) !== undefined
  )
    throw new MisplacedInventory(name);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const listing = options.declared
    ? await listDeclared(system, located.path)
    : await listApplied(system, located.path);
  if ('diagnostics' in listing) return failure(system, listing.diagnostics, given.colour);
  if (name !== undefined) {
    const found = listing.exports.find((each) => each.name === name);
    const printed =
      found === undefined ? unknownName(listing, name) : printOne(listing, found, options);
    return typeof printed === 'string'
      ? { exitCode: 0, stdout: printed, stderr: '' }
      : failure(system, [printed], given.colour);
  }
  if (json)
    return {
      exitCode: 0,
      stdout: `${jsonObject(
        listing.exports.map((each) => [each.name, describeJson(each)]),
        indented,
        '',
      )}\n`,
      stderr: '',
    };
  return {
    exitCode: 0,
    stdout:
      listing.exports.length === 0
        ? 'none\n'
        : listing.exports.map((each) => `${escapeControls(lineOf(each))}\n`).join(''),
    stderr: '',
  };
}

async function listDeclared(
  system: System,
  path: string,
): Promise<Listing | { readonly diagnostics: readonly Diagnostic[] }> {
  const own = await openOwnState(system, path, 'declared');
  if ('diagnostics' in own) return own;
  return {
    at: own.declaration,
    where: `\`${displayName(system.cwd, path)}\``,
    exports: [...own.declared].sort((a, b) => byCodePoint(a.name, b.name)),
  };
}

async function listApplied(
  system: System,
  path: string,
): Promise<Listing | { readonly diagnostics: readonly Diagnostic[] }> {
  const declaration = findOwnState(system, path);
  if ('diagnostics' in declaration) return declaration;
  const read = await readState(system, declaration);
  if (read.kind === 'broken') return { diagnostics: [read.diagnostic] };
  if (read.kind === 'absent') return { diagnostics: [notApplied(system, path, declaration)] };
  return {
    at: declaration,
    where: `the state \`${placeOfState(declaration)}\``,
    exports: [...read.state.exports.values()],
  };
}

function unknownName({ at, where, exports }: Listing, name: string): Diagnostic {
  return diagnostic('state/unknown-export', at, `${where} has no export \`${name}\``, {
    help:
      suggestion(
        name,
        exports.map((each) => each.name),
      ) ?? (exports.length === 0 ? 'it has no exports' : undefined),
  });
}

function printOne(
  { at }: Listing,
  shown: Shown,
  { json, raw }: ExportsOptions,
): string | Diagnostic {
  const { name, value } = shown;
  if (!json && !raw) return `${escapeControls(valueText(shown))}\n`;
  if (value === undefined || !isKnown(value)) {
    return diagnostic(
      'state/not-applied',
      at,
      `the value of \`${name}\` is not known: ${unknownReason(value)}`,
      { help: 'apply the inventory, and ask without `--declared`' },
    );
  }
  if (json) return `${plainJson(value, indented, '')}\n`;
  return value.kind === 'string' || value.kind === 'unsafe'
    ? value.value
    : plainJson(value, oneLine, '');
}

function lineOf(shown: Shown): string {
  return `${shown.name}: ${typeText(shown.type)} = ${valueText(shown)}`;
}

function valueText(shown: Shown): string {
  const { value, sensitive } = shown;
  if (value === undefined || !isKnown(value)) return `(${unknownReason(value)})`;
  return shownValue({ value, sensitive });
}

function unknownReason(value: Node | undefined): string {
  if (value === undefined) return 'known after apply';
  return value.kind === 'unknown'
    ? unknownText(value).replace(/^\(|\)$/g, '')
    : 'known after upstream apply';
}

function describeJson({ type, sensitive, value }: Shown): string {
  const inner = '    ';
  return jsonObject(
    [
      ['sensitive', String(sensitive)],
      ['type', JSON.stringify(typeToData(type))],
      ...(value === undefined || sensitive || !isKnown(value)
        ? []
        : [['value', plainJson(value, indented, inner)] satisfies [string, string]]),
    ],
    indented,
    '  ',
  );
}

/** The JSON of a value for programs other than Ansible: what is unsafe to it is text to them. */
function plainJson(value: Node, style: JsonStyle, indent: string): string {
  return nodeToJson(withoutUnsafe(value), style, indent);
}
