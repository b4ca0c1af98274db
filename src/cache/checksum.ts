/**
 * Checksums of the cache's files. They find damage, not forgery: whoever can write into the user's own folder needs no
 * forgery. Where they are not needed (`seal.ts`), zlib is not loaded: that takes longer than all the rest of a run.
 */

/** The CRC-32 of `bytes`, or of what gave `start` and then `bytes`. */
export function crc32(bytes: Uint8Array, start = 0): number {
  native ??= process.getBuiltinModule('node:zlib').crc32;
  return native(bytes, start);
}

let native: ((bytes: Uint8Array, start?: number) => number) | undefined;

/** A hash of a text in 32 bits: FNV-1a over its UTF-16, with a start of one's own for another hash. */
export function shortHash(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A digest of a text in 16 hexadecimal digits, for names of files. */
export function shortDigest(text: string): string {
  return [shortHash(text), shortHash(text, 0x9e3779b9)]
    .map((each) => each.toString(16).padStart(8, '0'))
    .join('');
}
