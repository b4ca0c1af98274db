/** The states of the upstreams: whether each has been applied, and can be read from here. */
import { dirname } from 'node:path';
import { readUpstreamStates } from '../pipeline.js';
import type { StateRead } from '../state/state.js';
import type { System } from '../system.js';
import { shellWord } from '../text/shell-word.js';
import { ok, type Finding } from './finding.js';

/** Of the upstreams whose values only a state knows; none where the inventory has no such upstream. */
export async function inspectUpstreams(
  system: System,
  inventory: string,
): Promise<readonly Finding[]> {
  const states = await readUpstreamStates(system, inventory);
  return [...(states ?? [])].map(([name, read]) => inspectState(name, read));
}

function inspectState(name: string, read: StateRead): Finding {
  switch (read.kind) {
    case 'present':
      return ok('upstreams', `upstream \`${name}\` has a state: \`${read.place}\``);
    case 'absent': {
      const isFile = read.place.startsWith('/');
      return {
        subject: 'upstreams',
        level: 'warning',
        message: `upstream \`${name}\` was never applied: there is no state at \`${read.place}\`, and what comes from it is unknown`,
        remedy: isFile
          ? `inventory-script apply ${shellWord(dirname(read.place))}`
          : 'run `inventory-script apply` on the upstream',
      };
    }
    case 'broken':
      return {
        subject: 'upstreams',
        level: 'error',
        message: `the state of upstream \`${name}\` cannot be read: ${read.diagnostic.message}`,
        remedy: read.diagnostic.help ?? 'run `inventory-script apply` on the upstream',
      };
  }
}
