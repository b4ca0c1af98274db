/** Names of files for services that annotate a repository. */
import { isAbsolute, relative } from 'node:path';
import type { System } from '../../system.js';
import type { Source } from '../../text/source.js';

/** What a service that shows places in a repository calls a file: relative to the checkout, where a workflow says which. */
export function nameInRepository({ env }: System): (source: Source) => string {
  const checkout = env.GITHUB_WORKSPACE ?? '';
  return ({ path, name }) => {
    const inside = isAbsolute(checkout) ? relative(checkout, path) : '';
    return inside === '' || inside.startsWith('..') ? name : inside;
  };
}
