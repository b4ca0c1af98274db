/**
 * `graph [GROUP]`: groups and hosts as the tree of `ansible-inventory --graph`, or hosts, tags, services and upstreams as
 * a picture: Mermaid, DOT, SVG.
 */
import { resolve } from 'node:path';
import { readBack } from '../ansible/read-back.js';
import { knownForAnsible } from '../ansible/unknown.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { resolveApplied, type Resolution } from '../pipeline.js';
import { graphText, type TreePart } from '../report/graph-text.js';
import type { System } from '../system.js';
import { startOf } from '../text/source.js';
import { suggestion } from '../text/suggest.js';
import { decideColour } from './colour.js';
import type { Given } from './given.js';
import { failure } from './hot.js';
import { locateInventory } from './locate.js';
import { misplacedInventory } from './misuse.js';
import { isTerminal, type CommandResult } from './output.js';
import { notAppliedText } from './report-failure.js';
import { writeOutput } from './write-output.js';

/** What `graph` takes beside the inventory and a selection. */
export interface GraphOptions {
  readonly group: string | undefined;
  readonly variables: boolean;
  readonly output: string | undefined;
  readonly force: boolean;
}

export async function runGraph(system: System, given: Given, options: GraphOptions): Promise<CommandResult> {
  const { group } = options;
  const located = locateInventory(system, given, true);
  if (given.file === undefined && group !== undefined && /\/|\.ya?ml$/.test(group) && system.kindOf(resolve(system.cwd, group)) !== undefined) throw misplacedInventory('graph', group);
  if ('error' in located) return failure(system, [located.error], given.colour);
  const resolution = await resolveApplied(system, located.path, given);
  if (!resolution.valid) return failure(system, resolution.diagnostics, given.colour);
  const text = tree(system, given, options, resolution);
  if (typeof text !== 'string') return failure(system, [text], given.colour);
  const stderr = notAppliedText(system, resolution.diagnostics, given.colour);
  return writeOutput(system, { ...options, colour: given.colour }, { exitCode: 0, stdout: text, stderr });
}

function tree(system: System, given: Given, { group = 'all', variables, output }: GraphOptions, { resolved, loaded }: Resolution): string | ReturnType<typeof diagnostic> {
  const known = resolved.inventory.upstreams.length === 0 ? resolved : knownForAnsible(resolved);
  const read = readBack(known);
  if (!read.groups.has(group)) {
    const source = loaded.workspace.documents[0]?.source ?? { path: loaded.workspace.path, name: loaded.workspace.path, text: '' };
    return diagnostic('resolve/unknown-selection', startOf(source), `there is no group \`${group}\``, { help: suggestion(group, read.groups.keys()) });
  }
  const colour = output === undefined && decideColour({ flag: given.colour, env: system.env, isTerminal: isTerminal('stdout') });
  return graphText(read, { group, variables: variables ? known : undefined, only: undefined, paint: colour ? painted : (_, text) => text });
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
