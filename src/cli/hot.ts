/**
 * `--list` and `--host` computed: what Ansible calls. Success writes nothing to standard error, failure nothing to
 * standard output (format reference, section 12). Loads no command-line library.
 */
import { emitHost, emitListChunks } from '../ansible/list.js';
import { planCache, recordList, type CacheWish } from '../cache/cache.js';
import { nodeDisk, type Disk } from '../cache/disk.js';
import { observe } from '../cache/observe.js';
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { inReadingOrder, loadInventory, resolveHosts, resolvePath } from '../pipeline.js';
import type { ResolvedInventory } from '../resolve/resolve.js';
import { everything } from '../resolve/select.js';
import type { System } from '../system.js';
import { suggestion } from '../text/suggest.js';
import type { HostRequest, HotRequest, ListRequest } from './arguments.js';
import { locateInventory } from './locate.js';
import type { CommandResult } from './output.js';
import { diagnosticsText } from './report-failure.js';

/** Answers Ansible. `scriptPath` is the path that the program was started by; `disk` is where the answer is kept. */
export function answerAnsible(system: System, request: HotRequest, scriptPath: string, disk: Disk = nodeDisk): CommandResult {
  const located = locateInventory(system, { file: request.file, scriptPath });
  if ('error' in located) return failure(system, [located.error]);
  return request.kind === 'list' ? list(system, request, located.path, disk) : host(system, request, located.path);
}

/** A run that failed: its errors on standard error, warnings left to `validate`. */
export function failure(system: System, diagnostics: readonly Diagnostic[], colour?: boolean): CommandResult {
  const errors = diagnostics.filter((each) => each.severity === 'error');
  return { exitCode: 1, stdout: '', stderr: diagnosticsText(system, errors, colour) };
}

function list(system: System, request: ListRequest, path: string, disk: Disk): CommandResult {
  const { tags, services, compact, cache } = request;
  const plan = planCache(system, cache);
  const observer = plan && observe(system);
  const { resolved, diagnostics, valid } = resolvePath(observer?.system ?? system, path, { hosts: [], tags, services });
  if (!valid) return failure(system, diagnostics);
  const chunks = emitListChunks(resolved, compact);
  const run = { wish: wishOf(resolved), observations: observer?.observations(), chunks };
  const kept = plan && recordList(system, disk, plan, { path, compact, tags, services }, run);
  if (kept === undefined) return { exitCode: 0, stdout: textsOf(chunks), stderr: '' };
  return { exitCode: 0, stdout: kept.output, stderr: '', delivered: kept.finish };
}

/**
 * What the inventory says of keeping its output. The one place that can forbid it, whoever asks: a run that holds a
 * sensitive export has to give `never` here, once there are exports.
 */
function wishOf({ inventory }: ResolvedInventory): CacheWish {
  return inventory.ansible.cache ?? 'none';
}

function* textsOf(chunks: Iterable<{ readonly text: string }>): Generator<string> {
  for (const { text } of chunks) yield text;
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
