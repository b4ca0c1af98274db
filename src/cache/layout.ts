/**
 * The layout of an entry: one file of
 *   body     the bytes of standard output, exactly
 *   index    a hash table of the hosts' places in the body: slots of `slotBytes`, a power of two of them
 *   header   JSON: what the entry answers, and what must still hold
 *   trailer  `trailerBytes`: lengths, checksums, and which layout this is
 * The trailer is written last, and then the file is sealed. Numbers are little-endian.
 */
import { crc32 } from './checksum.js';
import type { Observation } from './observe.js';

/** What a list's output depends on, beside the program and the world. */
export interface ListOptions {
  /** Absolute path of the inventory. */
  readonly path: string;
  readonly compact: boolean;
  readonly tags: readonly string[];
  readonly services: readonly string[];
}

/** What an entry answers, and until when. */
export interface Header {
  /** Everything that the output depends on beside the world: `entryKey`. */
  readonly key: string;
  /** The part of the key that the user chose. */
  readonly options: ListOptions;
  /** Milliseconds since 1970; also in the trailer. */
  readonly createdAt: number;
  /** For how many seconds the entry may be used; null for as long as the observations hold. */
  readonly timeout: number | null;
  /** Who asked for the cache: without the inventory's wish an entry is used only while the environment has it. */
  readonly enabledBy: 'inventory' | 'environment';
  readonly hosts: number;
  readonly observations: readonly Observation[];
}

export interface Trailer {
  readonly createdAt: number;
  readonly bodyLength: number;
  readonly bodyCrc: number;
  readonly slots: number;
  readonly headerLength: number;
  readonly headerCrc: number;
}

/** Where in the body a host stands, as `"name": {…}`. */
export interface HostPlace {
  /** `shortHash` of the host's name. */
  readonly hash: number;
  /** CRC-32 of the bytes at this place. */
  readonly crc: number;
  readonly offset: number;
  readonly length: number;
}

export const slotBytes = 20;
export const trailerBytes = 44;

/** Changes with the layout and with the meaning of the header. */
const magic = 'invcache';

export function encodeTrailer(trailer: Trailer): Uint8Array {
  const bytes = Buffer.alloc(trailerBytes);
  bytes.write(magic, 'latin1');
  bytes.writeDoubleLE(trailer.bodyLength, 8);
  bytes.writeDoubleLE(trailer.createdAt, 16);
  bytes.writeUInt32LE(trailer.bodyCrc, 24);
  bytes.writeUInt32LE(trailer.slots, 28);
  bytes.writeUInt32LE(trailer.headerLength, 32);
  bytes.writeUInt32LE(trailer.headerCrc, 36);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 40)), 40);
  return bytes;
}

/** Whether a trailer is as it was written. */
export function isTrailerWhole(bytes: Buffer): boolean {
  return bytes.readUInt32LE(40) === crc32(bytes.subarray(0, 40));
}

/** The trailer of a file of this size; undefined if it is none, or not that of such a file. */
export function decodeTrailer(bytes: Buffer, fileSize: number): Trailer | undefined {
  if (bytes.toString('latin1', 0, 8) !== magic) return undefined;
  const trailer = {
    bodyLength: bytes.readDoubleLE(8),
    createdAt: bytes.readDoubleLE(16),
    bodyCrc: bytes.readUInt32LE(24),
    slots: bytes.readUInt32LE(28),
    headerLength: bytes.readUInt32LE(32),
    headerCrc: bytes.readUInt32LE(36),
  };
  const size = trailer.bodyLength + trailer.slots * slotBytes + trailer.headerLength + trailerBytes;
  return size === fileSize ? trailer : undefined;
}

/** The index of these places: at most half of its slots are taken, so that one is found in a few steps. */
export function encodeIndex(places: readonly HostPlace[]): Uint8Array {
  const slots = places.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(places.length * 2));
  const bytes = Buffer.alloc(slots * slotBytes);
  for (const place of places) {
    let slot = place.hash % slots;
    while (bytes.readUInt32LE(slot * slotBytes + 8) !== 0) slot = (slot + 1) % slots;
    const at = slot * slotBytes;
    bytes.writeUInt32LE(place.hash, at);
    bytes.writeUInt32LE(place.crc, at + 4);
    bytes.writeUInt32LE(place.length, at + 8);
    bytes.writeDoubleLE(place.offset, at + 12);
  }
  return bytes;
}

/** The place in one slot; undefined if it is empty. */
export function decodeSlot(bytes: Buffer): HostPlace | undefined {
  const length = bytes.readUInt32LE(8);
  if (length === 0) return undefined;
  return {
    hash: bytes.readUInt32LE(0),
    crc: bytes.readUInt32LE(4),
    length,
    offset: bytes.readDoubleLE(12),
  };
}
