/**
 * The sources of an import, read by Ansible: its documents as values, its settings, and what it says on the way. A source
 * that it refuses or reads only in part gives errors in its own words.
 */
import { join, resolve } from 'node:path';
import { diagnostic, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.js';
import { readSource } from '../load/read-source.js';
import { displayName } from '../text/display-name.js';
import { nodeToJson } from '../model/json.js';
import type { System } from '../system.js';
import { startOf, type Span } from '../text/source.js';
import { joinDocuments, readAnsibleDocument, type AnsibleInventory } from './ansible-document.js';
import type { AnsibleSettings } from './ansible-settings.js';
import { readMessages, tellsOfSkipping, type AnsibleMessage } from './ansible-words.js';
import { printed, readExactJson } from './exact-json.js';
import { someNames } from './findings.js';
import { readScriptOutput } from './json-source.js';
import { readWithAnsible, type AnsibleReading, type ReadingFailure } from './run-ansible.js';
import { allVarsFiles, findSourceFiles, varsFolders, vaultedFiles } from './vars-files.js';
import { readVarsFiles, type VarsPlaces } from './vars-places.js';

export interface SourcesRequest {
  /** As they are given after `-i`. */
  readonly sources: readonly string[];
  /** A file with the output of an inventory script. */
  readonly json: string | undefined;
  readonly playbookDir: string | undefined;
  readonly vault: readonly string[];
}

export interface ReadSources {
  readonly inventory: AnsibleInventory;
  readonly settings: AnsibleSettings;
}

/** Reads all sources; `at` is the place of the import as a whole. */
export async function readSources(
  system: System,
  request: SourcesRequest,
  at: Span,
): Promise<Outcome<ReadSources | undefined>> {
  if (request.json === undefined) return await readAll(system, request, request.sources, at);
  const made = system.makeTemporaryFolder();
  if ('failure' in made)
    return {
      value: undefined,
      diagnostics: [
        diagnostic('import/not-written', at, `no temporary folder can be made: ${made.detail}`),
      ],
    };
  try {
    const script = join(made.path, 'script');
    const served = serveJson(system, request.json, script);
    if (served.value === undefined) return { value: undefined, diagnostics: served.diagnostics };
    const read = await readAll(system, request, [...request.sources, script], at);
    const { json } = request;
    const ofRead = read.diagnostics.map((each): Diagnostic => ({
      ...each,
      message: each.message.replaceAll(script, json),
    }));
    return { value: read.value, diagnostics: [...served.diagnostics, ...ofRead] };
  } finally {
    system.removeFolder(made.path);
  }
}

/** Writes a script that prints the output in `file` as every Ansible can read it. */
function serveJson(system: System, file: string, script: string): Outcome<true | undefined> {
  const { value: source, diagnostics } = readSource(system, resolve(system.cwd, file));
  if (source === undefined) return { value: undefined, diagnostics };
  const at = startOf(source);
  const output = readScriptOutput(source);
  if ('fault' in output)
    return {
      value: undefined,
      diagnostics: [
        diagnostic(
          'import/json',
          output.span ?? at,
          `the file is no output of an inventory script: ${output.fault}`,
        ),
      ],
    };
  const json = nodeToJson(output.root, { unit: '', redact: false, markTemplates: false }, '');
  // What is no comment must not read as an INI inventory: a line of several words.
  const failure =
    system.createFile(`${script}.json`, json, 0o600) ??
    system.createFile(script, '#!/bin/sh\nexec cat "$0.json"\n', 0o700);
  if (failure !== undefined)
    return {
      value: undefined,
      diagnostics: [
        diagnostic(
          'import/not-written',
          at,
          `a temporary file cannot be written: ${failure.detail}`,
        ),
      ],
    };
  return { value: true, diagnostics: notesOf(output, at) };
}

function notesOf(
  {
    hasHostvars,
    homeless,
  }: { readonly hasHostvars: boolean; readonly homeless: readonly string[] },
  at: Span,
): Diagnostic[] {
  return [
    ...(hasHostvars
      ? []
      : [
          diagnostic(
            'import/no-hostvars',
            at,
            'there is no `_meta.hostvars`, so hosts have only the variables of their groups',
            { help: 'add what the script prints for `--host NAME`, if it is to be imported, too' },
          ),
        ]),
    ...(homeless.length === 0
      ? []
      : [
          diagnostic(
            'import/left-out',
            at,
            `${someNames(homeless)} ${homeless.length === 1 ? 'has' : 'have'} variables but no group, so Ansible drops ${homeless.length === 1 ? 'it' : 'them'}`,
          ),
        ]),
  ];
}

async function readAll(
  system: System,
  request: SourcesRequest,
  sources: readonly string[],
  at: Span,
): Promise<Outcome<ReadSources | undefined>> {
  const reading = await readWithAnsible(system, {
    sources,
    playbookDir: request.playbookDir,
    vault: request.vault,
  });
  if (!('listed' in reading))
    return { value: undefined, diagnostics: tellFailure(system, request, reading, at) };
  const messages = readMessages(reading.stderr).filter(
    (message) => !isOfScript(message, sources, request),
  );
  const diagnostics = messages.flatMap((message) => tellMessage(system, message, at));
  const inventory = inventoryOf(reading);
  if (inventory === undefined)
    return {
      value: undefined,
      diagnostics: [
        ...diagnostics,
        diagnostic('import/ansible-failed', at, '`ansible-inventory --list` printed no JSON'),
      ],
    };
  return { value: { inventory, settings: reading.settings }, diagnostics };
}

function inventoryOf({ listed, exported, order }: AnsibleReading): AnsibleInventory | undefined {
  const [list, exports] = [readExactJson(printed(listed)), readExactJson(printed(exported))];
  if ('fault' in list || 'fault' in exports) return undefined;
  return joinDocuments(readAnsibleDocument(list.root), readAnsibleDocument(exports.root), order);
}

/** What Ansible says of our own script, which serves the output of another, is of no use to anyone. */
function isOfScript(
  { text }: AnsibleMessage,
  sources: readonly string[],
  { json }: SourcesRequest,
): boolean {
  return json !== undefined && text.includes(sources.at(-1) ?? '');
}

function tellFailure(
  system: System,
  request: SourcesRequest,
  failure: ReadingFailure,
  at: Span,
): Diagnostic[] {
  if ('program' in failure) {
    return [
      diagnostic(
        'import/no-ansible',
        at,
        `\`${failure.program}\` cannot be started: ${failure.detail}`,
        { help: 'install Ansible, or put it on the PATH: it is the one that reads the sources' },
      ),
    ];
  }
  const messages = readMessages(failure.stderr).filter(
    (message) => message.kind !== 'deprecation' && !isOfOtherPlugin(message, request.sources),
  );
  const isCause = (message: AnsibleMessage): boolean =>
    message.kind === 'error' || tellsOfSkipping(message);
  const hasCause = messages.some(isCause);
  const told = messages.flatMap((message) =>
    hasCause && !isCause(message)
      ? tellMessage(system, message, at)
      : [
          diagnostic(
            'import/ansible-failed',
            placeOf(system, message.origin, at),
            `Ansible says: ${message.text}`,
          ),
        ],
  );
  if (told.length === 0)
    told.push(
      diagnostic(
        'import/ansible-failed',
        at,
        `\`ansible-inventory\` ended with exit code ${failure.exitCode} and said nothing`,
      ),
    );
  const places = placesOfFailure(system, request, failure.settings);
  return [
    ...told.filter((each) => !places.tells(each)),
    ...tellVaulted(system, request, failure.settings, at),
    ...places.faults,
  ];
}

/** The files that are YAML, read by our own reader: Ansible does not always say in which of them it failed. */
function placesOfFailure(
  system: System,
  { sources, playbookDir }: SourcesRequest,
  settings: AnsibleSettings,
): VarsPlaces {
  const ofVars = allVarsFiles(system, varsFolders(system, sources, playbookDir));
  const files = [...findSourceFiles(system, sources, settings).read, ...ofVars].filter((path) =>
    /\.ya?ml$/.test(path),
  );
  return readVarsFiles(system, files, new Set(vaultedFiles(system, files)));
}

/** Ansible tries several plugins on a file; that one for YAML cannot read INI is of no interest. */
function isOfOtherPlugin({ text }: AnsibleMessage, sources: readonly string[]): boolean {
  const plugin = /with '?(\w+)'? plugin/.exec(text)?.[1];
  const areYaml = sources.map((source) => /\.(?:ya?ml|json)$/.test(source));
  return (
    (plugin === 'yaml' && areYaml.every((each) => !each)) ||
    (plugin === 'ini' && areYaml.every((each) => each))
  );
}

/** A file that needs a password is the likely cause of a failure. */
function tellVaulted(
  system: System,
  { sources, playbookDir }: SourcesRequest,
  settings: AnsibleSettings,
  at: Span,
): Diagnostic[] {
  const files = [
    ...findSourceFiles(system, sources, settings).read,
    ...allVarsFiles(system, varsFolders(system, sources, playbookDir)),
  ];
  const vaulted = vaultedFiles(system, files).map((path) => displayName(system.cwd, path));
  if (vaulted.length === 0) return [];
  return [
    diagnostic(
      'import/vaulted-file',
      at,
      `${someNames(vaulted)} ${vaulted.length === 1 ? 'is' : 'are'} encrypted as a whole`,
      { help: 'name the password with `--vault-password-file` or `--vault-id`' },
    ),
  ];
}

function tellMessage(system: System, message: AnsibleMessage, at: Span): Diagnostic[] {
  const place = placeOf(system, message.origin, at);
  if (tellsOfSkipping(message))
    return [
      diagnostic('import/read-in-part', place, `Ansible says: ${message.text}`, {
        help: 'mend the source, so that Ansible reads all of it',
      }),
    ];
  if (message.text.startsWith('Deprecation warnings can be disabled')) return [];
  if (
    message.kind === 'deprecation' &&
    message.origin === undefined &&
    !/inventory|variable|group/i.test(message.text)
  )
    return [];
  const more =
    message.count === 1
      ? ''
      : ` (and the same of ${message.count - 1} more ${message.count === 2 ? 'place' : 'places'})`;
  return [diagnostic('import/ansible-warns', place, `Ansible says: ${message.text}${more}`)];
}

/** The line that Ansible names, if it is in a text that can be read. */
function placeOf(system: System, origin: AnsibleMessage['origin'], at: Span): Span {
  const source = origin && readSource(system, resolve(system.cwd, origin.path)).value;
  if (origin === undefined || source === undefined || source.text.startsWith('$ANSIBLE_VAULT;'))
    return at;
  const lines = source.text.split('\n');
  const start = lines.slice(0, origin.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return { source, start, end: start + (lines[origin.line - 1] ?? '').length };
}
