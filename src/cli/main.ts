/**
 * Where the program starts. What Ansible calls is read by hand and answered from the cache where it can be; what
 * computes an answer, and the full command line, are parts of their own that are loaded only then. A fault of the
 * program itself ends with exit code 70 and what to report.
 */
import { nodeSystem } from '../system.js';
import { mayBeCommand, parseHotArguments, type HotRequest } from './ansible/hot-arguments.js';
import { deliver, writeErr, type CommandResult } from './terminal/output.js';
import {
  keepCode,
  loadCompletion,
  loadHot,
  loadProgram,
  loadUsage,
  scriptPathOf,
} from './parts.js';
import { answerFromCache } from './ansible/stored.js';
import { escapeLines } from '../text/terminal.js';

async function run(args: readonly string[], scriptPath: string): Promise<CommandResult> {
  if (args[0] === '__complete')
    return {
      exitCode: 0,
      stdout: (await loadCompletion()).complete(nodeSystem, args.slice(2), scriptPath),
      stderr: '',
    };
  const request = await readRequest(args);
  // A run that shows or clears the cache leaves no trace in it.
  if (request === undefined)
    return (await loadProgram(args.includes('cache') ? 'avoid' : undefined)).runForPerson(
      nodeSystem,
      args,
      scriptPath,
    );
  return (
    answerFromCache(nodeSystem, request, scriptPath) ??
    (await loadHot(request.cache)).answerAnsible(nodeSystem, request, scriptPath)
  );
}

/** What Ansible asks for; undefined where the arguments are for the full command line. */
async function readRequest(args: readonly string[]): Promise<HotRequest | undefined> {
  const request = parseHotArguments(args);
  if (request === undefined || !mayBeCommand(request)) return request;
  const { usages } = await loadUsage(request.cache);
  const commandNames = usages.map(({ name }) => name);
  return commandNames.includes(request.file ?? '') ? undefined : { ...request, commandNames };
}

function reportBug(error: unknown): number {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeErr(
    escapeLines(
      `inventory-script: this is a bug in inventory-script, not in your inventory; please report it with these lines\n${detail}\n`,
    ),
  );
  return 70;
}

async function main(): Promise<void> {
  try {
    const exitCode = deliver(
      await run(process.argv.slice(2), scriptPathOf(process.argv, process.env)),
    );
    process.exitCode = exitCode;
    if (exitCode === 0) keepCode();
  } catch (error) {
    process.exitCode = reportBug(error);
  }
}

void main();
