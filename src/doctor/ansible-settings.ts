/** What Ansible's own settings mean for the inventory: asked of `ansible-config`, as it would run from here. */
import { join } from 'node:path';
import type { System } from '../system.js';
import { ok, type Finding } from './finding.js';
import { findProgram } from './source-file.js';

interface Setting {
  readonly name: string;
  readonly value: unknown;
  readonly origin?: string;
}

const configVariable = 'ANSIBLE_CONFIG';

export async function inspectAnsible(system: System): Promise<readonly Finding[]> {
  const ignored = inspectIgnoredConfig(system);
  if (findProgram(system, 'ansible-config') === undefined) {
    return [
      ...ignored,
      {
        subject: 'ansible-settings',
        level: 'note',
        message:
          'there is no `ansible-config` on the PATH, so the settings of Ansible were not looked at',
        remedy: 'run `inventory-script doctor` where Ansible runs',
      },
    ];
  }
  const run = await system.run('ansible-config', ['dump', '--only-changed', '--format', 'json'], {
    env: { ...system.env, ANSIBLE_NOCOLOR: '1' },
    cwd: system.cwd,
  });
  const settings = 'failure' in run ? undefined : parseSettings(run.stdout);
  if (settings === undefined) {
    const said = 'failure' in run ? run.detail : (run.stderr.trim().split('\n').at(-1) ?? '');
    return [
      ...ignored,
      {
        subject: 'ansible-settings',
        level: 'warning',
        message: `\`ansible-config dump\` does not tell the settings of Ansible: ${said}`,
        remedy: 'run it by hand, and mend what it says',
      },
    ];
  }
  return [inspectUnparsed(settings), inspectPlugins(settings), ...ignored];
}

/** The settings that are not as Ansible ships them; what stands before the JSON is a warning. */
function parseSettings(text: string): readonly Setting[] | undefined {
  try {
    const found: unknown = JSON.parse(text.slice(Math.max(0, text.indexOf('['))));
    return Array.isArray(found)
      ? found.filter(
          (each): each is Setting => typeof (each as Partial<Setting> | null)?.name === 'string',
        )
      : undefined;
  } catch {
    return undefined;
  }
}

function inspectUnparsed(settings: readonly Setting[]): Finding {
  const setting = settings.find((each) => each.name === 'INVENTORY_ANY_UNPARSED_IS_FAILED');
  if (setting?.value === true)
    return ok(
      'ansible-settings',
      `a failing inventory stops the play (\`any_unparsed_is_failed\`, set in \`${setting.origin ?? ''}\`)`,
    );
  return {
    subject: 'ansible-settings',
    level: 'warning',
    message:
      'Ansible goes on without hosts, and with exit code 0, when an inventory fails: `any_unparsed_is_failed` is not set',
    remedy: 'write into ansible.cfg: [inventory] any_unparsed_is_failed = true',
  };
}

function inspectPlugins(settings: readonly Setting[]): Finding {
  const setting = settings.find((each) => each.name === 'INVENTORY_ENABLED');
  const names = Array.isArray(setting?.value)
    ? setting.value.map((each) => String(each).replace(/^ansible\.(?:builtin|legacy)\./, ''))
    : undefined;
  if (names === undefined) return ok('enable-plugins', '`enable_plugins` is as Ansible ships it');
  const from = `\`enable_plugins\` (set in \`${setting?.origin ?? ''}\`)`;
  if (!names.includes('script'))
    return {
      subject: 'enable-plugins',
      level: 'error',
      message: `${from} lacks \`script\`, so Ansible runs no inventory`,
      remedy: 'remove the setting: `plugin: inventory-script` keeps the other readers off the file',
    };
  const lost = [
    names.includes('host_list') ? [] : '`-i web1,` (needs `host_list`)',
    names.includes('auto')
      ? []
      : 'inventories of other plugins, such as `constructed` (need `auto`)',
  ].flat();
  if (lost.length === 0) return ok('enable-plugins', `${from} holds \`script\``);
  return {
    subject: 'enable-plugins',
    level: 'warning',
    message: `${from} breaks ${lost.join(' and ')}`,
    remedy: 'remove the setting: `plugin: inventory-script` keeps the other readers off the file',
  };
}

const writableByAll = 0o002;

/** Ansible reads no `ansible.cfg` from a folder that everybody may write to. */
function inspectIgnoredConfig(system: System): readonly Finding[] {
  const config = join(system.cwd, 'ansible.cfg');
  if (system.kindOf(config) !== 'file' || (system.env[configVariable] ?? '') !== '') return [];
  if (((system.machine().modeOf(system.cwd) ?? 0) & writableByAll) === 0)
    return [ok('ansible-cfg', '`ansible.cfg` of the working directory is read')];
  return [
    {
      subject: 'ansible-cfg',
      level: 'error',
      message: `everybody may write to \`${system.cwd}\`, so Ansible ignores its \`ansible.cfg\``,
      remedy: `chmod o-w the folder, or say ${configVariable}=./ansible.cfg`,
    },
  ];
}
