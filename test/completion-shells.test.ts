/** The scripts that `completion SHELL` prints, in real shells; bash with every setting of its word breaks. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { completionScript, shells } from '../src/cli/completion/scripts.js';
import { completionCommand } from '../src/cli/commands/completion.js';
import { projectRoot, temporaryFolder, toolPath } from './support/ansible.js';
import { runCommandLine } from './support/command-line.js';
import { memorySystem } from './support/memory-system.js';
import { startOnTerminal } from './support/terminal.js';

const files = {
  'inventory.yaml': `#!/usr/bin/env inventory-script
include: [more/tags.yaml, 'more/hosts/*.yaml']
tags:
  home: {order: 1}
  net: {order: 2, includes: [home]}
hosts:
  - {name: gena, tags: [home]}
  - {name: lanst, tags: [net]}
  - {name: pe2, tags: [home]}
  - name: web[01:03].example.org
`,
  'more/tags.yaml': 'tags:\n  office: {}\n',
  'more/hosts/a.yaml': 'hosts:\n- name: fe80::1\n- name: db1\n',
};
const system = memorySystem({}, { cwd: '/fleet' });

describe('completion SHELL', () => {
  const folder = temporaryFolder('completion');
  const env = { PATH: toolPath(), HOME: folder, TERM: 'xterm' };

  before(() => {
    mkdirSync(join(folder, 'more/hosts'), { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    copyFileSync(join(folder, 'inventory.yaml'), join(folder, 'other fleet.yaml'));
  });

  it('prints the script of each shell', async () => {
    expect(Object.keys(completionCommand.operands.SHELL.values)).to.deep.equal([...shells]);
    for (const shell of shells) {
      expect(await runCommandLine(system, ['completion', shell])).to.deep.equal({
        exitCode: 0,
        stdout: completionScript(shell),
        stderr: '',
      });
      writeFileSync(join(folder, `script.${shell}`), completionScript(shell));
    }
  });

  it('works in bash', () => {
    const lines = [
      'sho',
      'show --host l',
      'show --host=l',
      'show --tag home,',
      '-i other\\ fleet.yaml show --host ge',
      'show --host fe80:',
      'cache ',
      'explain x',
    ];
    const words = [
      'show',
      'lanst',
      'lanst',
      'home,net home,office',
      'gena',
      ':1',
      'show clear',
      '',
    ];
    const script = `source script.bash; for line; do COMP_LINE="inventory-script $line"; COMP_POINT=\${#COMP_LINE}; _inventory_script; echo "\${COMPREPLY[*]}"; done`;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '-c', script, 'bash', ...lines],
      { cwd: folder, env, encoding: 'utf8' },
    );
    expect({ status, stderr, stdout }).to.deep.equal({
      status: 0,
      stderr: '',
      stdout: words.map((each) => `${each}\n`).join(''),
    });
  });

  it('works in bash, at the key', async () => {
    const bash = startOnTerminal('bash', ['--norc', '-i'], { cwd: folder, env });
    bash.press('PS1="> "; source script.bash; echo rea""dy\n');
    const ready = await bash.waitFor(/^ready\n/m);
    bash.press('./inventory.yaml explain lan\t');
    const done = await bash.waitFor(/explain lanst /, ready);
    bash.press('\x15inventory-script init mo\t');
    await bash.waitFor(/init more\//, done);
    bash.press('\x15exit\n');
    expect(await bash.end()).to.equal(0);
  });

  /** `:` and `=` end a word or not; `@` is always one that does. */
  const wordBreaks: readonly (readonly [what: string, setting: string])[] = [
    ['as bash sets them', ':'],
    ['without the colon', 'COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}'],
    ['without the equals sign', 'COMP_WORDBREAKS=${COMP_WORDBREAKS//=/}'],
    ['without both', 'COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=]/}'],
    ['blanks alone', `COMP_WORDBREAKS=$' \\t\\n'`],
    ['with characters that patterns know', `COMP_WORDBREAKS=$' \\t\\n"\\'^]!-[:='`],
  ];
  for (const [what, setting] of wordBreaks) {
    it(`keeps the line in bash, with word breaks ${what}`, async () => {
      const bash = startOnTerminal('bash', ['--norc', '-i'], { cwd: folder, env, columns: 200 });
      // What a line became is printed by the program that it starts.
      const shown = `inventory-script() { if [[ $1 == __complete ]]; then command inventory-script "$@"; else printf '<%s>' "$@"; echo; fi; }`;
      bash.press(
        `PS1="> "; bind 'set enable-bracketed-paste off'; ${setting}; source script.bash; ${shown}; echo rea""dy\n`,
      );
      let place = await bash.waitFor(/^ready\n/m);
      const lines: readonly (readonly [typed: string, ended: string])[] = [
        ['show --host fe80:', '<show><--host><fe80::1>'],
        ['show --host=lan', '<show><--host=lanst>'],
        ['show --host=fe80:', '<show><--host=fe80::1>'],
        ['show --tag=home,o', '<show><--tag=home,office>'],
        ['show --host "fe80:', '<show><--host><fe80::1>'],
        ["show --host='fe8", '<show><--host=fe80::1>'],
        ['explain lan', '<explain><lanst>'],
        ['show --hos', '<show><--host>'],
      ];
      for (const [typed, ended] of lines) {
        bash.press(`inventory-script ${typed}\t\n`);
        place = await bash.waitFor(/^<.*>\n/m, place);
        expect(bash.shown().slice(0, place).trimEnd().split('\n').at(-1), typed).to.equal(ended);
      }
      bash.press('exit\n');
      expect(await bash.end()).to.equal(0);
    });
  }

  const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

  it('works in zsh, at the key, where there is one', async () => {
    if (!isThere('zsh')) return;
    const zsh = startOnTerminal('zsh', ['-f', '-i'], { cwd: folder, env });
    zsh.press(
      'PS1="> "; autoload -Uz compinit; compinit -u -D; source ./script.zsh; print rea""dy\n',
    );
    const ready = await zsh.waitFor(/^ready/m);
    zsh.press('inventory-script explain lan\t');
    const done = await zsh.waitFor(/lan.*st/, ready);
    zsh.press('\x15inventory-script cache \t');
    let place = await zsh.waitFor(/clear +-- remove what is kept/, done);
    // The line as it is in the end, with nothing rewritten before the colon or the equals sign.
    zsh.press(
      '\x15inventory-script() { if [[ $1 == __complete ]]; then command inventory-script "$@"; else print -r -- "<${(j:|:)@}>"; fi }; print lis""tening\n',
    );
    place = await zsh.waitFor(/listening\n/, place);
    for (const [typed, ended] of [
      ['show --host fe80:', '<show|--host|fe80::1>'],
      ['show --host=fe80:', '<show|--host=fe80::1>'],
      ['show --host=lan', '<show|--host=lanst>'],
    ] as const) {
      zsh.press(`inventory-script ${typed}\t\n`);
      place = await zsh.waitFor(/<show\|.*>/, place);
      expect(/<show\|.*>$/.exec(zsh.shown().slice(0, place))?.[0]).to.equal(ended);
    }
    zsh.press('\x15exit\n');
    await zsh.end();
  });

  it('works in fish, where there is one', () => {
    if (!isThere('fish')) return;
    const lines = [
      'show --host la',
      'show --host fe80:',
      'show --host=fe80:',
      'show --tag=home,o',
      'cache c',
      'explain x',
    ];
    const script = `source script.fish; ${lines.map((line) => `complete -C 'inventory-script ${line}'`).join('; ')}`;
    const { status, stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect({ status, stderr, stdout }).to.deep.equal({
      status: 0,
      stderr: '',
      stdout: 'lanst\nfe80::1\n--host=fe80::1\n--tag=home,office\nclear\tremove what is kept\n',
    });
  });

  it('answers a shell without loading the command line', () => {
    const program = join(projectRoot, 'dist/cli.cjs');
    const script = `process.argv.splice(1, 0, ${JSON.stringify(program)}); require(${JSON.stringify(program)}); setTimeout(() => console.error(Object.keys(require.cache).map((path) => require('path').basename(path)).join(' ')))`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['-e', script, '__complete', 'bash', 'inventory-script', 'show', '--host', 'ge'],
      {
        cwd: join(folder, 'more/hosts'),
        encoding: 'utf8',
        env: { ...env, INVENTORY_SCRIPT_FILE: join(folder, 'more/hosts/a.yaml') },
      },
    );
    expect({ status, stdout, stderr }).to.deep.equal({
      status: 0,
      stdout: 'nothing\n',
      stderr: 'cli.cjs complete.cjs\n',
    });
  });
});
