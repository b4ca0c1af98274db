/**
 * The proof that a result is equal to what Ansible says of the sources: resolved by this program, and read by Ansible
 * from a copy in an empty folder. The two go on side by side.
 */
import { emitList } from '../ansible/list.js';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { resolvePath } from '../pipeline.js';
import type { System } from '../system.js';
import type { Span } from '../text/source.js';
import { readAnsibleDocument, type AnsibleInventory } from './ansible-document.js';
import type { AnsibleSettings } from './ansible-settings.js';
import { readMessages } from './ansible-words.js';
import { printed, readExactJson } from './exact-json.js';
import { findDifferences } from './compare.js';
import { readCopy, type CopyReading } from './run-ansible.js';

export interface ProofRequest {
  readonly text: string;
  /** Absolute path that the text is meant for. */
  readonly target: string;
  readonly inventory: AnsibleInventory;
  readonly program: readonly string[];
  readonly vault: readonly string[];
  readonly settings: AnsibleSettings;
  readonly at: Span;
}

/** Every difference, each once; none is the proof. */
export async function proveEqual(
  system: System,
  request: ProofRequest,
): Promise<readonly Diagnostic[]> {
  const copy = readCopy(system, request);
  const own = ownDifferences(system, request);
  const ofAnsible = ansibleDifferences(request, await copy);
  return [...new Set([...own, ...ofAnsible])].map((each) =>
    diagnostic('import/not-equal', request.at, each),
  );
}

function ownDifferences(
  system: System,
  { text, target, inventory }: ProofRequest,
): readonly string[] {
  const { resolved, diagnostics, valid } = resolvePath(withFile(system, target, text), target);
  if (!valid)
    return diagnostics
      .filter((each) => each.severity === 'error')
      .map((each) => `the result is no valid inventory: ${each.message}`);
  return compared(inventory, [...emitList(resolved, true)].join(''), 'the result');
}

function ansibleDifferences({ inventory }: ProofRequest, copy: CopyReading): readonly string[] {
  if ('listed' in copy) return compared(inventory, copy.listed, '`ansible-inventory`');
  const words = readMessages(copy.stderr).map(
    ({ text }) => `: ${text.replaceAll(`${copy.folder}/copy/`, '')}`,
  );
  return [`Ansible does not read a copy of the result: ${copy.detail}${words.join('')}`];
}

function compared(inventory: AnsibleInventory, json: string, what: string): readonly string[] {
  const read = readExactJson(printed(json));
  return 'fault' in read
    ? [`${what} is no JSON: ${read.fault.message}`]
    : findDifferences(inventory, readAnsibleDocument(read.root));
}

/** The system with one more file, that no other sees. */
function withFile(system: System, path: string, text: string): System {
  const bytes = new TextEncoder().encode(text);
  return {
    ...system,
    cwd: system.cwd,
    env: system.env,
    readFile: (asked) =>
      asked === path ? { bytes, stamp: { id: 'result', changedAt: 0 } } : system.readFile(asked),
    kindOf: (asked) => (asked === path ? 'file' : system.kindOf(asked)),
  };
}
