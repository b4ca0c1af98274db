/**
 * `graph [GROUP]`: groups and hosts as the tree of `ansible-inventory --graph`, or hosts, tags, services and upstreams as
 * a picture: Mermaid, DOT, SVG.
 */
import { basename } from 'node:path';
import { readBack } from '../../ansible/read-back.js';
import { knownForAnsible } from '../../ansible/unknown.js';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { resolveApplied, type Resolution } from '../../pipeline.js';
import { branchesOf, graphText, type TreePart } from '../../report/graph-text.js';
import {
  drawPicture,
  findFocus,
  writeDot,
  writeMermaid,
  writeSvg,
  type Focus,
} from '../../report/graph-picture.js';
import type { System } from '../../system.js';
import { nowhere } from '../../text/source.js';
import { suggestion } from '../../text/suggest.js';
import { decideColour } from '../terminal/colour.js';
import type { Given } from '../arguments/context.js';
import { layOut } from '../graph/graphviz.js';
import { locateInventory } from '../inventory/locate.js';
import { isMisplaced, MisplacedInventory, Misuse } from '../arguments/misuse.js';
import { isTerminal, type CommandResult } from '../terminal/output.js';
import { failure, notAppliedText } from '../terminal/report-failure.js';
import { writeOutput } from '../files/write-output.js';
import { defineCommand } from '../arguments/define-command.js';
import { flags, formatFlag, selected, selection } from '../flags.js';
import type { Selection } from '../../resolve/select.js';
import { originOf } from '../files/derived-file.js';

export const graphCommand = defineCommand({
  name: 'graph',
  summary: 'draw groups and hosts as a tree, or hosts, tags, services and upstreams as a picture',
  operands: {
    GROUP: {
      description: 'the group to begin with; by default all',
      isOptional: true,
      offers: 'groups',
      names: 'group',
    },
  },
  flags: {
    vars: { kind: 'switch', description: 'with the variables of hosts and groups' },
    focus: {
      kind: 'names',
      value: 'NAME',
      description:
        'only this host, tag, service, upstream or group, and what it is connected with; KIND:NAME means only one kind',
      offers: 'members',
    },
    ...selection,
    format: formatFlag('text', 'mermaid', 'dot', 'svg'),
    output: flags.output,
    force: flags.force,
  },
  examples: ['inventory-script graph --format svg -o fleet.svg'],
  run: (context, options) =>
    runGraph(
      context.system,
      { ...context, ...selected(options), format: options.format },
      { ...options, group: options.GROUP, variables: options.vars },
    ),
});

/** Which hosts `graph` is about, and how it draws them. */
interface GraphGiven extends Given, Selection {
  readonly format: 'text' | 'mermaid' | 'dot' | 'svg';
}

/** What `graph` takes beside the inventory and a selection. */
interface GraphOptions {
  readonly group: string | undefined;
  readonly variables: boolean;
  readonly focus: readonly string[];
  readonly output: string | undefined;
  readonly force: boolean;
}

async function runGraph(
  system: System,
  given: GraphGiven,
  options: GraphOptions,
): Promise<CommandResult> {
  const { group, variables } = options;
  const { format } = given;
  if (variables && format !== 'text') throw new Misuse('--vars belongs to --format text');
  if (group !== undefined && format !== 'text')
    throw new Misuse(
      `a GROUP to begin with belongs to --format text; a picture takes --focus ${group}`,
    );
  const located = locateInventory(system, given, true);
  if (isMisplaced(system, given, group)) throw new MisplacedInventory(group);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const resolution = await resolveApplied(system, located.path, given);
  if (!resolution.valid) return failure(system, resolution.diagnostics, given.colour);
  const drawn = await draw(system, given, options, resolution);
  if (typeof drawn !== 'string') return failure(system, [drawn], given.colour);
  const stderr = notAppliedText(system, resolution.diagnostics, given.colour);
  return await writeOutput(
    system,
    { ...options, colour: given.colour, origin: originOf(resolution.loaded) },
    { exitCode: 0, stdout: drawn, stderr },
  );
}

async function draw(
  system: System,
  given: GraphGiven,
  options: GraphOptions,
  { resolved, loaded }: Resolution,
): Promise<string | Diagnostic> {
  const { workspace } = loaded;
  const known = resolved.inventory.upstreams.length === 0 ? resolved : knownForAnsible(resolved);
  const read = readBack(known);
  const unknown = (message: string, help: string | undefined): Diagnostic =>
    diagnostic('resolve/unknown-selection', nowhere, message, { help });
  const focus: Focus[] = [];
  for (const written of options.focus) {
    const found = findFocus(written, resolved, read);
    if ('fault' in found) return unknown(found.fault, found.help);
    focus.push(...found);
  }
  const { format } = given;
  if (format === 'text') {
    const { group = 'all', variables, output } = options;
    if (!read.groups.has(group))
      return unknown(`there is no group \`${group}\``, suggestion(group, read.groups.keys()));
    const only = focus.length === 0 ? undefined : branchesOf(focus, resolved.inventory, read);
    if (only?.groups.size === 0)
      throw new Misuse(
        'an upstream is in no group: the tree cannot show it, a picture can (--format svg)',
      );
    const colour =
      output === undefined &&
      decideColour({ flag: given.colour, env: system.env, isTerminal: isTerminal('stdout') });
    return graphText(read, {
      group,
      variables: variables ? known : undefined,
      only,
      paint: colour ? painted : (_, text) => text,
      isForTerminal: output === undefined && isTerminal('stdout'),
    });
  }
  const states = [...(workspace.upstreams?.states ?? [])];
  const picture = drawPicture(
    {
      resolved,
      documents: workspace.documents,
      read,
      notApplied: new Set(
        states.filter(([, state]) => state.kind === 'absent').map(([name]) => name),
      ),
    },
    focus,
  );
  if (format === 'mermaid') return writeMermaid(picture);
  const dot = writeDot(picture);
  return format === 'dot' ? dot : writeSvg(await layOut(dot), picture, basename(workspace.path));
}

const styles: Readonly<Record<TreePart, readonly [string, string]>> = {
  frame: ['\x1b[2m', '\x1b[22m'],
  group: ['\x1b[1m', '\x1b[22m'],
  host: ['', ''],
  variable: ['\x1b[2m', '\x1b[22m'],
};

function painted(part: TreePart, text: string): string {
  const [open, close] = styles[part];
  return `${open}${text}${close}`;
}
