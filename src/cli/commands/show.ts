/** `show`: the resolved hosts as JSON, YAML or text. Warnings are left to `validate`, but those of upstreams that were never applied. */
import { resolveApplied } from '../../pipeline.js';
import { showJson } from '../../report/show.js';
import { showText } from '../../report/show-text.js';
import { jsonToYaml } from '../../syntax/write-yaml.js';
import type { System } from '../../system.js';
import type { Given } from '../arguments/context.js';
import { failure, notAppliedText } from '../terminal/report-failure.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, formatFlag, operands, selected, selection } from '../flags.js';
import { watchedOrOnce } from '../watch/watched-or-once.js';
import type { Selection } from '../../resolve/select.js';

export const showCommand = defineCommand({
  name: 'show',
  summary: 'print the resolved hosts: merged variables, transports and services',
  operands: { FILE: operands.file },
  flags: { ...selection, watch: flags.watch, format: formatFlag('json', 'yaml', 'text') },
  examples: ['inventory-script show --host gena --format yaml'],
  run: (context, options) =>
    watchedOrOnce(context.system, options.watch, (system) =>
      runShow(system, { ...context, ...selected(options), ...options }),
    ),
});

/** What `show` goes by. */
interface ShowGiven extends Given, Selection {
  readonly format: 'json' | 'yaml' | 'text';
}

async function runShow(system: System, given: ShowGiven): Promise<CommandResult> {
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
