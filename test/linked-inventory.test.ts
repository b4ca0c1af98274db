/**
 * Inventories that are reached through a link: relative paths mean what stands beside the link and, where nothing does,
 * what stands beside the file that the link leads to.
 */
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { namesIn } from '../src/cli/completion/names.js';
import { definitionsAt, linksIn } from '../src/lsp/navigate.js';
import { createSession, type Session } from '../src/lsp/session.js';
import type { System } from '../src/system.js';
import { ansibleVersions, quietly, temporaryFolder, tool } from './support/ansible.js';
import { fresh, host, run, world } from './support/cached.js';
import { runCommandLine } from './support/command-line.js';
import { systemIn } from './support/golden.js';
import { memorySystem, type MemoryEntry } from './support/memory-system.js';
import { runTool } from './support/tool.js';

const inventory = `#!/usr/bin/env inventory-script
plugin: inventory-script
include: [common.yaml, "tags/*.yaml"]
secret_sources: {default: {type: yaml, file: secrets.yaml}}
upstreams: {net: {source: net}}
hosts:
  - name: web1
    tags: [web]
    transport: {type: ssh, host: 192.0.2.1, identity_file: keys/id}
services:
  app: {order: 1, file: app.yaml}
  inline:
    order: 2
    configs:
      c: {path: /etc/inline, template: {file: templates/inline.j2}}
`;

const files: Readonly<Record<string, string>> = {
  'inventory.yaml': inventory,
  'common.yaml': 'tags: {base: {order: 1, vars: {id: "${net.id}"}}}\n',
  'tags/web.yaml': 'tags: {web: {order: 2, includes: [base], services: {app: {}, inline: {}}}}\n',
  'app.yaml': 'configs: {c: {path: /etc/app, template: {file: templates/app.j2}}}\n',
  'templates/app.j2': 'app\n',
  'templates/inline.j2': 'inline\n',
  'secrets.yaml': 'x: 1\n',
  'keys/id': 'key\n',
  'net/inventory.yaml': 'hosts: []\nexports: {id: {value: net-1}}\n',
};

/** `real/` with an inventory and all that it names, `links/` with a link to it and these files. */
function linked(beside: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder('linked');
  write(join(root, 'real'), files);
  chmodSync(join(root, 'real/inventory.yaml'), 0o755);
  mkdirSync(join(root, 'links'));
  write(join(root, 'links'), beside);
  symlinkSync('../real/inventory.yaml', join(root, 'links/inventory.yaml'));
  return root;
}

function write(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

interface Shown {
  readonly hosts: readonly {
    readonly vars: Readonly<Record<string, unknown>>;
    readonly transport: { readonly identity_file: string };
    readonly services: readonly {
      readonly name: string;
      readonly source: string;
      readonly configs: { readonly c: { readonly template: { readonly file: string } } };
    }[];
  }[];
  readonly secret_sources: { readonly default: { readonly file: string } };
}

/** What `show` prints, seen from the folder of the links. */
async function show(root: string, ...args: readonly string[]): Promise<Shown> {
  const { exitCode, stdout, stderr } = await runCommandLine(systemIn(join(root, 'links')), [
    ...(args.length === 0 ? ['inventory.yaml'] : args),
    'show',
  ]);
  expect(stderr).to.equal('');
  expect(exitCode).to.equal(0);
  return JSON.parse(stdout) as Shown;
}

async function validate(root: string, file = 'inventory.yaml'): Promise<string> {
  const { stderr } = await runCommandLine(systemIn(join(root, 'links')), [file, 'validate']);
  return stderr.replaceAll(root, '');
}

describe('an inventory that is a link', () => {
  it('takes everything that it names from beside the real file', async () => {
    const root = linked();
    const { hosts, secret_sources: secretSources } = await show(root);
    const real = (name: string): string => join(root, 'real', name);
    const [web] = hosts;
    expect(web?.vars).to.deep.equal({ id: 'net-1' });
    expect(web?.transport.identity_file).to.equal(real('keys/id'));
    expect(secretSources.default.file).to.equal(real('secrets.yaml'));
    expect(
      web?.services.map((each) => [each.name, each.source, each.configs.c.template.file]),
    ).to.deep.equal([
      ['app', real('app.yaml'), real('templates/app.j2')],
      ['inline', join(root, 'links/inventory.yaml'), real('templates/inline.j2')],
    ]);
    expect(await validate(root)).to.equal('');
  });

  it('prefers what stands beside the link, each path for itself', async () => {
    const root = linked({
      'common.yaml': 'tags: {base: {order: 1, vars: {id: here}}}\n',
      'tags/mine.yaml': 'tags: {web: {order: 2, includes: [base], services: {inline: {}}}}\n',
      'templates/inline.j2': '',
    });
    const { hosts, secret_sources: secretSources } = await show(root);
    expect(hosts[0]?.vars).to.deep.equal({ id: 'here' });
    expect(hosts[0]?.services.map((each) => each.configs.c.template.file)).to.deep.equal([
      join(root, 'links/templates/inline.j2'),
    ]);
    expect(secretSources.default.file).to.equal(join(root, 'real/secrets.yaml'));
  });

  it('is found through several links, and below a folder that is one', async () => {
    const root = linked();
    symlinkSync('inventory.yaml', join(root, 'links/again.yaml'));
    expect((await show(root, 'again.yaml')).hosts[0]?.vars).to.deep.equal({ id: 'net-1' });
    // `..` of a folder that is a link is another folder than that of its name.
    write(join(root, 'deep/env/prod'), {
      'inventory.yaml': 'include: [../shared.yaml]\nhosts: [{name: a, tags: [t]}]\n',
    });
    write(join(root, 'deep/env'), { 'shared.yaml': 'tags: {t: {order: 1, vars: {v: shared}}}\n' });
    symlinkSync('../deep/env/prod', join(root, 'links/prod'));
    expect((await show(root, 'prod')).hosts[0]?.vars).to.deep.equal({ v: 'shared' });
  });

  it('included files and service files that are links look beside their own targets', async () => {
    const root = temporaryFolder('included');
    write(root, {
      'links/inventory.yaml':
        'include: [sub/common.yaml]\nservices: {s: {order: 1, file: sub/app.yaml}}\nhosts: [{name: a, tags: [t]}]\n',
      'real/common.yaml': 'include: [more.yaml]\n',
      'real/more.yaml': 'tags: {t: {order: 1, services: {s: {}}}}\n',
      'real/app.yaml': 'configs: {c: {path: /etc/a, template: {file: a.j2}}}\n',
      'real/a.j2': '',
    });
    mkdirSync(join(root, 'links/sub'));
    for (const name of ['common.yaml', 'app.yaml'])
      symlinkSync(`../../real/${name}`, join(root, 'links/sub', name));
    const [service] = (await show(root)).hosts[0]?.services ?? [];
    expect([service?.source, service?.configs.c.template.file]).to.deep.equal([
      join(root, 'links/sub/app.yaml'),
      join(root, 'real/a.j2'),
    ]);
  });

  it('says that it is a link, and to where, if something is in neither place', async () => {
    const root = linked();
    for (const name of ['common.yaml', 'tags', 'app.yaml', 'net'])
      rmSync(join(root, 'real', name), { recursive: true });
    const link = '`inventory.yaml` is a link to `/real/inventory.yaml`';
    expect((await validate(root)).split('\n').filter((line) => line.includes(link))).to.deep.equal([
      `inventory.yaml:3:11: error: cannot read \`common.yaml\`: no such file (${link}, and there is nothing at \`/real/common.yaml\` either) [load/not-found]`,
      `inventory.yaml:3:24: warning: \`tags/*.yaml\` matches no file (${link}, and there is nothing at \`/real/tags/*.yaml\` either) [load/include-no-match]`,
      `inventory.yaml:5:27: error: there is no directory \`net\`: \`net\` does not exist (${link}, and there is nothing at \`/real/net\` either) [upstream/source]`,
      `inventory.yaml:11:25: error: cannot read \`app.yaml\`: no such file (${link}, and there is nothing at \`/real/app.yaml\` either) [load/not-found]`,
    ]);
  });

  it('says nothing of links where a path is absolute, or both places are one', async () => {
    const root = linked();
    write(join(root, 'real'), { 'inventory.yaml': 'include: ["/nowhere/x.yaml"]\nhosts: []\n' });
    expect(await validate(root)).to.not.include('is a link');
    write(join(root, 'real'), { 'inventory.yaml': 'include: [x.yaml]\nhosts: []\n' });
    symlinkSync('../real', join(root, 'links/folder'));
    expect(await validate(root, 'folder'))
      .to.include('cannot read')
      .and.not.include('is a link');
  });

  it('shares the state of the real file, wherever that is kept', async () => {
    for (const state of ['', 'state: {type: file, file: states/own.json}\n']) {
      const root = linked();
      write(join(root, 'real'), {
        'inventory.yaml': `exports: {id: {type: string}}\n${state}hosts: []\n`,
      });
      mkdirSync(join(root, 'real/states'));
      // The link has another name than its target.
      renameSync(join(root, 'links/inventory.yaml'), join(root, 'links/prod.yaml'));
      const apply = await runCommandLine(systemIn(join(root, 'real')), [
        'apply',
        '-i',
        'inventory.yaml',
        '--set',
        'id=x1',
      ]);
      expect(apply.stderr).to.equal('');
      const shown = await runCommandLine(systemIn(join(root, 'links')), [
        'exports',
        '-i',
        'prod.yaml',
      ]);
      expect(shown.stdout).to.include('x1');
      const again = await runCommandLine(systemIn(join(root, 'links')), [
        'apply',
        '-i',
        'prod.yaml',
        '--set',
        'id=x2',
      ]);
      expect(again.exitCode).to.equal(0);
      const path = join(root, 'real', state === '' ? '.inventory.state.json' : 'states/own.json');
      expect(readFileSync(path, 'utf8')).to.include('x2');
    }
  });

  it('gives its names to completion', () => {
    const root = linked();
    const names = namesIn(systemIn(root), join(root, 'links/inventory.yaml'));
    expect(names.tags).to.have.members(['base', 'web']);
  });

  it('is compared with its past in Git', async () => {
    const root = linked();
    const system = systemIn(join(root, 'links'));
    const git = async (...args: readonly string[]): Promise<void> => {
      const done = await system.run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: root,
      });
      expect('exitCode' in done ? done.exitCode : done.detail).to.equal(0);
    };
    await git('init', '-q');
    await git('add', '-A');
    await git('commit', '-qm', 'first');
    write(join(root, 'real'), {
      'net/inventory.yaml': 'hosts: []\nexports: {id: {value: net-2}}\n',
    });
    const { stdout, exitCode } = await runCommandLine({ ...system, env: process.env }, [
      'diff',
      '-i',
      'inventory.yaml',
      'HEAD',
    ]);
    expect(stdout).to.include('net-1').and.include('net-2').and.not.include('template');
    expect(exitCode).to.equal(1);
  });
});

describe('the cache of an inventory that is a link', () => {
  function cachedLink(): ReturnType<typeof world> {
    const texts: Readonly<Record<string, string>> = {
      ...files,
      'inventory.yaml': inventory.replace(/^upstreams: .*\n/m, ''),
      'common.yaml': 'tags: {base: {order: 1, vars: {id: real}}}\n',
    };
    const copies = (folder: string): Record<string, string> =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${folder}/${name}`, text]));
    const made = world({ ...copies('real'), ...copies('next') });
    symlinkSync('real/inventory.yaml', made.at('inventory.yaml'));
    expect(run(made).from).to.equal('computed');
    expect(run(made).from).to.equal('cache');
    expect(run(made, host('web1')).from).to.equal('cache');
    return made;
  }

  const changes: readonly (readonly [
    what: string,
    change: (at: (name: string) => string) => void,
  ])[] = [
    [
      'the link leads to another file of the same text',
      (at) => {
        unlinkSync(at('inventory.yaml'));
        symlinkSync('next/inventory.yaml', at('inventory.yaml'));
      },
    ],
    [
      'an included file appears beside the link',
      (at) => {
        writeFileSync(at('common.yaml'), 'tags: {base: {order: 1, vars: {id: mine}}}\n');
      },
    ],
    [
      'a template appears beside the link',
      (at) => {
        mkdirSync(at('templates'));
        writeFileSync(at('templates/inline.j2'), '');
      },
    ],
    [
      'a secret source appears beside the link',
      (at) => {
        writeFileSync(at('secrets.yaml'), '');
      },
    ],
    [
      'a template beside the real file goes away',
      (at) => {
        unlinkSync(at('real/templates/inline.j2'));
      },
    ],
  ];
  for (const [what, change] of changes) {
    it(`is not used once ${what}`, () => {
      const made = cachedLink();
      const before = run(made).text;
      change(made.at);
      const after = run(made);
      expect(after.from).to.equal('computed');
      expect(after.text).to.equal(fresh(made));
      expect(after.text).to.not.equal(before);
      expect(run(made).from).to.equal('cache');
    });
  }
});

describe('the editor, in an inventory that is a link', () => {
  function opened(): { readonly session: Session; readonly system: System } {
    const entries: Record<string, MemoryEntry> = {
      '/links/inventory.yaml': { linkTo: '/real/inventory.yaml' },
    };
    for (const [name, text] of Object.entries(files)) entries[`/real/${name}`] = text;
    const system = memorySystem(entries, { cwd: '/links' });
    const session = createSession(system, { folders: ['/links'] });
    session.put('/links/inventory.yaml', inventory);
    session.update();
    return { session, system };
  }

  it('finds no fault, and what each path leads to', () => {
    const { session, system } = opened();
    const [analysis] = session.analyses();
    expect(analysis?.resolution.diagnostics).to.deep.equal([]);
    const [located] = session.locate('/links/inventory.yaml');
    if (located === undefined) throw new Error('no inventory');
    const targetsAt = (word: string): string[] =>
      definitionsAt(system, located, inventory.indexOf(word) + 1, session.analyses()).map(
        ({ source }) => source.path,
      );
    expect(targetsAt('common.yaml')).to.deep.equal(['/real/common.yaml']);
    expect(targetsAt('app.yaml')).to.deep.equal(['/real/app.yaml']);
    expect(linksIn(system, located).map((each) => each.target)).to.deep.equal([
      '/real/common.yaml',
      '/real/tags/web.yaml',
      '/real/secrets.yaml',
      '/real/net/inventory.yaml',
      '/real/keys/id',
      '/real/app.yaml',
      '/real/templates/inline.j2',
    ]);
  });

  it('does so while the text is broken', () => {
    const { session } = opened();
    session.put('/links/inventory.yaml', `${inventory}tags: {`);
    session.update();
    const [analysis] = session.analyses();
    expect(analysis?.drafts.map(({ source }) => source.path)).to.include.members([
      '/real/common.yaml',
      '/real/app.yaml',
    ]);
  });
});

for (const ansible of await ansibleVersions()) {
  it(`${ansible.label} runs a link, with the paths of the real file`, async () => {
    const root = linked();
    const text = await quietly(ansible, 'ansible-inventory', [
      '-i',
      join(root, 'links/inventory.yaml'),
      '--list',
    ]);
    expect(text).to.include(join(root, 'real/templates/app.j2'));
    const direct = await runTool([join(root, 'links/inventory.yaml'), '--list']);
    expect([direct.code, direct.stderr, tool === '']).to.deep.equal([0, '', false]);
  });
}
