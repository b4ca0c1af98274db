/**
 * `--list` and `--host` computed: what Ansible calls. Success writes nothing to standard error, failure nothing to
 * standard output (format reference, section 12). Loads no command-line library.
 */
import { emitHost, emitListChunks } from '../../ansible/list.js';
import { planCache, recordList, type CacheWish } from '../../cache/cache.js';
import { nodeDisk, type Disk } from '../../cache/disk.js';
import { observe } from '../../cache/observe.js';
import { hasErrors, type Diagnostic, type Outcome } from '../../diagnostics/diagnostic.js';
import { findUnknown } from '../../ansible/unknown.js';
import {
  inReadingOrder,
  loadApplied,
  resolveApplied,
  resolveHosts,
  type LoadedInventory,
  type Resolution,
} from '../../pipeline.js';
import type { ResolvedInventory } from '../../resolve/resolve.js';
import { everything } from '../../resolve/select.js';
import type { System } from '../../system.js';
import { suggestion } from '../../text/suggest.js';
import type { HostRequest, HotRequest, ListRequest } from './hot-arguments.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { failure } from '../terminal/report-failure.js';
import { escapeControls } from '../../text/terminal.js';

/**
 * Answers Ansible, at once unless states of upstreams are to be read. `scriptPath` is the path that the program was
 * started by; `disk` is where the answer is kept.
 */
export function answerAnsible(
  system: System,
  request: HotRequest,
  scriptPath: string,
  disk: Disk = nodeDisk,
): CommandResult | Promise<CommandResult> {
  const { file, commandNames } = request;
  const located = locateInventory(system, { file, scriptPath, commandNames });
  if ('error' in located) return failure(system, [located.error]);
  if (request.kind === 'list') return list(system, request, located.path, disk);
  const loaded = loadApplied(system, located.path);
  return loaded instanceof Promise
    ? loaded.then((each) => host(system, request, each))
    : host(system, request, loaded);
}

function list(
  system: System,
  request: ListRequest,
  path: string,
  disk: Disk,
): CommandResult | Promise<CommandResult> {
  const { tags, services, cache } = request;
  const plan = planCache(system, cache);
  const observer = plan && observe(system);
  const answer = (resolution: Resolution): CommandResult => {
    const { resolved, valid } = resolution;
    const diagnostics = valid ? unwanted(resolved) : resolution.diagnostics;
    if (!valid || diagnostics.length > 0)
      return failure(system, inReadingOrder(resolution.loaded, diagnostics));
    const { compact } = request;
    const chunks = emitListChunks(resolved, compact);
    const run = { wish: wishOf(resolution), observations: observer?.observations(), chunks };
    const kept = plan && recordList(system, disk, plan, { path, compact, tags, services }, run);
    if (kept === undefined) return { exitCode: 0, stdout: textsOf(chunks), stderr: '' };
    return { exitCode: 0, stdout: kept.output, stderr: '', delivered: kept.finish };
  };
  const resolution = resolveApplied(
    observer?.system ?? system,
    path,
    { hosts: [], tags, services },
    system,
  );
  return resolution instanceof Promise ? resolution.then(answer) : answer(resolution);
}

/** What is not known yet, where the inventory wants everything to be known. */
function unwanted(resolved: ResolvedInventory): readonly Diagnostic[] {
  const { upstreams, ansible } = resolved.inventory;
  return upstreams.length > 0 && ansible.unknown === 'error' ? findUnknown(resolved) : [];
}

/**
 * What the inventory says of keeping its output. The one place that can forbid it, whoever asks: a run that holds the
 * value of a sensitive export is never kept, and what was read over the network only for a time that is written.
 */
function wishOf({ resolved, loaded }: Resolution): CacheWish {
  const { upstreams } = loaded.workspace;
  const wish = resolved.inventory.ansible.cache ?? 'none';
  if (upstreams === undefined) return wish;
  const isTimed = wish !== 'none' && wish.timeout !== undefined;
  return upstreams.holdsSecrets() || (upstreams.isRemote && !isTimed) ? 'never' : wish;
}

function* textsOf(chunks: Iterable<{ readonly text: string }>): Generator<string> {
  for (const { text } of chunks) yield text;
}

function host(
  system: System,
  { host: name, compact }: HostRequest,
  loaded: Outcome<LoadedInventory>,
): CommandResult {
  const known = loaded.value.inventory.hosts.map((each) => each.name);
  const isKnown = known.includes(name);
  const resolved = resolveHosts(loaded.value, { ...everything, hosts: isKnown ? [name] : [] });
  const diagnostics = isKnown
    ? [...loaded.diagnostics, ...resolved.diagnostics]
    : loaded.diagnostics;
  const unknown = isKnown ? unwanted(resolved.value) : [];
  if (hasErrors(diagnostics) || unknown.length > 0)
    return failure(system, inReadingOrder(loaded.value, [...diagnostics, ...unknown]));
  const [found] = resolved.value.hosts;
  if (!isKnown || found === undefined) {
    const help = suggestion(name, known);
    return {
      exitCode: 0,
      stdout: '{}\n',
      stderr: `${escapeControls(`inventory-script: there is no host ${JSON.stringify(name)}${help === undefined ? '' : `: ${help.replaceAll('`', '')}`}`)}\n`,
    };
  }
  return { exitCode: 0, stdout: emitHost(resolved.value, found, compact), stderr: '' };
}
