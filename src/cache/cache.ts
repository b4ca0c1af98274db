/**
 * The cache of what `--list` prints, off unless the inventory or the user asks for it. A run that finds an entry
 * prints it without loading the resolver; `--host` takes its part of the entry of the whole list.
 *
 * Why an entry is right. The output of a run that succeeds is a function of
 *   1. the program and the Node that runs it, the inventory's path, and the options: all in the entry's key, which is
 *      compared as a whole; the digest of the built program stands for the program;
 *   2. what the `System` answered while the inventory was loaded: nothing else is asked, since `System` is the only
 *      door to the world (an architecture test holds the rest of the program to it). `observe` records every question
 *      with its answer, absence too, and gives up where a question is none that can be asked again. The folder that
 *      messages name files from is left out: a run that succeeds prints no message.
 * So if the key is the same and every question is answered as it was, a new run would print the same bytes.
 *
 * One answer is not compared in full: a file's content, by its stamp instead (device, inode, size, and both times in
 * nanoseconds, from the descriptor that was read). Writing moves its inode's time, which no program can set, and
 * replacing gives another inode. Only a change within the clock's own step after an earlier one leaves the same time;
 * so a file that had changed less than 2 s before it was read is compared by the hash of its content as well. Of a file
 * that changes while it is read the stamp from before is recorded, so the entry is already out of date. What a stamp
 * does not show at once is writing through a shared memory mapping, which no editor does.
 *
 * Whether an entry may be used is in the entry, since the inventory is not read: who asked for it, and its timeout.
 * If the inventory changes its mind, it has changed, and the entry holds no more.
 *
 * Why an entry is whole. It is written to a file of its own name and takes its place in one step; the trailer comes
 * last. Trailer, header, body and each host's part have checksums, which are compared unless the file's seal
 * (`seal.ts`) is unbroken: then nothing has written to it, and no crash can have lost a part.
 */
import { isAbsolute, join, resolve } from 'node:path';
import type { System } from '../system.js';
import { build } from './build.js';
import { shortDigest } from './checksum.js';
import type { Disk } from './disk.js';
import type { Header, ListOptions } from './layout.js';
import { askAgain, type Observation } from './observe.js';
import { closeEntry, openEntry, readBody, readHost, type Entry } from './read-entry.js';
import { entryFile } from './tidy.js';
import { recordEntry, renewEntry, type Chunk, type Delivery, type Place } from './write-entry.js';

/** What the command line says: `--no-cache`, `--refresh-cache`, or nothing. */
export type CacheFlag = 'avoid' | 'refresh' | undefined;

/** What a run may do with the cache. */
export interface CachePlan {
  readonly folder: string;
  readonly reads: boolean;
  /** True where the user asked for the cache, whatever the inventory says. */
  readonly isAskedFor: boolean;
}

/** What an inventory says: keep its output (`timeout` in seconds), no word of it, or never keep it whoever asks. */
export type CacheWish = { readonly timeout: number | undefined } | 'none' | 'never';

/** Below the folder of the entries. */
export const codeFolderName = 'v8';

const switchVariable = 'INVENTORY_SCRIPT_CACHE';
const folderVariable = 'INVENTORY_SCRIPT_CACHE_DIR';

/** The first that says anything decides: the flag, the environment, the inventory (later). undefined: no cache. */
export function planCache(system: System, flag: CacheFlag): CachePlan | undefined {
  const wish = switchOf(system.env[switchVariable]);
  if (flag === 'avoid' || (flag === undefined && wish === false)) return undefined;
  const folder = cacheFolder(system);
  if (folder === undefined) return undefined;
  return { folder, reads: flag === undefined, isAskedFor: flag === 'refresh' || wish === true };
}

/** Where entries are; undefined where the environment names no place. */
export function cacheFolder({ env, cwd }: System): string | undefined {
  const named = env[folderVariable] ?? '';
  if (named !== '') return resolve(cwd, named);
  const shared = env.XDG_CACHE_HOME ?? '';
  if (isAbsolute(shared)) return join(shared, 'inventory-script');
  const home = env.HOME ?? '';
  return isAbsolute(home) ? join(home, '.cache', 'inventory-script') : undefined;
}

/** The output of `--list` as it was kept; undefined where it must be computed. */
export function storedList(
  system: System,
  disk: Disk,
  plan: CachePlan,
  options: ListOptions,
): Delivery | undefined {
  const found = findEntry(system, disk, plan, options);
  if (found === undefined) return undefined;
  const output = readBody(disk, found.entry);
  if (output !== undefined) return { output, finish: found.renew };
  closeEntry(disk, found.entry);
  return undefined;
}

/** The output of `--host` out of the kept list; undefined where it must be computed. */
export function storedHost(
  system: System,
  disk: Disk,
  plan: CachePlan,
  options: Omit<ListOptions, 'tags' | 'services'>,
  name: string,
): Delivery | undefined {
  const found = findEntry(system, disk, plan, { ...options, tags: [], services: [] });
  if (found === undefined) return undefined;
  const host = readHost(disk, found.entry, name);
  closeEntry(disk, found.entry);
  return (
    host && {
      output: [asDocument(host, options.compact ? 0 : hostIndentation)],
      finish: found.renew,
    }
  );
}

/** Keeps the output of a list that is computed now; undefined where it is not to be kept, or cannot be. */
export function recordList(
  system: System,
  disk: Disk,
  plan: CachePlan,
  options: ListOptions,
  run: {
    readonly wish: CacheWish;
    readonly observations: readonly Observation[] | undefined;
    readonly chunks: Iterable<Chunk>;
  },
): Delivery | undefined {
  const { wish, observations, chunks } = run;
  if (observations === undefined || wish === 'never' || (wish === 'none' && !plan.isAskedFor))
    return undefined;
  if (!hasFolder(disk, plan.folder)) return undefined;
  const key = entryKey(options);
  const header: Omit<Header, 'hosts'> = {
    key,
    options,
    createdAt: system.now(),
    timeout: wish === 'none' ? null : (wish.timeout ?? null),
    enabledBy: wish === 'none' ? 'environment' : 'inventory',
    observations,
  };
  return recordEntry(disk, placeOf(plan, key), chunks, header);
}

/** Whether an entry would be used now, if it may be at all; `foreign` means that another version made it. */
export function judgeEntry(
  system: System,
  { key, options, observations, timeout, createdAt }: Header,
): 'current' | 'outdated' | 'foreign' {
  if (key !== entryKey(options)) return 'foreign';
  return isInTime(timeout, createdAt, system.now()) && askAgain(system, observations) !== undefined
    ? 'current'
    : 'outdated';
}

/**
 * Where compiled code is kept, which is no user's data: only where the cache is asked for or in use already, so that
 * nothing appears on the disk of a user who never asked for it.
 */
export function codeFolder(disk: Disk, plan: CachePlan | undefined): string | undefined {
  if (plan === undefined) return undefined;
  const isThere = plan.isAskedFor
    ? hasFolder(disk, plan.folder)
    : disk.judgeFolder(plan.folder) === 'usable';
  return isThere ? join(plan.folder, codeFolderName) : undefined;
}

/** Whether there is a folder to be used; makes one where there is none. */
function hasFolder(disk: Disk, folder: string): boolean {
  if (disk.judgeFolder(folder) === 'missing') disk.makeFolder(folder);
  return disk.judgeFolder(folder) === 'usable';
}

/** An entry that is open and right; `renew` spares later runs what this one had to do, and comes after its use. */
interface FoundEntry {
  readonly entry: Entry;
  readonly renew: () => void;
}

function findEntry(
  system: System,
  disk: Disk,
  plan: CachePlan,
  options: ListOptions,
): FoundEntry | undefined {
  if (!plan.reads || disk.judgeFolder(plan.folder) !== 'usable') return undefined;
  const key = entryKey(options);
  const place = placeOf(plan, key);
  const entry = openEntry(disk, place.path, system.now());
  if (entry === undefined) return undefined;
  const { header } = entry;
  const observations =
    header.key === key && mayBeUsed(header, plan, system.now())
      ? askAgain(system, header.observations)
      : undefined;
  if (observations === undefined) {
    closeEntry(disk, entry);
    return undefined;
  }
  const renew = (): void => {
    if (observations !== header.observations)
      renewEntry(disk, place, header.createdAt, observations, system.now());
  };
  return { entry, renew };
}

function mayBeUsed(
  { enabledBy, timeout, createdAt }: Header,
  plan: CachePlan,
  now: number,
): boolean {
  if (enabledBy === 'environment' && !plan.isAskedFor) return false;
  return isInTime(timeout, createdAt, now);
}

function isInTime(timeout: number | null, createdAt: number, now: number): boolean {
  return timeout === null || (now >= createdAt && now - createdAt <= timeout * 1000);
}

/** Everything that the output depends on beside the world, as one text. */
function entryKey({ path, compact, tags, services }: ListOptions): string {
  return JSON.stringify([build, process.version, path, compact, tags, services]);
}

function placeOf({ folder }: CachePlan, key: string): Place {
  return { folder, path: join(folder, entryFile(shortDigest(key))) };
}

/** How deep a host's variables stand in a list, in blanks. */
const hostIndentation = 12;

/** A part of a document as a document of its own: its lines moved to the left, with a final newline. */
function asDocument(part: Buffer, indentation: number): Uint8Array {
  // As Latin-1 every byte is one character, whatever it belongs to; a line break is never part of a longer one.
  return Buffer.from(
    `${part.toString('latin1').replaceAll(`\n${' '.repeat(indentation)}`, '\n')}\n`,
    'latin1',
  );
}

function switchOf(value = ''): boolean | undefined {
  const word = value.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  return ['0', 'false', 'no', 'off'].includes(word) ? false : undefined;
}
