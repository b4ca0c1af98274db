/**
 * Reads an entry: its header, its whole body, or one host out of it. Whatever is damaged, cut off or foreign gives
 * undefined, as if there were no entry: checksums say so wherever the seal is broken. Of a body of 50 MB no more than
 * a piece is in memory.
 */
import { crc32, shortHash } from './checksum.js';
import type { Disk, OpenFile } from './disk.js';
import {
  decodeSlot,
  decodeTrailer,
  isTrailerWhole,
  slotBytes,
  trailerBytes,
  type Header,
  type HostPlace,
  type Trailer,
} from './layout.js';
import { isSealed } from './seal.js';

export interface Entry {
  readonly header: Header;
  readonly file: OpenFile;
  readonly trailer: Trailer;
  /** True if nothing can have damaged the file. */
  readonly isSealed: boolean;
}

/** A piece of a body; much larger ones leave the processor's cache. */
const pieceBytes = 256 * 1024;

/** More steps than any whole index asks for. */
const maxProbes = 256;

/** Opens the entry at `path`, for `closeEntry`. */
export function openEntry(disk: Disk, path: string, now: number): Entry | undefined {
  const file = disk.open(path);
  if (file === undefined) return undefined;
  const entry = readEntry(disk, file, now);
  if (entry === undefined) disk.close(file.descriptor);
  return entry;
}

export function closeEntry(disk: Disk, { file }: Entry): void {
  disk.close(file.descriptor);
}

/** The body in pieces, each to be used before the next; undefined if it is damaged. Closes the entry at its end. */
export function readBody(disk: Disk, entry: Entry): Iterable<Uint8Array> | undefined {
  if (!entry.isSealed && !isWhole(disk, entry)) return undefined;
  return closingAfter(disk, entry, piecesOf(disk, entry, entry.trailer.bodyLength));
}

/** Body and index as they are, in pieces. */
export function readUnjudged(disk: Disk, entry: Entry): Iterable<Uint8Array> {
  return piecesOf(disk, entry, entry.trailer.bodyLength + entry.trailer.slots * slotBytes);
}

/** The bytes `{…}` of one host, as they stand in the body; undefined if the index has no such host, or it is damaged. */
export function readHost(disk: Disk, entry: Entry, name: string): Buffer | undefined {
  const { bodyLength, slots } = entry.trailer;
  const hash = shortHash(name);
  const slot = Buffer.alloc(slotBytes);
  for (let probe = 0; probe < Math.min(slots, maxProbes); probe++) {
    if (
      !disk.readAt(entry.file.descriptor, slot, bodyLength + ((hash + probe) % slots) * slotBytes)
    )
      return undefined;
    const place = decodeSlot(slot);
    if (place === undefined) return undefined;
    const found = place.hash === hash ? readPlace(disk, entry, place, name) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function readEntry(disk: Disk, file: OpenFile, now: number): Entry | undefined {
  const { descriptor, size } = file;
  const bytes = Buffer.alloc(trailerBytes);
  const trailer =
    size >= trailerBytes && disk.readAt(descriptor, bytes, size - trailerBytes)
      ? decodeTrailer(bytes, size)
      : undefined;
  if (trailer === undefined) return undefined;
  const isUntouched = isSealed(disk, file, trailer.createdAt, now);
  if (!isUntouched && !isTrailerWhole(bytes)) return undefined;
  const header = Buffer.alloc(trailer.headerLength);
  if (!disk.readAt(descriptor, header, size - trailerBytes - header.length)) return undefined;
  if (!isUntouched && crc32(header) !== trailer.headerCrc) return undefined;
  return { header: JSON.parse(header.toString()) as Header, file, trailer, isSealed: isUntouched };
}

function readPlace(
  disk: Disk,
  { file, trailer, isSealed: isUntouched }: Entry,
  { offset, length, crc }: HostPlace,
  name: string,
): Buffer | undefined {
  const start = Buffer.from(`${JSON.stringify(name)}: `);
  if (!(offset >= 0 && length > start.length && offset + length <= trailer.bodyLength))
    return undefined;
  const bytes = Buffer.alloc(length);
  if (!disk.readAt(file.descriptor, bytes, offset) || (!isUntouched && crc32(bytes) !== crc))
    return undefined;
  return bytes.subarray(0, start.length).equals(start) ? bytes.subarray(start.length) : undefined;
}

function isWhole(disk: Disk, entry: Entry): boolean {
  let crc = 0;
  let length = 0;
  for (const piece of piecesOf(disk, entry, entry.trailer.bodyLength)) {
    crc = crc32(piece, crc);
    length += piece.length;
  }
  return length === entry.trailer.bodyLength && crc === entry.trailer.bodyCrc;
}

function* piecesOf(disk: Disk, { file }: Entry, length: number): Generator<Uint8Array> {
  const memory = alignedBuffer(Math.min(pieceBytes, length));
  for (let at = 0; at < length; at += memory.length) {
    const piece = memory.subarray(0, Math.min(memory.length, length - at));
    if (!disk.readAt(file.descriptor, piece, at))
      throw new Error('an entry of the cache was cut off while it was read');
    yield piece;
  }
}

function* closingAfter(
  disk: Disk,
  entry: Entry,
  pieces: Iterable<Uint8Array>,
): Generator<Uint8Array> {
  try {
    yield* pieces;
  } finally {
    closeEntry(disk, entry);
  }
}

/**
 * Memory that the system copies into at full speed. A large buffer of its own starts 16 bytes into a page, where some
 * processors copy four times slower.
 */
function alignedBuffer(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length + 64).subarray(64);
}
