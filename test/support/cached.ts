/** Runs of `--list` and `--host` in this process, through a cache in a folder of its own. */
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HotRequest, ListRequest } from '../../src/cli/ansible/hot-arguments.js';
import { answerAnsible } from '../../src/cli/ansible/hot.js';
import type { CommandResult } from '../../src/cli/terminal/output.js';
import { answerFromCache } from '../../src/cli/ansible/stored.js';
import { nodeDisk, type Disk } from '../../src/cache/disk.js';
import { nodeSystem, type System } from '../../src/system.js';
import { temporaryFolder } from './ansible.js';

export interface Answer {
  readonly from: 'cache' | 'computed';
  readonly text: string;
  readonly exitCode: number;
  readonly stderr: string;
}

export interface World {
  readonly folder: string;
  /** The cache's folder; it does not exist at first. */
  readonly cache: string;
  readonly env: Record<string, string | undefined>;
  readonly at: (name: string) => string;
}

/** A folder with these files, and a cache that the environment asks for. */
export function world(files: Readonly<Record<string, string>>): World {
  const folder = temporaryFolder('world');
  const cache = join(temporaryFolder('home'), 'cache');
  const at = (name: string): string => join(folder, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
  return {
    folder,
    cache,
    at,
    env: { INVENTORY_SCRIPT_CACHE: '1', INVENTORY_SCRIPT_CACHE_DIR: cache },
  };
}

/** The real system seen from a world, at a time that is this much later than now. */
export function systemOf({ folder, env }: World, later = 0): System {
  return { ...nodeSystem, cwd: folder, env, now: () => Date.now() + later };
}

export const list: ListRequest = {
  kind: 'list',
  file: 'inventory.yaml',
  compact: false,
  tags: [],
  services: [],
  cache: undefined,
};

export function host(name: string, compact = false): HotRequest {
  return { kind: 'host', host: name, file: 'inventory.yaml', compact, cache: undefined };
}

/** Answers as the program does; `takes` is how much a reader takes before it goes away. */
export function run(
  within: World,
  request: HotRequest = list,
  options: { later?: number; disk?: Disk; takes?: number } = {},
): Answer {
  const { later = 0, disk = nodeDisk, takes = Infinity } = options;
  const system = systemOf(within, later);
  const stored = answerFromCache(system, request, within.at('script'), disk);
  const result = stored ?? answerAnsible(system, request, within.at('script'), disk);
  if (result instanceof Promise) throw new Error('the run waits for states of upstreams');
  const { exitCode, stderr } = result;
  return {
    from: stored === undefined ? 'computed' : 'cache',
    text: deliverTo(result, takes),
    exitCode,
    stderr,
  };
}

/** What a run without a cache answers. */
export function fresh(within: World, request: HotRequest = list): string {
  return run(within, { ...request, cache: 'avoid' }).text;
}

/** All names in the cache's folder; none if it does not exist. */
export function filesOf({ cache }: World): string[] {
  return statSync(cache, { throwIfNoEntry: false })?.isDirectory() === true
    ? readdirSync(cache)
    : [];
}

/** The path of the one entry there is. */
export function entryOf(within: World): string {
  const names = filesOf(within);
  if (names.length !== 1 || names[0]?.endsWith('.entry') !== true)
    throw new Error(`not one entry: ${names.join(', ')}`);
  return join(within.cache, names[0]);
}

/** Gives a file the times of long ago; its inode's time stays that of now. */
export function age(path: string): void {
  utimesSync(path, 1_000_000, 1_000_000);
}

function deliverTo({ stdout, delivered }: CommandResult, takes: number): string {
  const pieces: Buffer[] = [];
  let length = 0;
  let isComplete = true;
  for (const piece of typeof stdout === 'string' ? [stdout] : stdout) {
    pieces.push(Buffer.from(piece));
    length += piece.length;
    isComplete = length <= takes;
    if (!isComplete) break;
  }
  delivered?.(isComplete);
  return Buffer.concat(pieces).toString();
}
