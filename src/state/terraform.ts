/**
 * The outputs in a local state file (version 4) of Terraform or OpenTofu, as a state of ours: their types, mapped to
 * ours, their sensitivity, lineage and serial. Only read. Resources are not looked at.
 */
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { readJson } from '../syntax/json.js';
import { findEntry, type Entry, type MapNode, type Node } from '../syntax/node.js';
import { byCodePoint } from '../text/order.js';
import { keepAllSecret, keepSecret, type Source } from '../text/source.js';
import {
  countField,
  fieldOf,
  flagField,
  mapOf,
  Misshapen,
  textField,
  textFieldIfAny,
} from './fields.js';
import type { AppliedExport, State } from './state.js';
import { typeOfTerraform } from './terraform-types.js';

const version = 4;

/** The state in the text of such a file, or why it holds none. No excerpt shows its values, which may be secret. */
export function readTerraformState(
  source: Source,
): { readonly state: State } | { readonly fault: Diagnostic } {
  const found = readDocument(source);
  if ('fault' in found) keepAllSecret(source);
  else for (const each of found.state.exports.values()) keepSecret(each.value);
  return found;
}

function readDocument(source: Source): ReturnType<typeof readTerraformState> {
  const read = readJson(source);
  if ('fault' in read)
    return {
      fault: diagnostic(
        'state/invalid',
        read.fault.span,
        `\`${source.name}\` is no state of Terraform or OpenTofu: ${read.fault.message}`,
      ),
    };
  try {
    return { state: build(source, mapOf(read.root, 'it')) };
  } catch (error) {
    if (!(error instanceof Misshapen)) throw error;
    return {
      fault: diagnostic(
        'state/invalid',
        error.span,
        `\`${source.name}\` is no state of Terraform or OpenTofu that can be read: ${error.message}`,
      ),
    };
  }
}

function build(source: Source, map: MapNode): State {
  const encrypted = findEntry(map, 'encrypted_data');
  if (encrypted !== undefined)
    throw new Misshapen(
      'it is encrypted by OpenTofu; write the outputs to a file with `tofu output -json`, and give them to `apply --set-file`',
      encrypted,
    );
  const backend = findEntry(map, 'backend');
  if (backend !== undefined)
    throw new Misshapen(
      'it only says where the real state is (a remote backend); use `terraform output -json` with `apply --set-file`',
      backend,
    );
  const written = countField(map, 'version');
  if (written !== version)
    throw new Misshapen(
      `it has version ${written}, and only version ${version} is read`,
      fieldOf(map, 'version'),
    );
  const outputs = findEntry(map, 'outputs')?.value;
  const entries =
    outputs === undefined || outputs.kind === 'null' ? [] : mapOf(outputs, '`outputs`').entries;
  const exports = entries.map(buildOutput).sort((a, b) => byCodePoint(a.name, b.name));
  return {
    source,
    lineage: textField(map, 'lineage'),
    serial: countField(map, 'serial'),
    time: undefined,
    tool: `terraform ${textFieldIfAny(map, 'terraform_version') ?? ''}`.trimEnd(),
    sourceDigest: undefined,
    exports: new Map(exports.map((each) => [each.name, each])),
  };
}

function buildOutput({ key: name, value: node, source, start, end }: Entry): AppliedExport {
  const output = outputOf(mapOf(node, `output \`${name}\``), name);
  return { name, ...output, origin: 'given', source, start, end };
}

/** An output as a state and `terraform output -json` hold it: `{value, type, sensitive}`. */
export function outputOf(
  map: MapNode,
  name: string,
): Pick<AppliedExport, 'value' | 'type' | 'sensitive'> {
  const value: Node = fieldOf(map, 'value');
  const typeNode = fieldOf(map, 'type');
  const type = typeOfTerraform(typeNode, value);
  if (type === undefined)
    throw new Misshapen(`the type of output \`${name}\` is none that is known`, typeNode);
  return { value, type, sensitive: flagField(map, 'sensitive') };
}
