/** The command line without a process of its own. */
import { join } from 'node:path';
import { runProgram } from '../../src/cli/program.js';
import type { System } from '../../src/system.js';

export interface CommandOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line as if the executable lay in the system's working directory. */
export async function runCommandLine(
  system: System,
  args: readonly string[],
): Promise<CommandOutput> {
  const { exitCode, stdout, stderr } = await runProgram(
    system,
    args,
    join(system.cwd, 'inventory-script'),
  );
  const pieces: Iterable<string | Uint8Array> = typeof stdout === 'string' ? [stdout] : stdout;
  return {
    exitCode,
    stdout: Buffer.concat(Array.from(pieces, (piece) => Buffer.from(piece))).toString('utf8'),
    stderr,
  };
}
