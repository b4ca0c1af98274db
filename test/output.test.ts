/** Complete output, whatever stands at the other end. Real processes: nothing of this shows in one of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import { projectRoot, temporaryFolder } from './support/ansible.js';

const folder = temporaryFolder('output');
const program = join(folder, 'program.cjs');

/** A program that delivers `lines` numbered lines of 64 characters, as many pieces. */
function build(): void {
  const contents = `
    import { deliver } from './src/cli/terminal/output.ts';
    const [lines, exitCode, blocking, exitCodeOfLoss] = process.argv.slice(2).map(Number);
    if (blocking === 0) process.stdout;
    function* pieces() { for (let n = 1; n <= lines; n++) yield String(n).padEnd(63, '\u00e9') + '\\n'; }
    process.exit(deliver({ exitCode, exitCodeOfLoss, stdout: pieces(), stderr: exitCode === 0 ? '' : 'told\\n' }));
  `;
  buildSync({
    stdin: { contents, resolveDir: projectRoot },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: program,
  });
}

const lines = 100_000;
const lineBytes = (n: number): number => 64 + (63 - String(n).length);
const allBytes = Array.from({ length: lines }, (_, at) => lineBytes(at + 1)).reduce(
  (sum, each) => sum + each,
  0,
);

function shell(script: string): ReturnType<typeof spawnSync> {
  return spawnSync('/bin/sh', ['-c', script], {
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
  });
}

describe('output', () => {
  before(build);

  for (const [how, blocking] of [
    ['an ordinary pipe', 1],
    ['a pipe that does not block', 0],
  ] as const) {
    it(`arrives whole at a slow reader, through ${how}`, async () => {
      const child = spawn(process.execPath, [program, String(lines), '0', String(blocking)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let bytes = 0;
      let reads = 0;
      for await (const chunk of child.stdout) {
        bytes += (chunk as Buffer).length;
        if (++reads % 20 === 0) await delay(5);
      }
      const [code] =
        child.exitCode === null ? ((await once(child, 'exit')) as [number]) : [child.exitCode];
      expect({ bytes, code }).to.deep.equal({ bytes: allBytes, code: 0 });
    });
  }

  it('waits for a reader that starts late', () => {
    const run = shell('"$NODE" "$PROGRAM" 100000 0 0 | ( sleep 0.5; wc -c )');
    expect(run.stdout.toString().trim()).to.equal(String(allBytes));
  });

  it('ends quietly when the reader goes away', () => {
    const run = shell('{ "$NODE" "$PROGRAM" 100000 0; echo "exit $?" >&2; } | head -n 1');
    expect(run.stdout).to.match(/^1é+\n$/);
    expect(run.stderr).to.equal('exit 0\n');
  });

  it('keeps an exit code that tells of errors when the reader goes away', () => {
    const run = shell('{ "$NODE" "$PROGRAM" 100000 1; echo "exit $?" >&2; } | head -n 1');
    expect(run.stderr).to.equal('told\nexit 1\n');
  });

  // Only Linux has such a device.
  if (existsSync('/dev/full')) {
    it('says that the disk is full, and fails', () => {
      const run = shell('"$NODE" "$PROGRAM" 10 0 >/dev/full; echo "exit $?" >&2');
      expect(run.stderr).to.equal(
        'inventory-script: the output cannot be written: no space left on the device\nexit 1\n',
      );
      expect(shell('"$NODE" "$PROGRAM" 10 1 1 2 >/dev/full; echo "exit $?" >&2').stderr).to.match(
        /exit 2\n$/,
      );
    });
  }

  it('is written into a file as into a pipe', () => {
    const target = join(folder, 'target');
    const descriptor = openSync(target, 'w');
    spawnSync(process.execPath, [program, '1000', '0'], {
      stdio: ['ignore', descriptor, 'inherit'],
    });
    closeSync(descriptor);
    expect(readFileSync(target, 'utf8').split('\n')).to.have.length(1001);
  });

  it('goes nowhere without a word when both streams are closed', () => {
    expect(shell('"$NODE" "$PROGRAM" 10 1 >&- 2>&-; echo "exit $?"').stdout).to.equal('exit 1\n');
  });
});
