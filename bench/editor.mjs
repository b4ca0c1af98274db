/**
 * How fast the language server is on a large inventory: `node bench/editor.mjs [--hosts 10000] [--shape fleet] [--edits 200] [--json]`.
 * Prints the time from a change to all diagnostics (the first two, then median and worst), that of a completion, and
 * how much memory is held after as many edits; with `--edits 10000` whether it stays flat.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { generate } from './generate.mjs';

// As the program has it: bundled, and not translated at run time.
const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, '.cache', 'bench', 'editor.cjs');
const contents = `export { createSession } from './lsp/session.js'; export { complete } from './lsp/complete.js'; export { nodeSystem } from './system.js';`;
await build({
  stdin: { contents, resolveDir: join(root, 'src'), loader: 'ts' },
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  logLevel: 'error',
});
const { createSession, complete, nodeSystem } = (await import(outfile)).default;

const option = (name, otherwise) =>
  process.argv.includes(`--${name}`)
    ? process.argv[process.argv.indexOf(`--${name}`) + 1]
    : otherwise;
const hosts = Number(option('hosts', '10000'));
const edits = Number(option('edits', '200'));
const text = generate(option('shape', 'fleet'), hosts);
const path = '/bench/inventory.yaml';
const session = createSession(nodeSystem);

/** Milliseconds by the clock; `cpu` holds what the processor did for each edit, which says more on a machine that others use too. */
const cpu = [];
function timed(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(0)} ms, worst ${sorted.at(-1).toFixed(0)} ms`;
}

/** A key press in the first tag, then behind the last host: another digit of an order or of a comment. */
function edited(at) {
  return at % 2 === 0
    ? text.replace(/^( {4}order: )(\d+)/m, (_, lead) => `${lead}${(at % 9) + 1}`)
    : `${text.trimEnd()} # ${at}\n`;
}

const first = timed(() => {
  session.put(path, text);
  session.update();
});
// As the server does when a large inventory was opened and nothing happens.
for (let count = 0; count < 2; count++) session.rehearse();
const times = [];
const completions = [];
/** Megabytes after the garbage was collected: after the first edit, then five times. */
const held = [];
for (let at = 0; at < edits; at++) {
  const now = edited(at);
  const before = process.cpuUsage();
  times.push(
    timed(() => {
      session.put(path, now);
      session.update();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / 1000);
  const [located] = session.recall(path);
  const lastTags = now.lastIndexOf('tags: [') + 7;
  completions.push(
    timed(() =>
      complete({ system: nodeSystem, located, analyses: session.analyses() }, now, lastTags),
    ),
  );
  if (at === 0 || (at + 1) % Math.max(1, edits / 5) === 0) {
    globalThis.gc?.();
    held.push(process.memoryUsage().heapUsed / 2 ** 20);
    console.log(`after ${at + 1} edits: ${held.at(-1).toFixed(0)} MB held`);
  }
}
/** Others on the machine only add to the clock, and collecting garbage beside the work only to the processor time: the smaller one is nearer. */
const cost = times.map((time, at) => Math.min(time, cpu[at]));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
if (process.argv.includes('--json'))
  console.log(
    JSON.stringify({
      hosts,
      edits,
      first: cost[0],
      second: cost[1],
      median: median(cost.slice(1)),
      completion: median(completions),
      held,
    }),
  );
console.log(
  `${hosts} hosts, ${(text.length / 1e6).toFixed(1)} MB of text; first diagnostics ${first.toFixed(0)} ms`,
);
console.log(
  `diagnostics after an edit: the first ${times[0]?.toFixed(0)} ms, the second ${times[1]?.toFixed(0)} ms, of the later ones ${summary(times.slice(1))}`,
);
console.log(
  `processor time of an edit: the first ${cpu[0]?.toFixed(0)} ms, the second ${cpu[1]?.toFixed(0)} ms, of the later ones ${summary(cpu.slice(1))}`,
);
console.log(`completion: ${summary(completions)}`);
