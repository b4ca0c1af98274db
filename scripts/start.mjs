/**
 * `npm start`: the main job on an example, with a real Ansible. Shows the groups of `examples/apply`, then applies its
 * services below the folder `.cache/start`, which the next run replaces. Finds an ansible-core or installs one below `.cache/`.
 */
import { mkdir, rm, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOf, findAnyAnsible, isolatedEnv, run } from './ansible-core.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const example = join(root, 'examples', 'apply');
const tool = join(root, 'bin', 'inventory-script');

process.exitCode = await main();

async function main() {
  const ansible = await findAnyAnsible();
  if (ansible === undefined) {
    say(
      'No ansible-core is to be had: install Python 3.9 or newer with pip, or Debian’s package ansible-core.',
    );
    return 1;
  }
  const work = join(root, '.cache', 'start');
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const target = join(work, 'hosts');
  try {
    await mkdir(join(work, 'bin'));
    await symlink(tool, join(work, 'bin', 'inventory-script'));
    const path = [join(work, 'bin'), dirname(process.execPath), process.env.PATH ?? ''].join(
      delimiter,
    );
    const env = isolatedEnv(ansible, work, {
      PATH: path,
      ANSIBLE_CONFIG: join(example, 'ansible.cfg'),
    });
    say(`ansible-core ${ansible.label}; the inventory is examples/apply/inventory.yaml`);
    for (const [why, program, args] of steps(target)) {
      say(`\n${why}\n  $ ${[program, ...args].map(quoted).join(' ')}\n`);
      const line =
        program === 'inventory-script' ? { command: tool, args: [] } : commandOf(ansible, program);
      const { code } = await run(line.command, [...line.args, ...args], {
        cwd: example,
        env,
        inherit: true,
      });
      if (code !== 0) {
        say(`\n${program} ended with ${code}; what it wrote is in ${target}`);
        return 1;
      }
    }
    say(
      `\nDone. Each host’s files are below ${target}; nothing else on this machine was changed. Next: README.md`,
    );
    return 0;
  } finally {
    await Promise.all(
      [join(work, 'bin'), join(work, '.ansible')].map((folder) =>
        rm(folder, { recursive: true, force: true }),
      ),
    );
  }
}

/** [what it shows, program, arguments] */
function steps(target) {
  return [
    [
      'Where each variable of a host comes from:',
      'inventory-script',
      ['inventory.yaml', 'explain', 'gena', 'vars.vmango'],
    ],
    [
      'Ansible reads it as groups of hosts:',
      'ansible-inventory',
      ['-i', 'inventory.yaml', '--graph'],
    ],
    [
      'A playbook applies the services of every host, here below the folder `.cache/start`:',
      'ansible-playbook',
      [
        '-i',
        'inventory.yaml',
        'site.yml',
        '--diff',
        '-e',
        `apply_prefix=${target}/{{ inventory_hostname }}`,
      ],
    ],
  ];
}

/** An argument as a shell takes it. */
function quoted(argument) {
  return /^[\w./=-]+$/.test(argument) ? argument : `'${argument}'`;
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
