/** Circles among names that refer to each other. */
import type { Name } from '../model/inventory.js';
import type { Span } from '../text/source.js';

/** One circle: its names in order of reference, from the one that is reached first, and the reference that closes it. */
export interface Cycle {
  readonly names: readonly string[];
  readonly span: Span;
}

interface Step {
  readonly name: string;
  readonly edges: readonly Name[];
  next: number;
}

/** Every circle that a walk in definition order closes; each is found once. References to unknown names lead nowhere. */
export function findCycles(
  names: Iterable<string>,
  edges: (name: string) => readonly Name[],
): Cycle[] {
  const cycles: Cycle[] = [];
  const done = new Set<string>();
  for (const name of names) if (!done.has(name)) walk(name, edges, done, cycles);
  return cycles;
}

/** Depth first with a stack of its own, so that a long chain of names is no deep recursion. */
function walk(
  start: string,
  edges: (name: string) => readonly Name[],
  done: Set<string>,
  cycles: Cycle[],
): void {
  const path: Step[] = [];
  const depth = new Map<string, number>();
  const enter = (name: string): void => {
    done.add(name);
    depth.set(name, path.length);
    path.push({ name, edges: edges(name), next: 0 });
  };
  enter(start);
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const edge = step.edges[step.next++];
    if (edge === undefined) {
      depth.delete(step.name);
      path.pop();
      continue;
    }
    const at = depth.get(edge.name);
    if (at !== undefined)
      cycles.push({ names: path.slice(at).map((each) => each.name), span: edge });
    else if (!done.has(edge.name)) enter(edge.name);
  }
}
