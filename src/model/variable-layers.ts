/** Every place where variables are written. */
import type { MapNode } from '../syntax/node.js';
import type { FileDefinitions } from './inventory.js';

/** The `vars` of files, tags and hosts, in reading order, used or not. */
export function variableLayers(files: readonly FileDefinitions[]): MapNode[] {
  const layers = files.flatMap((file) => [
    file.vars,
    ...file.tags.map((tag) => tag.vars),
    ...file.hosts.map((host) => host.vars),
  ]);
  return layers.filter((vars) => vars !== undefined);
}
