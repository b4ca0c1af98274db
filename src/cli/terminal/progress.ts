/**
 * Says on a terminal that a long run is at work: how long, and how many files it has read. Only where standard error is a
 * terminal, only after a second, and gone before anything else is printed. The work is synchronous, so a thread of its
 * own paints; both agree through shared memory.
 */
import type { System } from '../../system.js';
import { isTerminal } from './output.js';

/** Cells of the shared memory. */
const done = 0;
const filesRead = 1;
const painted = 2;
const cleared = 3;

/** Waits for the end of the work; where that takes long, paints, and at last takes away what it painted. */
const painter = `
const { writeSync } = require('node:fs');
const cells = new Int32Array(require('node:worker_threads').workerData);
const start = Date.now();
const write = (text) => { try { writeSync(2, '\\r\\x1b[K' + text); } catch {} };
let shows = false;
while (Atomics.wait(cells, ${done}, 0, shows ? 200 : 1000) === 'timed-out') {
  Atomics.store(cells, ${painted}, 1);
  if (Atomics.load(cells, ${done}) !== 0) break;
  shows = true;
  const files = Atomics.load(cells, ${filesRead});
  write('inventory-script: at work for ' + Math.round((Date.now() - start) / 1000) + ' s, ' + files + (files === 1 ? ' file' : ' files') + ' read');
}
if (shows) write('');
Atomics.store(cells, ${cleared}, 1);
Atomics.notify(cells, ${cleared});
`;

/** Does the work; `system` as it is given to it counts what is read. */
export async function withProgress<T>(
  system: System,
  work: (system: System) => T | Promise<T>,
): Promise<T> {
  if (!isTerminal('stderr') || system.env.TERM === 'dumb') return await work(system);
  const cells = new Int32Array(new SharedArrayBuffer(16));
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(painter, { eval: true, workerData: cells.buffer });
  worker.on('error', () => undefined).unref();
  try {
    return await work(countingReads(system, cells));
  } finally {
    Atomics.store(cells, done, 1);
    Atomics.notify(cells, done);
    if (Atomics.load(cells, painted) === 1) Atomics.wait(cells, cleared, 0, 1000);
  }
}

function countingReads(system: System, cells: Int32Array): System {
  return {
    ...system,
    cwd: system.cwd,
    env: system.env,
    readFile(path) {
      Atomics.add(cells, filesRead, 1);
      return system.readFile(path);
    },
  };
}
