/**
 * How fast the language server is on a large inventory: `node bench/editor.mjs [--hosts 10000] [--shape fleet] [--edits 200]`.
 * Prints the time from a change to all diagnostics (the first, then median and worst of the rest), that of a completion, and
 * how much memory is held after as many edits; with `--edits 10000` whether it stays flat.
 */
import { register } from 'tsx/esm/api';
import { generate } from './generate.mjs';

register();
const { createSession } = await import('../src/lsp/session.ts');
const { complete } = await import('../src/lsp/complete.ts');
const { nodeSystem } = await import('../src/system.ts');

const option = (name, otherwise) => (process.argv.includes(`--${name}`) ? process.argv[process.argv.indexOf(`--${name}`) + 1] : otherwise);
const hosts = Number(option('hosts', '10000'));
const edits = Number(option('edits', '200'));
const text = generate(option('shape', 'fleet'), hosts);
const path = '/bench/inventory.yaml';
const session = createSession(nodeSystem);

function timed(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(0)} ms, worst ${sorted.at(-1).toFixed(0)} ms`;
}

/** A key press in the last host, then in the first tag: another digit in a variable or a name. */
function edited(at) {
  const digit = String(at % 10);
  return at % 2 === 0 ? text.replace(/^( {4}order: )(\d+)/m, (_, lead) => `${lead}${digit}`) : `${text.trimEnd()} # ${at}\n`;
}

const first = timed(() => {
  session.put(path, text);
  session.update();
});
const times = [];
const completions = [];
for (let at = 0; at < edits; at++) {
  const now = edited(at);
  times.push(timed(() => {
    session.put(path, now);
    session.update();
  }));
  const [located] = session.recall(path);
  const lastTags = now.lastIndexOf('tags: [') + 7;
  completions.push(timed(() => complete({ system: nodeSystem, located, analyses: session.analyses() }, now, lastTags)));
  if (at === 0 || (at + 1) % Math.max(1, edits / 5) === 0) {
    globalThis.gc?.();
    console.log(`after ${at + 1} edits: ${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MB held`);
  }
}
console.log(`${hosts} hosts, ${(text.length / 1e6).toFixed(1)} MB of text; first diagnostics ${first.toFixed(0)} ms`);
console.log(`diagnostics after an edit: the second ${times[1]?.toFixed(0)} ms, ${summary(times.slice(1))}`);
console.log(`completion: ${summary(completions)}`);
