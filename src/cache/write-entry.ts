/**
 * Writes an entry while its output is on its way to the reader. Any failure on the way, of the disk or of the reader,
 * leaves no entry and is no error.
 */
import { crc32, shortHash } from './checksum.js';
import type { Disk } from './disk.js';
import { append, giveUp, putInPlace, startDraft, type Draft } from './draft.js';
import {
  encodeIndex,
  encodeTrailer,
  slotBytes,
  type Header,
  type HostPlace,
  type Trailer,
} from './layout.js';
import type { Observation } from './observe.js';
import { closeEntry, openEntry, readUnjudged } from './read-entry.js';
import { entryLimit, tidyFolder } from './tidy.js';

/** A piece of the output; one that is exactly `"name": {…}` of a host names it. */
export interface Chunk {
  readonly text: string;
  readonly host?: string;
}

/** Output on its way to the reader. */
export interface Delivery {
  /** The output as bytes, in pieces, each to be used before the next. */
  readonly output: Iterable<Uint8Array>;
  /** To be called once, with whether the reader took everything. */
  readonly finish: (isDelivered: boolean) => void;
}

/** Where an entry goes. */
export interface Place {
  readonly folder: string;
  readonly path: string;
}

/** What is known of a body so far. */
interface Body {
  readonly draft: Draft;
  length: number;
  crc: number;
  readonly hosts: HostPlace[];
}

const batchBytes = 256 * 1024;

/** Starts an entry for `chunks`; undefined if there is no place for one. What is not delivered is not kept. */
export function recordEntry(
  disk: Disk,
  place: Place,
  chunks: Iterable<Chunk>,
  header: Omit<Header, 'hosts'>,
): Delivery | undefined {
  const draft = startDraft(disk, place.path);
  if (draft === undefined) return undefined;
  const body: Body = { draft, length: 0, crc: 0, hosts: [] };
  return {
    output: bytesOf(body, chunks),
    finish(isDelivered) {
      if (!isDelivered) giveUp(draft);
      const index = encodeIndex(body.hosts);
      append(draft, index);
      appendTail(
        draft,
        { ...header, hosts: body.hosts.length },
        {
          createdAt: header.createdAt,
          bodyLength: body.length,
          bodyCrc: body.crc,
          slots: index.length / slotBytes,
        },
      );
      if (putInPlace(draft, place.path, header.createdAt))
        tidyFolder(disk, place.folder, header.createdAt);
    },
  };
}

/** Replaces an entry that was made at this time by the same with other observations. One that may be damaged stays. */
export function renewEntry(
  disk: Disk,
  place: Place,
  createdAt: number,
  observations: readonly Observation[],
  now: number,
): void {
  const entry = openEntry(disk, place.path, now);
  if (entry === undefined) return;
  const draft =
    entry.isSealed && entry.header.createdAt === createdAt
      ? startDraft(disk, place.path)
      : undefined;
  if (draft !== undefined) {
    for (const piece of readUnjudged(disk, entry)) append(draft, piece);
    appendTail(draft, { ...entry.header, observations }, entry.trailer);
    putInPlace(draft, place.path, createdAt);
  }
  closeEntry(disk, entry);
}

function* bytesOf(body: Body, chunks: Iterable<Chunk>): Generator<Uint8Array> {
  const batch = Buffer.allocUnsafeSlow(batchBytes);
  let filled = 0;
  let isComplete = false;
  try {
    for (const { text, host } of chunks) {
      // A character takes three bytes at most.
      const mostBytes = text.length * 3;
      if (filled > 0 && mostBytes > batchBytes - filled) {
        yield keep(body, batch.subarray(0, filled));
        filled = 0;
      }
      const isSmall = mostBytes <= batchBytes;
      const bytes = isSmall
        ? batch.subarray(filled, filled + batch.write(text, filled))
        : Buffer.from(text);
      if (host !== undefined) {
        body.hosts.push({
          hash: shortHash(host),
          crc: crc32(bytes),
          offset: body.length + filled,
          length: bytes.length,
        });
      }
      if (isSmall) filled += bytes.length;
      else yield keep(body, bytes);
    }
    if (filled > 0) yield keep(body, batch.subarray(0, filled));
    isComplete = true;
  } finally {
    if (!isComplete) giveUp(body.draft);
  }
}

/** Adds bytes to the body; gives them back. */
function keep(body: Body, bytes: Uint8Array): Uint8Array {
  body.crc = crc32(bytes, body.crc);
  body.length += bytes.length;
  if (body.length > entryLimit) giveUp(body.draft);
  append(body.draft, bytes);
  return bytes;
}

function appendTail(
  draft: Draft,
  header: Header,
  body: Omit<Trailer, 'headerLength' | 'headerCrc'>,
): void {
  const bytes = Buffer.from(JSON.stringify(header));
  append(draft, bytes);
  append(draft, encodeTrailer({ ...body, headerLength: bytes.length, headerCrc: crc32(bytes) }));
}
