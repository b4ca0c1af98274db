/**
 * The door to standard output and standard error. Writes are complete when a function here returns, into a pipe of
 * any size, so the process may end right after. A reader that went away (EPIPE) is no error; a full disk is.
 * Nothing here starts Node's own streams, which lose what is pending when a process exits. A terminal gets nothing that
 * it would obey, whoever wrote it, but colours.
 */
import { fstatSync, writeSync } from 'node:fs';
import { escapeForTerminal, escapeLines } from '../../text/terminal.js';

/** What became of a write: all is written, the reader went away, or it failed for this reason. */
export type WriteResult = 'written' | 'closed' | { readonly failure: string };

/** A piece of output; bytes are written before the next piece is asked for. */
export type OutputPiece = string | Uint8Array;

/** What a command has to say. Exit codes: format reference, section 12. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2 | 70;
  /** A text, or its pieces in order where it is large. */
  readonly stdout: string | Iterable<OutputPiece>;
  readonly stderr: string;
  /** True where `stdout` may hold colours, which are this program's own. */
  readonly isColoured?: boolean;
  /** The exit code where standard output cannot take it; else it is 1. */
  readonly exitCodeOfLoss?: 2;
  /** Called once with whether standard output took everything. */
  readonly delivered?: (isComplete: boolean) => void;
}

const stdout = 1;
const stderr = 2;

/** Texts are gathered up to this many bytes, so that small ones cost no system call each. */
const batchBytes = 256 * 1024;
/** What a UTF-16 unit takes at most in UTF-8. */
const mostBytes = 3;

/** Prints a command's result and returns the exit code, which is that of a failure if standard output could not take it. */
export function deliver(result: CommandResult): CommandResult['exitCode'] {
  const pieces = typeof result.stdout === 'string' ? [result.stdout] : result.stdout;
  const written = writeOut(
    isTerminal('stdout') ? forTerminal(pieces, result.isColoured === true) : pieces,
  );
  result.delivered?.(written === 'written');
  writeErr(escapeLines(result.stderr, true));
  if (typeof written === 'string') return result.exitCode;
  writeErr(`inventory-script: the output cannot be written: ${written.failure}\n`);
  return result.exitCodeOfLoss ?? (result.exitCode === 0 ? 1 : result.exitCode);
}

/** The pieces as a terminal may see them. */
function* forTerminal(pieces: Iterable<OutputPiece>, keepsColours: boolean): Generator<string> {
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    yield escapeForTerminal(text, keepsColours);
  }
  yield escapeForTerminal(decoder.decode(), keepsColours);
}

/** Writes all pieces to standard output, in order. */
export function writeOut(pieces: Iterable<OutputPiece>): WriteResult {
  const batch = Buffer.allocUnsafe(batchBytes);
  let used = 0;
  const flush = (): WriteResult => {
    const result = writeBytes(stdout, batch.subarray(0, used));
    used = 0;
    return result;
  };
  for (const piece of pieces) {
    const isText = typeof piece === 'string';
    const most = isText ? piece.length * mostBytes : batchBytes + 1;
    let result: WriteResult = used + most > batchBytes ? flush() : 'written';
    if (result === 'written' && most > batchBytes)
      result = isText ? writeAll(stdout, piece) : writeBytes(stdout, piece);
    else if (isText && result === 'written') used += batch.write(piece, used);
    if (result !== 'written') return result;
  }
  return flush();
}

/** Writes a text to standard error; there is nobody left to tell where that fails. */
export function writeErr(text: string): void {
  writeAll(stderr, text);
}

/** Whether a person reads this stream on a terminal. */
export function isTerminal(stream: 'stdout' | 'stderr'): boolean {
  return isTty(stream === 'stdout' ? stdout : stderr);
}

/** Columns of the terminal that a stream goes to; undefined if it is none. */
export function terminalWidth(stream: 'stdout' | 'stderr'): number | undefined {
  if (!isTerminal(stream)) return undefined;
  const { columns } = process[stream];
  return columns > 0 ? columns : undefined;
}

/** `node:tty` is loaded only where it may be one: it brings Node's streams. */
function isTty(descriptor: number): boolean {
  return isDevice(descriptor) && process.getBuiltinModule('node:tty').isatty(descriptor);
}

function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

function writeAll(descriptor: number, text: string): WriteResult {
  return text === '' ? 'written' : writeBytes(descriptor, Buffer.from(text, 'utf8'));
}

function writeBytes(descriptor: number, bytes: Uint8Array): WriteResult {
  let pause = 1;
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
      pause = 1;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return 'closed';
      if (code !== 'EAGAIN') return { failure: reasons.get(code) ?? message };
      sleep(pause);
      pause = Math.min(pause * 2, 32);
    }
  }
  return 'written';
}

const reasons = new Map<string | undefined, string>([
  ['ENOSPC', 'no space left on the device'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be too large'],
  ['EIO', 'input/output error'],
]);

/** Waits without using the processor; a pipe that takes no more has no better answer for a synchronous writer. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
