/** Values as YAML text. */
import type { Definitions } from '../bind.js';
import { fail } from '../error.js';

const why = 'is not supported: use `to_json`';

export const yamlFilters: Definitions = {
  to_yaml: { takes: '* **', does: 'refused', run: () => fail('unsupported', `\`to_yaml\` ${why}`) },
  to_nice_yaml: {
    takes: '* **',
    does: 'refused',
    run: () => fail('unsupported', `\`to_nice_yaml\` ${why}`),
  },
};
