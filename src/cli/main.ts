/**
 * Where the program starts. What Ansible calls is read by hand and answered at once; everything else goes to the full
 * command line, which is loaded only then. A fault of the program itself ends with exit code 70 and what to report.
 */
import { nodeSystem } from '../system.js';
import { parseHotArguments } from './arguments.js';
import { answerAnsible } from './hot.js';
import { deliver, writeErr } from './output.js';

async function main(args: readonly string[], scriptPath: string): Promise<number> {
  const request = parseHotArguments(args);
  if (request !== undefined) return deliver(answerAnsible(nodeSystem, request, scriptPath));
  const { runProgram } = await import('./program.js');
  return deliver(await runProgram(nodeSystem, args, scriptPath));
}

function reportBug(error: unknown): number {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeErr(`inventory-script: this is a bug in inventory-script, not in your inventory; please report it with these lines\n${detail}\n`);
  return 70;
}

main(process.argv.slice(2), process.argv[1] ?? '').then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.exitCode = reportBug(error);
  },
);
