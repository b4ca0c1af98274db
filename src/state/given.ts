/**
 * Values that somebody gives while an inventory is applied: `--set name=value`, and the JSON of `--set-file`, also in
 * the form of `terraform output -json`. In: texts. Out: values with the places they came from, not yet judged but for
 * their form. The text of a `--set` value is read as the export's type has it (`valueFromText`).
 */
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { readJson } from '../syntax/json.js';
import { findEntry, type MapNode, type Node } from '../syntax/node.js';
import { keepAllSecret, keepSecret, startOf, type Source, type Span } from '../text/source.js';
import { checkValue } from '../types/check-value.js';
import { fits } from '../types/fits.js';
import { builtIn, typeText, type Type } from '../types/type.js';
import { flagField, Misshapen } from './fields.js';

/** A value for an export. The span is that of the name; it shows no text of the value. */
export interface GivenValue extends Span {
  readonly name: string;
  /** The text of a `--set`, or a value. */
  readonly value: { readonly text: string } | { readonly node: Node };
  /** True where who gives it says that it is secret. */
  readonly sensitive: boolean;
  /** True if it is left out where there is no such export: Terraform has outputs of which not all are exports. */
  readonly optional: boolean;
}

/** `name=value` as it stands behind `--set`; undefined where there is no name or no `=`. */
export function parseSet(argument: string): GivenValue | undefined {
  const at = argument.indexOf('=');
  if (at < 1) return undefined;
  const name = argument.slice(0, at);
  const source: Source = { path: `--set ${name}`, name: `--set ${name}`, text: name };
  return {
    name,
    value: { text: argument.slice(at + 1) },
    sensitive: false,
    optional: false,
    source,
    start: 0,
    end: name.length,
  };
}

/** The values in a JSON file: `{name: value}`, or what `terraform output -json` prints. No excerpt shows them, since they may be secret. */
export function parseSetFile(source: Source): Outcome<GivenValue[]> {
  const found = readValues(source);
  if (found.diagnostics.length > 0) keepAllSecret(source);
  for (const { value } of found.value) if ('node' in value) keepSecret(value.node);
  return found;
}

function readValues(source: Source): Outcome<GivenValue[]> {
  const read = readJson(source);
  const broken = (message: string, span: Span = startOf(source)): Outcome<GivenValue[]> => ({
    value: [],
    diagnostics: [
      diagnostic('state/set-file', span, `\`${source.name}\` holds no values: ${message}`, {
        help: 'write a JSON object of names and values, or what `terraform output -json` prints',
      }),
    ],
  });
  if ('fault' in read) return broken(read.fault.message, read.fault.span);
  if (read.root.kind !== 'map') return broken('it is no object', read.root);
  const { entries } = read.root;
  const isTerraform = entries.length > 0 && entries.every(({ value }) => isOutput(value));
  try {
    const value = entries.flatMap(({ key: name, value: node, start, end }): GivenValue[] => {
      const place = { name, source, start, end };
      if (!isTerraform || node.kind !== 'map')
        return [{ ...place, value: { node }, sensitive: false, optional: false }];
      const output = findEntry(node, 'value')?.value;
      return output === undefined
        ? []
        : [
            {
              ...place,
              value: { node: output },
              sensitive: flagField(node, 'sensitive'),
              optional: true,
            },
          ];
    });
    return { value, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    return broken(error.message, error.span);
  }
}

/** `{"sensitive": …, "type": …, "value": …}` and nothing else; `exports --json` leaves the value of a secret out. */
function isOutput(node: Node): node is MapNode {
  return (
    node.kind === 'map' &&
    /^sensitive,type(?:,value)?$/.test(
      node.entries
        .map((entry) => entry.key)
        .sort()
        .join(),
    )
  );
}

/**
 * The value that a text stands for where a value of `type` is expected: itself for strings, JSON for all that are
 * none; where a type has both, JSON that fits goes first. The diagnostics say why it is no value of the type.
 */
export function valueFromText(
  name: string,
  text: string,
  type: Type,
  check: (node: Node) => Diagnostic[],
): Outcome<Node> {
  const source: Source = { path: `--set ${name}`, name: `--set ${name}`, text };
  const asText: Node = { kind: 'string', value: text, source, start: 0, end: text.length };
  const json = fits(type, builtIn('string')) ? undefined : readJson(source);
  if (json !== undefined && 'root' in json && checkValue(json.root, type).length === 0)
    return { value: json.root, diagnostics: [] };
  const faults = check(asText);
  if (faults.length === 0 || json === undefined) return { value: asText, diagnostics: faults };
  if ('root' in json) return { value: json.root, diagnostics: check(json.root) };
  if (!/^\s*[[{]/.test(text) && !isCollection(type)) return { value: asText, diagnostics: faults };
  const message = `\`${name}\` is of type \`${typeText(type)}\`, and its text is no JSON: ${json.fault.message}`;
  return {
    value: asText,
    diagnostics: [
      diagnostic('state/set-value', json.fault.span, message, {
        help: 'write lists and maps as JSON, quoted for the shell: `--set \'name=["a", "b"]\'`',
      }),
    ],
  };
}

function isCollection(type: Type): boolean {
  return fits(type, {
    kind: 'union',
    members: [
      { kind: 'list', item: builtIn('any') },
      { kind: 'map', value: builtIn('any') },
    ],
  });
}
