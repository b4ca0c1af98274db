/** `show`: the resolved hosts as JSON, YAML or text. Warnings are left to `validate`, but those of upstreams that were never applied. */
import { resolveApplied } from '../../pipeline.js';
import { showJson } from '../../report/show.js';
import { showText } from '../../report/show-text.js';
import { jsonToYaml } from '../../syntax/write-yaml.js';
import type { System } from '../../system.js';
import type { Given } from '../arguments/given.js';
import { failure } from '../ansible/hot.js';
import { notAppliedText } from '../terminal/report-failure.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';

export async function runShow(system: System, given: Given): Promise<CommandResult> {
  const located = locateInventory(system, given, true);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const { resolved, diagnostics, valid, loaded } = await resolveApplied(
    system,
    located.path,
    given,
  );
  if (!valid) return failure(system, diagnostics, given.colour);
  const stderr = notAppliedText(system, diagnostics, given.colour);
  if (given.format === 'text')
    return { exitCode: 0, stdout: showText(resolved, loaded.workspace.upstreams?.states), stderr };
  const json = showJson(resolved);
  return { exitCode: 0, stdout: given.format === 'yaml' ? jsonToYaml(json) : json, stderr };
}
