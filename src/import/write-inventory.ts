/**
 * A plan → the text of an inventory: shebang, variables of every host, tags by order, hosts in theirs, with comments
 * that say which group and files each part came from.
 */
import { tagGroup } from '../model/safe-name.js';
import { entriesToYaml, textToYaml } from '../model/yaml.js';
import type { Entry } from '../syntax/node.js';
import { escapeControls } from '../text/terminal.js';
import { nowhere } from './exact-json.js';
import { foldRanges, type Foldable, type Folded } from '../text/fold-ranges.js';
import type { Plan, PlannedHost, PlannedTag, PlannedVariable } from './plan.js';
import { splitConnection, type TransportField } from './transport.js';

export interface Origins {
  /** What was imported, as the head of the file names it. */
  readonly sources: readonly string[];
  /** A line for the head where the result is not proven. */
  readonly warning: string | undefined;
  /** The files that hold variables of a group, as messages call them. */
  filesOf(group: string): readonly string[];
}

/** The whole text, with a final newline. `hosts` is the order in which hosts are written. */
export function writeInventory(plan: Plan, hosts: readonly string[], origins: Origins): string {
  const byName = new Map(plan.hosts.map((host) => [host.name, host]));
  const entries = foldRanges(hosts.flatMap((name) => byName.get(name) ?? []).map(hostText));
  const verbatim = plan.tags.some(({ name }) => tagGroup(name, { groupNames: 'safe' }) !== name);
  const sections = [
    head(origins),
    ...(verbatim
      ? ['# Plays name these groups as they are.\nansible:\n  group_names: verbatim\n']
      : []),
    ...(plan.vars.length === 0
      ? []
      : [
          `${comment('', [`group \`all\`${from(origins.filesOf('all'))}`])}vars:\n${variables(plan.vars, '  ')}`,
        ]),
    ...(plan.tags.length === 0
      ? []
      : [`tags:\n${plan.tags.map((tag) => tagText(tag, origins)).join('\n')}`]),
    entries.length === 0 ? 'hosts: []\n' : `hosts:\n${entries.map(entryText).join('')}`,
  ];
  return sections.join('\n');
}

function head({ sources, warning }: Origins): string {
  const lines = [
    `Imported from ${sources.join(', ')} by inventory-script.`,
    ...(warning === undefined ? [] : [warning]),
  ];
  return `#!/usr/bin/env inventory-script\n${comment('', lines)}plugin: inventory-script\n`;
}

function comment(indent: string, lines: readonly string[]): string {
  return lines.map((line) => `${indent}# ${escapeControls(line)}\n`).join('');
}

function from(files: readonly string[]): string {
  return files.length === 0 ? '' : `: ${files.join(', ')}`;
}

function tagText(tag: PlannedTag, origins: Origins): string {
  const { name, order, includes, vars } = tag;
  const about = comment('  ', [`group \`${name}\`${from(origins.filesOf(name))}`]);
  const inner = '    ';
  return [
    `${about}  ${textToYaml(name)}:\n`,
    `${inner}order: ${order}\n`,
    ...(includes.length === 0 ? [] : [`${inner}includes: ${flowList(includes)}\n`]),
    ...(vars.length === 0 ? [] : [`${inner}vars:\n${variables(vars, `${inner}  `)}`]),
  ].join('');
}

interface HostText extends Foldable {
  readonly host: PlannedHost;
}

/** What follows the name of a host. */
function hostText(host: PlannedHost): HostText {
  const { transport, vars } = splitConnection(host.vars);
  const inner = '    ';
  const what = [
    ...(host.tags.length === 0 ? [] : [`${inner}tags: ${flowList(host.tags)}\n`]),
    ...(transport === undefined ? [] : [`${inner}transport:${transportText(transport, inner)}`]),
    ...(vars.length === 0 ? [] : [`${inner}vars:\n${variables(vars, `${inner}  `)}`]),
  ].join('');
  return { name: host.name, what, host };
}

function transportText(fields: readonly TransportField[], indent: string): string {
  const [only] = fields;
  if (fields.length === 1 && only?.value.kind === 'string')
    return ` {${only.key}: ${only.value.value}}\n`;
  return `\n${entriesToYaml(fields, `${indent}  `)}`;
}

function entryText({ name, members }: Folded<HostText>): string {
  return `  - name: ${textToYaml(name)}\n${members[0]?.what ?? ''}`;
}

/** Names need no quotes but where they look like a number or a word. */
function flowList(names: readonly string[]): string {
  return `[${names.map(textToYaml).join(', ')}]`;
}

function variables(vars: readonly PlannedVariable[], indent: string): string {
  return entriesToYaml(
    vars.map(({ name, value }): Entry => ({ key: name, value, ...nowhere })),
    indent,
  );
}
