/** `cache show` and `cache clear`: what is kept of earlier runs of `--list`, of all inventories or of the one given. */
import { join } from 'node:path';
import { cacheFolder, codeFolderName, judgeEntry } from '../../cache/cache.js';
import { nodeDisk, type Disk, type FileInFolder } from '../../cache/disk.js';
import type { Header } from '../../cache/layout.js';
import { closeEntry, openEntry } from '../../cache/read-entry.js';
import { clearFolder, entriesIn, folderLimit } from '../../cache/tidy.js';
import type { System } from '../../system.js';
import type { Given } from '../arguments/context.js';
import { locateInventory } from '../inventory/locate.js';
import type { CommandResult } from '../terminal/output.js';
import { failure } from '../terminal/report-failure.js';
import { defineCommand } from '../arguments/define-command.js';
import { formatFlag } from '../flags.js';
import { escapeControls, escapeJson } from '../../text/terminal.js';

export const cacheCommand = defineCommand({
  name: 'cache',
  summary: 'show what is kept of earlier runs of --list, or clear it',
  operands: {
    ACTION: {
      description: 'what to do',
      values: {
        show: 'print the folder, and what each output in it was made from',
        clear: 'remove what is kept',
      },
    },
  },
  flags: { format: formatFlag('text', 'json') },
  examples: ['inventory-script cache show --format json'],
  isQuick: true,
  run: (context, options) =>
    runCache(context.system, { ...context, format: options.format }, options.ACTION),
});

/** What `cache` goes by. */
interface CacheGiven extends Given {
  readonly format: 'text' | 'json';
}

/** A file of the cache; `header` is undefined where it is damaged. */
interface Kept {
  readonly file: FileInFolder;
  readonly header: Header | undefined;
}

function runCache(
  system: System,
  given: CacheGiven,
  action: 'show' | 'clear',
  disk: Disk = nodeDisk,
): CommandResult {
  const located = given.file === undefined ? undefined : locateInventory(system, given);
  if (located !== undefined && 'error' in located)
    return failure(system, [located.error], given.colour);
  const folder = cacheFolder(system);
  if (folder === undefined)
    return {
      exitCode: 1,
      stdout: '',
      stderr: 'inventory-script: there is no place for a cache: HOME is not set\n',
    };
  const kept = keptIn(system, disk, folder, located?.path);
  return action === 'show'
    ? show(system, disk, folder, kept, given.format === 'json')
    : clear(disk, folder, kept, located?.path);
}

function keptIn(
  system: System,
  disk: Disk,
  folder: string,
  inventory: string | undefined,
): readonly Kept[] {
  if (disk.judgeFolder(folder) !== 'usable') return [];
  const all = entriesIn(disk, folder).map((file): Kept => {
    const entry = openEntry(disk, file.path, system.now());
    if (entry !== undefined) closeEntry(disk, entry);
    return { file, header: entry?.header };
  });
  return inventory === undefined
    ? all
    : all.filter(({ header }) => header?.options.path === inventory);
}

function show(
  system: System,
  disk: Disk,
  folder: string,
  kept: readonly Kept[],
  asJson: boolean,
): CommandResult {
  const state = disk.judgeFolder(folder);
  const stateText = typeof state === 'string' ? state : `not used: ${state.unusable}`;
  const total = kept.reduce((sum, { file }) => sum + file.size, 0);
  if (asJson) {
    const entries = kept.map((each) => entryJson(system, each));
    return success(
      `${escapeJson(JSON.stringify({ folder, state: stateText, entries, total, limit: folderLimit }, undefined, 2))}\n`,
    );
  }
  const lines = kept.map((each) => `  ${escapeControls(entryText(system, each))}\n`).join('');
  const note = state === 'usable' ? '' : ` (${stateText})`;
  return success(
    `${escapeControls(`${folder}${note}`)}\n${lines}${kept.length} ${kept.length === 1 ? 'entry' : 'entries'}, ${sizeText(total)} of at most ${sizeText(folderLimit)}\n`,
  );
}

function clear(
  disk: Disk,
  folder: string,
  kept: readonly Kept[],
  inventory: string | undefined,
): CommandResult {
  const isUsable = disk.judgeFolder(folder) === 'usable';
  if (isUsable && inventory === undefined) disk.removeTree(join(folder, codeFolderName));
  const removed =
    inventory !== undefined
      ? kept.map(({ file }) => file).filter(({ path }) => disk.remove(path))
      : isUsable
        ? clearFolder(disk, folder)
        : [];
  const total = removed.reduce((sum, { size }) => sum + size, 0);
  return success(
    `removed ${removed.length} ${removed.length === 1 ? 'entry' : 'entries'}, ${sizeText(total)}, from ${escapeControls(folder)}\n`,
  );
}

function entryJson(system: System, { file, header }: Kept): object {
  if (header === undefined) return { file: file.path, size: file.size, state: 'damaged' };
  const { options, createdAt, timeout, enabledBy, hosts } = header;
  const { path: inventory, compact, tags, services } = options;
  const state = judgeEntry(system, header);
  return {
    inventory,
    compact,
    tags,
    services,
    file: file.path,
    size: file.size,
    hosts,
    created: new Date(createdAt).toISOString(),
    age: ageOf(system, header),
    timeout,
    enabled_by: enabledBy,
    state,
  };
}

function entryText(system: System, { file, header }: Kept): string {
  if (header === undefined) return `${file.name}: ${sizeText(file.size)}, damaged`;
  const { path, compact, tags, services } = header.options;
  const options = [
    ...tags.map((tag) => ` --tag ${tag}`),
    ...services.map((service) => ` --service ${service}`),
    compact ? ' --compact' : '',
  ].join('');
  const until = header.timeout === null ? '' : `, for ${header.timeout} s`;
  const age = durationText(ageOf(system, header));
  return `${path}${options}: ${header.hosts} ${header.hosts === 1 ? 'host' : 'hosts'}, ${sizeText(file.size)}, ${age} old, enabled by the ${header.enabledBy}${until}, ${judgeEntry(system, header)}`;
}

/** In whole seconds. */
function ageOf(system: System, { createdAt }: Header): number {
  return Math.max(0, Math.round((system.now() - createdAt) / 1000));
}

function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[step] ?? ''}`;
}

function durationText(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 's']
      : seconds < 7200
        ? [seconds / 60, 'min']
        : seconds < 172_800
          ? [seconds / 3600, 'h']
          : [seconds / 86_400, 'd'];
  return `${Math.floor(count)} ${unit}`;
}

function success(stdout: string): CommandResult {
  return { exitCode: 0, stdout, stderr: '' };
}
