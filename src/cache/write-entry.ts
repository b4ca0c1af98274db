/**
 * Writes an entry while its output is on its way to the reader: into a file of its own name, which takes its place in
 * one step when everything is written. Any failure on the way, of the disk or of the reader, leaves no entry and is
 * no error.
 */
import { crc32, fastCrc32 } from './checksum.js';
import type { Disk } from './disk.js';
import { encodeIndex, encodeTrailer, slotBytes, type Header, type HostPlace } from './layout.js';
import { entryLimit, partPath, tidyFolder } from './tidy.js';

/** A piece of the output; one that is exactly `"name": {…}` of a host names it. */
export interface Chunk {
  readonly text: string;
  readonly host?: string;
}

export interface Recording {
  /** The output as bytes, in pieces, each to be used before the next. */
  readonly output: Iterable<Uint8Array>;
  /** To be called once, when all output is delivered, or cannot be: then nothing is kept. */
  readonly finish: (isDelivered: boolean) => void;
}

/** Where an entry goes. */
export interface Place {
  readonly folder: string;
  readonly path: string;
}

/** An entry that is being written; `descriptor` is undefined once it is given up. */
interface Draft {
  readonly disk: Disk;
  readonly path: string;
  descriptor: number | undefined;
  length: number;
  crc: number;
  readonly hosts: HostPlace[];
}

const batchBytes = 256 * 1024;

/** Starts an entry for `chunks`; undefined if there is no place for one. */
export function recordEntry(disk: Disk, place: Place, chunks: Iterable<Chunk>, header: Omit<Header, 'hosts'>): Recording | undefined {
  const path = partPath(place.path);
  const descriptor = disk.create(path);
  if (descriptor === undefined) return undefined;
  const draft: Draft = { disk, path, descriptor, length: 0, crc: 0, hosts: [] };
  return {
    output: bytesOf(draft, chunks),
    finish(isDelivered) {
      if (isDelivered && complete(draft, header) && disk.rename(path, place.path)) tidyFolder(disk, place.folder, header.createdAt);
      else giveUp(draft);
    },
  };
}

function* bytesOf(draft: Draft, chunks: Iterable<Chunk>): Generator<Uint8Array> {
  const checksum = fastCrc32();
  const batch = Buffer.allocUnsafeSlow(batchBytes);
  let filled = 0;
  let isComplete = false;
  try {
    for (const { text, host } of chunks) {
      // A character takes three bytes at most.
      const fits = text.length * 3 <= batchBytes - filled;
      if (!fits && filled > 0) {
        yield keep(draft, batch.subarray(0, filled));
        filled = 0;
      }
      const isSmall = text.length * 3 <= batchBytes;
      const bytes = isSmall ? batch.subarray(filled, filled + batch.write(text, filled)) : Buffer.from(text);
      if (host !== undefined) {
        draft.hosts.push({ hash: crc32(Buffer.from(host)), crc: checksum(bytes), offset: draft.length + filled, length: bytes.length });
      }
      if (isSmall) filled += bytes.length;
      else yield keep(draft, bytes);
    }
    if (filled > 0) yield keep(draft, batch.subarray(0, filled));
    isComplete = true;
  } finally {
    if (!isComplete) giveUp(draft);
  }
}

/** Adds bytes to the body; gives them back. */
function keep(draft: Draft, bytes: Uint8Array): Uint8Array {
  draft.crc = crc32(bytes, draft.crc);
  draft.length += bytes.length;
  if (draft.length > entryLimit) giveUp(draft);
  append(draft, bytes);
  return bytes;
}

function complete(draft: Draft, header: Omit<Header, 'hosts'>): boolean {
  const { disk, length, crc, hosts } = draft;
  const index = encodeIndex(hosts);
  const head: Header = { ...header, hosts: hosts.length };
  const headerBytes = Buffer.from(JSON.stringify(head));
  const trailer = encodeTrailer({
    bodyLength: length,
    bodyCrc: crc,
    slots: index.length / slotBytes,
    headerLength: headerBytes.length,
    headerCrc: crc32(headerBytes),
  });
  append(draft, index);
  append(draft, headerBytes);
  append(draft, trailer);
  if (draft.descriptor === undefined || !disk.setTime(draft.descriptor, header.createdAt)) return false;
  disk.close(draft.descriptor);
  draft.descriptor = undefined;
  return true;
}

function append(draft: Draft, bytes: Uint8Array): void {
  if (draft.descriptor !== undefined && !draft.disk.write(draft.descriptor, bytes)) giveUp(draft);
}

function giveUp(draft: Draft): void {
  if (draft.descriptor !== undefined) draft.disk.close(draft.descriptor);
  draft.descriptor = undefined;
  draft.disk.remove(draft.path);
}
