/** The names in an inventory that `scan-names.ts` leaves: through the reader that everything else uses. */
import { expandRange } from '../../check/host-range.js';
import { loadWorkspace } from '../../load/load.js';
import type { System } from '../../system.js';
import type { KnownNames } from './names.js';

/** What could be built; of a file that is no YAML, nothing. */
export function loadNames(system: System, path: string): KnownNames {
  const { files } = loadWorkspace(system, path).value;
  const hosts = files.flatMap((file) =>
    file.hosts.flatMap(({ name }) => {
      const expansion = expandRange(name.name);
      return 'names' in expansion ? expansion.names : [];
    }),
  );
  return {
    hosts: hosts.filter((name) => name !== ''),
    tags: files.flatMap((file) => file.tags.map((tag) => tag.name)),
    services: files.flatMap((file) => file.services.map((service) => service.name)),
    exports: files.flatMap((file) => file.exports.map((each) => each.name)),
  };
}
