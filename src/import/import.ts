/**
 * An existing inventory → one of this format, with proof that no host gets anything else: Ansible reads the sources, the
 * conversion is planned and written as text, and the text is compared with what Ansible said, once resolved by this
 * program and once through Ansible itself. Nothing is written to where the user keeps files.
 */
import { resolve } from 'node:path';
import { diagnostic, hasErrors, type Diagnostic } from '../diagnostics/diagnostic.js';
import { displayName } from '../text/display-name.js';
import { safeName } from '../model/safe-name.js';
import { identical } from '../resolve/unify.js';
import type { System } from '../system.js';
import { startOf, type Span } from '../text/source.js';
import { nearest } from '../text/suggest.js';
import type { AnsibleInventory, Variables } from './ansible-document.js';
import type { AnsibleSettings } from './ansible-settings.js';
import { checkHeld } from './check-held.js';
import { merged } from './contests.js';
import { findingsOf } from './findings.js';
import { orderHosts } from './host-order.js';
import { originOfImport, type ImportOrigin } from './import-origin.js';
import { overwrittenValues } from './overwritten.js';
import { planImport, type Plan } from './plan.js';
import { proveEqual } from './proof.js';
import { readSources, type SourcesRequest } from './read-sources.js';
import { readVarsFiles, type VarsPlaces } from './vars-places.js';
import {
  findSourceFiles,
  findVarsFiles,
  varsFolders,
  vaultedFiles,
  type VarsFiles,
} from './vars-files.js';
import { writeInventory, type Origins } from './write-inventory.js';

export interface ImportRequest extends SourcesRequest {
  /** Absolute path that the result is meant for. */
  readonly target: string;
  /** Give the result although it differs, and although Ansible skips files. */
  readonly force: boolean;
  readonly renameVariables: boolean;
  readonly allowDecrypted: boolean;
  /** The words that start this program. */
  readonly program: readonly string[];
}

export interface ImportResult {
  /** The inventory; undefined where there is none to be written. */
  readonly text: string | undefined;
  readonly isEqual: boolean;
  readonly hosts: number;
  readonly tags: number;
  readonly diagnostics: readonly Diagnostic[];
  /** What the text was made from. */
  readonly origin: ImportOrigin;
}

const nothing = {
  text: undefined,
  isEqual: false,
  hosts: 0,
  tags: 0,
  origin: { files: [] },
};

export async function importInventory(
  system: System,
  request: ImportRequest,
): Promise<ImportResult> {
  const at = placeOfImport(system, request);
  const { value: read, diagnostics: told } = await readSources(system, request, at);
  if (read === undefined) return { ...nothing, diagnostics: told };
  const { inventory, settings } = read;
  const files = lookAtFiles(system, request, inventory, settings, at);
  const before = [
    ...told.filter((each) => !files.places.tells(each)),
    ...files.diagnostics,
    ...checkHeld(inventory, request.renameVariables, at),
  ];
  if (hasErrors(before)) return { ...nothing, diagnostics: before };
  return await convert(system, request, {
    inventory: request.renameVariables ? withSafeNames(inventory) : inventory,
    settings,
    files,
    before,
    at,
  });
}

interface Material {
  readonly inventory: AnsibleInventory;
  readonly settings: AnsibleSettings;
  readonly files: FileReport;
  readonly before: readonly Diagnostic[];
  readonly at: Span;
}

async function convert(
  system: System,
  request: ImportRequest,
  material: Material,
): Promise<ImportResult> {
  const { inventory, settings, files, before, at } = material;
  const plan = planImport(inventory, settings.hashBehaviour);
  const order = orderHosts(inventory.hosts, inventory.groups.values());
  const text = writeInventory(plan, order.hosts, originsOf(system, request, files.vars));
  const differences = await proveEqual(system, {
    text,
    target: request.target,
    inventory,
    program: request.program,
    vault: request.vault,
    settings,
    at,
  });
  const isEqual = differences.length === 0;
  const diagnostics = [...before, ...reportOf(plan, material, order.changed), ...differences];
  const written = isEqual
    ? text
    : request.force
      ? writeInventory(plan, order.hosts, {
          ...originsOf(system, request, files.vars),
          warning: 'NOT proven: it differs from what Ansible says of them.',
        })
      : undefined;
  return {
    text: written,
    isEqual,
    hosts: inventory.hosts.length,
    tags: plan.tags.length,
    diagnostics,
    origin: files.origin,
  };
}

function originsOf(system: System, { sources, json }: ImportRequest, vars: VarsFiles): Origins {
  const named = [...sources, ...(json === undefined ? [] : [json])];
  const [only] = named;
  // Of several sources, or a folder of them, Ansible does not say which one a group is from.
  const inline =
    only !== undefined && named.length === 1 && system.kindOf(resolve(system.cwd, only)) === 'file'
      ? [only]
      : [];
  return {
    sources: named,
    warning: undefined,
    filesOf: (group) => [
      ...inline,
      ...(vars.ofGroups.get(group) ?? []).map((path) => displayName(system.cwd, path)),
    ],
  };
}

/** The first source, where it is a text; messages that have no other place point at its start. */
function placeOfImport(system: System, { sources, json }: ImportRequest): Span {
  const path = resolve(system.cwd, sources[0] ?? json ?? '');
  return startOf({ path, name: displayName(system.cwd, path), text: '' });
}

interface FileReport {
  readonly vars: VarsFiles;
  readonly places: VarsPlaces;
  readonly origin: ImportOrigin;
  readonly diagnostics: readonly Diagnostic[];
}

/** Files that Ansible skips, and those that it decrypts as a whole. */
function lookAtFiles(
  system: System,
  request: ImportRequest,
  { groups, hosts }: AnsibleInventory,
  settings: AnsibleSettings,
  at: Span,
): FileReport {
  const folders = varsFolders(system, request.sources, request.playbookDir);
  const vars = findVarsFiles(system, folders, groups.keys(), hosts, settings);
  const { read, skipped } = findSourceFiles(system, request.sources, settings);
  const ofVars = [...vars.ofGroups.values(), ...vars.ofHosts.values()].flat();
  const secret = vaultedFiles(system, [...read, ...ofVars]);
  const spanOf = (path: string): Span =>
    startOf({ path, name: displayName(system.cwd, path), text: '' });
  const ofSkipped = skipped.map((path) =>
    diagnostic(
      'import/skipped-file',
      spanOf(path),
      `Ansible does not read \`${displayName(system.cwd, path)}\`: it ignores such names in a folder of sources`,
      { help: 'rename it, name it with `-i`, move it away, or leave it out with `--force`' },
    ),
  );
  const ofSecret = secret.map((path) =>
    diagnostic(
      'import/vaulted-file',
      spanOf(path),
      `\`${displayName(system.cwd, path)}\` is encrypted as a whole, and its values would be written in clear`,
      {
        help: 'encrypt the single values instead (`ansible-vault encrypt_string`), or accept it with `--allow-decrypted`',
      },
    ),
  );
  const asWarning = (each: Diagnostic): Diagnostic => ({ ...each, severity: 'warning' });
  return {
    vars,
    origin: originOfImport(system, request, {
      read,
      ofVars,
      varsFolders: folders,
      isDecrypted: secret.length > 0,
    }),
    places: readVarsFiles(
      system,
      [...read.filter((path) => /\.ya?ml$/.test(path)), ...ofVars],
      new Set(secret),
    ),
    diagnostics: [
      ...(request.force ? ofSkipped.map(asWarning) : ofSkipped),
      ...(request.allowDecrypted ? ofSecret.map(asWarning) : ofSecret),
      ...unreadFiles(system, vars, groups.keys(), hosts, at),
    ],
  };
}

function unreadFiles(
  system: System,
  { unread }: VarsFiles,
  groups: Iterable<string>,
  hosts: readonly string[],
  at: Span,
): Diagnostic[] {
  const known = { group: [...groups], host: hosts };
  return unread.map(({ path, of, name }) => {
    const isKnown = known[of].includes(name) || known[of].includes(name.replace(/\.[^.]*$/, ''));
    const near = isKnown ? undefined : nearest(name, known[of]);
    const message = isKnown
      ? `nobody reads \`${displayName(system.cwd, path)}\`: another file of that ${of} hides it, or its name has an end that Ansible ignores`
      : `nobody reads \`${displayName(system.cwd, path)}\`: there is no ${of} \`${name}\``;
    return diagnostic('import/unread-vars-file', at, message, {
      help: near === undefined ? undefined : `did you mean \`${near}\`?`,
    });
  });
}

function reportOf(
  plan: Plan,
  { files, settings, at }: Material,
  changed: readonly string[],
): readonly Diagnostic[] {
  const { vars, places } = files;
  const placeOf = (group: string, variable: string): Span =>
    places.placeOf(vars.ofGroups.get(group), variable) ?? at;
  const ofOrder = changed.map((name) =>
    diagnostic(
      'import/host-order',
      at,
      `the hosts of the group \`${name}\` come in another order than before: no one order of hosts suits all groups`,
    ),
  );
  return [
    ...findingsOf(plan, placeOf),
    ...ofOrder,
    ...printedOtherwise(plan, files, settings),
    ...overwrittenValues(vars, places, settings.hashBehaviour),
    ...places.diagnostics,
  ];
}

/** Values that Ansible's own output does not show as they are: keys that are no strings, on older cores unsafe maps. */
function printedOtherwise(
  { tree }: Plan,
  { vars, places }: FileReport,
  { hashBehaviour }: AnsibleSettings,
): readonly Diagnostic[] {
  return tree.groups.flatMap((group) =>
    [...group.vars].flatMap(([variable, value]) => {
      const files = vars.ofGroups.get(group.name);
      const [own, place] = [places.valueOf(files, variable), places.placeOf(files, variable)];
      if (
        own === undefined ||
        place === undefined ||
        identical(hashBehaviour === 'merge' ? merged(value, own, variable) : own, value)
      )
        return [];
      return [
        diagnostic(
          'import/printed-otherwise',
          place,
          `Ansible prints \`${variable}\` of group \`${group.name}\` otherwise than it stands here; the result has what it prints`,
        ),
      ];
    }),
  );
}

/** The variables under names that Ansible can use; collisions were refused. */
function withSafeNames(inventory: AnsibleInventory): AnsibleInventory {
  const renamed = (all: ReadonlyMap<string, Variables>): ReadonlyMap<string, Variables> =>
    new Map(
      [...all].map(([owner, vars]) => [
        owner,
        new Map([...vars].map(([name, value]) => [safeName(name), value])),
      ]),
    );
  return {
    ...inventory,
    groupVars: renamed(inventory.groupVars),
    own: renamed(inventory.own),
    final: renamed(inventory.final),
  };
}
