/**
 * Checksums of entries. They find damage, not forgery: whoever can write into the user's own folder needs no forgery.
 * CRC-32 as zlib has it; little is summed up here, since loading zlib for it would take longer.
 */

type Crc32 = (bytes: Uint8Array, start?: number) => number;

/** From this many bytes on zlib pays. */
const large = 64 * 1024;

/** The remainders of four bits: a larger table takes longer to make than it saves. */
const remainders = [
  0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
  0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
];

let native: Crc32 | undefined;

/** The CRC-32 of `bytes`, or of what gave `start` and then `bytes`. */
export function crc32(bytes: Uint8Array, start = 0): number {
  return native === undefined && bytes.length < large ? smallCrc32(bytes, start) : fastCrc32()(bytes, start);
}

/** The same for much data; loads zlib. */
export function fastCrc32(): Crc32 {
  native ??= process.getBuiltinModule('node:zlib').crc32;
  return native;
}

/** The same without zlib. */
export function smallCrc32(bytes: Uint8Array, start = 0): number {
  let crc = ~start;
  for (const byte of bytes) {
    crc ^= byte;
    crc = (remainders[crc & 15] ?? 0) ^ (crc >>> 4);
    crc = (remainders[crc & 15] ?? 0) ^ (crc >>> 4);
  }
  return ~crc >>> 0;
}

/** A digest of a text in 16 hexadecimal digits, for names of files: two FNV-1a, one over the text backwards. */
export function shortDigest(text: string): string {
  let [forwards, backwards] = [0x811c9dc5, 0x811c9dc5];
  for (let at = 0; at < text.length; at++) {
    forwards = Math.imul(forwards ^ text.charCodeAt(at), 0x01000193);
    backwards = Math.imul(backwards ^ text.charCodeAt(text.length - 1 - at), 0x01000193);
  }
  return [forwards, backwards].map((each) => (each >>> 0).toString(16).padStart(8, '0')).join('');
}
