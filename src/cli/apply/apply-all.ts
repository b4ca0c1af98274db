/**
 * `apply --all`: an inventory and all its upstreams, theirs too, each after those that it needs. Where one fails, what
 * depends on it is left out, and everything else goes on. States that are only read are passed over.
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { readDeclarations } from '../../load/read-declarations.js';
import type { System } from '../../system.js';
import { displayName } from '../../text/display-name.js';
import { escapeControls } from '../../text/terminal.js';
import { openGraph, type Peer } from '../../upstream/graph.js';
import type { Given } from '../arguments/context.js';
import type { CommandResult } from '../terminal/output.js';
import { diagnosticsText } from '../terminal/report-failure.js';

/** What became of one inventory. */
export interface Applied {
  readonly isApplied: boolean;
  readonly stdout: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** An inventory, and those that have to be applied before it, by their paths. */
interface Stop {
  readonly path: string;
  readonly needs: readonly string[];
  readonly isForeign: boolean;
}

export async function applyAll(
  system: System,
  given: Given,
  path: string,
  apply: (path: string) => Promise<Applied>,
): Promise<CommandResult> {
  const failed = new Set<string>();
  const counts = { applied: 0, failed: 0, 'left out': 0, 'passed over': 0 };
  const name = (of: string): string => escapeControls(displayName(system.cwd, of));
  let stdout = '';
  let stderr = '';
  for (const { path: each, needs, isForeign } of inOrder(system, path)) {
    const cause = needs.find((one) => failed.has(one));
    if (cause !== undefined) {
      failed.add(each);
      counts['left out']++;
      stderr += `inventory-script: ${name(each)} is left out, since it needs ${name(cause)}\n`;
    } else if (isForeign) {
      counts['passed over']++;
      stdout += `${name(each)}: its state belongs to Terraform or OpenTofu, and is only read\n`;
    } else {
      const result = await apply(each);
      if (!result.isApplied) failed.add(each);
      counts[result.isApplied ? 'applied' : 'failed']++;
      stdout += result.stdout;
      stderr += diagnosticsText(system, result.diagnostics, given.colour);
    }
  }
  const summary = Object.entries(counts).flatMap(([what, count]) =>
    count === 0 ? [] : [`${count} ${what}`],
  );
  return {
    exitCode: failed.size === 0 ? 0 : 1,
    stdout: `${stdout}${summary.join(', ')}\n`,
    stderr,
  };
}

/** Every inventory once, those first that others need. A circle is told by those in it when they are applied. */
function inOrder(system: System, path: string): readonly Stop[] {
  const [entry, ...others] = readDeclarations(system, path).value;
  if (entry === undefined) return [{ path, needs: [], isForeign: false }];
  const reader = {
    system,
    read: (each: string) => readDeclarations(system, each),
    nameOf: (each: string) => displayName(system.cwd, each),
  };
  const stops: Stop[] = [];
  const seen = new Set<Peer>();
  const visit = (peer: Peer): void => {
    if (seen.has(peer)) return;
    seen.add(peer);
    const upstreams = [...peer.upstreams.values()].filter((each) => each !== undefined);
    upstreams.forEach(visit);
    stops.push({
      path: peer.path,
      needs: upstreams.map((each) => each.path),
      isForeign: peer.files[0]?.state?.type === 'terraform',
    });
  };
  visit(openGraph(reader, [entry, ...others]).value);
  return stops;
}
