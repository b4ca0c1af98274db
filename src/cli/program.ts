/**
 * The full command line: the definitions of `commands.ts` through yargs. Parses, runs the command, and returns its
 * result; wrong usage is exit code 2 with what to do. The only importer of `yargs`.
 */
import yargs, { type Argv, type Options } from 'yargs';
import type { System } from '../system.js';
import type { Context } from './arguments/context.js';
import type { Command, CommandUsage, Flag } from './arguments/define-command.js';
import { commandFirst, commandOf, valueFlags } from './arguments/file-first.js';
import { helpText, operandsText } from './arguments/help.js';
import { flagsOf } from './arguments/known-flags.js';
import { checkCommand, Misuse, misuse } from './arguments/misuse.js';
import { readFile, readOptions, type Parsed } from './arguments/read-options.js';
import { commands as allCommands } from './commands.js';
import { terminalWidth, type CommandResult } from './terminal/output.js';
import { outputKind, safeResult, type OutputKind } from './terminal/safe-output.js';
import { withProgress } from './terminal/progress.js';
import { versionText } from './version.js';

/** `runProgram` for a person: long work shows that it goes on. */
export async function runForPerson(
  system: System,
  args: readonly string[],
  scriptPath: string,
): Promise<CommandResult> {
  const ordered = commandFirst(args, allCommands);
  const isQuick = commandOf(ordered, allCommands)?.isQuick === true;
  if (isQuick || ordered.includes('--watch') || asksForHelp(ordered, valueFlags(allCommands)))
    return await runProgram(system, args, scriptPath);
  return await withProgress(system, (watched) => runProgram(watched, args, scriptPath));
}

/**
 * Runs the command that `args` name, one of `commands`; `scriptPath` is the path that the program was started by. One
 * of the commands has no name: it is the one that runs where none is named.
 */
export async function runProgram(
  system: System,
  args: readonly string[],
  scriptPath: string,
  commands: readonly Command[] = allCommands,
): Promise<CommandResult> {
  let result: CommandResult | Promise<CommandResult> | undefined;
  let kind: OutputKind = 'text';
  let colour: boolean | undefined;
  const takesValue = valueFlags(commands);
  const ordered = commandFirst(args, commands);
  const chosen = commandOf(ordered, commands);
  if (chosen === undefined) throw new Error('no command is without a name');
  if (asksForHelp(ordered, takesValue))
    return { exitCode: 0, stdout: helpText(chosen, commands, terminalWidth('stdout')), stderr: '' };
  const commandNames = commands.map(({ name }) => name);
  const parser = describeProgram(commands, (command, parsed) => {
    kind = outputKind(command, parsed);
    colour = colourOf(parsed);
    if (parsed.version === true) return;
    const context = { system, scriptPath, commandNames, ...readCommon(command, parsed) };
    result = command.run(context, readOptions(command, parsed));
  });
  try {
    const words = joinDashes(ordered, takesValue);
    if (words.includes('-'))
      throw new Misuse('an inventory is a file, so that others can be found beside it: - is none');
    if (chosen.name === '') checkCommand(system, words, commands);
    const parsed: Parsed = await parser.parseAsync(words);
    if (result === undefined && parsed.version !== true) throw new Error('no command was run');
    const done = await result;
    if (done === undefined) return { exitCode: 0, stdout: versionText(), stderr: '' };
    return safeResult(system, done, kind, colour);
  } catch (error) {
    if (error instanceof Misuse) return misuse(error, chosen, args, commands);
    throw error;
  }
}

/** `--set-file -` as `--set-file=-`: yargs takes a dash of its own for no value. */
function joinDashes(args: readonly string[], takesValue: ReadonlySet<string>): string[] {
  return args.flatMap((each, at) => {
    if (each === '-' && takesValue.has(args[at - 1] ?? '')) return [];
    return args[at + 1] === '-' && takesValue.has(each) ? [`${each}=-`] : [each];
  });
}

/** `--help` or `-h`, and not as the value of another flag. */
function asksForHelp(args: readonly string[], takesValue: ReadonlySet<string>): boolean {
  return args.some(
    (each, at) => (each === '--help' || each === '-h') && !takesValue.has(args[at - 1] ?? ''),
  );
}

function describeProgram(
  commands: readonly Command[],
  run: (command: Command, parsed: Parsed) => void,
): Argv {
  const program = yargs([])
    .scriptName('inventory-script')
    .locale('en')
    .parserConfiguration({
      'greedy-arrays': false,
      'parse-positional-numbers': false,
      'parse-numbers': false,
      'boolean-negation': false,
    })
    .exitProcess(false)
    .version(false)
    .help(false)
    .strict()
    .fail((message: string | null, error: Error | undefined) => {
      throw error instanceof Misuse
        ? error
        : error === undefined || message !== null
          ? new Misuse(message ?? '')
          : error;
    });
  for (const command of commands)
    program.command(
      lineOf(command),
      command.summary,
      (parser) => describeCommand(parser, command),
      (parsed) => {
        run(command, parsed);
      },
    );
  return program;
}

/** `explain [HOST] [PATH]`, `cache <ACTION>`: a command as yargs reads it. */
function lineOf(command: CommandUsage): string {
  const operands = operandsText(command).replace(/(?<!\[)\b[A-Z]+\b/g, '<$&>');
  return `${command.name === '' ? '$0' : command.name} ${operands}`.trim();
}

function describeCommand(parser: Argv, command: CommandUsage): Argv {
  for (const [name, flag] of flagsOf(command)) parser.option(name, optionOf(flag));
  for (const [name, { values }] of Object.entries(command.operands))
    if (values !== undefined) parser.positional(name, { choices: Object.keys(values) });
  return parser;
}

function optionOf(flag: Flag): Options {
  const alias = flag.short === undefined ? {} : { alias: flag.short };
  if (flag.kind === 'switch') return { type: 'boolean', ...alias };
  return {
    type: 'string',
    ...alias,
    requiresArg: true,
    array: flag.kind === 'names' || flag.kind === 'texts',
    nargs: 1,
    ...(flag.kind === 'choice' ? { choices: flag.choices } : {}),
  };
}

/** What the flags of every command say; one whose `--inventory` is another has no inventory. */
function readCommon({ flags }: CommandUsage, parsed: Parsed): Pick<Context, 'file' | 'colour'> {
  return {
    file: flags.inventory === undefined ? readFile(parsed) : undefined,
    colour: colourOf(parsed),
  };
}

/** `--color`, `--no-color`, or neither. */
function colourOf(parsed: Parsed): boolean | undefined {
  if (parsed['no-color'] === true) return false;
  return parsed.color === true ? true : undefined;
}
