/**
 * The full command line: commands and flags of `usage.ts` through yargs. Parses, calls the one function of a command,
 * and returns its result; wrong usage is exit code 2 with what to do. The only importer of `yargs`.
 */
import { resolve } from 'node:path';
import yargs, { type Argv, type Options } from 'yargs';
import type { System } from '../system.js';
import { runApply, type ApplyOptions } from './apply.js';
import type { HotRequest } from './arguments.js';
import { cacheActions, runCache, type CacheAction } from './cache-command.js';
import { completionScript, shells } from './completion/scripts.js';
import { runDiff, type DiffOptions } from './diff.js';
import { runDoctor } from './doctor.js';
import { runExplain } from './explain.js';
import { runExplainAt } from './explain-at.js';
import { runExports } from './exports.js';
import { commandFirst, commandOf, takesValue } from './file-first.js';
import type { Given } from './given.js';
import { runGraph } from './graph.js';
import { helpText, operandNames } from './help.js';
import { runHosts, type HostsOptions } from './hosts.js';
import { answerAnsible } from './hot.js';
import { importGiven, runImport } from './import.js';
import { runInit } from './init.js';
import { runLint, type LintOptions } from './lint.js';
import { runLsp } from './lsp.js';
import { Misuse, misuse } from './misuse.js';
import { terminalWidth, type CommandResult } from './output.js';
import { withProgress } from './progress.js';
import { runReport } from './report.js';
import { outputKind, safeResult, type OutputKind } from './safe-output.js';
import { runSchema, type SchemaKind } from './schema.js';
import { runShow } from './show.js';
import { runState, stateActions, type StateAction } from './state-command.js';
import { answerFromCache } from './stored.js';
import {
  commands,
  commonFlags,
  flagOf,
  formats,
  operands,
  type CommandName,
  type FlagName,
} from './usage.js';
import { runValidate } from './validate.js';
import { nodeVersion, versionText } from './version.js';
import { watchCommand } from './watch.js';

type Parsed = Readonly<Record<string, unknown>>;
type Usage = (typeof commands)[number];

/** Commands that are done before anybody could wonder. */
const quick: ReadonlySet<string> = new Set(['', 'cache', 'completion', 'init', 'lsp']);

/** `runProgram` for a person: long work shows that it goes on. */
export async function runForPerson(
  system: System,
  args: readonly string[],
  scriptPath: string,
): Promise<CommandResult> {
  const ordered = commandFirst(args);
  const command = commandOf(ordered);
  if (quick.has(command) || ordered.includes('--watch') || asksForHelp(ordered))
    return await runProgram(system, args, scriptPath);
  return await withProgress(system, (watched) => runProgram(watched, args, scriptPath));
}

/** Runs the command that `args` name; `scriptPath` is the path that the program was started by. */
export async function runProgram(
  system: System,
  args: readonly string[],
  scriptPath: string,
): Promise<CommandResult> {
  let result: CommandResult | Promise<CommandResult> | undefined;
  let kind: OutputKind = 'text';
  let colour: boolean | undefined;
  const ordered = commandFirst(args);
  const command = commandOf(ordered);
  const usage = commands.find((each) => each.name === command);
  if (usage !== undefined && asksForHelp(ordered))
    return { exitCode: 0, stdout: helpText(usage, terminalWidth('stdout')), stderr: '' };
  const parser = describeProgram((usage, parsed) => {
    kind = outputKind(usage.name, parsed);
    colour = colourOf(parsed);
    if (parsed.version !== true) result = runCommand(system, usage.name, parsed, scriptPath);
  });
  try {
    const words = joinDashes(ordered);
    if (words.includes('-'))
      throw new Misuse('an inventory is a file, so that others can be found beside it: - is none');
    const parsed: Parsed = await parser.parseAsync(words);
    if (result === undefined && parsed.version !== true) throw new Error('no command was run');
    const done = await result;
    if (done === undefined) return { exitCode: 0, stdout: versionText(), stderr: '' };
    return safeResult(system, done, kind, colour);
  } catch (error) {
    if (error instanceof Misuse) return misuse(error.message, command, args);
    throw error;
  }
}

/** `--set-file -` as `--set-file=-`: yargs takes a dash of its own for no value. */
function joinDashes(args: readonly string[]): string[] {
  return args.flatMap((each, at) => {
    if (each === '-' && takesValue.has(args[at - 1] ?? '')) return [];
    return args[at + 1] === '-' && takesValue.has(each) ? [`${each}=-`] : [each];
  });
}

/** `--help` or `-h`, and not as the value of another flag. */
function asksForHelp(args: readonly string[]): boolean {
  return args.some(
    (each, at) => (each === '--help' || each === '-h') && !takesValue.has(args[at - 1] ?? ''),
  );
}

function describeProgram(handle: (usage: Usage, parsed: Parsed) => void): Argv {
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
  for (const usage of commands) {
    const line = `${usage.name === '' ? '$0' : usage.name} ${usage.operands}`
      .trim()
      .replace(/\[?\b([A-Z]+)\b\]?/g, (word, name: string) =>
        word.startsWith('[') ? `[${name}]` : `<${name}>`,
      );
    program.command(
      line,
      usage.description,
      (each) => describeCommand(each, usage),
      (parsed) => {
        handle(usage, parsed);
      },
    );
  }
  return program;
}

function describeCommand(parser: Argv, usage: Usage): Argv {
  for (const name of [...usage.flags, ...commonFlags])
    parser.option(name, optionOf(name, usage.name));
  for (const name of operandNames(usage)) {
    const { values } = operands[name] ?? {};
    if (values !== undefined) parser.positional(name, { choices: Object.keys(values) });
  }
  return parser;
}

function optionOf(name: FlagName, command: CommandName): Options {
  const flag = flagOf(name, command);
  const option: Options = {
    type: 'value' in flag ? 'string' : 'boolean',
    ...(flag.short === undefined ? {} : { alias: flag.short }),
  };
  if ('value' in flag)
    Object.assign(option, { requiresArg: true, array: 'repeatable' in flag, nargs: 1 });
  if (name === 'format' && command in formats)
    return { ...option, choices: formats[command as keyof typeof formats] };
  return option;
}

function runCommand(
  system: System,
  command: CommandName,
  parsed: Parsed,
  scriptPath: string,
): CommandResult | Promise<CommandResult> {
  if (command === 'import') return runImport(system, importGiven(parsed), scriptPath);
  const given = givenOf(parsed, scriptPath);
  if (isWriting(command)) return runWriting(system, command, given, parsed);
  switch (command) {
    case '':
      return answerPlainly(system, given, parsed);
    case 'validate':
      return watchedOrOnce(system, parsed, (watched) => runValidate(watched, given));
    case 'lint':
      return lintGiven(system, given, parsed);
    case 'show':
      return watchedOrOnce(system, parsed, (watched) => runShow(watched, given));
    case 'explain':
      return explainGiven(system, given, textOf(parsed.at));
    case 'cache':
      return runCache(system, given, actionOf(parsed.ACTION));
    case 'diff':
      return runDiff(system, given, diffOptionsOf(parsed));
    case 'doctor':
      return runDoctor(system, given, nodeVersion);
    case 'completion':
      return {
        exitCode: 0,
        stdout: completionScript(shells.find((each) => each === parsed.SHELL) ?? shells[0]),
        stderr: '',
      };
    case 'init':
      return runInit(system, textOf(parsed.DIR));
    case 'apply':
      return runApply(system, given, applyOptionsOf(parsed));
    case 'exports':
      return runExports(system, given, {
        name: textOf(parsed.NAME),
        json: given.json,
        raw: parsed.raw === true,
        declared: parsed.declared === true,
      });
    case 'lsp':
      return runLsp(system, given);
    case 'schema':
      return runSchema(system, given, schemaKindOf(parsed.KIND));
    case 'state':
      return runState(system, given, stateActionOf(parsed.WHAT), parsed.force === true);
  }
}

function diffOptionsOf(parsed: Parsed): DiffOptions {
  if (parsed.json === true && parsed.markdown === true)
    throw new Misuse('--json and --markdown cannot be used together');
  const consumers = namesOf('consumers', parsed.consumers);
  return {
    operands: [parsed.OLD, parsed.NEW].filter((each): each is string => typeof each === 'string'),
    git: parsed.git === true,
    format: parsed.json === true ? 'json' : parsed.markdown === true ? 'markdown' : 'text',
    consumers: consumers.length === 0 ? undefined : consumers,
  };
}

function hostsOptionsOf(parsed: Parsed): HostsOptions {
  return {
    pattern: textOf(parsed.PATTERN),
    limit: onceOf('limit', parsed.limit),
    where: onceOf('where', parsed.where),
    columns: namesOf('columns', parsed.columns),
    port: onceOf('port', parsed.port),
    variables: parsed.vars === true,
    output: onceOf('output', parsed.output),
    force: parsed.force === true,
  };
}

/** Commands whose result may go to a file. */
type Writing = 'hosts' | 'graph' | 'report';

function isWriting(command: CommandName): command is Writing {
  return command === 'hosts' || command === 'graph' || command === 'report';
}

function runWriting(
  system: System,
  command: Writing,
  given: Given,
  parsed: Parsed,
): CommandResult | Promise<CommandResult> {
  if (command === 'hosts') return runHosts(system, given, hostsOptionsOf(parsed));
  const target = { output: onceOf('output', parsed.output), force: parsed.force === true };
  return command === 'graph'
    ? runGraph(system, given, {
        group: textOf(parsed.GROUP),
        variables: parsed.vars === true,
        focus: namesOf('focus', parsed.focus),
        ...target,
      })
    : runReport(system, given, target);
}

function applyOptionsOf(parsed: Parsed): ApplyOptions {
  const lockTimeout = textOf(parsed['lock-timeout']) ?? '10';
  if (!/^\d{1,5}$/.test(lockTimeout))
    throw new Misuse(
      `--lock-timeout takes a number of seconds, not ${JSON.stringify(lockTimeout)}`,
    );
  return {
    sets: textsOf(parsed.set),
    setFiles: textsOf(parsed['set-file']),
    all: parsed.all === true,
    allowSensitive: parsed['allow-sensitive'] === true,
    lockTimeout: Number(lockTimeout),
  };
}

function lintGiven(
  system: System,
  given: Given,
  parsed: Parsed,
): CommandResult | Promise<CommandResult> {
  const options: LintOptions = {
    fix: parsed.fix === true,
    dryRun: parsed['dry-run'] === true,
    consumers: namesOf('consumers', parsed.consumers).map((each) => folderAt(system, each)),
  };
  if (options.dryRun && !options.fix)
    throw new Misuse('--dry-run says what --fix would do: give both');
  if (options.fix && parsed.watch === true)
    throw new Misuse('--fix and --watch cannot be used together');
  return watchedOrOnce(system, parsed, (watched) => runLint(watched, given, options));
}

function folderAt(system: System, written: string): string {
  const path = resolve(system.cwd, written);
  if (system.kindOf(path) !== 'folder')
    throw new Misuse(`--consumers takes a folder, and ${JSON.stringify(written)} is none`);
  return path;
}

function explainGiven(
  system: System,
  given: Given,
  at: string | undefined,
): Promise<CommandResult> {
  if (at === undefined && given.operands.length === 0)
    throw new Misuse('explain needs HOST [PATH], or --at and a place');
  if (at !== undefined && given.operands.length > 0)
    throw new Misuse('--at takes neither a HOST nor a PATH beside it');
  return at === undefined ? runExplain(system, given) : runExplainAt(system, given, at);
}

function schemaKindOf(value: unknown): SchemaKind {
  return value === 'included' || value === 'service' ? value : 'inventory';
}

function stateActionOf(value: unknown): StateAction {
  const action = stateActions.find((each) => each === value);
  if (action === undefined)
    throw new Misuse(`state can ${stateActions.join(' or ')}, not ${String(value)}`);
  return action;
}

function watchedOrOnce(
  system: System,
  parsed: Parsed,
  command: (system: System) => CommandResult | Promise<CommandResult>,
): CommandResult | Promise<CommandResult> {
  return parsed.watch === true ? watchCommand(system, command) : command(system);
}

/** `--list` and `--host` written in a way that the hot path leaves to this one, or nothing to do. */
function answerPlainly(
  system: System,
  given: Given,
  parsed: Parsed,
): CommandResult | Promise<CommandResult> {
  const { file, scriptPath, hosts, tags, services } = given;
  const compact = parsed.compact === true;
  const cache =
    parsed['no-cache'] === true
      ? 'avoid'
      : parsed['refresh-cache'] === true
        ? 'refresh'
        : undefined;
  if (parsed.list === true) {
    if (hosts.length > 0) throw new Misuse('--list and --host cannot be used together');
    return answer(system, { kind: 'list', file, compact, tags, services, cache }, scriptPath);
  }
  const [host] = hosts;
  if (host === undefined)
    throw new Misuse(
      file === undefined
        ? 'say what to do: --list, --host NAME or a command'
        : `say what to do with ${file}: --list, --host NAME or a command`,
    );
  if (hosts.length > 1) throw new Misuse('--host takes one host here; use `show` for several');
  if (tags.length + services.length > 0)
    throw new Misuse('--host takes no --tag and no --service here; use `show`');
  return answer(system, { kind: 'host', host, file, compact, cache }, scriptPath);
}

function answer(
  system: System,
  request: HotRequest,
  scriptPath: string,
): CommandResult | Promise<CommandResult> {
  return answerFromCache(system, request, scriptPath) ?? answerAnsible(system, request, scriptPath);
}

function actionOf(value: unknown): CacheAction {
  const action = cacheActions.find((each) => each === value);
  if (action === undefined) throw new Error(`cache has no action ${String(value)}`);
  return action;
}

function givenOf(parsed: Parsed, scriptPath: string): Given {
  const files = [parsed.inventory, parsed.FILE]
    .flat()
    .filter((each): each is string => typeof each === 'string');
  if (files.includes('')) throw new Misuse('the name of the inventory is empty');
  if (files.length > 1) throw new Misuse(`two inventories are named: ${files.join(' and ')}`);
  return {
    file: files[0],
    scriptPath,
    hosts: namesOf('host', parsed.host),
    tags: namesOf('tag', parsed.tag),
    services: namesOf('service', parsed.service),
    format: textOf(parsed.format),
    json: parsed.json === true,
    strict: parsed.strict === true,
    colour: colourOf(parsed),
    operands: [parsed.HOST, parsed.PATH].filter((each): each is string => typeof each === 'string'),
  };
}

/** `--color`, `--no-color`, or neither. */
function colourOf(parsed: Parsed): boolean | undefined {
  if (parsed['no-color'] === true) return false;
  return parsed.color === true ? true : undefined;
}

function namesOf(flag: string, value: unknown): readonly string[] {
  const names = [value].flat().flatMap((each) => (typeof each === 'string' ? each.split(',') : []));
  if (names.includes('')) throw new Misuse(`--${flag} has an empty name`);
  return names;
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}

/** The value of a flag that is no list. */
function onceOf(flag: string, value: unknown): string | undefined {
  const [first, ...more] = textsOf(value);
  if (more.length > 0) throw new Misuse(`--${flag} can be given once`);
  return first;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
