import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { runInit } from '../src/cli/commands/init.js';
import { starterConfig, starterIgnore, starterInventory } from '../src/cli/init/starter.js';
import { renderText } from '../src/diagnostics/render-text.js';
import { validatePath } from '../src/pipeline.js';
import { nodeSystem } from '../src/system.js';
import { shellWord } from '../src/text/shell-word.js';
import { temporaryFolder } from './support/ansible.js';
import { memorySystem, type MemoryEntry } from './support/memory-system.js';

const next =
  '\nnext:\n  ./inventory.yaml validate\n  ./inventory.yaml explain gena\n  ansible-inventory -i inventory.yaml --graph\n';
const addSetting =
  'inventory-script: `ansible.cfg` exists already; add to it: [inventory] any_unparsed_is_failed = true\n';

interface Row {
  readonly title: string;
  readonly there: Record<string, MemoryEntry>;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('runInit', () => {
  const rows: Row[] = [
    {
      title: 'writes its files',
      there: {},
      exitCode: 0,
      stdout: `wrote inventory.yaml\nwrote ansible.cfg\nwrote .gitignore\n${next}`,
      stderr: '',
    },
    {
      title: 'keeps an inventory',
      there: { '/fleet/inventory.yaml': 'mine' },
      exitCode: 1,
      stdout: 'wrote ansible.cfg\nwrote .gitignore\n',
      stderr: 'inventory-script: `inventory.yaml` exists already; it is left as it is\n',
    },
    {
      title:
        'writes no second inventory beside inventory.yml, and keeps a .gitignore without a word',
      there: {
        '/fleet/inventory.yml': 'mine',
        '/fleet/ansible.cfg': starterConfig,
        '/fleet/.gitignore': 'mine',
      },
      exitCode: 1,
      stdout: '',
      stderr: 'inventory-script: `inventory.yml` exists already; it is left as it is\n',
    },
    {
      title: 'keeps settings, and says what is missing in them',
      there: {
        '/fleet/ansible.cfg':
          '[defaults]\nany_unparsed_is_failed = true\n[inventory]\nany_unparsed_is_failed = false\n',
      },
      exitCode: 1,
      stdout: `wrote inventory.yaml\nwrote .gitignore\n${next}`,
      stderr: addSetting,
    },
    {
      title: 'says nothing of settings that are complete',
      there: {
        '/fleet/ansible.cfg':
          '[defaults]\r\nforks = 5\r\n[inventory]\r\nany_unparsed_is_failed=True  ; stop\r\n',
      },
      exitCode: 0,
      stdout: `wrote inventory.yaml\nwrote .gitignore\n${next}`,
      stderr: '',
    },
    {
      title: 'keeps settings that it cannot read',
      there: { '/fleet/ansible.cfg': { failure: 'forbidden' } },
      exitCode: 1,
      stdout: `wrote inventory.yaml\nwrote .gitignore\n${next}`,
      stderr: addSetting,
    },
    {
      title: 'changes nothing where both exist',
      there: {
        '/fleet/inventory.yaml': 'mine',
        '/fleet/ansible.cfg': 'mine',
        '/fleet/.gitignore': '',
      },
      exitCode: 1,
      stdout: '',
      stderr: `inventory-script: \`inventory.yaml\` exists already; it is left as it is\n${addSetting}`,
    },
  ];
  for (const { title, there, ...result } of rows) {
    it(title, () => {
      const system = memorySystem({ '/fleet': { folder: true }, ...there }, { cwd: '/fleet' });
      expect(runInit(system)).to.deep.equal(result);
      for (const [path, entry] of Object.entries(there))
        expect(system.files.get(path), path).to.equal(entry);
    });
  }

  it('makes the folder, and says where to go', () => {
    const system = memorySystem({ '/fleet': { folder: true } }, { cwd: '/fleet' });
    const result = runInit(system, 'the net');
    expect(result.stdout).to.equal(
      `wrote the net/inventory.yaml\nwrote the net/ansible.cfg\nwrote the net/.gitignore\n${next.replace('next:\n', "next:\n  cd 'the net'\n")}`,
    );
    expect(system.files.get('/fleet/the net/inventory.yaml')).to.equal(starterInventory);
    expect(system.files.get('/fleet/the net/ansible.cfg')).to.equal(starterConfig);
    expect(system.files.get('/fleet/the net/.gitignore')).to.equal(starterIgnore);
    expect(system.modes.get('/fleet/the net/inventory.yaml')).to.equal(0o755);
    expect(system.modes.get('/fleet/the net/ansible.cfg')).to.equal(0o644);
  });

  it('names a folder that cannot be made', () => {
    const system = memorySystem({ '/fleet/x': 'a file' }, { cwd: '/fleet' });
    expect(runInit(system, 'x')).to.deep.equal({
      exitCode: 1,
      stdout: '',
      stderr: 'inventory-script: the folder `x` cannot be made: it exists already\n',
    });
  });

  it('names files that cannot be written', () => {
    const system = memorySystem({}, { cwd: '/fleet' });
    const refusing = {
      ...system,
      createFile: () => ({ failure: 'forbidden', detail: 'permission denied' }) as const,
    };
    expect(runInit(refusing)).to.deep.equal({
      exitCode: 1,
      stdout: '',
      stderr: ['inventory.yaml', 'ansible.cfg', '.gitignore']
        .map((name) => `inventory-script: \`${name}\` cannot be written: permission denied\n`)
        .join(''),
    });
  });

  it('names no folder in a way that a terminal would obey', () => {
    const result = runInit(memorySystem({ '/x\x1b[31m': 'a file' }), '/x\x1b[31m');
    expect(result.stderr).to.equal(
      'inventory-script: the folder `/x\\x1b[31m` cannot be made: it exists already\n',
    );
  });

  it('makes an inventory that can be executed, on disk', () => {
    const folder = temporaryFolder('init');
    expect(runInit(nodeSystem, folder).exitCode).to.equal(0);
    expect(statSync(join(folder, 'inventory.yaml')).mode & 0o100).to.equal(0o100);
    expect(runInit(nodeSystem, folder).exitCode).to.equal(1);
  });
});

describe('the starter inventory', () => {
  /** What the comments show, written out: the range of hosts, `!append`, and the service, which a tag assigns. */
  const shown = starterInventory
    .replace('  # - name: web[01:12]', '  - name: web[01:12]')
    .replace('  #   tags: [office]', '    tags: [office]')
    .replace('servers: [192.0.2.1] ', 'servers: !append [192.0.2.1] ')
    .replace('description: the rack in the office', 'services: {web: {}}')
    .replace(/^# services:[^]*/m, (part) => part.replaceAll(/^# /gm, ''));

  for (const [title, text, hosts] of [
    ['is valid as it is', starterInventory, 2],
    ['is valid with what its comments show', shown, 14],
  ] as const) {
    it(`${title}, without a warning`, () => {
      const { diagnostics, resolved } = validatePath(
        memorySystem({ '/fleet/inventory.yaml': text }),
        '/fleet/inventory.yaml',
      );
      expect(renderText(diagnostics, { colour: false, excerpts: false, limit: 50 })).to.equal('');
      expect(resolved.hosts).to.have.length(hosts);
    });
  }
});

describe('shellWord', () => {
  const words = [
    'plain',
    'a/b-c.d',
    'two words',
    "it's",
    '$HOME',
    '',
    '*',
    '日本',
    'a\nb',
    '"q"',
    '\\',
    '~',
    '#x',
    '!1',
  ];
  it('is read by a shell as the text itself', () => {
    const { stdout } = spawnSync(
      '/bin/sh',
      ['-c', `printf '%s\\0' ${words.map(shellWord).join(' ')}`],
      { encoding: 'utf8' },
    );
    expect(stdout.split('\0').slice(0, -1)).to.deep.equal(words);
  });
});
