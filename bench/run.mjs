/**
 * `npm run bench [-- --sizes 1,1000 --shapes fleet --rounds 5 --peers no --write]`: what runs cost, as ratios within one run of this
 * script. Commands are interleaved round by round and medians are told, so that a busy machine blurs all of them alike.
 * `--write` puts the tables into `docs/performance.md`. Needs a built `dist/`; peers are measured where they are found.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandOf, findAnyAnsible } from '../scripts/ansible-core.mjs';
import { generate } from './generate.mjs';
import { writeReadyScript, writeReclassTree, writeStaticYaml } from './peers.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tool = join(root, 'bin', 'inventory-script');
const work = join(root, '.cache', 'bench');
const nothing = openSync('/dev/null', 'w');
const option = (name, otherwise) =>
  process.argv.includes(`--${name}`)
    ? process.argv[process.argv.indexOf(`--${name}`) + 1]
    : otherwise;
const sizes = option('sizes', '1,100,1000,10000,50000,100000').split(',').map(Number);
const shapes = option('shapes', 'fleet,tags,vars,services').split(',');
const rounds = Number(option('rounds', 5));
const withPeers = option('peers', 'yes') === 'yes';
const env = {
  ...process.env,
  INVENTORY_SCRIPT_CACHE: '0',
  INVENTORY_SCRIPT_CACHE_DIR: join(work, 'cache'),
};
delete env.NODE_EXTRA_CA_CERTS;
const warm = { ...env, INVENTORY_SCRIPT_CACHE: '1' };

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
writeFileSync(join(work, 'empty.js'), '');
writeFileSync(join(work, 'ansible.cfg'), '');

/** The page so far is told after each table, so that a run that is stopped has not measured for nothing. */
const sections = [
  `# Performance\n\nMade by \`npm run bench -- --write\` with Node ${process.versions.node} on ${process.platform}-${process.arch}, ${rounds} rounds, medians.\n` +
    'Every figure is from one run, its commands interleaved; compare ratios, not milliseconds of other machines.\n',
];
for (const shape of shapes) tell(ownTable(shape));
tell(growth());
tell(reportTable(5000));
tell(diffTable());
tell(editorTable());
if (withPeers) {
  tell(reclassTable());
  tell(await peersTable('fleet', 10000));
  tell(await peersTable('tags', 1000));
}

tell(`## What the figures depend on

A cold run costs what it prints: 10,000 hosts are 18 MB in the shape \`fleet\`, 51 in \`tags\`, 23 in \`vars\`, 50 in \`services\`. A third of
the time goes into that text, a third into reading the file, a fifth into collecting garbage. Memory follows what is written for a
host alone: 20 variables of its own take some 8 kB a host. What Ansible needs for ready JSON is the floor for every inventory script.
`);

function tell(section) {
  sections.push(section);
  console.log(section);
  if (process.argv.includes('--write'))
    writeFileSync(join(root, 'docs', 'performance.md'), sections.join('\n'));
}

/** Our own commands on one shape, all sizes. */
function ownTable(shape) {
  const rows = sizes.map((count) => {
    const file = inventoryFile(shape, count);
    const host = `host${count - 1}.example.org`;
    once([tool, file, '--list'], warm);
    const [empty, list, cached, one, validate, explain] = interleaved([
      [process.execPath, join(work, 'empty.js')],
      [tool, file, '--list'],
      { command: [tool, file, '--list'], env: warm },
      { command: [tool, file, '--host', host], env: warm },
      [tool, 'validate', file],
      [tool, '-i', file, 'explain', host],
    ]);
    const cell = (time) => `${ms(time)} (${(time / empty).toFixed(2)}×)`;
    return `| ${count} | ${ms(empty)} | ${cell(list)} | ${cell(cached)} | ${cell(one)} | ${cell(validate)} | ${cell(explain)} | ${peakMegabytes([tool, file, '--list'])} |`;
  });
  return `## Shape \`${shape}\`\n\n| hosts | empty node script | \`--list\` cold | \`--list\` warm | \`--host\` warm | \`validate\` | \`explain\` a host | peak memory, cold |\n|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** 8,000 against 2,000 hosts: at most 4.6 times the time over start-up. The run fails if it grows faster. */
function growth() {
  const [small, large] = [2000, 8000].map((count) => inventoryFile('tags', count));
  const [empty, two, eight] = interleaved([
    [process.execPath, join(work, 'empty.js')],
    [tool, small, '--list'],
    [tool, large, '--list'],
  ]);
  const ratio = (eight - empty) / (two - empty);
  if (ratio > 4.6) process.exitCode = 1;
  return `## Growth\n\n8,000 hosts cost ${ratio.toFixed(2)} times what 2,000 hosts cost over start-up (at most 4.6 is allowed).\n`;
}

/** The page of 5,000 hosts in every shape: under 15 MB, or the run fails. */
function reportTable(count) {
  const rows = shapes.map((shape) => {
    const page = join(work, `${shape}-${count}.html`);
    const [empty, report] = interleaved([
      [process.execPath, join(work, 'empty.js')],
      [tool, 'report', inventoryFile(shape, count), '-o', page],
    ]);
    const megabytes = statSync(page).size / 1e6;
    if (megabytes > 15) process.exitCode = 1;
    return `| ${shape} | ${ms(empty)} | ${ms(report)} (${(report / empty).toFixed(2)}×) | ${megabytes.toFixed(1)} MB |`;
  });
  return `## \`report\` of ${count.toLocaleString('en')} hosts\n\n| shape | empty node script | \`report\` | the page |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

/**
 * The language server: what an edit costs until all diagnostics are there, and what is held after thousands of them. The run
 * fails where an edit of 10,000 hosts may take more than 240 ms, which leaves room for the server's waiting, or where memory
 * grows by a quarter.
 */
function editorTable() {
  const rows = [
    [1000, 10000],
    [10000, 1000],
  ].map(([hosts, edits]) => {
    const { stdout } = spawnSync(
      process.execPath,
      [
        '--expose-gc',
        join(root, 'bench', 'editor.mjs'),
        '--hosts',
        String(hosts),
        '--edits',
        String(edits),
        '--json',
      ],
      { encoding: 'utf8', env, maxBuffer: 2 ** 24 },
    );
    const {
      first,
      second,
      median: later,
      completion,
      held,
    } = JSON.parse(stdout.split('\n').find((line) => line.startsWith('{')) ?? '{}');
    if (Math.max(first, second, later) > 240 || held.at(-1) > held[0] * 1.25) process.exitCode = 1;
    return `| ${hosts} | ${edits} | ${[first, second, later, completion].map((each) => ms(each / 1000)).join(' | ')} | ${held.map((each) => each.toFixed(0)).join(', ')} MB |`;
  });
  return `## The editor, shape \`fleet\`\n\nTime from an edit to all diagnostics, and the heap after the first edit and each fifth of them.\n\n| hosts | edits | the first edit | the second | the later ones, median | completion | held |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/**
 * `diff` of two revisions of 10,000 hosts in which one tag says something else, against the `--list` of one of them. The run
 * fails where it takes more than three of those.
 */
function diffTable() {
  const count = 10000;
  const rows = shapes.map((shape) => {
    const file = twoRevisions(shape, count);
    const diff = { command: [tool, 'diff', '--git', 'HEAD~1', 'HEAD', '-i', file], env, status: 1 };
    const [list, time] = interleaved([[tool, file, '--list'], diff]);
    if (time > list * 3) process.exitCode = 1;
    return `| \`${shape}\` | ${ms(list)} | ${ms(time)} (${(time / list).toFixed(2)}×) | ${peakMegabytes(diff.command)} |`;
  });
  return `## \`diff\`\n\nTwo revisions of ${count} hosts in git, one tag of which says something else (at most 3 times a \`--list\` is allowed).\n\n| shape | \`--list\` cold | \`diff HEAD~1 HEAD\` | peak memory |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** A repository with an inventory, and a change to the first text of its second tag. */
function twoRevisions(shape, count) {
  const folder = join(work, `git-${shape}-${count}`);
  const file = join(folder, 'inventory.yaml');
  const git = (...args) =>
    once(
      ['git', '-C', folder, '-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args],
      env,
    );
  const text = generate(shape, count);
  const commit = (content) => {
    writeFileSync(file, content);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'bench');
  };
  mkdirSync(folder);
  git('init', '--quiet');
  commit(text);
  commit(text.replace(/value (?:of site|0 of tag )1/, '$&, changed'));
  return file;
}

/** What Ansible itself needs, on ours and on others. */
async function peersTable(shape, most) {
  const ansible = await findAnyAnsible();
  if (ansible === undefined) return '## Ansible\n\nNo ansible-core was to be had.\n';
  const line = commandOf(ansible, 'ansible-inventory');
  const rows = sizes
    .filter((count) => count >= 1000 && count <= most)
    .map((count) => {
      const file = inventoryFile(shape, count);
      writeStaticYaml(join(work, `${shape}-static-${count}.yaml`), shape, count);
      writeReadyScript(
        join(work, `${shape}-ready-${count}`),
        spawnSync(tool, [file, '--list'], { env, maxBuffer: 2 ** 30 }).stdout,
      );
      const ours = join(work, `${shape}-ours-${count}`);
      writeFileSync(ours, `#!/bin/sh\nexec '${tool}' '${file}' "$@"\n`, { mode: 0o755 });
      once([tool, file, '--list'], warm);
      const graph = (source, environment) => ({
        command: [line.command, ...line.args, '-i', source, '--graph'],
        env: ansibleEnv(environment),
      });
      const [fixed, ready, cold, cached] = interleaved([
        graph(join(work, `${shape}-static-${count}.yaml`), env),
        graph(join(work, `${shape}-ready-${count}`), env),
        graph(ours, env),
        graph(ours, warm),
      ]);
      return `| ${count} | ${ms(fixed)} | ${ms(ready)} | ${ms(cold)} (${(cold / fixed).toFixed(2)}× static) | ${ms(cached)} (${(cached / ready).toFixed(2)}× ready) |`;
    });
  return `## \`ansible-inventory --graph\` (ansible-core ${ansible.version}), shape \`${shape}\`\n\n| hosts | Ansible's static YAML | a script that prints ready JSON | ours, cold | ours, warm |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** reclass's job of 1,000 nodes, where Debian's reclass is installed. */
function reclassTable() {
  if (spawnSync('reclass', ['--version']).status !== 0)
    return '## reclass\n\nNot installed here.\n';
  const tree = join(work, 'reclass');
  writeReclassTree(tree, 'tags', 1000);
  const [theirs, ours] = interleaved([
    ['reclass', '-b', tree, '--inventory'],
    [tool, inventoryFile('tags', 1000), '--list'],
  ]);
  return `## reclass\n\n1,000 nodes: reclass ${ms(theirs)}, ours ${ms(ours)}: ${(theirs / ours).toFixed(1)} times faster.\n`;
}

function inventoryFile(shape, count) {
  const file = join(work, `${shape}-${count}.yaml`);
  if (!existsSync(file)) writeFileSync(file, generate(shape, count));
  return file;
}

function ansibleEnv(environment) {
  return {
    ...environment,
    PATH: [dirname(process.execPath), environment.PATH].join(delimiter),
    ANSIBLE_CONFIG: join(work, 'ansible.cfg'),
    HOME: work,
  };
}

/** Median seconds of each command, run in turn. */
function interleaved(commands) {
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, each] of commands.entries()) {
      const {
        command,
        env: environment,
        status,
      } = Array.isArray(each) ? { command: each, env } : each;
      times[index].push(once(command, environment, status));
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)]);
}

function once([program, ...args], environment, expected = 0) {
  const start = performance.now();
  const { status, stderr, error } = spawnSync(program, args, {
    env: environment,
    stdio: ['ignore', nothing, 'pipe'],
  });
  if (status !== expected)
    throw new Error(
      `${program} ${args.join(' ')} ended with ${status}: ${error?.message ?? stderr}`,
    );
  return (performance.now() - start) / 1000;
}

/** Through Python, whose `resource` module tells the largest resident size of a child. */
function peakMegabytes(command) {
  const script =
    'import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)';
  const { stdout, status } = spawnSync('python3', ['-c', script, ...command], {
    env,
    encoding: 'utf8',
  });
  return status === 0 ? `${Math.round(Number(stdout) / 1024)} MB` : 'unknown';
}

function ms(seconds) {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(2)} s`;
}
