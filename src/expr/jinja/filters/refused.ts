/** Filters and tests that Ansible has and an inventory must not use: each says why. */
import type { Definition, Definitions } from '../bind.js';
import { fail } from '../error.js';

const chance = 'draws random numbers: the same inventory must give the same result every time';
const files = "reads the controller's files: an inventory is computed from its own data only";
const environment =
  'depends on the machine it runs on: an inventory is computed from its own data only';
const secrets = 'needs a secret, and an inventory is computed without secrets';

function refuse(reasons: Readonly<Record<string, string>>): Definitions {
  return Object.fromEntries(
    Object.entries(reasons).map(([name, why]): [string, Definition] => [
      name,
      {
        takes: '* **',
        does: `refused: it ${why}`,
        undefinedArguments: true,
        run: () => fail('unsupported', `\`${name}\` ${why}`),
      },
    ]),
  );
}

export const refusedFilters = refuse({
  random: chance,
  shuffle: chance,
  password_hash: chance,
  fileglob: files,
  realpath: files,
  expanduser: environment,
  expandvars: environment,
  vault: secrets,
  unvault: secrets,
  register_secret: secrets,
  mask_secrets: secrets,
  from_yaml: 'is not supported yet',
  from_yaml_all: 'is not supported yet',
  pprint: 'is not supported',
});

export const refusedTests = refuse({
  exists: files,
  file: files,
  is_file: files,
  directory: files,
  is_dir: files,
  link: files,
  is_link: files,
  link_exists: files,
  mount: files,
  is_mount: files,
  same_file: files,
  is_same_file: files,
  vaulted_file: files,
});
