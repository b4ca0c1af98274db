/**
 * `--list` and `--host`: what Ansible calls. Success writes nothing to standard error, failure nothing to standard
 * output (format reference, section 12). Loads no command-line library.
 */
import { emitHost, emitList } from '../ansible/list.js';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { inReadingOrder, loadInventory, resolveHosts, resolvePath } from '../pipeline.js';
import { everything } from '../resolve/select.js';
import type { System } from '../system.js';
import { suggestion } from '../text/suggest.js';
import type { HostRequest, HotRequest, ListRequest } from './arguments.js';
import { locateInventory } from './locate.js';
import type { CommandResult } from './output.js';
import { diagnosticsText } from './report-failure.js';

/** Answers Ansible. `scriptPath` is the path that the program was started by. */
export function answerAnsible(system: System, request: HotRequest, scriptPath: string): CommandResult {
  const located = locateInventory(system, { file: request.file, scriptPath });
  if ('error' in located) return failure(system, [located.error]);
  return request.kind === 'list' ? list(system, request, located.path) : host(system, request, located.path);
}

/** A run that failed: its errors on standard error, warnings left to `validate`. */
export function failure(system: System, diagnostics: readonly Diagnostic[], colour?: boolean): CommandResult {
  const errors = diagnostics.filter((each) => each.severity === 'error');
  return { exitCode: 1, stdout: '', stderr: diagnosticsText(system, errors, colour) };
}

function list(system: System, { tags, services, compact }: ListRequest, path: string): CommandResult {
  const { resolved, diagnostics, valid } = resolvePath(system, path, { hosts: [], tags, services });
  if (!valid) return failure(system, diagnostics);
  return { exitCode: 0, stdout: emitList(resolved, compact), stderr: '' };
}

function host(system: System, { host: name, compact }: HostRequest, path: string): CommandResult {
  const loaded = loadInventory(system, path);
  const known = loaded.value.inventory.hosts.map((each) => each.name);
  const isKnown = known.includes(name);
  const resolved = resolveHosts(loaded.value, { ...everything, hosts: isKnown ? [name] : [] });
  const diagnostics = isKnown ? [...loaded.diagnostics, ...resolved.diagnostics] : loaded.diagnostics;
  if (hasErrors(diagnostics)) return failure(system, inReadingOrder(loaded.value, diagnostics));
  const [found] = resolved.value.hosts;
  if (!isKnown || found === undefined) {
    const help = suggestion(name, known);
    return { exitCode: 0, stdout: '{}\n', stderr: `inventory-script: there is no host ${JSON.stringify(name)}${help === undefined ? '' : `: ${help.replaceAll('`', '')}`}\n` };
  }
  return { exitCode: 0, stdout: emitHost(resolved.value, found, compact), stderr: '' };
}
