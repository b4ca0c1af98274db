/**
 * `--list` and `--host` as the cache has them. Loads nothing that a run needs which computes its answer: this is all
 * that runs when the cache has one.
 */
import { planCache, storedHost, storedList } from '../../cache/cache.js';
import { nodeDisk, type Disk } from '../../cache/disk.js';
import type { Delivery } from '../../cache/write-entry.js';
import type { System } from '../../system.js';
import type { HotRequest } from './hot-arguments.js';
import { findInventory } from '../inventory/find-inventory.js';
import type { CommandResult } from '../terminal/output.js';

/** The answer to Ansible; undefined where it must be computed, also to say what is wrong. */
export function answerFromCache(
  system: System,
  request: HotRequest,
  scriptPath: string,
  disk: Disk = nodeDisk,
): CommandResult | undefined {
  const plan = planCache(system, request.cache);
  if (plan?.reads !== true) return undefined;
  const found = findInventory(system, { file: request.file, scriptPath });
  if (!('path' in found)) return undefined;
  const { compact } = request;
  const { path } = found;
  if (request.kind === 'list')
    return success(
      storedList(system, disk, plan, {
        path,
        compact,
        tags: request.tags,
        services: request.services,
      }),
    );
  return success(storedHost(system, disk, plan, { path, compact }, request.host));
}

function success(stored: Delivery | undefined): CommandResult | undefined {
  return stored && { exitCode: 0, stdout: stored.output, stderr: '', delivered: stored.finish };
}
