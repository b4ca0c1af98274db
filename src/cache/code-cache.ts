/**
 * Loads a part of the program with the code that V8 compiled of it in an earlier run, and keeps that code for the
 * next one. From Node 22.12 on this is Node's own compile cache. Before, it is one file for each part: named after the
 * very file it was made from, read only under the rules of the entries (the user's own, whole), judged once more
 * by V8, and replaced where V8 refuses it.
 */
import { dirname, join } from 'node:path';
import type { System } from '../system.js';
import { crc32, shortDigest } from './checksum.js';
import type { Disk } from './disk.js';
import { append, putInPlace, startDraft } from './draft.js';
import { isSealed } from './seal.js';
import { codeFile, tidyCode } from './tidy.js';

export interface LoadedPart {
  readonly exports: unknown;
  /** Keeps what was compiled so far; to be called when the work is done. */
  readonly keep: () => void;
}

/** Before the code: when it was written (double), and its CRC-32. */
const headBytes = 12;

/** Loads the CommonJS module at `path`; `folder` is where compiled code is, undefined for none. */
export function loadPart(
  system: System,
  disk: Disk,
  path: string,
  folder: string | undefined,
): LoadedPart {
  const nodeModule = process.getBuiltinModule('node:module') as NodeModule;
  const requirePart = nodeModule.createRequire(path);
  if (folder !== undefined && nodeModule.enableCompileCache === undefined)
    return loadWithCode(system, disk, path, folder, requirePart);
  if (folder !== undefined) nodeModule.enableCompileCache?.(folder);
  return { exports: requirePart(path), keep: () => undefined };
}

/** The types here are those of the oldest Node. */
type NodeModule = typeof import('node:module') & {
  readonly enableCompileCache?: (folder: string) => unknown;
};

function loadWithCode(
  system: System,
  disk: Disk,
  path: string,
  folder: string,
  requirePart: NodeJS.Require,
): LoadedPart {
  const read = system.readFile(path);
  if ('failure' in read) return { exports: requirePart(path), keep: () => undefined };
  const { Script } = process.getBuiltinModule('node:vm');
  const { wrap } = process.getBuiltinModule('node:module');
  const file = join(
    folder,
    codeFile(shortDigest([path, read.stamp.id, process.version, process.arch].join('\n'))),
  );
  const cachedData = readCode(disk, file, system.now());
  const script = new Script(wrap(Buffer.from(read.bytes).toString()), {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  const module: { exports: unknown } = { exports: {} };
  const run = script.runInThisContext() as (...scope: unknown[]) => void;
  run.call(module.exports, module.exports, requirePart, module, path, dirname(path));
  return {
    exports: module.exports,
    keep() {
      if (cachedData !== undefined && script.cachedDataRejected !== true) return;
      disk.makeFolder(folder);
      writeCode(disk, file, script.createCachedData(), system.now());
      tidyCode(disk, folder, system.now());
    },
  };
}

function readCode(disk: Disk, path: string, now: number): Buffer | undefined {
  const file = disk.open(path);
  if (file === undefined) return undefined;
  const bytes = Buffer.alloc(file.size);
  const isRead = file.size > headBytes && disk.readAt(file.descriptor, bytes, 0);
  disk.close(file.descriptor);
  if (!isRead) return undefined;
  const code = bytes.subarray(headBytes);
  return isSealed(disk, file, bytes.readDoubleLE(0), now) || crc32(code) === bytes.readUInt32LE(8)
    ? code
    : undefined;
}

function writeCode(disk: Disk, path: string, code: Buffer, now: number): void {
  const draft = startDraft(disk, path);
  if (draft === undefined) return;
  const head = Buffer.alloc(headBytes);
  head.writeDoubleLE(now, 0);
  head.writeUInt32LE(crc32(code), 8);
  append(draft, head);
  append(draft, code);
  putInPlace(draft, path, now);
}
