/**
 * `import`: an inventory that Ansible reads becomes one of this format, with proof. With `--output` the result is
 * written to a new file and what is to be said goes to standard output; without, the result goes there itself.
 */
import { resolve } from 'node:path';
import { importInventory, type ImportResult } from '../../import/import.js';
import { absoluteVaultId } from '../../import/run-ansible.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { renderJson } from '../../diagnostics/render-json.js';
import { displayName } from '../../text/display-name.js';
import type { System } from '../../system.js';
import { escapeControls } from '../../text/terminal.js';
import { startOf } from '../../text/source.js';
import { Misuse } from '../arguments/misuse.js';
import type { CommandResult } from '../terminal/output.js';
import { diagnosticsText } from '../terminal/report-failure.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, formatFlag } from '../flags.js';
import { createDerived } from '../files/derived-file.js';

export const importCommand = defineCommand({
  name: 'import',
  summary:
    'turn an inventory that Ansible reads into one of this format, and prove that every host keeps what it has',
  operands: {},
  flags: {
    inventory: {
      kind: 'texts',
      short: 'i',
      value: 'SOURCE',
      description: 'an inventory for Ansible, as ansible-inventory -i takes it',
      offers: 'files',
    },
    json: {
      kind: 'text',
      value: 'FILE',
      description: 'what another inventory script prints for --list',
      offers: 'files',
    },
    'playbook-dir': {
      kind: 'text',
      value: 'DIR',
      description: 'the folder of playbooks, whose group_vars and host_vars count, too',
      offers: 'folders',
    },
    'vault-id': {
      kind: 'texts',
      value: 'ID',
      description: 'where a vault password is, as Ansible takes it: LABEL@FILE',
    },
    'vault-password-file': {
      kind: 'texts',
      value: 'PATH',
      description: 'a file that holds a vault password, or a program that prints it',
      offers: 'files',
    },
    output: {
      ...flags.output,
      description: 'write the result there, and never over a file that exists',
    },
    format: formatFlag('text', 'json'),
    force: {
      kind: 'switch',
      description: 'write a result that differs, too, and go on where Ansible skips files',
    },
    'rename-variables': {
      kind: 'switch',
      description: 'accept other names for variables that Ansible cannot use by theirs',
    },
    'allow-decrypted': {
      kind: 'switch',
      description: 'write in clear what is in files that are encrypted as a whole',
    },
  },
  examples: ['inventory-script import -i hosts -o inventory.yaml'],
  isAboutInventory: false,
  run({ system, scriptPath, colour }, options) {
    const given: ImportGiven = {
      ...options,
      colour,
      sources: options.inventory,
      playbookDir: options['playbook-dir'],
      vaultIds: options['vault-id'],
      vaultPasswordFiles: options['vault-password-file'],
      renameVariables: options['rename-variables'],
      allowDecrypted: options['allow-decrypted'],
    };
    const misuse = misuseOf(given);
    if (misuse !== undefined) throw new Misuse(misuse);
    return runImport(system, given, scriptPath);
  },
});

interface ImportGiven {
  readonly sources: readonly string[];
  readonly json: string | undefined;
  readonly playbookDir: string | undefined;
  readonly vaultIds: readonly string[];
  readonly vaultPasswordFiles: readonly string[];
  readonly output: string | undefined;
  readonly format: 'text' | 'json';
  readonly force: boolean;
  readonly renameVariables: boolean;
  readonly allowDecrypted: boolean;
  readonly colour: boolean | undefined;
}

function misuseOf({
  sources,
  json,
  vaultIds,
  vaultPasswordFiles,
  output,
  format,
}: ImportGiven): string | undefined {
  if (sources.length === 0 && json === undefined) return 'import needs -i SOURCE or --json FILE';
  if ([...sources, json, output, ...vaultIds, ...vaultPasswordFiles].includes(''))
    return 'a name is empty';
  if (vaultIds.some((id) => /(?:^|@)prompt(?:_ask_vault_pass)?$/.test(id)))
    return 'Ansible runs several times, so it cannot ask for a password: use --vault-password-file, or --vault-id LABEL@FILE';
  return format === 'json' && output === undefined
    ? '--format json needs --output FILE: the result itself would go to standard output'
    : undefined;
}

async function runImport(
  system: System,
  given: ImportGiven,
  scriptPath: string,
): Promise<CommandResult> {
  const target = resolve(system.cwd, given.output ?? 'inventory.yaml');
  if (given.output !== undefined && system.kindOf(target) !== undefined)
    return tell(
      system,
      given,
      {
        ...failed,
        diagnostics: [
          notWritten(system, target, 'it exists already', 'choose another name, or move it away'),
        ],
      },
      false,
    );
  const result = await importInventory(system, {
    sources: given.sources,
    json: given.json,
    playbookDir: given.playbookDir,
    vault: vaultArguments(system, given),
    target,
    force: given.force,
    renameVariables: given.renameVariables,
    allowDecrypted: given.allowDecrypted,
    program: programWords(scriptPath),
  });
  if (given.output === undefined || result.text === undefined)
    return tell(system, given, result, false);
  const failure = createDerived(
    system,
    { path: target, text: result.text, mode: 0o755 },
    result.origin,
  );
  if (failure === undefined) return tell(system, given, result, true);
  return tell(
    system,
    given,
    {
      ...result,
      text: undefined,
      diagnostics: [...result.diagnostics, notWritten(system, target, failure.detail)],
    },
    false,
  );
}

const failed: ImportResult = {
  text: undefined,
  isEqual: false,
  hosts: 0,
  tags: 0,
  diagnostics: [],
  origin: { files: [] },
};

function notWritten(system: System, path: string, detail: string, help?: string): Diagnostic {
  const name = displayName(system.cwd, path);
  return diagnostic(
    'import/not-written',
    startOf({ path, name, text: '' }),
    `\`${name}\` cannot be written: ${detail}`,
    { help },
  );
}

/** How Ansible can start this program; one that is a file of its own has no script. */
function programWords(scriptPath: string): readonly string[] {
  return 'pkg' in process ? [process.execPath] : [process.execPath, scriptPath];
}

/** Files relative to the working directory are named in full: Ansible runs elsewhere, too. */
function vaultArguments(
  system: System,
  { vaultIds, vaultPasswordFiles }: ImportGiven,
): readonly string[] {
  const absolute = (path: string): string =>
    system.kindOf(resolve(system.cwd, path)) === undefined ? path : resolve(system.cwd, path);
  const ids = vaultIds.map((id) => absoluteVaultId(system, id));
  return [
    ...ids.flatMap((id) => ['--vault-id', id]),
    ...vaultPasswordFiles.flatMap((path) => ['--vault-password-file', absolute(path)]),
  ];
}

function tell(
  system: System,
  given: ImportGiven,
  result: ImportResult,
  isWritten: boolean,
): CommandResult {
  const { text, isEqual, hosts, tags, diagnostics } = result;
  const exitCode = isEqual && text !== undefined ? 0 : 1;
  if (given.format === 'json') {
    const more = {
      equal: isEqual,
      written: isWritten ? (given.output ?? null) : null,
      hosts,
      tags,
    };
    return { exitCode, stdout: renderJson(diagnostics, more), stderr: '' };
  }
  const messages = diagnosticsText(system, diagnostics, given.colour, Infinity);
  const line = `${summary(given, result, isWritten)}\n`;
  if (given.output === undefined) return { exitCode, stdout: text ?? '', stderr: messages + line };
  return {
    exitCode,
    stdout: isWritten ? line : '',
    stderr: isWritten ? messages : messages + line,
  };
}

function summary(
  { output }: ImportGiven,
  { text, isEqual, hosts, tags }: ImportResult,
  isWritten: boolean,
): string {
  if (text === undefined) return 'inventory-script: nothing is written';
  const what = `${count(hosts, 'host')}, ${count(tags, 'tag')}`;
  const proof = isEqual
    ? 'equal to what Ansible says of the sources, resolved here and read by Ansible from a copy'
    : 'NOT equal to what Ansible says of the sources';
  return `${isWritten ? `wrote ${escapeControls(output ?? '')}: ` : 'inventory-script: '}${what}; ${proof}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
