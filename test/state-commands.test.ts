/**
 * `apply`, `exports` and `state`, and what inventories get of applied values, as transcripts: `fixtures/state/<case>/`
 * and `fixtures/upstreams/<case>/` hold files and `commands.txt`, whose lines are
 * run one after the other on a machine in memory; what each prints is in `expected.txt`. Beside the program's commands
 * there are `cp`, `rm`, `cat`, `ls`, `wait SECONDS`, and `< FILE` for standard input.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from './support/command-line.js';
import { expectGolden, fixtureFolder } from './support/golden.js';
import { memorySystem, type MemorySystem } from './support/memory-system.js';

const root = '/fleet';
const start = Date.UTC(2026, 7, 1, 12);

/** Every file below a folder, by its path in it. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1));
  return new Map(
    names
      .filter((name) => name !== 'commands.txt' && name !== 'expected.txt')
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** A command line as a shell splits it: blanks part words, quotes join them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, (_, one?: string, two?: string) => one ?? two ?? ''),
  );
}

interface Clock {
  now: number;
}

function shell(
  system: MemorySystem,
  clock: Clock,
  [command = '', ...args]: readonly string[],
): string | undefined {
  const files = system.files as Map<string, string>;
  const [first = '', second = ''] = args.map((each) => join(root, each));
  switch (command) {
    case 'cp':
      files.set(second, files.get(first) ?? '');
      return '';
    case 'rm':
      files.delete(first);
      return '';
    case 'cat':
      return files.get(first) ?? 'no such file\n';
    case 'ls':
      return [...files.keys()]
        .filter((name) => name.startsWith(first))
        .map((name) => `${(system.modes.get(name) ?? 0o644).toString(8)} ${name}\n`)
        .sort()
        .join('');
    case 'wait':
      clock.now += Number(args[0]) * 1000;
      return '';
    default:
      return undefined;
  }
}

async function transcript(folder: string): Promise<string> {
  const clock: Clock = { now: start };
  const entries = Object.fromEntries(
    [...filesIn(folder)].map(([name, text]) => [join(root, name), text]),
  );
  const memory = memorySystem(entries, {
    cwd: root,
    env: { HOME: '/home/anna' },
    now: () => clock.now,
  });
  let out = '';
  for (const line of readFileSync(join(folder, 'commands.txt'), 'utf8')
    .split('\n')
    .filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const [written = '', input] = line.split(' < ');
    const words = wordsOf(written);
    const machine = {
      ...memory.machine(),
      readInput: () => (memory.files as Map<string, string>).get(join(root, input ?? '')) ?? '',
      sleep: (milliseconds: number) => {
        clock.now += milliseconds;
        return Promise.resolve();
      },
    };
    const said = shell(memory, clock, words);
    out += `$ ${line}\n`;
    if (said !== undefined) {
      out += said;
      continue;
    }
    const { exitCode, stdout, stderr } = await runCommandLine(
      { ...memory, machine: () => machine },
      words,
    );
    out +=
      stdout +
      (stdout === '' || stdout.endsWith('\n') ? '' : '⏎\n') +
      stderr.replace(/^(?=.)/gm, '! ') +
      (exitCode === 0 ? '' : `(exit ${exitCode})\n`);
  }
  return out;
}

for (const kind of ['state', 'upstreams']) {
  describe(`fixtures: ${kind}`, () => {
    for (const name of readdirSync(fixtureFolder(kind))) {
      it(name, async () => {
        const folder = fixtureFolder(kind, name);
        expectGolden(join(folder, 'expected.txt'), await transcript(folder), folder);
      });
    }
  });
}
