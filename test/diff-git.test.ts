/** `diff` between revisions of real repositories: which inventory, which files, which state, and what it says of trouble. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder, tool } from './support/ansible.js';
import { runCommandLine, type CommandOutput } from './support/command-line.js';
import { testRepository, writeFiles, type TestRepository } from './support/repository.js';

const base =
  'include: [tags/*.yaml]\nservices: {app: {order: 1, file: services/app.yaml}}\nhosts:\n  - {name: web1, tags: [site-a]}\n  - {name: web2, tags: [site-a]}\n';
const site = (ntp: string): string =>
  `tags:\n  site-a: {order: 20, services: {app: {}}, vars: {ntp: ${ntp}}}\n`;
const app = (mode: string): string =>
  `configs: {main: {path: /etc/app.conf, mode: "${mode}", template: {inline: x}}}\n`;

/** `HEAD~2`, `HEAD~1`, `HEAD` (branch main) and a change that is not committed. */
function history(): TestRepository {
  const repository = testRepository();
  repository.commit(
    {
      'fleet/inventory.yaml': base,
      'fleet/tags/a.yaml': site('a'),
      'fleet/services/app.yaml': app('0600'),
    },
    'one',
  );
  repository.commit({ 'fleet/tags/a.yaml': site('b') });
  repository.commit({ 'fleet/services/app.yaml': app('0644') });
  repository.write({ 'fleet/tags/a.yaml': site('c') });
  return repository;
}

/** What is told, without the head and the summary. */
function told({ stdout }: CommandOutput): string {
  return stdout
    .split('\n')
    .filter((line) => /^[-+~@]/.test(line) && !/^(?:---|\+\+\+)/.test(line))
    .join('\n');
}

const ofTag = '@@ 2 of 2 hosts, because of tag site-a (order 20)';
const ofService =
  '~ service app configs.main.mode  "0600" → "0644"  on 2 hosts: web[1:2]  fleet/services/app.yaml:1:45';
const ntp = (from: string, to: string): string =>
  `~ ntp  "${from}" → "${to}"  fleet/tags/a.yaml:2:56`;

/** A folder with an inventory that no repository has. */
function noRepository(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'inventory.yaml'), 'hosts: []\n');
  return folder;
}

describe('diff: revisions', () => {
  const repository = history();
  const run = (...args: string[]): Promise<CommandOutput> =>
    runCommandLine(repository.system(), ['diff', '-i', 'fleet', ...args]);

  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['the working tree against HEAD', [], [ofTag, ntp('b', 'c')]],
    ['the working tree against a revision', ['HEAD~2'], [ofService, ofTag, ntp('a', 'c')]],
    [
      'two revisions, with the files that they include',
      ['HEAD~2', 'HEAD~1'],
      [ofTag, ntp('a', 'b')],
    ],
    ['two revisions, with the files of services', ['HEAD~1', 'main'], [ofService]],
    ['a range', ['HEAD~2..HEAD~1'], [ofTag, ntp('a', 'b')]],
    ['a range that ends at HEAD', ['HEAD~1..'], [ofService]],
    ['a range back in time', ['HEAD~1...HEAD~2'], []],
    ['a revision of braces and colons', ['HEAD^{/change}~1', 'main'], [ofService]],
    ['a revision that is searched by its message', [':/one', 'HEAD~1'], [ofTag, ntp('a', 'b')]],
    ['a revision against itself', ['main', 'HEAD'], []],
  ];
  for (const [title, args, lines] of cases) {
    it(`compares ${title}`, async () => {
      const output = await run(...args);
      expect({
        told: told(output),
        stderr: output.stderr,
        exitCode: output.exitCode,
      }).to.deep.equal({
        told: lines.join('\n'),
        stderr: '',
        exitCode: lines.length === 0 ? 0 : 1,
      });
    });
  }

  it('is the same as a program of its own', async () => {
    const inProcess = await run('HEAD~2', 'HEAD');
    const { status, stdout, stderr } = spawnSync(
      tool,
      ['fleet/inventory.yaml', 'diff', 'HEAD~2', 'HEAD'],
      { cwd: repository.root, env: repository.system().env, encoding: 'utf8' },
    );
    expect({ exitCode: status, stdout, stderr }).to.deep.equal(inProcess);
  });

  it('says what it compared', async () => {
    const id = repository.git('rev-parse', 'HEAD').slice(0, 10);
    expect((await run()).stdout).to.match(
      new RegExp(
        `^--- HEAD \\(${id}\\) {2}fleet/inventory\\.yaml\n\\+\\+\\+ working tree {2}fleet/inventory\\.yaml\n2 of 2 hosts touched, 1 change\n`,
      ),
    );
  });

  it('finds the inventory beside the working directory, and calls files from there', async () => {
    expect(told(await runCommandLine(repository.system('fleet'), ['diff']))).to.equal(
      [ofTag, '~ ntp  "b" → "c"  tags/a.yaml:2:56'].join('\n'),
    );
    expect(told(await runCommandLine(repository.system('fleet/tags'), ['diff', '..']))).to.contain(
      '~ ntp  "b" → "c"',
    );
  });

  it('takes a path that exists for a path, unless --git is given', async () => {
    repository.git('branch', 'fleet', 'HEAD~2');
    expect(told(await runCommandLine(repository.system(), ['diff', 'fleet']))).to.equal(
      [ofTag, ntp('b', 'c')].join('\n'),
    );
    expect(
      told(await runCommandLine(repository.system(), ['diff', '--git', 'fleet', '-i', 'fleet'])),
    ).to.equal([ofService, ofTag, ntp('a', 'c')].join('\n'));
    repository.git('branch', '-D', 'fleet');
  });

  it('asks a revision for the path of the other operand', async () => {
    expect(
      told(await runCommandLine(repository.system(), ['diff', 'HEAD~1', 'fleet/inventory.yaml'])),
    ).to.equal([ofService, ofTag, ntp('b', 'c')].join('\n'));
    expect(told(await runCommandLine(repository.system(), ['diff', 'fleet', 'HEAD']))).to.equal(
      [ofTag, ntp('c', 'b')].join('\n'),
    );
  });

  it('compares REVISION:PATH with that path where no other inventory is found', async () => {
    expect(told(await runCommandLine(repository.system(), ['diff', 'HEAD~1:fleet']))).to.equal(
      [ofService, ofTag, ntp('b', 'c')].join('\n'),
    );
    expect(
      told(await runCommandLine(repository.system(), ['diff', 'HEAD~1:fleet', 'main'])),
    ).to.equal(ofService);
  });

  it('tells everything as removed where the file is gone, and as added where it was not there yet', async () => {
    const moved = testRepository({
      'old/inventory.yaml': 'hosts: [{name: web1}]\n',
      'notes.txt': 'x\n',
    });
    moved.commit({
      'old/inventory.yaml': undefined,
      'new/inventory.yml': 'hosts: [{name: web1}]\n',
    });
    const gone = await runCommandLine(moved.system(), [
      'diff',
      'HEAD~1',
      'HEAD',
      '-i',
      'old/inventory.yaml',
    ]);
    expect(gone.stdout).to.match(
      /^--- HEAD~1 .*\n\+\+\+ HEAD \(\w+\) {2}old\/inventory\.yaml is not there\n.*\n\nHosts\n- web1 {2}no tags/,
    );
    expect(told(await runCommandLine(moved.system(), ['diff', 'HEAD~1', '-i', 'new']))).to.equal(
      '+ web1  no tags  new/inventory.yml:1:16',
    );
    expect(
      await runCommandLine(moved.system(), ['diff', 'HEAD~1:old', 'HEAD:new/inventory.yml']),
    ).to.include({ exitCode: 0, stderr: '' });
    expect(
      await runCommandLine(moved.system('new'), ['diff', 'HEAD~1:../old', 'HEAD:./inventory.yml']),
    ).to.include({ exitCode: 0, stderr: '' });
    expect(
      await runCommandLine(moved.system(), ['diff', 'HEAD~1', 'HEAD', '-i', 'none.yaml']),
    ).to.deep.equal({
      exitCode: 2,
      stdout: '',
      stderr: `inventory-script: there is no inventory ${moved.root}/none.yaml on either side\n`,
    });
  });

  it('takes either name of the inventory in a folder, and a folder that is a repository', async () => {
    const repo = testRepository({ 'inventory.yml': 'hosts: [{name: web1, vars: {x: 1}}]\n' });
    repo.commit({
      'inventory.yml': undefined,
      'inventory.yaml': 'hosts: [{name: web1, vars: {x: 2}}]\n',
    });
    for (const args of [[], ['-i', '.'], ['-i', repo.root]])
      expect((await runCommandLine(repo.system(), ['diff', 'HEAD~1', ...args])).stdout).to.contain(
        '~ x  1 → 2  inventory.yml:1:32 → inventory.yaml:1:32',
      );
    expect(
      (await runCommandLine(repo.system(), ['diff', 'HEAD~1', '-i', 'inventory.yaml'])).stdout,
    ).to.contain('inventory.yaml is not there');
    const env = { ...repo.system().env, INVENTORY_SCRIPT_FILE: 'inventory.yaml' };
    expect((await runCommandLine({ ...repo.system(), env }, ['diff', 'HEAD~1'])).stdout).to.contain(
      'inventory.yaml is not there',
    );
  });

  it('follows links, and reads submodules at the commit that a revision names', async () => {
    const shared = testRepository({ 'tags.yaml': 'tags: {base: {vars: {x: 1}}}\n' });
    const repo = testRepository({
      'link.yaml': { linkTo: 'lib/tags.yaml' },
      'inventory.yaml': 'include: [link.yaml]\nhosts: [{name: web1, tags: [base]}]\n',
    });
    repo.git('submodule', '--quiet', 'add', shared.root, 'lib');
    repo.commit({});
    shared.commit({ 'tags.yaml': 'tags: {base: {vars: {x: 2}}}\n' });
    repo.git('-C', 'lib', 'pull', '--quiet', shared.root, 'main');
    repo.commit({});
    expect(told(await runCommandLine(repo.system(), ['diff', 'HEAD~1', 'HEAD']))).to.equal(
      '@@ 1 of 1 host, because of tag base (order 0)\n~ x  1 → 2  link.yaml:1:25',
    );
    repo.git('submodule', '--quiet', 'deinit', '--force', 'lib');
    const { exitCode, stderr } = await runCommandLine(repo.system(), ['diff', 'HEAD~1', 'HEAD']);
    expect(exitCode).to.equal(2);
    expect(stderr).to.match(
      /^inventory-script: `inventory\.yaml` in HEAD~1 has errors\nHEAD~1:inventory\.yaml:1:11: error: cannot read `link\.yaml`: it is in the submodule `lib`, whose commit \w+ is not here: run `git submodule update --init`/,
    );
  });

  it('finds the repository of what a link leads to, and its checkout beside the first one', async () => {
    const links = temporaryFolder('links');
    writeFiles(links, {
      folder: { linkTo: join(repository.root, 'fleet') },
      'own.yaml': { linkTo: join(repository.root, 'fleet/inventory.yaml') },
    });
    const system = { ...repository.system(), cwd: links };
    for (const file of ['folder', 'folder/inventory.yaml', 'own.yaml'])
      expect(told(await runCommandLine(system, ['diff', '-i', file])), file).to.contain(
        '~ ntp  "b" → "c"',
      );
    repository.git('worktree', 'add', '--quiet', join(links, 'second'), 'HEAD~1');
    expect(
      told(await runCommandLine({ ...system, cwd: join(links, 'second/fleet') }, ['diff', 'main'])),
    ).to.equal(
      '~ service app configs.main.mode  "0644" → "0600"  on 2 hosts: web[1:2]  services/app.yaml:1:45',
    );
  });

  it('says that history which is not here has to be fetched', async () => {
    const clone = temporaryFolder('clone');
    repository.git('clone', '--quiet', '--depth', '1', `file://${repository.root}`, clone);
    const { exitCode, stderr } = await runCommandLine({ ...repository.system(), cwd: clone }, [
      'diff',
      'HEAD~1',
      '-i',
      'fleet',
    ]);
    expect({ exitCode, stderr }).to.deep.equal({
      exitCode: 2,
      stderr: `inventory-script: git knows no commit HEAD~1 in ${clone}; the repository is shallow: fetch the commit first, e.g. with git fetch --unshallow\n`,
    });
  });

  it('reads files by whatever names, and what lies outside as it is', async () => {
    const outside = join(temporaryFolder('outside'), 'more.yaml');
    writeFiles('/', { [outside.slice(1)]: 'tags: {more: {vars: {y: 1}}}\n' });
    const repo = testRepository({
      'ünï/inventory.yaml': `include: ["a b/*.yaml", ${outside}]\nhosts: [{name: web1, tags: [base, more]}]\n`,
      'ünï/a b/"q"\n.yaml': 'tags: {base: {vars: {x: 1}}}\n',
    });
    repo.write({ 'ünï/a b/"q"\n.yaml': 'tags: {base: {vars: {x: 2}}}\n' });
    expect(told(await runCommandLine(repo.system(), ['diff', 'ünï']))).to.equal(
      '@@ 1 of 1 host, because of tag base (order 0)\n~ x  1 → 2  ünï/a b/"q"\\n.yaml:1:25',
    );
  });

  it('reads upstreams of the revision, and its state where git has it; else the one that is there', async () => {
    const repo = testRepository({
      'network/inventory.yaml':
        'hosts: []\nexports: {vpc: {type: string}, region: {value: north}}\n',
      'web/inventory.yaml':
        'upstreams: {network: {source: ../network}}\nvars: {vpc: "${network.vpc}", region: "in ${network.region}"}\nhosts: [{name: web1}, {name: web2}]\n',
      '.gitignore': '.*.json\n',
    });
    repo.commit({
      'network/inventory.yaml':
        'hosts: []\nexports: {vpc: {type: string}, region: {value: south}}\n',
    });
    const args = ['diff', 'HEAD~1', 'HEAD', '-i', 'web'];
    const first = await runCommandLine(repo.system(), args);
    expect(first.stdout.split('\n').slice(4).join('\n')).to.equal(`Upstreams
~ upstream network.region  "north" → "south"  network/inventory.yaml:2:32

Variables
@@ 2 of 2 hosts, because of the upstream value network.region
    web[1:2]
~ region  "in north" → "in south"  web/inventory.yaml:2:39
`);
    expect(first.stderr).to.match(
      /^HEAD:web\/inventory\.yaml:1:13: warning: the upstream `network` was never applied/,
    );
    expect(first.stderr.split('\n')).to.have.length(2);
    await runCommandLine(repo.system(), ['apply', '-i', 'network', '--set', 'vpc=vpc-1']);
    expect(await runCommandLine(repo.system(), args)).to.deep.equal({ ...first, stderr: '' });
    repo.git('add', '--force', 'network/.inventory.state.json');
    repo.git('commit', '--quiet', '--amend', '--no-edit');
    await runCommandLine(repo.system(), ['apply', '-i', 'network', '--set', 'vpc=vpc-2']);
    expect(told(await runCommandLine(repo.system(), ['diff', '-i', 'web']))).to.contain(
      '~ vpc  "vpc-1" → "vpc-2"',
    );
    expect(told(await runCommandLine(repo.system(), args))).to.contain('~ vpc  "vpc-2" → "vpc-1"');
    expect(told(await runCommandLine(repo.system(), ['diff', '-i', 'network']))).to.match(
      /^~ export vpc value {2}"vpc-1" → "vpc-2" {2}network\/\.inventory\.state\.json:\d+:\d+$/,
    );
  });
});

describe('diff: trouble', () => {
  const repository = testRepository({ 'inventory.yaml': 'hosts: [{name: web1}]\n' });
  repository.git('branch', 'release');
  repository.write({ 'notes/a.txt': 'x\n' });
  const outside = temporaryFolder('outside');
  writeFiles(outside, { 'inventory.yaml': 'hosts: []\n' });

  const cases: readonly (readonly [string, readonly string[], string])[] = [
    [
      'an unknown revision',
      ['relase'],
      'inventory-script: git knows no commit relase in {root}; did you mean release?\n',
    ],
    [
      'a path that is not there',
      ['old.yaml'],
      'inventory-script: git knows no commit old.yaml in {root}; and there is no file old.yaml in {root} (one that was removed is named with -i)\n',
    ],
    [
      'what is no commit',
      ['HEAD:inventory.yaml', 'HEAD^{tree}'],
      'inventory-script: git knows no commit HEAD^{tree} in {root}; and there is no file HEAD^{tree} in {root} (one that was removed is named with -i)\n',
    ],
    [
      'a revision that looks like an option',
      ['--git', '..--upload-pack=x'],
      'inventory-script: "--upload-pack=x" is no revision: none is empty or begins with a dash\n',
    ],
    [
      'a path outside of the repository',
      ['HEAD:../../etc/passwd', 'HEAD'],
      'inventory-script: {outside} is outside of the repository {root}\n',
    ],
    [
      'a revision with a line break',
      ['HEAD\nHEAD'],
      'inventory-script: git knows no commit HEAD\\nHEAD in {root}; and there is no file HEAD\\nHEAD in {root} (one that was removed is named with -i)\n',
    ],
    [
      'an empty name',
      [''],
      'inventory-script: "" is no revision: none is empty or begins with a dash\n',
    ],
    [
      'two inventories',
      ['inventory.yaml', '-i', 'inventory.yaml'],
      'inventory-script: two inventories are named: inventory.yaml and inventory.yaml\n',
    ],
    [
      'two forms',
      ['--json', '--markdown'],
      'inventory-script: --json and --markdown cannot be used together (see inventory-script diff --help)\n',
    ],
    [
      'a path that --git hides',
      ['--git', 'notes'],
      'inventory-script: git knows no commit notes in {root}; there is a file or folder of that name: leave out --git to compare it\n',
    ],
    [
      'a folder without an inventory',
      ['notes'],
      'notes/inventory.yaml:1:1: error: the folder `notes` holds neither `inventory.yaml` nor `inventory.yml` (name the file, or write a first inventory with `inventory-script init`) [load/not-found]\n',
    ],
    [
      'a path of two that is not there',
      ['.', './old.yaml'],
      'old.yaml:1:1: error: there is no file `./old.yaml` [load/not-found]\n',
    ],
    [
      'a folder of two without an inventory',
      ['notes', '.'],
      'notes/inventory.yaml:1:1: error: the folder `notes` holds neither `inventory.yaml` nor `inventory.yml` (name the file, or write a first inventory with `inventory-script init`) [load/not-found]\n',
    ],
    [
      'a folder of consumers that is not there',
      ['--consumers', 'none'],
      'inventory-script: there is no folder none to look for consumers\n',
    ],
  ];
  for (const [title, args, expected] of cases) {
    it(`says what is wrong with ${title}`, async () => {
      expect(await runCommandLine(repository.system(), ['diff', ...args])).to.deep.equal({
        exitCode: 2,
        stdout: '',
        stderr: expected
          .replaceAll('{root}', repository.root)
          .replace('{outside}', join(repository.root, '../../etc/passwd')),
      });
    });
  }

  it('says that there is no repository, no checkout or no commit', async () => {
    const system = { ...repository.system(), cwd: outside };
    expect((await runCommandLine(system, ['diff'])).stderr).to.equal(
      `inventory-script: ${outside} is not in a git repository; name two files or folders: diff OLD NEW\n`,
    );
    for (const operands of [['inventory.yaml', 'nofile'], ['nofile', 'inventory.yaml'], ['nofile']])
      expect(
        (
          await runCommandLine({ ...repository.system(), cwd: noRepository() }, [
            'diff',
            ...operands,
          ])
        ).stderr,
      ).to.match(/^inventory-script: there is no file or folder nofile, and /);
    expect((await runCommandLine(repository.system(), ['diff', '-i', outside])).stderr).to.match(
      /is not in a git repository/,
    );
    expect(
      (await runCommandLine(repository.system('.git'), ['diff', '--git', 'HEAD', 'HEAD'])).stderr,
    ).to.match(/is in a bare repository, or in the \.git folder of one; run in a checkout/);
    const empty = testRepository();
    empty.write({ 'inventory.yaml': 'hosts: []\n' });
    expect((await runCommandLine(empty.system(), ['diff'])).stderr).to.match(
      /has no commit yet; commit first/,
    );
    expect(
      await runCommandLine({ ...system, env: { ...system.env, PATH: outside } }, ['diff']),
    ).to.include({
      exitCode: 2,
      stderr:
        'inventory-script: git cannot be run: no such program; install git, or name two files or folders\n',
    });
    expect(
      await runCommandLine(system, [
        'diff',
        'inventory.yaml',
        join(repository.root, 'inventory.yaml'),
      ]),
    ).to.include({ exitCode: 1, stderr: '' });
  });

  it('is not led astray by the variables of a hook', async () => {
    const { env, ...system } = repository.system();
    expect(
      await runCommandLine(
        {
          ...system,
          env: { ...env, GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/nowhere', GIT_WORK_TREE: '/' },
        },
        ['diff'],
      ),
    ).to.include({ exitCode: 0, stderr: '' });
  });

  it('shows the errors of the side that has them', async () => {
    const broken = testRepository({ 'inventory.yaml': 'hosts: [{name: web1, tags: [none]}]\n' });
    broken.write({
      'inventory.yaml': '<<<<<<< HEAD\nhosts: []\n=======\nhosts: [{name: web1}]\n>>>>>>> other\n',
    });
    const { exitCode, stdout, stderr } = await runCommandLine(broken.system(), ['diff']);
    expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' });
    expect(stderr).to.match(
      /^inventory-script: `inventory\.yaml` in HEAD has errors\nHEAD:inventory\.yaml:1:\d+: error: .*`none`.*\ninventory-script: `inventory\.yaml` has errors\ninventory\.yaml:1:1: error: /,
    );
  });
});
