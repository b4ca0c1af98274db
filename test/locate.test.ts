import { expect } from 'chai';
import { locateInventory } from '../src/cli/inventory/locate.js';
import { memorySystem, type MemoryEntry, type MemoryOptions } from './support/memory-system.js';

interface Row {
  readonly title: string;
  readonly files: readonly string[];
  readonly more?: Record<string, MemoryEntry>;
  readonly file?: string;
  readonly env?: MemoryOptions['env'];
  readonly script?: string;
  readonly finds: string;
}

const global = '/usr/bin/inventory-script';
const project = '/opt/fleet/bin/inventory-script';
const all = [
  '/fleet/inventory.yaml',
  '/usr/bin/inventory.yaml',
  '/opt/fleet/bin/inventory.yaml',
  '/srv/a.yaml',
  '/srv/b.yaml',
];
const linked = { [global]: { linkTo: project }, [project]: '#!/bin/sh' };

function locate(row: Omit<Row, 'finds' | 'title'>): ReturnType<typeof locateInventory> {
  const entries = Object.fromEntries(row.files.map((path) => [path, 'hosts: []\n']));
  const system = memorySystem(
    { '/fleet': { folder: true }, ...entries, ...row.more },
    { cwd: '/fleet', env: row.env ?? {} },
  );
  return locateInventory(system, {
    file: row.file,
    scriptPath: row.script ?? global,
    commandNames: ['validate', 'show'],
  });
}

describe('locateInventory', () => {
  const found: Row[] = [
    {
      title: 'the file that is named',
      files: all,
      more: linked,
      file: '/srv/a.yaml',
      env: { INVENTORY_SCRIPT_FILE: '/srv/b.yaml' },
      finds: '/srv/a.yaml',
    },
    {
      title: 'a file relative to the working directory',
      files: [...all, '/fleet/sub/x'],
      file: 'sub/x',
      finds: '/fleet/sub/x',
    },
    {
      title: 'a file by a path that is not normal',
      files: all,
      file: '../srv/./a.yaml',
      finds: '/srv/a.yaml',
    },
    {
      title: 'a symlink by its own path',
      files: all,
      more: { '/fleet/l': { linkTo: '/srv/a.yaml' } },
      file: 'l',
      finds: '/fleet/l',
    },
    {
      title: 'the file of the environment',
      files: all,
      more: linked,
      env: { INVENTORY_SCRIPT_FILE: '../srv/b.yaml' },
      finds: '/srv/b.yaml',
    },
    {
      title: 'beside the symlink before all, if the variable is empty',
      files: all,
      more: linked,
      env: { INVENTORY_SCRIPT_FILE: '' },
      finds: '/usr/bin/inventory.yaml',
    },
    {
      title: 'beside the real file',
      files: all.filter((each) => !each.startsWith('/usr')),
      more: linked,
      finds: '/opt/fleet/bin/inventory.yaml',
    },
    {
      title: 'not beside the real file in node_modules',
      files: ['/fleet/inventory.yml', '/usr/lib/node_modules/inventory-script/bin/inventory.yaml'],
      more: {
        [global]: { linkTo: '../lib/node_modules/inventory-script/bin/inventory-script' },
        '/usr/lib/node_modules/inventory-script/bin/inventory-script': '',
      },
      finds: '/fleet/inventory.yml',
    },
    {
      title: 'beside a script that was called in node_modules',
      files: ['/fleet/inventory.yml', '/p/node_modules/.bin/inventory.yaml'],
      script: '/p/node_modules/.bin/inventory-script',
      finds: '/p/node_modules/.bin/inventory.yaml',
    },
    {
      title: 'the working directory last',
      files: ['/fleet/inventory.yaml'],
      more: linked,
      finds: '/fleet/inventory.yaml',
    },
    {
      title: 'inventory.yml, too',
      files: ['/fleet/inventory.yml'],
      more: linked,
      finds: '/fleet/inventory.yml',
    },
    {
      title: 'the inventory in a folder',
      files: ['/srv/net/inventory.yml'],
      file: '/srv/net/',
      finds: '/srv/net/inventory.yml',
    },
    {
      title: 'the inventory in the folder of the environment',
      files: ['/srv/net/inventory.yaml'],
      env: { INVENTORY_SCRIPT_FILE: '/srv/net' },
      finds: '/srv/net/inventory.yaml',
    },
    {
      title: 'a folder called inventory.yaml is none',
      files: ['/fleet/inventory.yaml/x', '/fleet/inventory.yml'],
      finds: '/fleet/inventory.yml',
    },
    {
      title: 'a dangling link is none',
      files: ['/fleet/inventory.yml'],
      more: { '/fleet/inventory.yaml': { linkTo: 'gone' } },
      finds: '/fleet/inventory.yml',
    },
    {
      title: 'a file that cannot be read, for its reader to tell',
      files: [],
      more: { '/srv/x': { failure: 'forbidden' } },
      file: '/srv/x',
      finds: '/srv/x',
    },
    {
      title: 'a path that is no file at all, for its reader to tell',
      files: [],
      more: { '/srv/x': { failure: 'not-a-file' } },
      file: '/srv/x',
      finds: '/srv/x',
    },
  ];
  for (const { title, finds, ...row } of found) {
    it(`finds ${title}`, () => {
      expect(locate(row)).to.deep.equal({ path: finds });
    });
  }

  const errors: {
    title: string;
    row: Omit<Row, 'finds' | 'title'>;
    says: string;
    at: string;
    help?: string;
    code?: string;
  }[] = [
    {
      title: 'nothing, and lists the places',
      row: { files: [], more: linked },
      says: 'no inventory is named, and there is no `inventory.yaml` or `inventory.yml` in `/usr/bin` (beside the script), `/opt/fleet/bin` (beside the file that the script links to), `/fleet` (the working directory)',
      at: '/fleet/inventory.yaml',
      help: 'name one (`inventory-script FILE --list`, or `INVENTORY_SCRIPT_FILE`), or write a first one with `inventory-script init`',
    },
    {
      title: 'nothing, and lists each place once',
      row: { files: [], script: '/fleet/inventory-script' },
      says: 'no inventory is named, and there is no `inventory.yaml` or `inventory.yml` in `/fleet` (beside the script)',
      at: '/fleet/inventory.yaml',
    },
    {
      title: 'no file of that name',
      row: { files: all, file: 'x/lost.yaml' },
      says: 'there is no file `x/lost.yaml`',
      at: '/fleet/x/lost.yaml',
    },
    {
      title: 'no file of that name, but one like it',
      row: { files: ['/fleet/net/inventory.yaml'], file: 'net/inventory.yml' },
      says: 'there is no file `net/inventory.yml`',
      at: '/fleet/net/inventory.yml',
      help: 'did you mean `net/inventory.yaml`?',
    },
    {
      title: 'no file, but a command like it',
      row: { files: [], file: 'validat' },
      says: 'there is no file `validat`',
      at: '/fleet/validat',
      help: 'did you mean the command `validate`?',
    },
    {
      title: 'no file where the environment names one',
      row: { files: all, env: { INVENTORY_SCRIPT_FILE: 'lost' } },
      says: 'there is no file `lost`, which `INVENTORY_SCRIPT_FILE` names',
      at: '/fleet/lost',
    },
    {
      title: 'a file below a file',
      row: { files: ['/fleet/a'], file: 'a/b' },
      says: 'there is no file `a/b`',
      at: '/fleet/a/b',
    },
    {
      title: 'a folder without an inventory',
      row: { files: ['/fleet/net/x'], file: 'net' },
      says: 'the folder `net` holds neither `inventory.yaml` nor `inventory.yml`',
      at: '/fleet/net/inventory.yaml',
      help: 'name the file, or write a first inventory with `inventory-script init`',
    },
    {
      title: 'a folder with both',
      row: { files: ['/fleet/net/inventory.yaml', '/fleet/net/inventory.yml'], file: 'net' },
      says: '`net` holds both `inventory.yaml` and `inventory.yml`',
      at: '/fleet/net/inventory.yaml',
      help: 'remove one of them, or name the file',
      code: 'load/ambiguous-folder',
    },
    {
      title: 'both beside the script, also where another place has one',
      row: {
        files: ['/usr/bin/inventory.yaml', '/usr/bin/inventory.yml', '/fleet/inventory.yaml'],
      },
      says: '`/usr/bin` holds both `inventory.yaml` and `inventory.yml`',
      at: '/usr/bin/inventory.yaml',
      code: 'load/ambiguous-folder',
    },
  ];
  for (const { title, row, says, at, help, code } of errors) {
    it(`finds ${title}`, () => {
      const located = locate(row);
      if (!('error' in located)) throw new Error(`found ${located.path}`);
      const { error } = located;
      expect(error.message).to.equal(says);
      expect(error.code).to.equal(code ?? 'load/not-found');
      expect(error.span.source.path).to.equal(at);
      if (help !== undefined) expect(error.help).to.equal(help);
    });
  }
});
