/** `doctor [FILE]`: what is around the inventory, each finding with its remedy; exit code 1 for an error, with `--strict` for a warning too. */
import { nodeDisk, type Disk } from '../../cache/disk.js';
import { examine } from '../../doctor/doctor.js';
import type { Finding, Level } from '../../doctor/finding.js';
import { jsonForTerminals } from '../../diagnostics/render-json.js';
import type { System } from '../../system.js';
import { escapeControls } from '../../text/terminal.js';
import { fileVariable } from '../inventory/find-inventory.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, formatFlag, operands } from '../flags.js';
import { nodeVersion } from '../version.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'look for what goes wrong between the inventory and Ansible, and say how to mend it',
  operands: { FILE: operands.file },
  flags: { strict: flags.strict, format: formatFlag('text', 'json') },
  examples: ['inventory-script doctor inventory.yaml --strict'],
  run: (context, options) => runDoctor(context.system, { ...context, ...options }, nodeVersion),
});

/** What `doctor` goes by. */
interface DoctorGiven extends Given {
  readonly strict: boolean;
  readonly format: 'text' | 'json';
}

async function runDoctor(
  system: System,
  given: DoctorGiven,
  node: string,
  disk: Disk = nodeDisk,
): Promise<CommandResult> {
  const located = locateInventory(system, given);
  const inventory =
    'path' in located ? located : { missing: located.error.message, remedy: located.error.help };
  const fromEnvironment = system.env[fileVariable] ?? '';
  const named = given.file ?? (fromEnvironment === '' ? undefined : fromEnvironment);
  const findings = await examine(system, { inventory, named, node, disk });
  const count = (level: Level): number => findings.filter((each) => each.level === level).length;
  const exitCode = count('error') > 0 || (given.strict && count('warning') > 0) ? 1 : 0;
  const counts = { errors: count('error'), warnings: count('warning') };
  const stdout =
    given.format === 'json'
      ? `${jsonForTerminals({ findings, ...counts })}\n`
      : textOf(findings, counts);
  return { exitCode, stdout, stderr: '' };
}

function textOf(
  findings: readonly Finding[],
  { errors, warnings }: { readonly errors: number; readonly warnings: number },
): string {
  const lines = findings.flatMap(({ level, message, remedy }) => [
    `${level.padEnd(7)}  ${escapeControls(message)}`,
    ...(remedy === undefined ? [] : [`         → ${escapeControls(remedy)}`]),
  ]);
  return `${lines.join('\n')}\n\n${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
